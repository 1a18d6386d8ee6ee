// The follow-up problems of a tensor-wise GEMM.
#pragma once

#include "properties/problems/relation.hpp"
#include "reference/operators/tensorwise_gemm.hpp"

namespace lockstep::problems {

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
