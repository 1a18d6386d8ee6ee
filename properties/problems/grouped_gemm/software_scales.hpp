// What the error bound asks about scales that are applied in software, per row of A and column block of B.
#pragma once

#include <vector>

#include "reference/exact/scaled_parts_bound.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::problems {

class SoftwareScales {
 public:
  SoftwareScales(const operators::GroupedGemm& problem, const operators::GroupedGemmData& data);

  /// For the element in row `row` of the active rows. Meaningless where a scale is NaN.
  exact::ScaledParts of(const operators::GroupedGemm& problem, const operators::GroupedGemmData& data,
                        std::size_t row, std::size_t column) const;

 private:
  std::vector<double> row_reach_;   ///< [active rows] largest |scale| times what 64 products can come to
  std::vector<double> column_sum_;  ///< [planes][n/128] sum of |scale| over the parts
};

}  // namespace lockstep::problems
