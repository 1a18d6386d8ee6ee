// What the buffers of a launch hold while it is judged: inputs drawn anew, outputs that hold nothing of what
// they ought to become, and inputs whose influence shows.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/launch/description.hpp"
#include "emulator/launch/placement.hpp"

namespace lockstep::cli {

/// Draws the random buffers of the launch anew. `draw` 0: as the launch has them. False: it has none.
bool redraw(launch::Description& description, std::uint64_t seed, std::uint64_t draw);

/// Makes most elements of the random buffers what their first one is: counters overflow, and what is right
/// for evenly distributed values alone is not.
void skew(launch::Description& description);

/// Gives the buffers that hold the same numbers in every draw other ones, where all of them look like f32: a
/// kernel that has them by heart is seen. False: there are none.
bool vary(launch::Description& description);

/// Makes the bytes of `outputs` undefined, and other ones than the launch has there, so that a kernel which
/// leaves or copies them is seen. False: the launch gives them no contents.
bool poison(launch::Description& description, const std::vector<launch::Output>& outputs);

/// The buffers that the launch gives contents and that are no outputs.
std::vector<std::string> inputs_of(const launch::Description& description);
/// Makes a buffer undefined without changing its bytes: what depends on it is undefined afterwards.
void taint(launch::Description& description, std::string_view buffer);

/// Makes a write to a buffer a trap.
void forbid_writes(launch::Description& description, std::string_view buffer);

/// The parts of an output whose bytes are defined.
std::vector<launch::Output> defined_parts(const launch::Placement& placement,
                                          const launch::Description& description,
                                          const launch::Output& output);

/// Takes those variables of the code object out of a launch's memory that it has changed.
std::vector<std::unique_ptr<machine::Allocation>> changed_variables(launch::Placement& placement,
                                                                    const machine::LoadedCode& code);

/// Gives the buffers of `candidate` what those of the same name in `reference` hold, and what it says of
/// them; its outputs become those of the reference. An error names what the candidate lacks.
std::string take_over(const launch::Description& reference, launch::Description& candidate);

}  // namespace lockstep::cli
