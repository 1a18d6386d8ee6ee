// The follow-up problems of a dense block-scaled product.
#pragma once

#include "properties/problems/relation.hpp"
#include "reference/operators/mx_gemm.hpp"

namespace lockstep::problems {

struct MxGemmFollowUp {
  operators::MxGemmData data;
  std::vector<std::int64_t> rows;  ///< the source's
};

/// What `problem`, made of the relation's case, multiplies; `p` and `d` are the source's.
tl::expected<MxGemmFollowUp, std::string> follow_up(const operators::MxGemm& p,
                                                    const operators::MxGemmData& d,
                                                    const operators::MxGemm& problem,
                                                    const Relation& relation);

}  // namespace lockstep::problems
