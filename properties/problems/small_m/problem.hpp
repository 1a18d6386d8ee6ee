// The problem a case describes, and how the kernel is to cut it.
//
// Dense kernels: `m` is one number. small_m_moe: `m` has the rows of every expert; their ids are dealt at
// random from 0 .. (rows + spare) - 1, so that `spare` rows of D belong to nobody.
#pragma once

#include <tl/expected.hpp>

#include "kernels/small_m/launch.hpp"
#include "properties/cases/case.hpp"
#include "reference/operators/small_m.hpp"

namespace lockstep::problems {

/// Sizes are taken as they are: a case outside the contract becomes a problem that check() refuses. Fails
/// only where no tensor could exist.
tl::expected<operators::SmallM, operators::Refusal> small_m_problem(const cases::Case& c);

kernels::SmallMCut small_m_cut(const cases::Case& c);

}  // namespace lockstep::problems
