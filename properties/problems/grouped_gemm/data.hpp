// The contents of a problem's tensors, in logical order and in the layouts of the device.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "properties/problems/instance.hpp"
#include "reference/exact/bound.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::problems {

struct GroupedGemmCaseData {
  operators::GroupedGemmData operands;
  /// Data::full only: says which element of which operand the quantiser moved by more than half a step; empty
  /// when the derived bound of the quantised operands holds.
  std::string quantisation_fault;
};

/// What the contract reads of a case, as a pure function of its seed and the position. Fails for an unknown
/// recipe.
tl::expected<GroupedGemmCaseData, std::string> make_data(const cases::Case& c,
                                                         const operators::GroupedGemm& problem);

/// [active rows][n]: the exact answer before quantisation, of a case with Scales::quantised.
std::vector<double> unquantised_product(const cases::Case& c, const operators::GroupedGemm& problem,
                                        const operators::GroupedGemmData& data);

/// What the error bound asks about scales that are applied in software, per row of A and column block of B.
class SoftwareScales {
 public:
  SoftwareScales(const operators::GroupedGemm& problem, const operators::GroupedGemmData& data);

  /// The facts of an element in row `row` of the active rows. Meaningless where a scale is NaN.
  exact::ScaledParts of(const operators::GroupedGemm& problem, const operators::GroupedGemmData& data,
                        std::size_t row, std::size_t column) const;

 private:
  std::vector<double> row_reach_;   ///< [active rows] largest |scale| times what 64 products can come to
  std::vector<double> column_sum_;  ///< [planes][n/128] sum of |scale| over the parts
};

// What the contract reads, as it lies in memory. All references must outlive the fills.
machine::Fill fill_a_scale(const operators::GroupedGemm& p, const operators::GroupedGemmData& d);
machine::Fill fill_b_scale(const operators::GroupedGemm& p, const operators::GroupedGemmData& d);
machine::Fill fill_routing(const operators::GroupedGemm& p);

/// The inputs; outputs are the instance's to add.
Description describe(const operators::GroupedGemm& p);

/// Active rows of each group.
std::vector<std::int64_t> group_rows(const operators::GroupedGemm& p, const operators::GroupedGemmData& d);

struct GroupedGemmFollowUp {
  operators::GroupedGemmData operands;
  std::vector<std::size_t> rows;  ///< [active rows] the source's active row
};

/// What `problem`, made of the relation's case, multiplies; `p` and `d` are the source's.
tl::expected<GroupedGemmFollowUp, std::string> follow_up(const operators::GroupedGemm& p,
                                                         const operators::GroupedGemmData& d,
                                                         const operators::GroupedGemm& problem,
                                                         const Relation& relation);

}  // namespace lockstep::problems
