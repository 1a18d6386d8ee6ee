// The follow-up problems of a grouped GEMM whose groups cut k.
#pragma once

#include "properties/problems/relation.hpp"
#include "reference/operators/grouped_gemm_k.hpp"

namespace lockstep::problems {

struct GroupedGemmKFollowUp {
  operators::GroupedGemmKData operands;
  std::vector<std::int64_t> rows;  ///< [written groups][m] the source's row, or FollowUp::kNone
};

/// What `problem`, made of the relation's case, multiplies; `p` and `d` are the source's.
tl::expected<GroupedGemmKFollowUp, std::string> follow_up(const operators::GroupedGemmK& p,
                                                          const operators::GroupedGemmKData& d,
                                                          const operators::GroupedGemmK& problem,
                                                          const Relation& relation);

}  // namespace lockstep::problems
