// Where a program can be mutated: somebody who names an address wants to hear when nothing can be dropped
// there.
#pragma once

#include <span>

#include <tl/expected.hpp>

#include "properties/wait_mutation/code_mutant.hpp"

namespace lockstep::wait_mutation {

/// Whether there is a mutant at each address of `at`. On failure: what the first without one is, and the
/// nearest addresses that have one. `mutants` are all of the program's.
tl::expected<void, std::string> find_places(std::span<const std::uint64_t> at, const isa::Program& program,
                                            std::span<const CodeMutant> mutants);

}  // namespace lockstep::wait_mutation
