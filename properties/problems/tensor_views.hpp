// A problem's tensors as arrays: element types and shapes of what lies in memory. For whoever takes tensors rather than
// addresses; types are named as in ml_dtypes and numpy.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "reference/operators/grouped_gemm.hpp"
#include "reference/operators/grouped_gemm_k.hpp"
#include "reference/operators/moe_down.hpp"
#include "reference/operators/output.hpp"
#include "reference/operators/small_m.hpp"
#include "reference/operators/tensorwise_gemm.hpp"

namespace lockstep::problems {

/// Row-major and contiguous; elements of less than a byte lie packed in uint8.
struct TensorView {
  std::string name, dtype;
  std::vector<std::int64_t> shape;
};

/// With a leading dimension of planes, or without one where that is 0.
TensorView view_of(const operators::Output& output, std::int64_t planes = 0);

// The inputs.
std::vector<TensorView> views_of(const operators::GroupedGemm& p);
std::vector<TensorView> views_of(const operators::GroupedGemmK& p);
std::vector<TensorView> views_of(const operators::SmallM& p);
std::vector<TensorView> views_of(const operators::TensorwiseGemm& p);
/// `of` stands before the names of weights.
std::vector<TensorView> views_of(const operators::MoeDown& p, const std::string& of = {});

}  // namespace lockstep::problems
