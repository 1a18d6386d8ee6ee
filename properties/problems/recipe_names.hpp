// What launch recipes may name of each operator's problems, beside the keys of its case lines: sizes, and the inputs that
// they may ask for in another layout (docs/compare.md has the tables).
#pragma once

#include <vector>

#include "kernels/tensorwise_gemm/tiles.hpp"
#include "properties/problems/tensor_layout.hpp"
#include "properties/recipes/recipe.hpp"
#include "reference/operators/grouped_gemm.hpp"
#include "reference/operators/grouped_gemm_k.hpp"
#include "reference/operators/moe_down.hpp"
#include "reference/operators/small_m.hpp"
#include "reference/operators/tensorwise_gemm.hpp"

namespace lockstep::problems {

recipes::Names names_of(const operators::GroupedGemm& p);
std::vector<TensorShape> shapes_of(const operators::GroupedGemm& p);

recipes::Names names_of(const operators::GroupedGemmK& p);
std::vector<TensorShape> shapes_of(const operators::GroupedGemmK& p);

recipes::Names names_of(const operators::SmallM& p);
std::vector<TensorShape> shapes_of(const operators::SmallM& p);

/// The tile is the one that the launch has, whatever the case asks for.
recipes::Names names_of(const operators::TensorwiseGemm& p, const kernels::TileExtent& tile);
std::vector<TensorShape> shapes_of(const operators::TensorwiseGemm& p);

recipes::Names names_of(const operators::MoeDown& p);
std::vector<TensorShape> shapes_of(const operators::MoeDown& p);

/// Of both products: tensors of the first one's B are called gate_up_*, those of the second one's down_*.
recipes::Names names_of(const operators::MoeDown& first, const operators::MoeDown& second);
std::vector<TensorShape> shapes_of(const operators::MoeDown& first, const operators::MoeDown& second);

}  // namespace lockstep::problems
