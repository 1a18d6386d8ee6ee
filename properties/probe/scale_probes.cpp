// Probes of what gfx1250 has beside gfx950: scales per 16 of k, scales with a significand, and an instruction
// that takes e2m1 alone, so that exponents come from scales.
#include <bit>
#include <cmath>

#include "properties/probe/probe.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::probe {

namespace {

using formats::Format;

// e2m1: 0.5 is the smallest, a subnormal, and 6 the largest number.
Term e2m1(int k, double a, double b) {
  const auto code = [](double x) {
    return formats::encode_nearest_even(formats::float4_e2m1fn, x, formats::Overflow::saturate);
  };
  return {k, code(a), code(b)};
}

std::uint8_t power(int exponent) {
  return std::uint8_t(kOne + exponent);
}

Probe probe(std::string name, const char* reads, float c, std::vector<Term> terms, Scales scale_a = {},
            Scales scale_b = {}, const Format& scale = formats::float8_e8m0fnu) {
  return {std::move(name),
          reads,
          &formats::float4_e2m1fn,
          std::bit_cast<std::uint32_t>(c),
          std::move(terms),
          scale_a,
          scale_b,
          &scale};
}

Scales by_16(std::uint8_t first, std::uint8_t second) {
  Scales s;
  s.at(0) = first;
  s.at(16) = second;
  return s;
}

// All blocks alike.
Scales everywhere(const Format& format, double value) {
  Scales s;
  s.per_16.fill(std::uint8_t(formats::encode_nearest_even(format, value, formats::Overflow::saturate)));
  return s;
}

std::vector<Probe> significands(const Format& f, const std::string& name) {
  const Scales one = everywhere(f, 1), odd = everywhere(f, 1.125), other = everywhere(f, 1.875);
  Scales nan;
  nan.per_16.fill(std::uint8_t(formats::nan_code(f)));
  std::vector<Term> odd_terms;
  for (int k = 0; k < 32; ++k) odd_terms.push_back(e2m1(k, 1.5, k % 3 == 0 ? -3 : 1.5));
  return {
      probe(name + " one", "a scale of one", 0, {e2m1(0, 1.5, 3)}, one, one, f),
      probe(name + " product", "significands of both scales", 0, {e2m1(0, 1.5, 3)}, odd, other, f),
      probe(name + " rounded", "whether a scale is applied and rounded before the other", 0, odd_terms, odd,
            other, f),
      probe(name + " beside C", "whether the scaled sum is rounded alone", 0x1.000002p0f, odd_terms, odd,
            other, f),
      probe(name + " subnormal", "a subnormal scale", 0, {e2m1(0, 1, 1)},
            everywhere(f, std::ldexp(1.0, f.emin() - f.mantissa_bits)), one, f),
      probe(name + " nan", "a NaN scale on a block of zeros", 1, {}, nan, one, f),
  };
}

}  // namespace

std::vector<Probe> scale_probes() {
  const std::uint8_t up = power(24), small = power(-24), one = kOne;
  std::vector<Probe> all{
      probe("e2m1 add.1", "whether k 0 and 1 share a step", 0x1p24f, {e2m1(0, 1, 1), e2m1(1, 1, 1)}),
      probe("e2m1 add.2", "whether k 0 and 2 share a step", 0x1p24f, {e2m1(0, 1, 1), e2m1(2, 1, 1)}),
      probe("e2m1 add.4", "whether k 0 and 4 share a step", 0x1p24f, {e2m1(0, 1, 1), e2m1(4, 1, 1)}),
      probe("e2m1 add.8", "whether k 0 and 8 share a step", 0x1p24f, {e2m1(0, 1, 1), e2m1(8, 1, 1)}),
      probe("e2m1 add.16", "whether k 0 and 16 share a step", 0x1p24f, {e2m1(0, 1, 1), e2m1(16, 1, 1)}),
      probe("e2m1 add.32", "whether k 0 and 32 share a step", 0x1p24f, {e2m1(0, 1, 1), e2m1(32, 1, 1)}),
      probe("e2m1 add.64", "whether k 0 and 64 share a step", 0x1p24f, {e2m1(0, 1, 1), e2m1(64, 1, 1)}),
      probe("e2m1 small C", "a C that is far smaller: dropped or floored", -0x1p-30f, {e2m1(0, 1, 1)}),
      probe("e2m1 tie", "a tie above an odd value", 0x1.000002p24f, {e2m1(0, 1, 1)}),
      probe("e2m1 blocks", "a small block between two that cancel", 0,
            {e2m1(0, 1, 1), e2m1(32, .5, .5), e2m1(64, -1, 1)}, {up, small, up, one}),
      probe("e2m1 negative blocks", "the same, below zero", 0,
            {e2m1(0, 1, 1), e2m1(32, -.5, .5), e2m1(64, -1, 1)}, {up, small, up, one}),
      probe("e2m1 ascending", "whether blocks follow in ascending k", 0,
            {e2m1(0, 1, 1), e2m1(32, 1, 1), e2m1(64, 1, 1)}, {power(-24), power(-24), one, one}),
      probe("e2m1 overflow", "products that overflow f32 and cancel in one block", 0,
            {e2m1(0, 4, 4), e2m1(1, -4, 4)}, {254, one, one, one}),
      probe("e2m1 underflow",
            "half of the smallest subnormal, and C: whether the scaled sum is rounded alone", 0x1p-149f,
            {e2m1(0, .5, 1)}, {0, one, one, one}, {105, one, one, one}),
      probe("e2m1 twice", "scales that cancel: whether one is applied, and overflows, before the other", 0,
            {e2m1(0, 4, 4)}, {254, one, one, one}, {0, one, one, one}),

      probe("by 16 first", "whether the first 16 of k have their own scale", 0,
            {e2m1(0, 1, 1), e2m1(16, 1, 1)}, by_16(power(1), power(3))),
      probe("by 16 apart", "whether 16 and 16 of k are rounded apart", 0x1p24f,
            {e2m1(0, 1, 1), e2m1(16, 1, 1)}, by_16(one, power(-1)), by_16(one, power(1))),
      probe("by 16 small", "a small half block beside a large one", 0, {e2m1(0, 1, 1), e2m1(16, -.5, .5)},
            by_16(power(12), power(-14))),
      probe("by 16 cancels", "a small product between halves that cancel", 0,
            {e2m1(0, 2, 2), e2m1(1, .5, .5), e2m1(16, -2, 2)}, by_16(power(20), power(20)),
            by_16(power(5), power(5))),
  };
  for (auto& more :
       {significands(formats::float8_ue5m3, "E5M3"), significands(formats::float8_ue4m3, "E4M3")})
    all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace lockstep::probe
