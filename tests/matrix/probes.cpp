// Inputs on which the hypotheses disagree, with every model's answer worked out by hand from its definition.
#include <bit>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/matrix/draw.hpp"

using namespace lockstep;
using tests::Tile;

namespace {

// e4m3fn codes
constexpr std::uint8_t k256 = 0x78, k8 = 0x50, k1 = 0x38, kQuarter = 0x28, kTiny = 0x01;  // kTiny: 2^-9
constexpr std::uint8_t k3Tiny = 0x03, kHalf = 0x30;
constexpr std::uint8_t kMinus = 0x80;

struct Product {
  int k;
  std::uint8_t a, b;
};
struct Scale {
  int block;
  std::uint8_t a;
};
struct Probe {
  const char* name;
  std::vector<Product> products;
  std::vector<Scale> scales;
  float c;
  std::uint32_t exact, fma_post, gtr32;
};

constexpr std::uint32_t kNaN = 0x7FC00000, kOne = 0x3F800000, kOneUp = 0x3F800001;

const std::vector<Probe> kProbes{
    // 2^16 - 2^-9 is a tie that goes up to 2^16; a floored odd sum loses a whole 2^-8.
    {"A1", {{0, k256, k256}, {1, kTiny | kMinus, k1}}, {}, 0, 0x47800000, 0x47800000, 0x477FFFFF},
    // The same on one parity: the product is truncated to nothing.
    {"A2", {{0, k256, k256}, {2, kTiny | kMinus, k1}}, {}, 0, 0x47800000, 0x47800000, 0x47800000},
    // A far smaller accumulator is dropped, not floored.
    {"A3", {{0, k1, k1}}, {}, -0x1p-30f, kOne, kOne, kOne},
    // 2^-18 survives only an exact sum.
    {"A4", {{0, k256, k256}, {1, kTiny, kTiny}, {2, k256 | kMinus, k256}}, {}, 0, 0x36800000, 0, 0},
    // Two ones reach 2^24 together when a step holds both, and one by one are lost to ties.
    {"A5", {{0, k1, k1}, {8, k1, k1}}, {}, 0x1p24f, 0x4B800001, 0x4B800001, 0x4B800001},
    {"A6", {{0, k1, k1}, {16, k1, k1}}, {}, 0x1p24f, 0x4B800001, 0x4B800001, 0x4B800001},
    {"A7", {{0, k1, k1}, {32, k1, k1}}, {}, 0x1p24f, 0x4B800001, 0x4B800000, 0x4B800000},
    {"A8", {{0, k1, k1}, {64, k1, k1}}, {}, 0x1p24f, 0x4B800001, 0x4B800000, 0x4B800000},
    // 1 + 2^-24 + 2^-40: the last bit lies below the dot's 32 and leaves a tie, that goes to even ...
    {"A9", {{0, kQuarter, k1}, {2, kTiny, kTiny}}, {{0, 105}}, 1, kOneUp, kOneUp, kOne},
    // ... but a floor takes the negated sum past the tie.
    {"A10",
     {{0, kQuarter | kMinus, k1}, {2, kTiny | kMinus, kTiny}},
     {{0, 105}},
     -1,
     kOneUp | 0x80000000,
     kOneUp | 0x80000000,
     kOneUp | 0x80000000},
    // 2^130 - 2^130 in different blocks.
    {"A11", {{0, k8, k1}, {32, k8 | kMinus, k1}}, {{0, 254}, {1, 254}}, 0, 0, kNaN, kNaN},
    // 2^16 - 1.5 * 2^-9, both even, 16 apart: truncated to nothing beside 2^16, or kept in a step of its own.
    {"A13", {{0, k256, k256}, {16, k3Tiny | kMinus, kHalf}}, {}, 0, 0x477FFFFF, 0x477FFFFF, 0x47800000},
    // 1, then 2^-24 twice in blocks of their own.
    {"A12", {{0, k1, k1}, {32, k1, k1}, {64, k1, k1}}, {{1, 103}, {2, 103}}, 0, kOneUp, kOne, kOne},
};

std::uint32_t answer(const matrix::Model& model, const Probe& probe, int row, int column) {
  Tile tile(matrix::k16x16x128, formats::float8_e4m3fn, formats::float8_e4m3fn);
  for (const Product& p : probe.products) {
    tile.a[std::size_t(row * 128 + p.k)] = p.a;
    tile.b[std::size_t(column * 128 + p.k)] = p.b;
  }
  for (const Scale& s : probe.scales) tile.a_scale[std::size_t(row * 4 + s.block)] = s.a;
  tile.c[std::size_t(row * 16 + column)] = probe.c;
  return std::bit_cast<std::uint32_t>(tests::multiply(model, tile)[std::size_t(row * 16 + column)]);
}

const Probe& probe_named(std::string_view name) {
  for (const Probe& probe : kProbes)
    if (probe.name == name) return probe;
  throw std::runtime_error("no such probe");
}

}  // namespace

TEST_CASE("the probes read every model as its definition says") {
  for (const Probe& probe : kProbes)
    for (const auto& [row, column] : {std::pair{0, 0}, {3, 14}, {15, 7}}) {
      INFO(probe.name << " at " << row << ", " << column);
      CHECK(answer(*matrix::find_model("exact"), probe, row, column) == probe.exact);
      CHECK(answer(*matrix::find_model("fma_post"), probe, row, column) == probe.fma_post);
      CHECK(answer(*matrix::find_model("gtr32_inexp"), probe, row, column) == probe.gtr32);
    }
}

TEST_CASE("the probes tell the models apart") {
  for (const matrix::Model& x : matrix::models(arch::kDefault))
    for (const matrix::Model& y : matrix::models(arch::kDefault)) {
      if (&x == &y) continue;
      int different = 0;
      for (const Probe& probe : kProbes) different += answer(x, probe, 0, 0) != answer(y, probe, 0, 0);
      INFO(x.name << " and " << y.name);
      CHECK(different > 0);
    }
}

TEST_CASE("the probes read the single facts") {
  matrix::Model model = *matrix::find_model("gtr32_inexp");
  model.facts.accumulator_window = 1000;  // A3: a floored accumulator costs one ulp below 1
  CHECK(answer(model, probe_named("A3"), 0, 0) == 0x3F7FFFFF);
  model = *matrix::find_model("gtr32_inexp");
  model.facts.step = 16;  // A6: the second one comes a step later
  CHECK(answer(model, probe_named("A6"), 0, 0) == 0x4B800000);
  model.facts.step = 8;
  CHECK(answer(model, probe_named("A5"), 0, 0) == 0x4B800000);
  model = *matrix::find_model("gtr32_inexp");
  model.facts.oversized = matrix::Oversized::kept;  // A11: infinite only when the first step is rounded
  CHECK(answer(model, probe_named("A11"), 0, 0) == 0x7F800000);
}
