// What hosts do to 64 lanes at once where the lane function has a shortcut is the lane function's, at the
// edges of the shortcut above all.
#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <random>

#include <fmt/format.h>

#include "host/simd_levels.hpp"
#include "tests/catch.hpp"
#include "tests/isa_semantics/harness.hpp"

namespace lockstep::tests {

namespace {

using Draw = std::function<std::uint32_t(std::mt19937&)>;

/// The first level and lane that differ, of many draws; empty: none.
std::string difference(std::string_view mnemonic, const Draw& draw, int draws, std::uint32_t mode = 0) {
  const auto& row = std::get<isa::VectorAlu>(isa::find(mnemonic, isa::kGfx950)->operation);
  std::mt19937 random(1);
  for (int i = 0; i < draws; ++i) {
    std::array<isa::Lanes, 3> sources;
    for (isa::Lanes& source : sources)
      for (std::uint32_t& x : source) x = draw(random);
    isa::LaneInputs in{};
    for (std::size_t s = 0; s < 3; ++s) in.source[s] = {sources[s].data(), sources[s].data()};
    in.mode = mode;
    isa::Lanes expected, found;
    isa::LaneOutputs to_expected{{expected.data(), nullptr}, 0}, to_found{{found.data(), nullptr}, 0};
    row.evaluate(in, to_expected);
    for (const host::SimdLevel level : host::simd_levels()) {
      row.by_level.at(level)(in, to_found);
      const auto at = std::ranges::mismatch(expected, found).in1;
      if (at == expected.end()) continue;
      const auto lane = std::size_t(at - expected.begin());
      return fmt::format("{} level {}: of {:#x} {:#x} {:#x} {:#x}, not {:#x}", mnemonic, int(level),
                         sources[0][lane], sources[1][lane], sources[2][lane], found[lane], expected[lane]);
    }
  }
  return "";
}

std::uint32_t bits(float x) {
  return std::bit_cast<std::uint32_t>(x);
}

}  // namespace

TEST_CASE("lanes of v_exp_f32: usual arguments, whole numbers and their neighbours, the ends, and anything") {
  const Draw usual = [](std::mt19937& random) { return bits(float(std::int32_t(random())) * 0x1p-24F); };
  const Draw whole = [](std::mt19937& random) {
    return bits(float(int(random() % 300) - 150)) + random() % 5 - 2;
  };
  const Draw tiny = [](std::mt19937& random) { return random() & 0xBFFF'FFFF; };
  const Draw anything = [](std::mt19937& random) { return std::uint32_t(random()); };
  CHECK(difference("v_exp_f32", usual, 20'000) == "");
  CHECK(difference("v_exp_f32", whole, 2'000) == "");
  CHECK(difference("v_exp_f32", tiny, 2'000) == "");
  CHECK(difference("v_exp_f32", anything, 2'000) == "");
}

TEST_CASE("lanes of v_log_f32: usual arguments, powers of two and what lies about 1, and anything") {
  const Draw usual = [](std::mt19937& random) { return bits(float(random())) - (random() % 64 << 23); };
  const Draw power = [](std::mt19937& random) { return (random() % 256 << 23) + random() % 5 - 2; };
  const Draw about_one = [](std::mt19937& random) { return bits(1.0F) + random() % 4096 - 2048; };
  const Draw about_parting = [](std::mt19937& random) {
    return (random() % 256 << 23 | 0x35'04F3) + random() % 9 - 4;
  };
  const Draw anything = [](std::mt19937& random) { return std::uint32_t(random()); };
  CHECK(difference("v_log_f32", usual, 20'000) == "");
  CHECK(difference("v_log_f32", power, 1'000) == "");
  CHECK(difference("v_log_f32", about_one, 1'000) == "");
  CHECK(difference("v_log_f32", about_parting, 1'000) == "");
  CHECK(difference("v_log_f32", anything, 2'000) == "");
}

TEST_CASE("lanes of v_rsq_f32 and v_sqrt_f32") {
  const Draw anything = [](std::mt19937& random) { return std::uint32_t(random()); };
  const Draw usual = [](std::mt19937& random) { return random() & 0x7FFF'FFFF; };
  const Draw edges = [](std::mt19937& random) {
    return ((random() % 3 << 22 | (random() % 2 == 0 ? 0x7F00'0000 : 0)) + random() % 5 - 2) ^
           (random() & 0x8000'0000);
  };
  for (const char* mnemonic : {"v_rsq_f32", "v_sqrt_f32"}) {
    CHECK(difference(mnemonic, anything, 3'000) == "");
    CHECK(difference(mnemonic, usual, 5'000) == "");
    CHECK(difference(mnemonic, edges, 1'000) == "");
  }
}

TEST_CASE("lanes of halves: sums, products and what fuses them, numbers alike, edges, anything, and NaNs") {
  // The upper half of a dword is another's.
  const Draw anything = [](std::mt19937& random) { return std::uint32_t(random()); };
  const Draw numbers = [](std::mt19937& random) {
    const auto x = std::uint32_t(random());
    return (x & 0x7C00) == 0x7C00 ? x ^ 0x4000 : x;
  };
  const Draw alike = [](std::mt19937& random) { return (std::uint32_t(random()) & 0x87FF) + 0x3800; };
  const Draw few_bits = [](std::mt19937& random) {
    return (std::uint32_t(random()) & 0xFC00) % 0x7C00 | 1u << random() % 10 | (random() & 0x8000);
  };
  const Draw subnormal = [](std::mt19937& random) { return std::uint32_t(random()) & 0x87FF; };
  for (const char* mnemonic :
       {"v_add_f16", "v_sub_f16", "v_subrev_f16", "v_mul_f16", "v_fma_f16", "v_pk_fma_f16", "v_min_f16",
        "v_max_f16", "v_pk_minimum3_f16", "v_pk_maximum3_f16"})
    for (const Draw* draw : {&numbers, &alike, &few_bits, &subnormal, &anything}) {
      CHECK(difference(mnemonic, *draw, 2'000) == "");
      CHECK(difference(mnemonic, *draw, 20, kIeeeMode) == "");
    }
}

TEST_CASE("a fused multiply-add of halves is rounded once where twice is something else") {
  // (1 + 2^-10) (1 - 2^-10) 2^-11 is 2^-31, which a float forgets, below half of what parts c from the next
  // half.
  const auto& row = std::get<isa::VectorAlu>(isa::find("v_fma_f16", isa::kGfx950)->operation);
  for (const host::SimdLevel level : host::simd_levels()) {
    isa::Lanes a, b, c, found;
    a.fill(0x3C01);
    b.fill(0x0FFE);
    c.fill(0x3C01);
    isa::LaneInputs in{};
    in.source = {{{a.data(), nullptr}, {b.data(), nullptr}, {c.data(), nullptr}}};
    isa::LaneOutputs out{{found.data(), nullptr}, 0};
    row.by_level.at(level)(in, out);
    CHECK(found[0] == 0x3C01);
    CHECK(found[63] == 0x3C01);
  }
}

TEST_CASE("lanes of floats that become halves, MODE.FP16_OVFL and NaNs included") {
  constexpr std::uint32_t kOverflowMode = 1u << 23;
  const Draw anything = [](std::mt19937& random) { return std::uint32_t(random()); };
  const Draw of_halves = [](std::mt19937& random) {
    return ((random() % 48 + 100) << 23 | (random() & 0x7F'F000) |
            (random() % 4 == 0 ? random() % 4096 : 0)) ^
           (random() & 0x8000'0000);
  };
  const Draw ends = [](std::mt19937& random) {
    constexpr std::array<std::uint32_t, 6> kEnds{0x477F'E000, 0x477F'F000, 0x4780'0000,
                                                 0x7F80'0000, 0x3300'0000, 0x3880'0000};
    return (kEnds[random() % kEnds.size()] + random() % 5 - 2) ^ (random() & 0x8000'0000);
  };
  for (const char* mnemonic : {"v_cvt_f16_f32", "v_cvt_pk_f16_f32", "v_cvt_pkrtz_f16_f32", "v_fma_mixlo_f16"})
    for (const std::uint32_t mode : {0u, kOverflowMode})
      for (const Draw* draw : {&of_halves, &ends, &anything})
        CHECK(difference(mnemonic, *draw, 2'000, mode) == "");
}

TEST_CASE("lanes of v_rcp_f32") {
  const Draw anything = [](std::mt19937& random) { return std::uint32_t(random()); };
  const Draw edges = [](std::mt19937& random) {
    constexpr std::array<std::uint32_t, 6> kEdges{0,           0x0080'0000, 0x7E80'0000,
                                                  0x7F80'0000, 0x7F00'0000, 0x0040'0000};
    return (kEdges[random() % kEdges.size()] + random() % 5 - 2) ^ (random() & 0x8000'0000);
  };
  CHECK(difference("v_rcp_f32", anything, 5'000) == "");
  CHECK(difference("v_rcp_f32", edges, 500) == "");
}

TEST_CASE("lanes that choose a number: zeros of both signs, infinities, NaNs of both kinds") {
  const Draw few = [](std::mt19937& random) {
    constexpr std::array<std::uint32_t, 8> kFew{0,           0x8000'0000, 1,           0x8000'0001,
                                                0x7F80'0000, 0xFF80'0000, 0x3F80'0000, 0xBF80'0000};
    return kFew[random() % kFew.size()];
  };
  const Draw with_nan = [&](std::mt19937& random) {
    return random() % 100 != 0 ? few(random) : random() % 2 == 0 ? 0x7FC0'0001u : 0xFF80'0001u;
  };
  for (const char* mnemonic : {"v_min_f32", "v_max_f32", "v_min3_f32", "v_max3_f32", "v_med3_f32",
                               "v_minimum3_f32", "v_maximum3_f32"})
    for (const std::uint32_t mode : {0u, kIeeeMode}) {
      CHECK(difference(mnemonic, few, 300, mode) == "");
      CHECK(difference(mnemonic, with_nan, 300, mode) == "");
    }
}

TEST_CASE("lanes of v_perm_b32 that choose alike") {
  for (const std::uint32_t selectors :
       {0x05040100u, 0x07060302u, 0x01000504u, 0x00010203u, 0x0C0C0100u, 0x08000D07u}) {
    int drawn = 0;
    const Draw draw = [&](std::mt19937& random) {
      return drawn++ / 64 % 3 == 2 ? selectors : std::uint32_t(random());
    };
    CHECK(difference("v_perm_b32", draw, 100) == "");
  }
}

}  // namespace lockstep::tests
