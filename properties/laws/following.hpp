// A run with what every byte of its outputs is made of, for proofs and for laws over other arithmetics.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"
#include "properties/laws/experiment.hpp"

namespace lockstep::fingerprint {
class Tracker;
}

namespace lockstep::laws {

/// The bytes of an output's written rows, in the order of its elements. Of elements that share a byte each
/// has one of its own, which is a field of it.
using OutputBytes = std::vector<fingerprint::Byte>;
/// Bytes of an element there.
inline std::size_t bytes_of(const formats::Format& format) {
  return std::size_t(format.bits + 7) / 8;
}

struct FollowedRun {
  const Run* run = nullptr;  ///< what came of it, kept by the experiment
  std::string obstacle;      ///< why it could not be followed, and where; empty: it was
  std::vector<OutputBytes> outputs;
  /// How an element is computed of one word of 32 bits, as a program; empty: of no one.
  std::function<std::string(std::span<const fingerprint::Byte>)> program;
  /// Whether integer sums had more operands than are compared in any order.
  bool has_grouped = false;
  std::uint64_t instructions = 0;   ///< wave instructions
  std::uint64_t operand_bytes = 0;  ///< bytes of operands that the contract reads
};

/// Why a case is never followed; empty: it can be.
std::string unfollowable(const Experiment& e);
/// Whether a run of so many instructions is short enough for all its terms to be kept: in memory, and while
/// somebody waits.
bool may_record(const Experiment& e, std::uint64_t instructions);

/// Gives an observer that is told of events behind the tracker, and may ask it while the run lasts.
using Beside = std::function<machine::Observer*(const fingerprint::Tracker&)>;

/// Runs the case under the schedule in which operations complete as they are issued, and follows it. The run
/// is kept as run() keeps it. The case must not be unfollowable(). `record`: the hasher's, if it has one.
FollowedRun follow(Experiment& e, const fingerprint::Hasher& hasher, Poison poison,
                   fingerprint::TermRecord* record = nullptr, const Beside& beside = {});

}  // namespace lockstep::laws
