// Scenarios as links: "#1;m=llama3-70b;d=h100-sxm;n=512;tp=8;…".
//
// A link is the list of steps that make the scenario: catalog entries first, then every field that still differs.
// The encoder takes the same steps as the decoder and writes one down only where it changes something, so the
// two cannot disagree. Version 1 of the grammar, after percent-decoding:
//   link  = "#" version *( ";" key "=" value )        keys and their order: the field table
//   value = number | choice | text | "auto" | "none" | "~" text     ("~": not in the catalog, described by its fields)
#include <algorithm>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "core/io/catalog_places.hpp"
#include "core/io/field_input.hpp"
#include "core/io/json_document.hpp"
#include "core/io/numbers.hpp"
#include "core/scenario/fields.hpp"

namespace threewall {
namespace {

constexpr std::string_view kVersion = "1";
constexpr char kCustom = '~';

const Field& id_field(const CatalogPlace& place) { return *find_field(std::string(place.path) + ".id"); }

bool is_id_field(const Field& f) {
    return std::ranges::any_of(catalog_places(), [&](const CatalogPlace& place) { return &id_field(place) == &f; });
}

/// Model and device are always named: everything else follows from them.
bool always_written(const CatalogPlace& place) { return place.path == "model" || place.path == "cluster.device"; }

// Characters that neither a browser nor a chat program changes or ends a link at.
bool is_safe(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_.~:,").find(c) != std::string_view::npos;
}

std::string percent_encoded(std::string_view text) {
    std::string out;
    for (char c : text) {
        if (is_safe(c)) {
            out += c;
        } else {
            out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
        }
    }
    return out;
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return -1;
}

/// A "%" that no two hex digits follow stays as it is.
std::string percent_decoded(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool complete =
            text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 && hex_digit(text[i + 2]) >= 0;
        if (complete) {
            out += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

/// Numbers without the "+" of "2e+12", which some programs turn into a blank.
std::string link_value(const Scenario& s, const Field& f) {
    const bool number = f.type == FieldType::integer || f.type == FieldType::real;
    if (f.type == FieldType::boolean) {
        const auto on = f.get(s);
        return !on ? "none" : *on != 0 ? "1" : "0";
    }
    std::string text = field_text(s, f);
    if (number) {
        std::erase(text, '+');
        return text;
    }
    return percent_encoded(text);
}

bool same_value(const Scenario& a, const Scenario& b, const Field& f) {
    return f.type == FieldType::text ? f.get_text(a) == f.get_text(b) : f.get(a) == f.get(b);
}

/// Starts a place with an entry of its own, described by the fields that follow.
void use_custom(Scenario& s, const CatalogPlace& place, std::string_view id) {
    place.use_custom(s);
    id_field(place).set_text(s, id);
}

}  // namespace

std::string encode_link(const Scenario& s) {
    std::string link = "#" + std::string(kVersion);
    Scenario built;
    for (const CatalogPlace& place : catalog_places()) {
        const Field& f = id_field(place);
        const std::string id = f.get_text(s);
        if (!always_written(place) && f.get_text(built) == id) continue;
        const bool known = place.use(built, id);
        if (!known) use_custom(built, place, id);
        link += fmt::format(";{}={}{}", f.link_key, known ? "" : std::string(1, kCustom), percent_encoded(id));
    }
    for (const Field& f : fields()) {
        if (is_id_field(f) || same_value(s, built, f)) continue;
        if (f.type == FieldType::text) {
            f.set_text(built, f.get_text(s));
        } else {
            f.set(built, f.get(s));
        }
        link += fmt::format(";{}={}", f.link_key, link_value(s, f));
    }
    return link;
}

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// The part of a link that holds the scenario, as it was before mail and chat programs touched it.
std::optional<std::string> fragment_of(std::string_view link) {
    std::string text;
    // The encoder writes no white space: what is there came from a line break.
    std::ranges::copy_if(link, std::back_inserter(text), [](char c) { return !is_blank(c); });
    const std::size_t hash = text.find('#');
    const std::size_t encoded_hash = text.find("%23");
    if (hash != std::string::npos) {
        text.erase(0, hash + 1);
    } else if (encoded_hash != std::string::npos) {
        text.erase(0, encoded_hash + 3);
    } else if (text.find("://") != std::string::npos || text.empty()) {
        return std::nullopt;
    }
    for (int i = 0; i < 3 && text.find(';') == std::string::npos && text.find('%') != std::string::npos; ++i) {
        text = percent_decoded(text);
    }
    while (!text.empty() && (text.back() == '>' || text.back() == ')' || text.back() == '"')) text.pop_back();
    return text;
}

struct Token {
    std::string key;
    std::string value;
    bool used = false;
};

class Decoder {
public:
    ReadResult decode(std::string_view link);

private:
    void split(std::string_view fragment);
    void read_version(std::string_view version);
    void read_places();
    void read_fields();
    void report_unused();
    Token* token_of(const Field& f);
    void report(std::string_view where, std::string message, std::string fix) {
        result_.problems.push_back({0, std::string(where), std::move(message), std::move(fix)});
    }

    ReadResult result_;
    std::vector<Token> tokens_;
    std::unordered_map<std::string_view, Token*> by_key_;
};

// Far more than there are fields: what follows is not a link of ours.
constexpr std::size_t kMostTokens = 1000;

void Decoder::split(std::string_view fragment) {
    for (std::string_view rest = fragment; !rest.empty() && tokens_.size() < kMostTokens;) {
        const std::size_t end = rest.find(';');
        std::string part(rest.substr(0, end));
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        if (part.empty()) continue;
        if (part.find('=') == std::string::npos) part = percent_decoded(part);
        const std::size_t equals = part.find('=');
        if (equals == std::string::npos) {
            report(part.substr(0, 20), fmt::format("\"{}\" has no value", part.substr(0, 40)),
                   "the link may have been cut off; this part was left out");
        } else {
            tokens_.push_back({part.substr(0, equals), percent_decoded(std::string_view(part).substr(equals + 1))});
        }
    }
    for (Token& token : tokens_) {
        if (by_key_.emplace(token.key, &token).second) continue;
        token.used = true;
        report(token.key.substr(0, 20), "given twice", "keep one of them; the first was taken");
    }
}

Token* Decoder::token_of(const Field& f) {
    const auto found = by_key_.find(f.link_key);
    if (found == by_key_.end() || found->second->used) return nullptr;
    found->second->used = true;
    return found->second;
}

void Decoder::read_version(std::string_view version) {
    if (version == kVersion) return;
    report("version", fmt::format("version \"{}\" of a link is not known", version.substr(0, 20)),
           fmt::format("this program reads version {}; what it understood of the link is shown", kVersion));
}

void Decoder::read_places() {
    Scenario& s = result_.scenario;
    for (const CatalogPlace& place : catalog_places()) {
        const Field& f = id_field(place);
        const Token* token = token_of(f);
        if (!token && !always_written(place)) continue;
        if (!token) {
            report(f.link_key, fmt::format("the link names no {}", place.what), "the first example's was taken");
        } else if (token->value.starts_with(kCustom)) {
            // A catalog name means the catalog's entry, however it is written: the encoder sees it so too.
            const std::string_view id = std::string_view(token->value).substr(1);
            if (!place.use(s, id)) use_custom(s, place, id);
            continue;
        } else if (place.use(s, token->value)) {
            continue;
        } else {
            InputProblem problem = unknown_entry(place, token->value);
            problem.where = f.link_key;
            result_.problems.push_back(std::move(problem));
        }
        if (always_written(place)) place.use(s, id_field(place).get_text(default_scenario()));
    }
}

void Decoder::read_fields() {
    for (const Field& f : fields()) {
        if (is_id_field(f)) continue;
        const Token* token = token_of(f);
        if (!token) continue;
        if (auto problem = put_text(result_.scenario, f, token->value)) {
            problem->where = f.link_key;
            problem->message = fmt::format("{}: {}", f.label, problem->message);
            result_.problems.push_back(std::move(*problem));
        }
    }
    if (result_.scenario.cluster.devices == 0) {
        result_.scenario.cluster.devices = default_scenario().cluster.devices;
        report("n", "the link does not say how many devices there are", "the first example's number was taken");
    }
}

void Decoder::report_unused() {
    std::vector<std::string_view> keys;
    for (const Field& f : fields()) keys.push_back(f.link_key);
    for (const Token& token : tokens_) {
        if (token.used) continue;
        const std::string near = nearest(token.key, keys);
        report(token.key.substr(0, 20), fmt::format("\"{}\" is not known in a link", token.key.substr(0, 40)),
               near.empty() ? "it was left out" : "did you mean " + near + "? It was left out");
    }
}

ReadResult Decoder::decode(std::string_view link) {
    result_.scenario = default_scenario();
    if (link.size() > kLargestInput) {
        report("", "the link is too long", "share a scenario of that size as a file");
        return std::move(result_);
    }
    const auto fragment = fragment_of(link);
    const std::size_t end = fragment ? fragment->find(';') : 0;
    if (!fragment || fragment->empty()) {
        report("", "the link holds no scenario", "a scenario stands behind #, as in #1;m=llama3-70b;d=h100-sxm;n=512");
        return std::move(result_);
    }
    read_version(std::string_view(*fragment).substr(0, end));
    if (end != std::string::npos) split(std::string_view(*fragment).substr(end + 1));
    const auto known = [](const Token& token) {
        const Field* f = find_field(token.key);
        return f && f->link_key == token.key;
    };
    result_.usable = std::ranges::any_of(tokens_, known);
    if (!result_.usable) {
        report("", "nothing in the link was understood", "check that it was copied whole");
        return std::move(result_);
    }
    result_.scenario = Scenario{};
    read_places();
    read_fields();
    report_unused();
    return std::move(result_);
}

}  // namespace

ReadResult decode_link(std::string_view link) { return Decoder().decode(link); }

}  // namespace threewall
