#include "core/cli/input.hpp"

#include <cstdio>
#include <memory>

#include <fmt/format.h>

#include "core/io/catalog_places.hpp"
#include "core/io/field_input.hpp"
#include "core/io/formats/huggingface.hpp"
#include "core/io/json_document.hpp"
#include "core/scenario/fields.hpp"

namespace threewall::cli {
namespace {

struct CloseFile {
    void operator()(std::FILE* f) const {
        if (f != stdin) std::fclose(f);
    }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

File open_input(std::string_view path) {
    if (path == "-") return File(stdin);
    return File(std::fopen(std::string(path).c_str(), "rb"));
}

/// A folder opens like a file on Linux and then gives an error.
std::optional<std::string> read_all(std::FILE* file) {
    std::string text;
    char buffer[1 << 16];
    // One byte more than is accepted is enough to be refused for its size.
    while (text.size() <= kLargestInput) {
        const std::size_t n = std::fread(buffer, 1, sizeof buffer, file);
        text.append(buffer, n);
        if (n == 0) break;
    }
    return std::ferror(file) ? std::nullopt : std::optional(text);
}

/// Names that people expect to be able to set beside the field table's own.
std::string_view place_path(std::string_view key) {
    if (key == "device") return "cluster.device";
    if (key == "fabric" || key == "network") return "cluster.scale_out";
    for (const CatalogPlace& place : catalog_places()) {
        const Field* id = find_field(std::string(place.path) + ".id");
        if (key == place.path || (id && key == id->link_key)) return place.path;
    }
    return {};
}

/// A model's config.json on the cluster and plan of another scenario: --set model=config.json.
std::optional<InputProblem> apply_model_file(Scenario& s, std::string_view path) {
    const auto text = read_text(path);
    if (!text) return InputProblem{0, "model", "the file cannot be read", "give a model's config.json"};
    ModelReadResult read = model_from_huggingface(*text);
    print_problems(path, read.problems);
    if (!read.usable)
        return InputProblem{0, "model", "the file describes no model that can be used", "give a model's config.json"};
    s.model = std::move(read.model);
    return std::nullopt;
}

std::optional<InputProblem> apply_setting(Scenario& s, std::string_view setting) {
    const std::size_t equals = setting.find('=');
    const std::string_view key = setting.substr(0, equals);
    if (equals == std::string_view::npos)
        return InputProblem{0, std::string(key), "it has no value", "write KEY=VALUE"};
    const std::string_view value = setting.substr(equals + 1);
    if (const CatalogPlace* place = find_catalog_place(place_path(key))) {
        if (place->use(s, value)) return std::nullopt;
        if (place->path == "model" && value.ends_with(".json")) return apply_model_file(s, value);
        return unknown_entry(*place, value);
    }
    if (const Field* field = find_field(key)) return put_text(s, *field, value);
    std::vector<std::string_view> names;
    for (const Field& f : fields()) {
        names.push_back(f.path);
        names.push_back(f.link_key);
    }
    const std::string near = nearest(key, names);
    return InputProblem{0, std::string(key), "no input has this name",
                        near.empty() ? "see `threewall catalog fields`" : "did you mean " + near + "?"};
}

}  // namespace

void print(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }
void print_error(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stderr); }

std::optional<std::string> read_text(std::string_view path) {
    const File file = open_input(path);
    auto text = file ? read_all(file.get()) : std::nullopt;
    if (!text) print_error(fmt::format("{}: cannot be read; give a readable file, or - for standard input\n", path));
    return text;
}

void print_problems(std::string_view file, const std::vector<InputProblem>& problems) {
    for (const InputProblem& p : problems) {
        std::string line = file.empty() ? std::string("input") : std::string(file);
        if (p.line > 0) line += fmt::format(":{}", p.line);
        if (!p.where.empty()) line += ": " + p.where;
        line += ": " + p.message;
        if (!p.fix.empty()) line += "; " + p.fix;
        print_error(line + "\n");
    }
}

bool apply_settings(Scenario& s, const Arguments& args) {
    std::vector<InputProblem> problems;
    for (std::string_view setting : args.values("--set")) {
        if (auto problem = apply_setting(s, setting)) problems.push_back(std::move(*problem));
    }
    print_problems("--set", problems);
    return problems.empty();
}

LoadedScenario load_scenario(std::string_view source, const Arguments& args) {
    LoadedScenario loaded;
    std::string text(source);
    std::string_view name = "link";
    const bool is_file = source == "-" || open_input(source);
    if (is_file) {
        const auto content = read_text(source);
        if (!content) return {{}, {}, kUnreadable};
        text = *content;
        name = source == "-" ? "standard input" : source;
    }
    ReadResult read = scenario_from_text(text);
    if (!is_file && !read.usable) name = source.substr(0, 60);
    print_problems(name, read.problems);
    loaded.scenario = std::move(read.scenario);
    // What is said about a config.json are notes on what was assumed.
    const bool only_notes = read.usable && looks_like_huggingface(text);
    if (!read.problems.empty() && !only_notes) loaded.exit_code = kInvalid;
    if (!read.usable || !apply_settings(loaded.scenario, args)) loaded.exit_code = kUnreadable;
    loaded.problems = std::move(read.problems);
    return loaded;
}

int usage_error(std::string_view command, std::string_view message) {
    const Command* c = find_command(command);
    print_error(
        fmt::format("threewall {}: {}\nusage: threewall {} {}\n", command, message, command, c ? c->usage : ""));
    return kUnreadable;
}

}  // namespace threewall::cli
