#include <algorithm>
#include <bit>
#include <iterator>

#include "emulator/arch/arch.hpp"
#include "properties/probe/probe.hpp"
#include "reference/formats/formats.hpp"

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

namespace {

template <typename... Lists>
std::vector<Probe> together(Lists... lists) {
  std::vector<Probe> all;
  (std::ranges::move(lists, std::back_inserter(all)), ...);
  return all;
}

/// Half of the smallest normal number, times 16.
std::vector<Term> subnormal_product(const formats::Format& format) {
  const std::uint32_t half = 1u << (format.mantissa_bits - 1);
  return {{0, half, formats::encode_nearest_even(format, 16, formats::Overflow::saturate)}};
}

/// The questions to e4m3fn, in all formats of CDNA3.
std::vector<Probe> cdna3_probes() {
  std::vector<Probe> all;
  for (const formats::Format* format : {&formats::float8_e4m3fnuz, &formats::float8_e5m2fnuz,
                                        &formats::float16, &formats::bfloat16, &formats::float32})
    for (const Probe& p : together(directed_probes(), ladder_probes())) {
      // e5m2fnuz has no code for some values of e4m3fn, and those it has are codes of e5m2.
      std::optional<Probe> through = p;
      if (format == &formats::float8_e5m2fnuz) through = carried_over(p, formats::float8_e5m2);
      if (through) through = carried_over(*through, *format);
      if (!through) continue;
      // What is subnormal in e4m3fn need not be so elsewhere.
      if (p.name == "subnormal.operand") through->terms = subnormal_product(*format);
      all.push_back(std::move(*through));
    }
  return together(std::move(all), random_probes_cdna3());
}

}  // namespace

Term e4m3(int k, double a, double b) {
  const auto code = [](double x) {
    return formats::encode_nearest_even(formats::float8_e4m3fn, x, formats::Overflow::saturate);
  };
  return {k, code(a), code(b)};
}

bool Scales::paired() const {
  for (std::size_t i = 0; i < per_16.size(); i += 2)
    if (per_16[i] != per_16[i + 1]) return false;
  return true;
}

bool Probe::unscaled() const {
  return *scale == formats::float8_e8m0fnu && scale_a == Scales{} && scale_b == Scales{};
}

std::vector<Probe> probes(std::string_view arch) {
  const arch::Arch* const row = arch::find_emulated(arch);
  if (row == nullptr) return {};
  if (!row->has(arch::Feature::block_scales)) return cdna3_probes();
  auto all = together(directed_probes(), ladder_probes(), random_probes());
  if (row->has(arch::Feature::scale_formats))
    all = together(std::move(all), scale_probes(), random_probes_scaled_by_16());
  return all;
}

bool takes(const Instruction& instruction, const Probe& probe) {
  const auto fits = [&](const Term& t) { return t.k < instruction.row->k; };
  if (!std::ranges::all_of(probe.terms, fits) || !has_kernel(instruction, *probe.format)) return false;
  if (probe.unscaled()) return true;
  if (!instruction.scaled() || *instruction.scale != *probe.scale) return false;
  if (instruction.row->scale_block == 32 && !(probe.scale_a.paired() && probe.scale_b.paired())) return false;
  for (int k = instruction.row->k; k < kLargestK; k += 16)
    if (probe.scale_a.at(k) != kOne || probe.scale_b.at(k) != kOne) return false;
  return true;
}

namespace {

using formats::Format;

std::optional<std::uint32_t> same_code(const Format& from, const Format& to, std::uint32_t code) {
  const double value = formats::to_double(from, code);
  if (value != value) return formats::nan_code(to);
  if (code == from.sign_mask()) return std::nullopt;  // -0
  return formats::to_double(to, code) == value / 2 ? std::optional(code) : std::nullopt;
}

std::optional<std::uint32_t> same_value(const Format& from, const Format& to, std::uint32_t code) {
  const double value = formats::to_double(from, code);
  if (value != value) return formats::nan_code(to);
  const std::uint32_t there = formats::encode_nearest_even(to, value, formats::Overflow::saturate);
  return formats::to_double(to, there) == value ? std::optional(there) : std::nullopt;
}

}  // namespace

float enlargement(const Format& format) {
  return format.specials == formats::Specials::fnuz ? 4 : 1;
}

std::optional<Probe> carried_over(const Probe& probe, const Format& format) {
  if (!probe.unscaled()) return std::nullopt;
  const bool fnuz = format.specials == formats::Specials::fnuz;
  const auto convert = fnuz ? same_code : same_value;
  Probe p = probe;
  p.format = &format;
  p.c = std::bit_cast<std::uint32_t>(std::bit_cast<float>(probe.c) / enlargement(format));
  for (Term& t : p.terms) {
    const auto a = convert(*probe.format, format, t.a), b = convert(*probe.format, format, t.b);
    if (!a || !b) return std::nullopt;
    t = {t.k, *a, *b};
  }
  return p;
}

}  // namespace lockstep::probe
