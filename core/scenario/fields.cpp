#include "core/scenario/fields.hpp"

#include <unordered_map>
#include <vector>

#include "core/scenario/field_table.hpp"

namespace threewall {
namespace {

std::vector<Field> all_fields() {
    std::vector<Field> all;
    for (auto part : {model_fields(), cluster_fields(), stack_fields(), plan_fields(), run_fields()}) {
        all.insert(all.end(), part.begin(), part.end());
    }
    return all;
}

using Index = std::unordered_map<std::string_view, const Field*>;

Index index_of(std::span<const Field> list) {
    Index index;
    for (const Field& f : list) {
        index.emplace(f.path, &f);
        index.emplace(f.link_key, &f);
    }
    return index;
}

}  // namespace

std::span<const Field> fields() {
    static const std::vector<Field> all = all_fields();
    return all;
}

const Field* find_field(std::string_view path_or_key) {
    static const Index index = index_of(fields());
    const auto found = index.find(path_or_key);
    return found == index.end() ? nullptr : found->second;
}

namespace table {

FieldGroup group_of(std::string_view path) {
    const std::string_view first = path.substr(0, path.find('.'));
    if (first == "model") return FieldGroup::model;
    if (first == "cluster") return FieldGroup::cluster;
    if (first == "stack") return FieldGroup::stack;
    if (first == "plan") return FieldGroup::plan;
    if (first == "workload") return FieldGroup::workload;
    return FieldGroup::operation;
}

namespace {

/// Bytes of the UTF-8 character that starts with `lead`; 0 for a byte that starts none.
std::size_t utf8_length(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xC2 && lead < 0xE0) return 2;
    if (lead >= 0xE0 && lead < 0xF0) return 3;
    if (lead >= 0xF0 && lead < 0xF5) return 4;
    return 0;
}

/// Overlong forms, surrogates and values past U+10FFFF are told by the second byte (Unicode table 3-7).
bool second_byte_fits(unsigned char lead, unsigned char second) {
    if (lead == 0xE0) return second >= 0xA0;
    if (lead == 0xED) return second < 0xA0;
    if (lead == 0xF0) return second >= 0x90;
    if (lead == 0xF4) return second < 0x90;
    return true;
}

}  // namespace

bool is_plain_text(std::string_view text) {
    if (text.size() > kLongestText) return false;
    for (std::size_t i = 0; i < text.size();) {
        const auto lead = static_cast<unsigned char>(text[i]);
        const std::size_t length = utf8_length(lead);
        if (length == 0 || i + length > text.size() || lead < 0x20 || lead == 0x7F) return false;
        for (std::size_t k = 1; k < length; ++k) {
            if ((static_cast<unsigned char>(text[i + k]) & 0xC0) != 0x80) return false;
        }
        if (length > 1 && !second_byte_fits(lead, static_cast<unsigned char>(text[i + 1]))) return false;
        i += length;
    }
    return true;
}

}  // namespace table
}  // namespace threewall
