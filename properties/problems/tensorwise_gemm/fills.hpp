// What the contract of the tensor-wise GEMM reads, in the layouts of the device.
#pragma once

#include "emulator/machine/memory/memory.hpp"
#include "properties/problems/tensorwise_gemm/sample.hpp"

namespace lockstep::problems {

/// What is computed as memory has it: [depth][rows or columns] of each product where the layout has k
/// outermost, else as data has it.
class DeviceOperands {
 public:
  /// `d` must outlive this.
  DeviceOperands(const operators::TensorwiseGemm& p, const Computed& c, const operators::TensorwiseData& d);
  DeviceOperands(const DeviceOperands&) = delete;
  DeviceOperands& operator=(const DeviceOperands&) = delete;
  const std::uint8_t* a() const { return a_; }
  const std::uint8_t* b() const { return b_; }

 private:
  std::vector<std::uint8_t> turned_a_, turned_b_;
  const std::uint8_t *a_, *b_;
};

// p: the whole problem. All references must outlive the fill.
machine::Fill fill_a(const operators::TensorwiseGemm& p, const Computed& c, const DeviceOperands& operands);
machine::Fill fill_b(const operators::TensorwiseGemm& p, const Computed& c, const DeviceOperands& operands);

}  // namespace lockstep::problems
