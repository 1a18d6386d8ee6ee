// Reproducible pseudo-random numbers: the same on every machine, compiler and thread count.
#pragma once

#include <cstdint>

namespace lockstep::host {

/// SplitMix64's finaliser (Steele, Lea, Flood 2014): a bijection that spreads neighbouring inputs.
constexpr std::uint64_t hash(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ull;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
  return x ^ (x >> 31);
}

/// A value that depends on both arguments: for data that is a pure function of a seed and a position.
constexpr std::uint64_t hash(std::uint64_t seed, std::uint64_t position) {
  return hash(hash(seed) ^ position);
}

__extension__ using Wide = unsigned __int128;

class Random {
 public:
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}
  constexpr std::uint64_t next() { return hash(state_++); }
  /// Uniform in [0, bound), up to a bias of bound / 2^64.
  constexpr std::uint64_t below(std::uint64_t bound) {
    return std::uint64_t((static_cast<Wide>(next()) * bound) >> 64);
  }

 private:
  std::uint64_t state_;
};

}  // namespace lockstep::host
