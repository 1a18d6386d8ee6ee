// What the contract of the grouped GEMM reads, in the layouts of the device: scales and routing.
#pragma once

#include "emulator/machine/memory/memory.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::problems {

// All references must outlive the fill.
machine::Fill fill_a_scale(const operators::GroupedGemm& p, const operators::GroupedGemmData& d);
machine::Fill fill_b_scale(const operators::GroupedGemm& p, const operators::GroupedGemmData& d);
machine::Fill fill_routing(const operators::GroupedGemm& p);

}  // namespace lockstep::problems
