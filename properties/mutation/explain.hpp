// Why a mutant of machine code changes nothing: rules, each an observation of a run or of all paths.
#pragma once

#include <string>

#include "code_mutant.hpp"
#include "retire_log.hpp"

namespace lockstep::mutation {

/// What is known of a mutant that nothing killed.
struct Survivor {
  const CodeMutant* mutant = nullptr;
  const isa::Program* program = nullptr;  ///< unmutated
  const RetireLog* original = nullptr;    ///< under `latest`
  const RetireLog* mutated = nullptr;
  bool single_wave = false;       ///< every workgroup of every case is one wave
  bool needed_elsewhere = false;  ///< some path brings a pair too close, but none that was taken
};

/// The rule that explains it; empty when there is none.
std::string explain(const Survivor& survivor);

}  // namespace lockstep::mutation
