// Proofs of one shape: that a kernel's output is what its declared order makes of the operands, whatever they
// hold, whatever the matrix unit computes, and whatever the schedule.
//
// One execution carries what each byte is made of (emulator/fingerprints). Control and addresses must not
// depend on the operands: then every execution of this shape does the same to other data. That no two
// accesses race, and nothing is used before its wait, is what law `clean` checks of the same run: then every
// schedule gives the same.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "properties/laws/experiment.hpp"

namespace lockstep::proofs {

enum class Outcome : std::uint8_t {
  theorem,        ///< every byte of the output is the declared order's
  differs,        ///< an element is another term: another order or operation, or other operands
  premise_fails,  ///< accesses race, or something is used before its wait
  inconclusive    ///< the launch can't be followed, or nobody said how this operator is proved
};

/// An element of an output.
struct Element {
  std::string output;
  std::int64_t row = 0, column = 0;
};

struct Proof {
  Outcome outcome = Outcome::inconclusive;
  std::string reason;            ///< why it is no theorem; of a theorem what was left out
  std::optional<Element> first;  ///< the first element that differs
  std::string found, expected;   ///< where the first element's term parts from the one it should be
  std::uint64_t elements = 0;    ///< elements compared
  std::uint64_t different = 0;
  std::uint64_t products = 0;       ///< multiply-accumulates of the problem
  std::uint64_t operand_bytes = 0;  ///< bytes of operands that the contract reads
  std::uint64_t instructions = 0;   ///< wave instructions followed
  std::uint64_t key = 0;            ///< of the fingerprints
};

/// `options` as for any run of the case; its observer is the proof's.
tl::expected<Proof, std::string> prove(const cases::Case& c, laws::CodeCache& cache,
                                       const laws::Experiment::Options& options, std::uint64_t key);

/// Whether two builds or kernels of one problem compute the same terms.
tl::expected<Proof, std::string> prove_equal(const cases::Case& first, const cases::Case& second,
                                             laws::CodeCache& cache, const laws::Experiment::Options& options,
                                             std::uint64_t key);

/// "theorem", "differs", ...
std::string_view name(Outcome outcome);

}  // namespace lockstep::proofs
