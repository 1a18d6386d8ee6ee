// Dense probes, drawn from a fixed seed: what no question above asks for.
#include <fmt/format.h>

#include "emulator/machine/random.hpp"
#include "probe.hpp"
#include "reference/formats/float4_e2m1fn.hpp"
#include "reference/formats/float8_e4m3fn.hpp"
#include "reference/formats/float8_e5m2.hpp"

namespace lockstep::probe {

namespace {

using machine::Random;

constexpr std::uint64_t kSeed = 0xCD4A;

struct Regime {
  const char* name;
  const formats::Format* format;
  int count;          ///< of probes
  int k;              ///< products
  int c_low, c_high;  ///< biased exponents of C; without C when both are 0
  int scale_spread;   ///< scales of 127 ± this
  bool cancelling;    ///< every other product is its neighbour's negative
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

std::uint8_t finite_code(Random& random, const formats::Format& f) {
  for (;;) {
    const auto code = std::uint32_t(random.below(1ull << f.bits));
    if (!formats::is_nan(f, code) && !formats::is_infinity(f, code)) return std::uint8_t(code);
  }
}

Probe draw(const Regime& regime, int index, Random& random) {
  Probe p{fmt::format("{} {}", regime.name, index), "everything at once", regime.format};
  const auto exponent =
      std::uint32_t(regime.c_low + int(random.below(std::uint64_t(regime.c_high - regime.c_low))));
  p.c = std::uint32_t(random.below(2)) << 31 | exponent << 23 | std::uint32_t(random.below(1u << 23));
  for (int k = 0; k < regime.k; ++k) {
    Term t{k, finite_code(random, *regime.format), finite_code(random, *regime.format)};
    if (regime.cancelling && k % 4 >= 2 && random.below(4) != 0) {
      const Term& other = p.terms[std::size_t(k - 2)];
      t = {k, std::uint8_t(other.a ^ regime.format->sign_mask()), other.b};
    }
    p.terms.push_back(t);
  }
  const auto scale = [&] {
    return std::uint8_t(kOne - regime.scale_spread +
                        int(random.below(std::uint64_t(2 * regime.scale_spread + 1))));
  };
  for (std::uint8_t& s : p.scale_a) s = scale();
  for (std::uint8_t& s : p.scale_b) s = scale();
  return p;
}

}  // namespace

std::vector<Probe> random_probes() {
  Random random(kSeed);
  std::vector<Probe> all;
  for (const Regime& regime : kRegimes)
    for (int i = 0; i < regime.count; ++i) all.push_back(draw(regime, i, random));
  return all;
}

}  // namespace lockstep::probe
