// A probe: the inputs of one dot product on which ways of adding disagree, and what its answer tells.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/arithmetic/matrix/layouts/layout_table.hpp"
#include "reference/formats/format.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::probe {

/// A matrix instruction that is probed.
struct Instruction {
  std::string_view name;  ///< the mnemonic and, where it is not e8m0, the format of the scales
  std::string_view arch;
  const matrix::MatrixInstruction* row;  ///< shape, element types, places
  const formats::Format* scale;          ///< format of the scales; nullptr: it has none
  std::string_view symbol;               ///< the kernel's; f8f6f4: up to the format

  bool scaled() const { return scale != nullptr; }
};

/// The instructions of one arch that can be probed; empty when none can.
std::span<const Instruction> instructions(std::string_view arch);
/// The instructions of all archs that can be probed.
std::span<const Instruction> instructions();
/// "gfx942, gfx950 and gfx1250".
std::string probed_archs();

/// nullptr when the arch has no such instruction, or it is not probed.
const Instruction* find_instruction(std::string_view arch, std::string_view name);

/// Whether there is a kernel that issues the instruction on operands of this format.
bool has_kernel(const Instruction& instruction, const formats::Format& format);
/// The name of that kernel in the image of matrix_probe.
std::string symbol(const Instruction& instruction, const formats::Format& format);

struct Term {
  int k;
  std::uint32_t a, b;  ///< codes
  bool operator==(const Term&) const = default;
};

inline constexpr std::uint8_t kOne = 127;  ///< the code of 1 in e8m0
inline constexpr int kLargestK = 128;

/// Codes of one operand's scales, per 16 of k. An instruction with a scale per 32 of k takes those that come
/// in pairs.
struct Scales {
  std::array<std::uint8_t, kLargestK / 16> per_16{kOne, kOne, kOne, kOne, kOne, kOne, kOne, kOne};

  constexpr Scales() = default;
  /// Scales per 32 of k.
  constexpr Scales(std::uint8_t s0, std::uint8_t s1, std::uint8_t s2, std::uint8_t s3)
      : per_16{s0, s0, s1, s1, s2, s2, s3, s3} {}

  constexpr std::uint8_t& at(int k) { return per_16[std::size_t(k / 16)]; }
  constexpr std::uint8_t at(int k) const { return per_16[std::size_t(k / 16)]; }
  /// Whether one scale serves each 32 of k.
  bool paired() const;
  bool operator==(const Scales&) const = default;
};

struct Probe {
  std::string name;
  std::string reads;              ///< what the answer tells
  const formats::Format* format;  ///< format of A and B
  std::uint32_t c = 0;            ///< bits of an f32
  std::vector<Term> terms{};      ///< one per k at most; elements without one are zero
  Scales scale_a{}, scale_b{};
  const formats::Format* scale = &formats::float8_e8m0fnu;  ///< format of the scales
  bool operator==(const Probe&) const = default;

  /// Whether all scales are one, so that it does not matter which format they have.
  bool unscaled() const;
};

/// The probes of an arch, in the order of the report: the same on every machine. Names are unique within a
/// format.
std::vector<Probe> probes(std::string_view arch);

/// Whether the instruction has the probe's k, a kernel for its format and, when the probe has scales, such
/// scales.
bool takes(const Instruction& instruction, const Probe& probe);

/// "C 2^24; k0 1*1, k8 1*1; scale A[0] 105"
std::string inputs(const Probe& probe);

/// A term of an e4m3fn probe; both values must be representable.
Term e4m3(int k, double a, double b);

// The pieces that probes() puts together. For gfx950:
std::vector<Probe> directed_probes();
std::vector<Probe> ladder_probes();
std::vector<Probe> random_probes();
// For gfx942, beside some of gfx950's:
std::vector<Probe> random_probes_cdna3();
// For gfx1250, beside gfx950's: for e2m1 alone, and for scales per 16 and of other formats.
std::vector<Probe> scale_probes();
std::vector<Probe> random_probes_scaled_by_16();

/// How much larger the same codes are than in the format of the directed probes: 4 for FNUZ formats, where
/// each operand is half of OCP's.
float enlargement(const formats::Format& format);

/// A probe without scales in another format: of the same codes for FNUZ formats, with a quarter of C, so that
/// the answer is a quarter too; of the same values for others. Nothing when a code or value is not to be had
/// there.
std::optional<Probe> carried_over(const Probe& probe, const formats::Format& format);

}  // namespace lockstep::probe
