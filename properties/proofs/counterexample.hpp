// Data on which a difference of terms is one of bits: where a proof fails, the data that the fuzzing loop
// draws is tried under all models, with the shape and routing as they are.
//
// That none is found says nothing: the data is a sample.
#pragma once

#include <optional>
#include <string>

#include "properties/laws/experiment.hpp"

namespace lockstep::proofs {

struct Counterexample {
  cases::Case found;  ///< has the proof's shape and routing
  /// Shrunk, in its shape, too, while the same law fails; of two cases the first.
  cases::Case smallest;
  std::string law;     ///< that falsifies the case; "same" of two cases
  std::string report;  ///< whole lines
  std::string again;   ///< a command
};

struct Search {
  std::uint64_t tried = 0;  ///< cases run
  std::uint64_t data = 0;   ///< contents of the operands in them
  std::optional<Counterexample> found{};
};

/// Of a case that is not its declared order.
Search search(const cases::Case& c, laws::CodeCache& cache, const laws::Experiment::Options& options);
/// Of two cases of one problem that are to compute the same. Nothing is tried where they differ in more than
/// their kernel, build, output format and the operator's keys.
Search search(const cases::Case& first, const cases::Case& second, laws::CodeCache& cache,
              const laws::Experiment::Options& options);

}  // namespace lockstep::proofs
