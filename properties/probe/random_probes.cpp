// Dense probes, drawn from a fixed seed: what no question above asks for.
#include <fmt/format.h>

#include "host/random.hpp"
#include "properties/probe/probe.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::probe {

namespace {

using host::Random;

constexpr std::uint64_t kSeed = 0xCD4A;

struct Regime {
  const char* name;
  const formats::Format* format;
  int count;          ///< how many probes
  int k;              ///< products
  int c_low, c_high;  ///< biased exponents of C; without C when both are 0
  int scale_spread;   ///< scales of 127 ± this
  bool cancelling;    ///< every other product is its neighbour's negative
  int window = 0;     ///< operands of exponents up to this far from 0; 0: any
};

constexpr Regime kRegimes[] = {
    {"random", &formats::float8_e4m3fn, 6, 64, 112, 145, 0, false},
    {"random cancelling", &formats::float8_e4m3fn, 6, 64, 100, 140, 0, true},
    {"random scaled", &formats::float8_e4m3fn, 6, 128, 112, 145, 6, false},
    {"random e5m2", &formats::float8_e5m2, 4, 64, 100, 155, 0, false},
    {"random e5m2 scaled", &formats::float8_e5m2, 4, 128, 100, 155, 6, true},
    {"random e2m1", &formats::float4_e2m1fn, 4, 64, 100, 135, 0, false},
    {"random e2m1 scaled", &formats::float4_e2m1fn, 6, 128, 100, 140, 12, false},
};

// Steps are of at most 16 products, so that chains show within 32.
constexpr Regime kCdna3Regimes[] = {
    {"random", &formats::float8_e4m3fnuz, 6, 16, 112, 140, 0, false},
    {"random long", &formats::float8_e4m3fnuz, 4, 32, 112, 140, 0, false},
    {"random cancelling", &formats::float8_e4m3fnuz, 6, 16, 100, 137, 0, true},
    {"random", &formats::float8_e5m2fnuz, 6, 16, 100, 150, 0, false},
    {"random long", &formats::float8_e5m2fnuz, 4, 32, 100, 150, 0, true},
    {"random", &formats::float16, 6, 8, 112, 150, 0, false, 8},
    {"random long", &formats::float16, 4, 16, 112, 150, 0, true, 6},
    {"random", &formats::bfloat16, 6, 8, 112, 145, 0, false, 8},
    {"random long", &formats::bfloat16, 4, 16, 112, 145, 0, true, 6},
    {"random", &formats::float32, 6, 4, 112, 145, 0, false, 8},
    {"random long", &formats::float32, 6, 8, 112, 145, 0, true, 6},
};

// gfx1250's regimes with a scale per 16; e2m1 is all that v_wmma_scale_f32_32x16x128_f4 takes, on all k.
constexpr Regime kScale16Regimes[] = {
    {"random e2m1 scaled by 16", &formats::float4_e2m1fn, 8, 128, 100, 140, 12, false},
    {"random scaled by 16", &formats::float8_e4m3fn, 6, 128, 112, 145, 6, true},
};

std::uint32_t finite_code(Random& random, const formats::Format& f, int window) {
  if (window != 0) {
    const auto exponent = std::uint32_t(f.bias - window + int(random.below(std::uint64_t(2 * window + 1))));
    return std::uint32_t(random.below(2)) << (f.bits - 1) | exponent << f.mantissa_bits |
           std::uint32_t(random.below(1ull << f.mantissa_bits));
  }
  for (;;) {
    const auto code = std::uint32_t(random.below(1ull << f.bits));
    if (!formats::is_nan(f, code) && !formats::is_infinity(f, code)) return code;
  }
}

Probe draw(const Regime& regime, int scale_block, int index, Random& random) {
  Probe p{fmt::format("{} {}", regime.name, index), "everything at once", regime.format};
  const auto exponent =
      std::uint32_t(regime.c_low + int(random.below(std::uint64_t(regime.c_high - regime.c_low))));
  p.c = std::uint32_t(random.below(2)) << 31 | exponent << 23 | std::uint32_t(random.below(1u << 23));
  for (int k = 0; k < regime.k; ++k) {
    const std::uint32_t a = finite_code(random, *regime.format, regime.window);
    Term t{k, a, finite_code(random, *regime.format, regime.window)};
    if (regime.cancelling && k % 4 >= 2 && random.below(4) != 0) {
      const Term& other = p.terms[std::size_t(k - 2)];
      const bool zero = regime.format->specials == formats::Specials::fnuz && other.a == 0;
      t = {k, zero ? 0 : other.a ^ regime.format->sign_mask(), other.b};
    }
    p.terms.push_back(t);
  }
  const auto scale = [&] {
    return std::uint8_t(kOne - regime.scale_spread +
                        int(random.below(std::uint64_t(2 * regime.scale_spread + 1))));
  };
  for (Scales* s : {&p.scale_a, &p.scale_b})
    for (int at = 0; at < kLargestK; at += scale_block) s->at(at) = s->at(at + scale_block - 16) = scale();
  return p;
}

std::vector<Probe> draw_all(std::span<const Regime> regimes, int scale_block) {
  Random random(kSeed);
  std::vector<Probe> all;
  for (const Regime& regime : regimes)
    for (int i = 0; i < regime.count; ++i) all.push_back(draw(regime, scale_block, i, random));
  return all;
}

}  // namespace

std::vector<Probe> random_probes() {
  return draw_all(kRegimes, 32);
}

std::vector<Probe> random_probes_cdna3() {
  return draw_all(kCdna3Regimes, 32);
}

std::vector<Probe> random_probes_scaled_by_16() {
  return draw_all(kScale16Regimes, 16);
}

}  // namespace lockstep::probe
