// A probe: the inputs of one dot product on which ways of adding disagree, and what its answer tells.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "properties/probe/instruction.hpp"
#include "reference/formats/float8_e8m0fnu.hpp"

namespace lockstep::probe {

struct Term {
  int k;
  std::uint32_t a, b;  ///< codes
  bool operator==(const Term&) const = default;
};

inline constexpr std::uint8_t kOne = 127;  ///< of e8m0
inline constexpr int kLargestK = 128;

/// Codes of one operand's scales, per 16 of k. An instruction with a scale per 32 of k takes those that come
/// in pairs.
struct Scales {
  std::array<std::uint8_t, kLargestK / 16> per_16{kOne, kOne, kOne, kOne, kOne, kOne, kOne, kOne};

  constexpr Scales() = default;
  /// Per 32 of k.
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
  const formats::Format* format;  ///< of A and B
  std::uint32_t c = 0;            ///< bits of an f32
  std::vector<Term> terms{};      ///< one per k at most; elements without one are zero
  Scales scale_a{}, scale_b{};
  const formats::Format* scale = &formats::float8_e8m0fnu;  ///< of the scales
  bool operator==(const Probe&) const = default;

  /// Whether all scales are one, so that it does not matter which format they have.
  bool unscaled() const;
};

/// The probes of an arch, in the order of the report: the same on every machine. Names are unique within a
/// format.
std::vector<Probe> probes(std::string_view arch = "gfx950");

/// Whether the instruction has the probe's k, a kernel for its format and, when the probe has scales, such
/// scales.
bool takes(const Instruction& instruction, const Probe& probe);

/// "C 2^24; k0 1*1, k8 1*1; scale A[0] 105"
std::string inputs(const Probe& probe);

/// A term of an e4m3fn probe; both values must be representable.
Term e4m3(int k, double a, double b);

// The pieces that probes() puts together: those of gfx950 ...
std::vector<Probe> directed_probes();
std::vector<Probe> ladder_probes();
std::vector<Probe> random_probes();
// ... of gfx942 ...
std::vector<Probe> random_probes_cdna3();
// ... and of gfx1250: those of gfx950 and, for e2m1 alone and for scales per 16 and of other formats, these.
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
