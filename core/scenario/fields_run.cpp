// What is trained, and what running the cluster takes.
#include "core/scenario/field_table.hpp"

namespace threewall {
namespace {

using enum UnitKind;
using table::value;
constexpr auto workload = &Scenario::workload;
constexpr auto operation = &Scenario::operation;

}  // namespace

std::span<const Field> run_fields() {
    using W = Workload;
    using O = Operation;
    // One line a field.
    // clang-format off
    static const Field list[] = {
        value<workload, &W::sequence_length>({"workload.sequence_length", "seq", "Sequence length", "Tokens of one training sequence."}, tokens, {1, 1e9}),
        value<workload, &W::tokens>({"workload.tokens", "tok", "Training tokens", "Tokens to be trained in all; 0: not asked."}, tokens, {0, 1e18}),
        value<operation, &O::goodput>({"operation.goodput", "gp", "Goodput", "Share of wall-clock time that trains."}, ratio, {0.01, 1}),
        value<operation, &O::power_usage_effectiveness>({"operation.power_usage_effectiveness", "pue", "PUE", "Power of the building over power of the machines."}, none, {1, 10}),
        value<operation, &O::node_overhead, &Watts::value>({"operation.node_overhead_w", "no", "Node overhead", "CPUs, fans and NICs of one node."}, watts, {0, 1e6}),
        value<operation, &O::dollars_per_device_hour>({"operation.dollars_per_device_hour", "ph", "Device hour", "Price of one device for one hour; 0: unknown."}, dollars, {0, 1e6}),
        value<operation, &O::dollars_per_kwh>({"operation.dollars_per_kwh", "pk", "Electricity", "Price of one kilowatt-hour."}, dollars, {0, 1000}),
    };
    // clang-format on
    return list;
}

}  // namespace threewall
