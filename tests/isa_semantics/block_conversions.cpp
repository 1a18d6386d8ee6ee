// Conversions of 8 to 32 elements a lane, against arithmetic on single elements, and against cases worked out
// by hand.
#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <random>

#include "tests/catch.hpp"
#include "tests/isa_semantics/harness.hpp"
#include "tests/property.hpp"

namespace lockstep::tests {
namespace {

using Dwords = std::array<std::uint32_t, isa::kMostBlockDwords>;

std::uint32_t field(const Dwords& dwords, int bits, int index) {
  std::uint32_t value = 0;
  for (int bit = 0; bit < bits; ++bit) {
    const int at = bits * index + bit;
    value |= (dwords[static_cast<std::size_t>(at / 32)] >> (at % 32) & 1) << bit;
  }
  return value;
}
void set_field(Dwords& dwords, int bits, int index, std::uint32_t value) {
  for (int bit = 0; bit < bits; ++bit) {
    const int at = bits * index + bit;
    dwords[static_cast<std::size_t>(at / 32)] |= (value >> bit & 1) << (at % 32);
  }
}

Dwords convert(const isa::BlockConvert& row, const std::array<Dwords, 2>& sources, std::uint32_t seed,
               float scale) {
  Dwords out{};
  row.evaluate({{sources[0].data(), sources[1].data(), nullptr}, seed, scale, 0}, out.data());
  return out;
}

/// The element that a mnemonic names: bits, exponent bits, mantissa bits, bias.
struct Element {
  int bits, exponent, mantissa, bias;
};
const std::map<std::string_view, Element>& elements() {
  static const std::map<std::string_view, Element> all{
      {"f32", {32, 8, 23, 127}}, {"f16", {16, 5, 10, 15}}, {"bf16", {16, 8, 7, 127}}, {"fp8", {8, 4, 3, 7}},
      {"bf8", {8, 5, 2, 15}},    {"fp4", {4, 2, 1, 1}},    {"fp6", {6, 2, 3, 1}},     {"bf6", {6, 3, 2, 3}}};
  return all;
}
double value_of(const Element& e, std::uint32_t code) {
  const int exponent = static_cast<int>(code >> e.mantissa & ((1u << e.exponent) - 1));
  const double mantissa = code & ((1u << e.mantissa) - 1);
  const double magnitude =
      exponent == 0 ? std::ldexp(mantissa, 1 - e.bias - e.mantissa)
                    : std::ldexp(mantissa + std::ldexp(1, e.mantissa), exponent - e.bias - e.mantissa);
  return (code >> (e.bits - 1) & 1) != 0 ? -magnitude : magnitude;
}
/// By search: the code nearest to x, the even one of two; beyond the largest, the largest.
std::uint32_t nearest(const Element& e, double x) {
  std::uint32_t best = 0;
  for (std::uint32_t code = 0; code < 1u << (e.bits - 1); ++code) {
    const double error = std::fabs(value_of(e, code) - std::fabs(x)),
                 least = std::fabs(value_of(e, best) - std::fabs(x));
    if (error < least || (error == least && code % 2 == 0)) best = code;
  }
  return best | (std::signbit(x) ? 1u << (e.bits - 1) : 0);
}

struct Names {
  Element to, from;
};
/// From v_cvt_scale[f32]_[sr_]pkN_TO_FROM or v_cvt_scalef32_2xpk16_TO_FROM.
Names names_of(std::string_view mnemonic) {
  const std::size_t last = mnemonic.rfind('_'), before = mnemonic.rfind('_', last - 1);
  return {elements().at(mnemonic.substr(before + 1, last - before - 1)),
          elements().at(mnemonic.substr(last + 1))};
}

template <typename Visit>
void each_block_row(const Visit& visit) {
  const auto each = [&](std::span<const isa::Semantics> table) {
    for (const isa::Semantics& row : table)
      if (const auto* block = std::get_if<isa::BlockConvert>(&row.operation);
          block != nullptr && block->scaled)
        visit(row, *block);
  };
  for (const auto table : isa::tables()) each(table);
  each(isa::gfx1250_convert_rows());
}

/// A finite number of the format, often around the narrow formats' range. None of 8 bits lies near its
/// largest.
std::uint32_t draw(const Element& e, std::mt19937& random) {
  const auto sign = static_cast<std::uint32_t>(random() & 1) << (e.bits - 1);
  const auto mantissa = static_cast<std::uint32_t>(random()) & ((1u << e.mantissa) - 1);
  const bool all_are_finite = e.bits == 4 || e.bits == 6;
  const int span = all_are_finite ? 1 << e.exponent : 14, low = all_are_finite ? 0 : e.bias - 8;
  const auto exponent =
      static_cast<std::uint32_t>(std::max(0, low + static_cast<int>(random() % static_cast<unsigned>(span))));
  return sign | exponent << e.mantissa | mantissa;
}

}  // namespace

std::set<std::string_view> block_cases() {
  std::set<std::string_view> names;
  for (const char* narrow : {"fp6", "bf6"})
    for (const char* wide : {"f32", "f16", "bf16"}) {
      static std::set<std::string> kept;
      const auto add = [&](std::string name) { names.insert(*kept.insert(std::move(name)).first); };
      add(std::string("v_cvt_scalef32_pk32_") + wide + '_' + narrow);
      add(std::string("v_cvt_scalef32_sr_pk32_") + narrow + '_' + wide);
      add(std::string(wide) == "f32" ? std::string("v_cvt_scalef32_2xpk16_") + narrow + "_f32"
                                     : std::string("v_cvt_scalef32_pk32_") + narrow + '_' + wide);
    }
  return names;
}

TEST_CASE("8 to 32 elements a lane are converted as one element is, searched for") {
  check_property("blocks", [](std::uint32_t seed) {
    std::mt19937 random(seed);
    each_block_row([&](const isa::Semantics& row, const isa::BlockConvert& block) {
      const auto [to, from] = names_of(row.mnemonic);
      const int exponent = static_cast<int>(random() % 5) - 2;
      std::array<Dwords, 2> sources{};
      const int elements = (block.source_dwords[0] + block.source_dwords[1]) * 32 / from.bits;
      for (int e = 0; e < elements; ++e) {
        const bool two = block.source_dwords[1] != 0;
        set_field(sources[two ? static_cast<std::size_t>(e % 2) : 0], from.bits, two ? e / 2 : e,
                  draw(from, random));
      }
      // A seed of 0 stays 0, and rounds towards zero: only numbers that the format holds are then predictable
      // here.
      const Dwords out = convert(block, sources, 0, std::ldexp(1.0f, exponent));
      for (int e = 0; e < elements; ++e) {
        const bool two = block.source_dwords[1] != 0;
        const std::uint32_t code =
            field(sources[two ? static_cast<std::size_t>(e % 2) : 0], from.bits, two ? e / 2 : e);
        const double x = value_of(from, code), result = value_of(to, field(out, to.bits, e));
        if (to.bits > from.bits) {
          RC_ASSERT(result == std::ldexp(x, exponent));
          continue;
        }
        const double quotient = std::ldexp(x, -exponent);
        if (!block.stochastic) {
          RC_ASSERT(field(out, to.bits, e) == nearest(to, quotient));
        } else {
          RC_ASSERT(std::fabs(result) <= std::fabs(quotient));
          RC_ASSERT(std::signbit(result) == std::signbit(quotient));
        }
      }
    });
  });
}

TEST_CASE("gfx1250 has conversions of 8 elements of 4 and 8 bits, and of 16 of 6 bits") {
  std::set<std::string> expected, rows;
  const auto expect = [&](std::initializer_list<std::string_view> parts) {
    std::string name;
    for (const std::string_view part : parts) name += part;
    expected.insert(std::move(name));
  };
  for (const std::string_view narrow : {"fp8", "bf8", "fp4", "fp6", "bf6"})
    for (const std::string_view wide : {"f32", "f16", "bf16"}) {
      const std::string_view elements = narrow[2] == '6' ? "pk16_" : "pk8_";
      expect({"v_cvt_scalef32_", elements, narrow, "_", wide});
      expect({"v_cvt_scalef32_sr_", elements, narrow, "_", wide});
      expect({"v_cvt_scale_", elements, wide, "_", narrow});
    }
  for (const isa::Semantics& row : isa::gfx1250_convert_rows()) rows.emplace(row.mnemonic);
  CHECK(rows == expected);
}

TEST_CASE("blocks by hand") {
  const auto row = [](std::string_view mnemonic) {
    return std::get<isa::BlockConvert>(isa::find(mnemonic, isa::kGfx950)->operation);
  };
  std::array<Dwords, 2> sources{};
  for (std::size_t e = 0; e < 16; ++e) {
    sources[0][e] = static_cast<std::uint32_t>(f(2));
    sources[1][e] = static_cast<std::uint32_t>(f(-0.5f));
  }
  // e2m3 at a scale of 2: 1 is 0x08, -0.25 is 0x22; the sources by turns.
  const Dwords two = convert(row("v_cvt_scalef32_2xpk16_fp6_f32"), sources, 0, 2);
  for (int e = 0; e < 32; ++e) CHECK(field(two, 6, e) == (e % 2 == 0 ? 0x08 : 0x22));
  // The first four elements fill 24 bits: 0x08, 0x22, 0x08, 0x22.
  CHECK((two[0] & 0xFFFFFF) == (0x22u << 18 | 0x08u << 12 | 0x22u << 6 | 0x08u));

  // Midway between 1 (0x08) and 1.125 (0x09): the seeds are 0x80000000, 197, 394, … and only the first rounds
  // up.
  std::array<Dwords, 2> midway{};
  midway[0].fill(static_cast<std::uint32_t>(f(1.0625f)));
  const Dwords drawn = convert(row("v_cvt_scalef32_sr_pk32_fp6_f32"), midway, 0x80000000, 1);
  CHECK(field(drawn, 6, 0) == 0x09);
  CHECK(field(drawn, 6, 1) == 0x08);
  CHECK(field(drawn, 6, 2) == 0x08);
  // 197 << 24 has lost one bit of 197, so the last seed of 26 doublings is not below half.
  std::uint32_t seed = 0x80000000;
  for (int e = 0; e < 32; ++e, seed = seed << 1 ^ (seed >> 31 != 0 ? 197u : 0u))
    CHECK(field(drawn, 6, e) == (seed >> 31 != 0 ? 0x09 : 0x08));

  // gfx1250's seeds go on from element to element alike. Midway between 1 and 1.5 of e2m1, and between 1 and
  // 1.125 of e4m3.
  const auto newer = [](std::string_view mnemonic) {
    return std::get<isa::BlockConvert>(isa::find(mnemonic, isa::kGfx1250)->operation);
  };
  midway[0].fill(static_cast<std::uint32_t>(f(1.25f)));
  CHECK(convert(newer("v_cvt_scalef32_sr_pk8_fp4_f32"), midway, 0x80000000, 1)[0] == 0x22222223);
  midway[0].fill(static_cast<std::uint32_t>(f(1.0625f)));
  CHECK(convert(newer("v_cvt_scalef32_sr_pk8_fp8_f32"), midway, 0x80000000, 1)[0] == 0x38383839);
  CHECK(field(convert(newer("v_cvt_scalef32_sr_pk16_fp6_f32"), midway, 0x80000000, 1), 6, 0) == 0x09);

  // Beyond the largest, 28 in e3m2 (0x1F), infinities and NaNs become it.
  std::array<Dwords, 2> beyond{};
  beyond[0].fill(0xFC007E00);  // f16: NaN, -infinity
  const Dwords held = convert(row("v_cvt_scalef32_pk32_bf6_f16"), beyond, 0, 1);
  CHECK(field(held, 6, 0) == 0x1F);
  CHECK(field(held, 6, 1) == 0x3F);

  std::array<Dwords, 2> codes{};
  set_field(codes[0], 6, 31, 0x3F);
  CHECK(convert(row("v_cvt_scalef32_pk32_f32_bf6"), codes, 0, 2)[31] == static_cast<std::uint32_t>(f(-56)));
  CHECK(convert(row("v_cvt_scalef32_pk32_f16_fp6"), codes, 0, 2)[15] == 0xCB800000);   // -15
  CHECK(convert(row("v_cvt_scalef32_pk32_bf16_fp6"), codes, 0, 2)[15] == 0xC1700000);  // -15
}

}  // namespace lockstep::tests
