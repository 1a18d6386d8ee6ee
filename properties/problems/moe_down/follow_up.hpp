// The follow-up problems of one product of a mixture of experts.
#pragma once

#include "properties/problems/relation.hpp"
#include "reference/operators/moe_down.hpp"

namespace lockstep::problems {

/// Active rows of each expert.
std::vector<std::int64_t> group_rows(const operators::MoeDown& p, const operators::MoeDownData& d);

struct MoeDownFollowUp {
  operators::MoeDown problem;
  operators::MoeDownData operands;
  std::vector<std::size_t> rows;  ///< [active rows] the source's active row
};

/// `problem` is made of the relation's case; its rows get the sorted ids of those that they come from. `p` and `d` are
/// the source's.
tl::expected<MoeDownFollowUp, std::string> follow_up(const operators::MoeDown& p,
                                                     const operators::MoeDownData& d,
                                                     operators::MoeDown problem, const Relation& relation);

}  // namespace lockstep::problems
