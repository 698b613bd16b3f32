// A JSON text with what a person needs to find a fault in it: the line of every value and every key, in the
// order written. For input that people write; the embedded catalog is read with the JSON library directly.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/io/scenario_io.hpp"

namespace threewall {

struct JsonMember;

struct JsonNode {
    enum class Kind { null, boolean, number, string, array, object };

    Kind kind = Kind::null;
    int line = 0;
    bool boolean = false;
    double number = 0;
    std::string text;
    std::vector<JsonNode> items;
    std::vector<JsonMember> members;  ///< the first of duplicate keys stays, the others are problems

    const JsonNode* find(std::string_view key) const;
    bool is_object() const { return kind == Kind::object; }
};

struct JsonMember {
    std::string key;
    JsonNode value;
};

struct JsonDocument {
    JsonNode root;  ///< after a syntax error: what stood before it
    std::vector<InputProblem> problems;
    bool complete = false;  ///< no syntax error
};

/// Inputs beyond this are refused whole: no configuration is that long, but a pasted log is.
inline constexpr std::size_t kLargestInput = 4 * 1024 * 1024;
/// Nesting beyond this is refused: no configuration needs it, and it would exhaust the stack.
inline constexpr std::size_t kDeepestNesting = 32;

/// An object's members beyond these are dropped: finding duplicates among more would take too long.
inline constexpr std::size_t kMostMembers = 10'000;

JsonDocument parse_json(std::string_view text);

/// What a value is, for messages: "a string", "the number 8.5".
std::string describe(const JsonNode& node);

}  // namespace threewall
