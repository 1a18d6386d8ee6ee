// One element of an output as the operations that made it: of which elements of the operands, in which order,
// by which instructions.
//
// The run is followed with every term kept (emulator/arithmetic/fingerprint/term_record.hpp). Operations that
// do the same again, each to operands that are as far from those before, are one entry.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "properties/laws/experiment.hpp"

namespace lockstep::proofs {

/// Elements of an operand that an operation reads: `first`, and others at these distances from it.
struct Reads {
  std::string operand;
  std::int64_t row = 0, column = 0;  ///< of the first
  std::int64_t columns = 0;          ///< of the operand
  std::vector<std::int64_t> offsets{};
  std::int64_t stride = 0;  ///< from one time to the next, in elements
};

/// An operation, done so many times.
struct Operation {
  std::string name;         ///< what is computed: "element" of a matrix instruction, "fma_f32"
  std::string instruction;  ///< the mnemonic
  std::uint64_t address = 0;
  std::string source;  ///< "gemm.hip:42"; empty where the code object does not say
  std::vector<Reads> reads{};
  /// How many operations before it those are whose results it takes, as they were listed.
  std::vector<std::size_t> takes{};
};

/// Operations that follow one another, all of them so many times.
struct Repeated {
  std::vector<Operation> operations;
  std::uint64_t times = 1;
};

struct Explanation {
  std::string reason;              ///< why there is none; empty: there is one
  std::vector<Repeated> steps;     ///< in the order of execution; none: it depends on no data
  std::uint32_t code = 0;          ///< what the run of the case left there
  std::uint64_t instructions = 0;  ///< wave instructions followed
};

struct Place {
  std::string output;  ///< empty: the first
  std::int64_t row = 0, column = 0;
};

/// On failure: what is wrong with the case, or with the place.
tl::expected<Explanation, std::string> explain(const cases::Case& c, laws::CodeCache& cache,
                                               const laws::Experiment::Options& options, const Place& place);

}  // namespace lockstep::proofs
