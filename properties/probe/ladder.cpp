#include "properties/probe/ladder.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "properties/probe/probe.hpp"
#include "reference/formats/float8_e4m3fn.hpp"

namespace lockstep::probe {

namespace {

// 2^exponent, at most 2^16, as a product of two powers of e4m3fn.
Term power(int k, int exponent, bool negative = false) {
  const int half = std::max(exponent / 2, -9);
  return e4m3(k, (negative ? -1 : 1) * std::ldexp(1, half), std::ldexp(1, exponent - half));
}

class Ladders {
 public:
  void add(std::string name, const char* reads, float c, std::vector<Term> terms) {
    probes.push_back(
        {std::move(name), reads, &formats::float8_e4m3fn, std::bit_cast<std::uint32_t>(c), std::move(terms)});
  }
  template <typename Rung>
  void climb(const Ladder& ladder, const char* reads, Rung rung) {
    for (int n = ladder.first; n <= ladder.last; ++n) {
      auto [c, terms] = rung(n);
      add(fmt::format("{} {}", ladder.name, n), reads, c, std::move(terms));
    }
  }
  std::vector<Probe> probes;
};

using Inputs = std::pair<float, std::vector<Term>>;

}  // namespace

std::vector<Probe> ladder_probes() {
  const Term up = e4m3(0, 256, 256);
  Ladders all;
  for (const int k : kSharing)
    if (k > 1)
      all.add(fmt::format("cancel.{}", k), "whether k 0, 1 and this k share a step", 0,
              {up, e4m3(1, -256, 256), power(k, -18)});
  all.climb(kEvenLadder, "fraction bits of a product at even k",
            [&](int n) { return Inputs{0, {up, e4m3(1, -256, 256), power(2, 16 - n, true)}}; });
  all.climb(kOddLadder, "fraction bits of a product at odd k",
            [&](int n) { return Inputs{0, {up, power(1, 16 - n, true), e4m3(2, -256, 256)}}; });
  all.climb(kAccumulatorLadder, "fraction bits and window of C",
            [&](int n) { return Inputs{-std::ldexp(1.0f, 16 - n), {up, e4m3(1, -256, 256)}}; });
  all.climb(kTailUp, "bits kept below a larger C",
            [](int n) { return Inputs{0x1p24f, {e4m3(0, 1, 1), power(2, -n)}}; });
  all.climb(kTailDown, "bits kept below a larger C, floored",
            [](int n) { return Inputs{0x1p24f, {e4m3(0, -1.5, 1), power(2, -n)}}; });
  all.climb(kTailZero, "bits kept below a larger C, cut toward zero",
            [](int n) { return Inputs{0x1p24f, {e4m3(0, -.5, 1), power(2, -n, true)}}; });
  return all.probes;
}

}  // namespace lockstep::probe
