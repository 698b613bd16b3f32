#include <string>
#include <vector>

#include "web/charts/waterfall.hpp"
#include "web/panels/panels.hpp"
#include "web/panels/pictures.hpp"
#include "web/texts.hpp"

namespace threewall::web {
namespace {

struct Part {
    std::string_view name;
    double count = 0;
    MemoryPart colour = MemoryPart::weights;  ///< only as a colour: no meaning of memory
};

std::vector<Part> parts_of(const ParameterCount& p) {
    std::vector<Part> parts;
    const auto add = [&](std::string_view name, double count, MemoryPart colour) {
        if (count > 0) parts.push_back({name, count, colour});
    };
    add("Attention", p.attention, MemoryPart::weights);
    add("Dense MLP", p.dense_mlp, MemoryPart::gradients);
    add("Routed experts", p.routed_experts, MemoryPart::activations);
    add("Shared experts", p.shared_experts, MemoryPart::gathered);
    add("Router", p.router, MemoryPart::logits);
    add("Norms", p.norms, MemoryPart::buffers);
    add("Embedding", p.embedding, MemoryPart::optimizer);
    add("Output projection", p.head, MemoryPart::optimizer);
    return parts;
}

std::string count_text(double n) { return quantity_text(n); }

}  // namespace

void parameters_panel(const Ui& ui) {
    const ParameterCount& p = ui.store.last_valid().parameters;
    std::string note = count_text(p.total);
    if (p.active < p.total) note += ", " + count_text(p.active) + " active";
    const Picture picture = begin_picture(ui, "Parameters", note);
    const std::vector<Part> parts = parts_of(p);
    double whole = 0;
    for (const Part& part : parts) whole += part.count;
    Waterfall chart(ui, "parameters", picture.room,
                    {.terms = parts.size(), .whole = whole, .value = count_text, .opacity = picture.opacity});
    for (const Part& part : parts) {
        const std::string share =
            std::string(part.name) + "\n" + count_text(part.count) + ", " + percent_text(part.count / whole);
        chart.term(part.name, part.count, ui.theme.parts[static_cast<std::size_t>(part.colour)], share);
    }
    chart.end();
}

}  // namespace threewall::web
