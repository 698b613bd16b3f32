#include "core/cli/arguments.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace threewall::cli {
namespace {

bool contains(std::initializer_list<std::string_view> names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Arguments::Arguments(std::span<const std::string_view> args, std::initializer_list<std::string_view> flags,
                     std::initializer_list<std::string_view> options) {
    bool only_operands = false;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const std::string_view arg = args[i];
        if (only_operands || arg == "-" || !arg.starts_with('-')) {
            operands_.push_back(arg);
            continue;
        }
        const std::size_t equals = arg.find('=');
        const std::string_view name = arg.substr(0, equals);
        if (arg == "--") {
            only_operands = true;
        } else if (contains(flags, arg)) {
            options_.push_back({arg, {}});
        } else if (!contains(options, name)) {
            error_ = fmt::format("{} is not an option here", arg);
            return;
        } else if (equals != std::string_view::npos) {
            options_.push_back({name, arg.substr(equals + 1)});
        } else if (i + 1 < args.size()) {
            options_.push_back({name, args[++i]});
        } else {
            error_ = fmt::format("{} needs a value", arg);
            return;
        }
    }
}

bool Arguments::has(std::string_view flag) const {
    return std::any_of(options_.begin(), options_.end(), [&](const Option& o) { return o.name == flag; });
}

std::string_view Arguments::value(std::string_view option, std::string_view fallback) const {
    for (auto o = options_.rbegin(); o != options_.rend(); ++o) {
        if (o->name == option) return o->value;
    }
    return fallback;
}

std::vector<std::string_view> Arguments::values(std::string_view option) const {
    std::vector<std::string_view> found;
    for (const Option& o : options_) {
        if (o.name == option) found.push_back(o.value);
    }
    return found;
}

}  // namespace threewall::cli
