// What bugs need and plain draws seldom hold: tensors past 2^31 bytes, group counts around the lanes of a wave, values at
// the ends of their formats, sizes that nobody asked for.
#pragma once

#include "properties/cases/draw.hpp"
#include "properties/problems/generate.hpp"

namespace lockstep::problems {

/// The drawn case, or now and then another in its place. Cases that the kernel refuses stay as they were.
cases::Case make_rare(const Space& space, cases::Draw& draw, const cases::Case& drawn);

}  // namespace lockstep::problems
