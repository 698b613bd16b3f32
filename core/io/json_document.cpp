#include "core/io/json_document.hpp"

#include <cstddef>
#include <iterator>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/io/numbers.hpp"

namespace threewall {
namespace {

/// Walks over the text and remembers on which line the last character other than white space stood: the reader
/// looks one character ahead, so its own position may already be on the next line.
class LineIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    struct Position {
        int line = 1;
        int last_line = 1;
    };

    LineIterator(const char* at, Position* position) : at_(at), position_(position) {}
    reference operator*() const { return *at_; }
    LineIterator& operator++() {
        if (*at_ == '\n') {
            ++position_->line;
        } else if (*at_ != ' ' && *at_ != '\t' && *at_ != '\r') {
            position_->last_line = position_->line;
        }
        ++at_;
        return *this;
    }
    LineIterator operator++(int) {
        LineIterator before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const LineIterator& a, const LineIterator& b) { return a.at_ == b.at_; }
    friend bool operator!=(const LineIterator& a, const LineIterator& b) { return !(a == b); }

private:
    const char* at_;
    Position* position_;
};

/// Receives what the library reads and builds the tree. Returning false ends the reading.
class Builder {
public:
    Builder(JsonDocument& document, const LineIterator::Position& position)
        : document_(document), position_(position) {}

    using number_integer_t = nlohmann::json::number_integer_t;
    using number_unsigned_t = nlohmann::json::number_unsigned_t;
    using number_float_t = nlohmann::json::number_float_t;
    using string_t = nlohmann::json::string_t;
    using binary_t = nlohmann::json::binary_t;

    bool null() { return add(JsonNode::Kind::null) != nullptr; }
    bool boolean(bool value) {
        add(JsonNode::Kind::boolean)->boolean = value;
        return true;
    }
    bool number_integer(number_integer_t value) { return number(static_cast<double>(value)); }
    bool number_unsigned(number_unsigned_t value) { return number(static_cast<double>(value)); }
    bool number_float(number_float_t value, const string_t&) { return number(value); }
    bool string(string_t& value) {
        add(JsonNode::Kind::string)->text = std::move(value);
        return true;
    }
    bool binary(binary_t&) { return false; }
    bool start_object(std::size_t) { return open(JsonNode::Kind::object); }
    bool end_object() { return close(); }
    bool start_array(std::size_t) { return open(JsonNode::Kind::array); }
    bool end_array() { return close(); }
    bool key(string_t& name) {
        key_ = std::move(name);
        return true;
    }

    template <class Exception>
    bool parse_error(std::size_t, const std::string& token, const Exception& error) {
        constexpr int kNumberOverflow = 406;
        // The reader stops at the first letter that no JSON word starts with.
        const bool not_finite = token.ends_with('N') || token.ends_with('I');
        std::string message = not_finite ? "NaN and Infinity are not JSON" : "this is not valid JSON";
        if (error.id == kNumberOverflow) message = "this number is too large for any computer";
        if (!token.empty()) message += fmt::format(", near {}", token.substr(0, 40));
        report(std::move(message),
               not_finite || error.id == kNumberOverflow
                   ? "write a finite number, or null where a value may be automatic; the rest was not read"
                   : "check for a missing comma, quote or bracket; the rest was not read");
        return false;
    }

private:
    bool number(double value) {
        add(JsonNode::Kind::number)->number = value;
        return true;
    }

    JsonNode* add(JsonNode::Kind kind) {
        JsonNode* node = place();
        node->kind = kind;
        node->line = position_.last_line;
        return node;
    }

    /// Where the next value goes. A value whose key is a duplicate or too many goes where nobody looks.
    JsonNode* place() {
        if (open_.empty()) return &document_.root;
        JsonNode& parent = *open_.back();
        if (parent.kind == JsonNode::Kind::array) return &parent.items.emplace_back();
        if (parent.members.size() == kMostMembers) return &parent.items.emplace_back();
        if (parent.find(key_) != nullptr) {
            report(fmt::format("\"{}\" is given twice", key_), "keep one of them; the first was taken");
            return &parent.items.emplace_back();
        }
        return &parent.members.emplace_back(JsonMember{std::move(key_), {}}).value;
    }

    bool open(JsonNode::Kind kind) {
        if (open_.size() == kDeepestNesting) {
            report(fmt::format("values are nested more than {} deep", kDeepestNesting),
                   "this is no scenario or model configuration");
            return false;
        }
        open_.push_back(add(kind));
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    void report(std::string message, std::string fix) {
        document_.problems.push_back({position_.last_line, key_, std::move(message), std::move(fix)});
    }

    JsonDocument& document_;
    const LineIterator::Position& position_;
    // Pointers stay good: a parent's vector does not grow while a child of it is open.
    std::vector<JsonNode*> open_;
    std::string key_;
};

}  // namespace

const JsonNode* JsonNode::find(std::string_view key) const {
    for (const JsonMember& member : members) {
        if (member.key == key) return &member.value;
    }
    return nullptr;
}

JsonDocument parse_json(std::string_view text) {
    JsonDocument document;
    if (text.size() > kLargestInput) {
        document.problems.push_back(
            {0, "",
             fmt::format("the input is {} long", format_number(static_cast<double>(text.size()), UnitKind::bytes)),
             fmt::format("give at most {}", format_number(static_cast<double>(kLargestInput), UnitKind::bytes))});
        return document;
    }
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    LineIterator::Position position;
    Builder builder(document, position);
    const LineIterator begin(text.data(), &position);
    const LineIterator end(text.data() + text.size(), &position);
    document.complete = nlohmann::json::sax_parse(begin, end, &builder);
    return document;
}

std::string describe(const JsonNode& node) {
    switch (node.kind) {
    case JsonNode::Kind::null: return "null";
    case JsonNode::Kind::boolean: return node.boolean ? "true" : "false";
    case JsonNode::Kind::number: return "the number " + exact_number(node.number);
    case JsonNode::Kind::string: return fmt::format("the text \"{}\"", node.text.substr(0, 60));
    case JsonNode::Kind::array: return "a list";
    case JsonNode::Kind::object: break;
    }
    return "an object";
}

}  // namespace threewall
