#include "reference/formats/conversion.hpp"

#include <cmath>
#include <limits>
#include <random>

#include "reference/formats/formats.hpp"
#include "reference/formats/packing.hpp"
#include "reference/formats/search.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using formats::Conversion, formats::Format;

constexpr const Conversion& conversion(std::string_view name) {
  return *formats::find_conversion(name);
}

std::uint32_t e4m3(std::string_view name, float x) {
  return formats::convert(conversion(name), formats::float8_e4m3fn, x);
}

// Every value, midpoint and neighbour of either, both signs, and the specials.
template <typename Visit>
void for_each_telling(const std::vector<double>& values, const Visit& visit) {
  const auto around = [&](double at) {
    const auto x = float(at);
    for (const float y : {x, std::nextafterf(x, 0.0f), std::nextafterf(x, HUGE_VALF)}) visit(y), visit(-y);
  };
  for (std::size_t i = 0; i < values.size(); ++i) {
    around(values[i]);
    if (i > 0) around((values[i - 1] + values[i]) / 2);
  }
  for (const float y : {HUGE_VALF, std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::max(),
                        std::numeric_limits<float>::denorm_min()})
    visit(y), visit(-y);
}

std::size_t disagreements(const Format& format, const Conversion& fast, const Conversion& slow) {
  const formats::CodeSearch search(format, slow);
  std::mt19937 bits(1);
  std::size_t wrong = 0;
  const auto visit = [&](float x) {
    const std::uint32_t random = fast.noise == formats::Noise::none ? 0 : std::uint32_t(bits());
    wrong += formats::convert(fast, format, x, random) != search(x, random);
  };
  for_each_telling(search.values(), visit);
  for (int i = 0; i < 20'000; ++i) visit(std::bit_cast<float>(std::uint32_t(bits())));
  return wrong;
}

}  // namespace

TEST_CASE("conversions equal a search of the code table, for all formats and rules") {
  for (const Format* format : formats::kFormats) {
    if (format->specials == formats::Specials::exponent_only || format->bits > 16) continue;
    for (const Conversion& c : formats::kConversions) {
      CAPTURE(format->name, c.name);
      CHECK(disagreements(*format, c, c) == 0);
    }
  }
}

TEST_CASE("the search objects to every other rule") {
  for (const auto& [fast, slow] : {std::pair{"microxcaling_nearest", "microxcaling_even"},
                                   {"microxcaling_floor", "microxcaling_even"},
                                   {"deepgemm_fp4", "ocp_saturate"},
                                   {"ocp_nonsaturate", "ocp_saturate"},
                                   {"hip_host_saturate", "ocp_saturate"},
                                   {"hip_host_nonsaturate", "ocp_nonsaturate"},
                                   {"torch_2_13", "torch_before_2_13"},
                                   {"amd_cvt_sr_as_written", "amd_cvt_sr_carry"}}) {
    CAPTURE(fast, slow);
    CHECK(disagreements(formats::float8_e4m3fn, conversion(fast), conversion(slow)) > 0);
  }
  CHECK(disagreements(formats::float4_e2m1fn, conversion("ml_dtypes"), conversion("ocp_nonsaturate")) > 0);
}

TEST_CASE("tf32 rounds as the search and is read by cutting") {
  CHECK(disagreements(formats::tf32, conversion("ocp_nonsaturate"), conversion("ocp_nonsaturate")) == 0);
  static_assert(formats::tf32_code(0x3F801FFFu) == 0x3F800000u >> 13);
  static_assert(formats::to_double(formats::tf32, formats::tf32_code(0x3FC00000u)) == 1.5);
  static_assert(formats::is_infinity(formats::tf32, formats::tf32_code(0x7F800001u)));  // the payload is cut
}

TEST_CASE("libraries on 450, 464, 465, 1000 and infinity, as their documents say") {
  struct Row {
    std::string_view name;
    std::uint32_t at_450, at_464, at_465, at_1000, at_infinity;
  };
  constexpr std::uint32_t kMax = 0x7E, kNan = 0x7F;
  for (const Row& row :
       {Row{"ocp_saturate", kMax, kMax, kMax, kMax, kMax},
        Row{"ocp_nonsaturate", kMax, kMax, kNan, kNan, kNan},
        Row{"torch_before_2_13", kMax, kMax, kNan, kNan, kNan},
        Row{"torch_2_13", kMax, kMax, kMax, kMax, kNan}, Row{"ml_dtypes", kMax, kMax, kNan, kNan, kNan},
        Row{"hip_host_saturate", kMax, kMax, kMax, kMax, kNan},
        Row{"hip_host_nonsaturate", kNan, kNan, kNan, kNan, kNan},
        Row{"hip_device_saturate", kMax, kMax, kMax, kMax, kNan},
        Row{"microxcaling_nearest", kMax, kMax, kMax, kMax, kNan}}) {
    CAPTURE(row.name);
    CHECK(e4m3(row.name, 450) == row.at_450);
    CHECK(e4m3(row.name, 464) == row.at_464);
    CHECK(e4m3(row.name, 465) == row.at_465);
    CHECK(e4m3(row.name, 1000) == row.at_1000);
    CHECK(e4m3(row.name, HUGE_VALF) == row.at_infinity);
    CHECK(e4m3(row.name, -1000) == (row.at_1000 | 0x80));
    CHECK(formats::is_nan(formats::float8_e4m3fn, e4m3(row.name, NAN)));
  }
}

