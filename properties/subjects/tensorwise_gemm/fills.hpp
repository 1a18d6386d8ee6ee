// What the contract of the tensor-wise GEMM reads, in the layouts of the device.
#pragma once

#include "emulator/machine/memory.hpp"
#include "reference/operators/tensorwise_gemm.hpp"

namespace lockstep::subjects {

// All references must outlive the fill.
machine::Fill fill_a(const operators::TensorwiseGemm& p, const operators::TensorwiseData& d,
                     const std::vector<operators::GroupProduct>& products);
machine::Fill fill_b(const operators::TensorwiseGemm& p, const operators::TensorwiseData& d,
                     const std::vector<operators::GroupProduct>& products);

}  // namespace lockstep::subjects
