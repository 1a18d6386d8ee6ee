// Probes that each answer one question. A1 to A12 follow the structure of the published models: where they
// differ.
#include <bit>

#include "properties/probe/probe.hpp"
#include "reference/formats/float8_e4m3fn.hpp"

namespace lockstep::probe {

namespace {

constexpr double kTiny = 0x1p-9;  // the smallest e4m3fn; a subnormal
constexpr std::uint8_t kLargest = 254, kNaN = 255;

Probe probe(const char* name, const char* reads, float c, std::vector<Term> terms, Scales scale_a = {},
            Scales scale_b = {}) {
  return {name,    reads,  &formats::float8_e4m3fn, std::bit_cast<std::uint32_t>(c), std::move(terms),
          scale_a, scale_b};
}

std::vector<Term> everywhere(int count, double a, double b) {
  std::vector<Term> terms;
  for (int k = 0; k < count; ++k) terms.push_back(e4m3(k, a, b));
  return terms;
}

}  // namespace

std::vector<Probe> directed_probes() {
  return {
      probe("A1", "a small negative product at odd k beside a large one: floored, truncated or kept", 0,
            {e4m3(0, 256, 256), e4m3(1, -kTiny, 1)}),
      probe("A2", "the same at even k", 0, {e4m3(0, 256, 256), e4m3(2, -kTiny, 1)}),
      probe("A3", "a C that is far smaller: dropped or floored", -0x1p-30f, {e4m3(0, 1, 1)}),
      probe("A4", "a small product between two that cancel", 0,
            {e4m3(0, 256, 256), e4m3(1, kTiny, kTiny), e4m3(2, -256, 256)}),
      probe("add.1", "whether k 0 and 1 share a step", 0x1p24f, {e4m3(0, 1, 1), e4m3(1, 1, 1)}),
      probe("add.2", "whether k 0 and 2 share a step", 0x1p24f, {e4m3(0, 1, 1), e4m3(2, 1, 1)}),
      probe("add.4", "whether k 0 and 4 share a step", 0x1p24f, {e4m3(0, 1, 1), e4m3(4, 1, 1)}),
      probe("A5 add.8", "whether k 0 and 8 share a step", 0x1p24f, {e4m3(0, 1, 1), e4m3(8, 1, 1)}),
      probe("A6 add.16", "whether k 0 and 16 share a step", 0x1p24f, {e4m3(0, 1, 1), e4m3(16, 1, 1)}),
      probe("A7 add.32", "whether k 0 and 32 share a step", 0x1p24f, {e4m3(0, 1, 1), e4m3(32, 1, 1)}),
      probe("A8 add.64", "whether k 0 and 64 share a step", 0x1p24f, {e4m3(0, 1, 1), e4m3(64, 1, 1)}),
      probe("A9", "how far below a larger C a product still breaks a tie", 1,
            {e4m3(0, .25, 1), e4m3(2, kTiny, kTiny)}, {105, kOne, kOne, kOne}),
      probe("A10", "the same, negated", -1, {e4m3(0, -.25, 1), e4m3(2, -kTiny, kTiny)},
            {105, kOne, kOne, kOne}),
      probe("A11", "blocks that overflow f32 and cancel", 0, {e4m3(0, 8, 1), e4m3(32, -8, 1)},
            {kLargest, kLargest, kOne, kOne}),
      probe("A12", "whether blocks are rounded one by one", 0,
            {e4m3(0, 1, 1), e4m3(32, 1, 1), e4m3(64, 1, 1)}, {kOne, 103, 103, kOne}),
      probe("A12 reversed", "whether blocks follow in ascending k", 0,
            {e4m3(0, 1, 1), e4m3(32, 1, 1), e4m3(64, 1, 1)}, {103, 103, kOne, kOne}),
      probe("ascending", "whether steps follow in ascending k", 0x1p24f,
            {e4m3(0, 1, 1), e4m3(32, 1, 2), e4m3(33, 1, 1)}),
      probe("scale.overflow",
            "products that overflow f32 and cancel in one block: scales on products or on the sum", 0,
            {e4m3(0, 8, 1), e4m3(1, -8, 1)}, {kLargest, kOne, kOne, kOne}),
      probe("product.overflow", "products of exactly 2^128 that cancel: infinite or kept", 0,
            {e4m3(0, 2, 1), e4m3(1, -2, 1)}, {kLargest, kOne, kOne, kOne}),
      probe("product.largest", "products just below 2^128 that cancel", 0,
            {e4m3(0, 1.875, 1), e4m3(1, -1.875, 1)}, {kLargest, kOne, kOne, kOne}),
      probe("scale.underflow",
            "half of the smallest subnormal, and C: whether the scaled sum is rounded alone", 0x1p-149f,
            {e4m3(0, .5, 1)}, {0, kOne, kOne, kOne}, {105, kOne, kOne, kOne}),
      probe("scale.twice", "scales that cancel: whether one is applied and rounded before the other", 0,
            {e4m3(0, 1.875, 1.875), e4m3(1, 1, 0x1p-6), e4m3(2, 0x1p-6, 0x1p-6)}, {0, kOne, kOne, kOne},
            {kLargest, kOne, kOne, kOne}),
      probe("scale.nan", "a NaN scale on a block of zeros", 1, {e4m3(0, 1, 1)}, {kOne, kNaN, kOne, kOne}),
      probe("round.tie", "a tie above an even value", 0x1p24f, {e4m3(0, 1, 1)}),
      probe("round.up", "a tie above an odd value", 0x1.000002p24f, {e4m3(0, 1, 1)}),
      probe("round.down", "the same, negated", -0x1.000002p24f, {e4m3(0, -1, 1)}),
      probe("round.products", "a tie of products alone, above an odd value", 0,
            {e4m3(0, 16, 16), e4m3(2, 0x1p-9, 0x1p-6), e4m3(4, 0x1p-9, 0x1p-7)}),
      probe("overflow", "a C near the largest f32, and a block that exceeds it", 0x1.fffffep127f,
            {e4m3(0, 256, 256)}, {230, kOne, kOne, kOne}),
      probe("subnormal.operand", "subnormal operands", 0, {e4m3(0, kTiny, 1)}),
      probe("subnormal.result", "subnormal results", 0, {e4m3(0, 1, 1)}, {0, kOne, kOne, kOne},
            {114, kOne, kOne, kOne}),
      probe("subnormal.c", "a subnormal C", 0x1.8p-140f, {}),
      probe("zero.negative", "a sum of negative zeros only", -0.0f, everywhere(128, -0.0, 1)),
      probe("zero.cancelled", "the sign of a sum that cancels", 0, {e4m3(0, 1, 1), e4m3(1, -1, 1)}),
      probe("nan.operand", "the bits of a NaN result", 0, {{0, 0x7F, 0x38}}),
  };
}

}  // namespace lockstep::probe
