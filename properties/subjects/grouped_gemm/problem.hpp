// The problem a case describes: its options, and routing laid out row by row.
#pragma once

#include <tl/expected.hpp>

#include "kernels/kernel.hpp"
#include "properties/cases/case.hpp"
#include "reference/operators/grouped_gemm.hpp"

namespace lockstep::subjects {

/// Where the rows of -1 of a contiguous group go, inside the multiple of 128 rows that the group occupies.
/// `none` packs groups without padding, which is outside the contract unless all are multiples of 128.
enum class Padding : std::uint8_t { tail, head, middle, scattered, none };

/// The keys of both groupings: m_max belongs to the masked one, pad, gap and ragged to the contiguous one.
const std::vector<cases::Key>& grouped_gemm_keys();

/// The problem takes the formats of the kernel's arch. Row counts are taken as they are: a case outside the
/// operator's contract becomes a problem that check() refuses. Fails only where no tensor could exist
/// (negative or absurd sizes) and for keys of the other grouping.
tl::expected<operators::GroupedGemm, operators::Refusal> problem_of(const cases::Case& c,
                                                                    const kernels::Kernel& kernel);

}  // namespace lockstep::subjects
