// The contents of a problem's tensors, in logical order and as they lie in memory.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "properties/problems/mx_gemm/problem.hpp"

namespace lockstep::problems {

/// What the contract reads of a part of a problem, as a pure function of the case's seed and the position.
/// Fails for an unknown recipe.
tl::expected<operators::MxGemmData, std::string> make_data(const cases::Case& c, const MxGemmPart& part);

/// [m][n] of the part: the exact answer before quantisation, of a case with Scales::quantised.
std::vector<double> unquantised_product(const cases::Case& c, const MxGemmPart& part);

/// Bytes of a tensor from `start` on, some of which nobody reads.
struct MxGemmStored {
  std::uint64_t start = 0;
  std::vector<std::uint8_t> bytes, unread;  ///< 1: is not defined
};

/// The operands of a part in memory. Outlives the fills made of it.
struct MxGemmMemory {
  MxGemmStored a, b, a_scale, b_scale;

  MxGemmMemory(const MxGemmPart& part, const operators::MxGemmData& data, const kernels::MxGemmTile& tile);
};

machine::Fill fill_stored(const MxGemmStored& stored);

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
