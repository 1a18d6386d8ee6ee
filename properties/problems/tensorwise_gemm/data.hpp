// The contents of a problem's tensors, in logical order and in the layouts of the device.
#pragma once

#include "properties/problems/tensorwise_gemm/problem.hpp"

namespace lockstep::problems {

/// What the contract reads of a case, as a pure function of its seed and the position.
operators::TensorwiseData make_data(const cases::Case& c, const operators::TensorwiseGemm& problem);

/// [rows][n] of each product: the exact answer before quantisation, of a case with Scales::quantised.
std::vector<double> unquantised_products(const cases::Case& c, const operators::TensorwiseGemm& problem,
                                         const operators::TensorwiseData& data);

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

// Fills of the whole problem p. All references must outlive them.
machine::Fill fill_a(const operators::TensorwiseGemm& p, const Computed& c, const DeviceOperands& operands);
machine::Fill fill_b(const operators::TensorwiseGemm& p, const Computed& c, const DeviceOperands& operands);

/// The inputs; outputs are the instance's to add. The tile is the one that the launch has, whatever the case
/// asks for.
Description describe(const operators::TensorwiseGemm& p, const kernels::TileExtent& tile);

/// Rows of D of each group.
std::vector<std::int64_t> group_rows(const operators::TensorwiseGemm& p);

struct TensorwiseFollowUp {
  operators::TensorwiseData data;
  std::vector<std::int64_t> rows;  ///< [rows of the products] the source's, or FollowUp::kNone
};

/// What `problem`, made of the relation's case, multiplies; `p` and `d` are the source's.
tl::expected<TensorwiseFollowUp, std::string> follow_up(const operators::TensorwiseGemm& p,
                                                        const operators::TensorwiseData& d,
                                                        const operators::TensorwiseGemm& problem,
                                                        const Relation& relation);

}  // namespace lockstep::problems
