// The arguments of a subcommand: operands, flags and options with a value ("--set x" or "--set=x").
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace threewall::cli {

class Arguments {
public:
    /// `flags` take no value, `options` take one and can be repeated.
    Arguments(std::span<const std::string_view> args, std::initializer_list<std::string_view> flags,
              std::initializer_list<std::string_view> options);

    const std::vector<std::string_view>& operands() const { return operands_; }
    bool has(std::string_view flag) const;
    /// The last value of an option; `fallback` when it is not given.
    std::string_view value(std::string_view option, std::string_view fallback = {}) const;
    std::vector<std::string_view> values(std::string_view option) const;
    /// What is wrong with the arguments; empty: nothing.
    const std::string& error() const { return error_; }

private:
    struct Option {
        std::string_view name;
        std::string_view value;
    };
    std::vector<std::string_view> operands_;
    std::vector<Option> options_;
    std::string error_;
};

}  // namespace threewall::cli
