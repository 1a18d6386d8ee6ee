// How far one array of numbers lies from another, and whether that is near enough.
//
// Both hold codes of one format. Elements that are finite in both are measured; of the others the class
// counts: NaN is like NaN, infinity like infinity of the same sign. An element whose class is wrong fails
// every tolerance.
#pragma once

#include <cstdint>
#include <optional>

#include "reference/exact/noise.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::exact {

/// What must hold, all of it. Numbers are finite and not negative.
struct Tolerance {
  std::optional<double> snr{};         ///< dB that the whole array must reach
  std::optional<std::uint64_t> ulp{};  ///< largest distance of the codes in their order
  std::optional<double> absolute{};    ///< |got - want| <= absolute + relative * |want|; 0 where missing
  std::optional<double> relative{};

  bool has_margin() const { return absolute || relative; }
  bool asks() const { return snr || ulp || has_margin(); }
};

/// An element by its index, with both codes.
struct Pair {
  std::uint64_t element = 0;
  std::uint32_t got = 0, want = 0;
};

/// The largest of something, and the first element that has it; none where it is 0.
template <typename Size>
struct Largest {
  Size size = 0;
  Pair at{};

  void keep(Size other, const Pair& pair) {
    if (other > size) *this = {other, pair};
  }
};

struct Deviation {
  Deviation(const formats::Format& of, const Tolerance& asked) : format(&of), tolerance(asked) {}

  /// The next element's codes.
  void add(std::uint32_t got, std::uint32_t want);

  bool reaches_snr() const { return !tolerance.snr || noise.db() >= *tolerance.snr; }
  bool holds() const { return wrong_class == 0 && past_ulp == 0 && past_margin == 0 && reaches_snr(); }

  const formats::Format* format;
  Tolerance tolerance;
  /// Elements; those finite in both, which the fields from `noise` to `relative` are of.
  std::uint64_t elements = 0, finite = 0;
  Noise noise;  ///< signal and noise of the finite elements
  Largest<std::uint64_t> ulp;
  Largest<double> absolute;
  Largest<double> relative;     ///< |got - want| / |want|; infinite where `want` is zero and `got` is not
  std::uint64_t different = 0;  ///< codes, of those that are no numbers as well
  Pair first_different;
  std::uint64_t wrong_class = 0;
  Pair first_wrong_class;
  std::uint64_t past_ulp = 0, past_margin = 0;  ///< elements that fail
  Largest<double> margin;                       ///< the largest error / allowed error past the margin

 private:
  void measure(const Pair& pair, double got, double want);
};

}  // namespace lockstep::exact
