// Proofs of cases by their lines: of one against its declared order, and of two against each other.
#pragma once

#include "properties/laws/shape_proof.hpp"

namespace lockstep::proofs {

using laws::Proof;
using Outcome = Proof::Outcome;

/// `options` as for any run of the case; its observer is the proof's.
tl::expected<Proof, std::string> prove(const cases::Case& c, laws::CodeCache& cache,
                                       const laws::Experiment::Options& options, std::uint64_t key);

/// Whether two builds or kernels of one problem compute the same terms.
tl::expected<Proof, std::string> prove_equal(const cases::Case& first, const cases::Case& second,
                                             laws::CodeCache& cache, const laws::Experiment::Options& options,
                                             std::uint64_t key);

}  // namespace lockstep::proofs