TEST_CASE("DeepGEMM's fp4 table sends ties to the smaller magnitude and folds minus zero") {
  const auto code = [](float x) {
    return formats::convert(conversion("deepgemm_fp4"), formats::float4_e2m1fn, x);
  };
  const std::array ties{0.25f, 0.75f, 1.25f, 1.75f, 2.5f, 3.5f, 5.0f};
  for (std::uint32_t i = 0; i < ties.size(); ++i) {
    CHECK(code(ties[i]) == i);
    CHECK(code(std::nextafterf(ties[i], 9.0f)) == i + 1);
  }
  CHECK(code(-0.1f) == 0);
  CHECK(code(-0.3f) == 9);
  CHECK(code(100) == 7);
}

TEST_CASE("stochastic rounding is unbiased with a carry and is not without") {
  // 1.9375 lies half way between 1.875 and 2: only a carry into the exponent reaches 2.
  std::mt19937 bits(7);
  double carried = 0, wrapped = 0;
  constexpr int kDraws = 20'000;
  for (int i = 0; i < kDraws; ++i) {
    const auto random = std::uint32_t(bits());
    const auto value = [&](std::string_view name) {
      return formats::to_double(formats::float8_e4m3fn,
                                formats::convert(conversion(name), formats::float8_e4m3fn, 1.9375f, random));
    };
    carried += value("amd_cvt_sr_carry"), wrapped += value("amd_cvt_sr_as_written");
  }
  CHECK(carried / kDraws == Approx(1.9375).margin(0.003));
  CHECK(wrapped / kDraws < 1.7);
}

TEST_CASE("every code of every format comes back, by every rule without noise") {
  for (const Format* format : formats::kFormats) {
    if (format->specials == formats::Specials::exponent_only || format->bits > 19) continue;
    for (const Conversion& c : formats::kConversions) {
      if (c.noise != formats::Noise::none) continue;
      std::size_t wrong = 0;
      const std::uint32_t codes = format->magnitude_mask() | format->sign_mask();
      for (std::uint32_t code = 0; code <= codes; ++code) {
        const formats::Value v = formats::decode(*format, code);
        if (v.kind != formats::Kind::finite && v.kind != formats::Kind::zero) continue;
        if (code == format->sign_mask() && !c.keeps_negative_zero) continue;
        wrong += formats::convert(c, *format, formats::to_double(*format, code)) != code;
      }
      CAPTURE(format->name, c.name);
      CHECK(wrong == 0);
    }
  }
}

TEST_CASE("ignored and absent signs") {
  using namespace formats;
  static_assert(to_double(float8_ue4m3, 0xC0) == to_double(float8_e4m3fn, 0x40));
  static_assert(is_nan(float8_ue4m3, 0xFF) && is_nan(float8_ue4m3, 0x7F));
  static_assert(to_double(float8_ue5m3, 0xFE) == 114688 && is_nan(float8_ue5m3, 0xFF));
  static_assert(to_double(float8_ue5m3, 1) == 0x1p-17);
  static_assert(convert(kConversions[0], float8_ue5m3, -3.0) == convert(kConversions[0], float8_ue5m3, 3.0));
  static_assert(decode(float8_e4m3fnuz, 0x80).kind == Kind::nan && largest_finite(float8_e4m3fnuz) == 0x7F);
}

TEST_CASE("short names") {
  using formats::find_short;
  CHECK(find_short("e4m3fn") == &formats::float8_e4m3fn);
  CHECK(find_short("e4m3fnuz") == &formats::float8_e4m3fnuz);
  CHECK(find_short("float8_e5m2") == &formats::float8_e5m2);
  CHECK(find_short("e2m1") == &formats::float4_e2m1fn);
  CHECK(find_short("e8m0") == &formats::float8_e8m0fnu);
  CHECK(find_short("tf32") == &formats::tf32);
  CHECK(find_short("e4m3") == nullptr);  // fn or fnuz?
  CHECK(find_short("") == nullptr);
}

TEST_CASE("packing: low nibble first, six bits little-endian, and back") {
  std::array<std::uint8_t, 3> sixes{};
  formats::pack(std::array<std::uint8_t, 4>{0b000001, 0b000010, 0b111111, 0b100000}, 6, sixes);
  CHECK(sixes == std::array<std::uint8_t, 3>{0b10'000001, 0b1111'0000, 0b100000'11});
  std::array<std::uint8_t, 2> nibbles{};
  formats::pack(std::array<std::uint8_t, 3>{1, 2, 3}, 4, nibbles);
  CHECK(nibbles == std::array<std::uint8_t, 2>{0x21, 0x03});
  for (const int bits : {4, 6, 8}) {
    for (std::size_t count = 0; count < 40; ++count) {
      std::vector<std::uint8_t> codes(count), dense(formats::packed_bytes(count, bits), 0xAA), back(count);
      for (std::size_t i = 0; i < count; ++i) codes[i] = std::uint8_t(i * 37u & ((1u << bits) - 1u));
      formats::pack(codes, bits, dense);
      formats::unpack(dense, bits, back);
      CHECK(back == codes);
    }
  }
}

}  // namespace lockstep::tests
