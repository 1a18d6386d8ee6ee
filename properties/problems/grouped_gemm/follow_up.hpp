// The follow-up problems of a grouped GEMM.
#pragma once

#include "properties/problems/relation.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::problems {

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
