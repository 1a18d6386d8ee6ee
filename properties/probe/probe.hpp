// A probe: the inputs of one dot product on which ways of adding disagree, and what its answer tells.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "emulator/matrix/operand_format.hpp"
#include "properties/probe/instruction.hpp"

namespace lockstep::probe {

struct Term {
  int k;
  std::uint8_t a, b;  ///< codes
  bool operator==(const Term&) const = default;
};

using Scales = std::array<std::uint8_t, 4>;  ///< e8m0, per 32 of k
inline constexpr std::uint8_t kOne = 127;

struct Probe {
  std::string name;
  std::string reads;              ///< what the answer tells
  const formats::Format* format;  ///< of A and B: e4m3fn, e5m2 or e2m1fn
  std::uint32_t c = 0;            ///< bits of an f32
  std::vector<Term> terms{};      ///< one per k at most; elements without one are zero
  Scales scale_a{kOne, kOne, kOne, kOne};
  Scales scale_b{kOne, kOne, kOne, kOne};
  bool operator==(const Probe&) const = default;
};

/// All probes, in the order of the report: the same on every machine.
std::vector<Probe> probes();

/// Whether the instruction has the probe's k and, when the probe has scales, takes scales.
bool takes(const Instruction& instruction, const Probe& probe);

/// "C 2^24; k0 1*1, k8 1*1; scale A[0] 105"
std::string inputs(const Probe& probe);

// The pieces that probes() puts together.
std::vector<Probe> directed_probes();
std::vector<Probe> ladder_probes();
std::vector<Probe> random_probes();

/// A term of an e4m3fn probe; both values must be representable.
Term e4m3(int k, double a, double b);

}  // namespace lockstep::probe
