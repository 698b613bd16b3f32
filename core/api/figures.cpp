// Prints the figures of every ready scenario at full precision, one a line: built natively and in WebAssembly, so that a test
// can hold the two against each other (libm and fused multiply-adds differ between compilers).
#include <cstdio>

#include "core/evaluate/evaluate.hpp"
#include "core/io/catalog.hpp"
#include "core/io/scenario_io.hpp"

namespace {

void print(const threewall::PresetEntry& preset, const char* name, double value) {
    std::printf("%s %s %.17g\n", preset.id.c_str(), name, value);
}

}  // namespace

int main() {
    using namespace threewall;
    for (const PresetEntry& p : catalog().presets) {
        // Through a link and back, so that reading and writing numbers is compared too.
        const Result r = evaluate(decode_link(encode_link(p.scenario)).scenario);
        print(p, "valid", r.valid);
        print(p, "verdict", static_cast<double>(r.verdict));
        print(p, "binding_wall", static_cast<double>(r.binding_wall));
        print(p, "peak_memory_bytes", r.peak_memory.value);
        print(p, "step_time_s", r.step_time.value);
        print(p, "mfu_full", r.mfu_full);
        print(p, "run_cost_usd", r.run_cost.value);
        for (const TimeTerm& t : r.terms) print(p, t.id.data(), t.exposed.value);
    }
    return 0;
}
