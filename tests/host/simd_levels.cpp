#include "host/simd_levels.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>

#include "host/files.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using host::PerLevel;
using host::SimdLevel;

constexpr std::array kLevels{SimdLevel::baseline, SimdLevel::v3, SimdLevel::v4, SimdLevel::v4_vnni};

template <int kLevel>
int number() {
  return kLevel;
}
constexpr std::array<int (*)(), 4> kNumbers{number<0>, number<1>, number<2>, number<3>};

/// The functions of the levels whose bits are set.
PerLevel<int()> of_levels(unsigned present) {
  const auto at = [&](std::size_t level) { return (present >> level & 1) != 0 ? kNumbers[level] : nullptr; };
  return PerLevel<int()>(at(0), at(1), at(2), at(3));
}

std::uint32_t sum_of_squares(const std::array<std::uint32_t, 64>& lanes) {
  std::uint32_t sum = 0;
  for (const std::uint32_t lane : lanes) sum += lane * lane;
  return sum;
}
LOCKSTEP_V3 std::uint32_t sum_of_squares_v3(const std::array<std::uint32_t, 64>& lanes) {
  std::uint32_t sum = 0;
  for (const std::uint32_t lane : lanes) sum += lane * lane;
  return sum;
}
LOCKSTEP_V4 std::uint32_t sum_of_squares_v4(const std::array<std::uint32_t, 64>& lanes) {
  std::uint32_t sum = 0;
  for (const std::uint32_t lane : lanes) sum += lane * lane;
  return sum;
}
LOCKSTEP_CLONES std::uint32_t sum_of_squares_cloned(const std::array<std::uint32_t, 64>& lanes) {
  std::uint32_t sum = 0;
  for (const std::uint32_t lane : lanes) sum += lane * lane;
  return sum;
}

}  // namespace

TEST_CASE("each level has its own function or that of the next lower level with one") {
  for (unsigned present = 0; present < 16; ++present) {
    const PerLevel<int()> functions = of_levels(present);
    int expected = -1;
    for (std::size_t level = 0; level < kLevels.size(); ++level) {
      if ((present >> level & 1) != 0) expected = int(level);
      CAPTURE(present, level);
      int (*const found)() = functions.at(kLevels[level]);
      REQUIRE((found == nullptr) == (expected == -1));
      if (found != nullptr) CHECK(found() == expected);
    }
    CHECK(functions.best() == functions.at(host::best_simd_level()));
  }
  CHECK(PerLevel<int()>().best() == nullptr);
}

TEST_CASE("a host has every level up to its best") {
  const auto levels = host::simd_levels();
  REQUIRE(std::ranges::equal(levels, std::span(kLevels).first(levels.size())));
  CHECK(levels.back() == host::best_simd_level());
}

#if LOCKSTEP_X86_64 && defined(__linux__)
TEST_CASE("the best level is the one that the system says the processor has") {
  const auto about = host::read_text("/proc/cpuinfo");
  REQUIRE(about.has_value());
  if (about->find(" sse2 ") == std::string::npos) return;  // it says nothing of flags
  const auto has = [&](const char* flag) {
    return about->find(" " + std::string(flag)) != std::string::npos;
  };
  // The flags of the x86-64 psABI's levels, by Linux's names.
  const bool v3 =
      std::ranges::all_of(std::array{"cx16", "lahf_lm", "popcnt", "sse4_1", "sse4_2", "ssse3", "avx", "avx2",
                                     "bmi1", "bmi2", "f16c", "fma", "abm", "movbe"},
                          has);
  const bool v4 =
      v3 && std::ranges::all_of(std::array{"avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"}, has);
  const SimdLevel expected = !v3                  ? SimdLevel::baseline
                             : !v4                ? SimdLevel::v3
                             : has("avx512_vnni") ? SimdLevel::v4_vnni
                                                  : SimdLevel::v4;
  CHECK(host::best_simd_level() == expected);
}
#endif

TEST_CASE("a function gives the same on every level that the host has") {
  std::array<std::uint32_t, 64> lanes;
  for (std::size_t l = 0; l < lanes.size(); ++l) lanes[l] = std::uint32_t(l * 0x9E3779B9u);
  const std::uint32_t expected = sum_of_squares(lanes);
  const PerLevel<std::uint32_t(const std::array<std::uint32_t, 64>&)> sums(sum_of_squares, sum_of_squares_v3,
                                                                           sum_of_squares_v4);
  for (const SimdLevel level : host::simd_levels()) CHECK(sums.at(level)(lanes) == expected);
  CHECK(sum_of_squares_cloned(lanes) == expected);
}

}  // namespace lockstep::tests
