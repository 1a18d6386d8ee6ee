// What the contract of the tensor-wise GEMM reads, in the layouts of the device.
#pragma once

#include "emulator/machine/memory.hpp"
#include "sample.hpp"

namespace lockstep::subjects {

// p: the whole problem; d: the data of what is computed. All references must outlive the fill.
machine::Fill fill_a(const operators::TensorwiseGemm& p, const Computed& c,
                     const operators::TensorwiseData& d);
machine::Fill fill_b(const operators::TensorwiseGemm& p, const Computed& c,
                     const operators::TensorwiseData& d);

}  // namespace lockstep::subjects
