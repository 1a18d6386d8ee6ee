// The contents of a problem's tensors, in logical order and as they lie in memory.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "properties/problems/instance.hpp"
#include "reference/operators/grouped_gemm_k.hpp"

namespace lockstep::problems {

struct GroupedGemmKCaseData {
  operators::GroupedGemmKData operands;
  std::string quantisation_fault;  ///< GroupedGemmCaseData::quantisation_fault
};

/// What the contract reads of a case, as a pure function of its seed and the position. Fails for an unknown
/// recipe.
tl::expected<GroupedGemmKCaseData, std::string> make_data(const cases::Case& c,
                                                          const operators::GroupedGemmK& problem);

/// [written groups][m][n]: the exact answer before quantisation, C added, of a case with Scales::quantised.
std::vector<double> unquantised_sum(const cases::Case& c, const operators::GroupedGemmK& problem,
                                    const operators::GroupedGemmKData& data);

/// The operands with k outermost, turned once for all runs; of a sample, its tile's columns.
struct GroupedGemmKMemory {
  std::vector<std::uint8_t> a, a_scale, b, b_scale;

  GroupedGemmKMemory(const operators::GroupedGemmK& p, const operators::GroupedGemmKData& d);
};

/// The inputs; outputs are the instance's to add.
Description describe(const operators::GroupedGemmK& p);

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
