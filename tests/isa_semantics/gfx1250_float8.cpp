// gfx1250's conversions of 8-bit formats: what the formats say of single values, every code of e5m3, and that
// clamp is what chooses e5m3.
#include "emulator/isa/tables/gfx1250_float8.hpp"

#include <cmath>
#include <set>

#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/roles.hpp"
#include "emulator/isa/tables/float8.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"
#include "tests/isa_semantics/harness.hpp"

namespace lockstep::tests {
namespace {

/// e5m3 has 1.0 as 0x78 and 3.0 as 0x84 (bias 15), no sign, 114688 as its largest and NaN as 0xFF.
std::vector<VectorCase> float8_cases() {
  constexpr std::uint64_t kNan = 0x7FC00000, kInfinity = 0x7F800000;
  constexpr std::uint64_t kThreeAndOne = 0x3C004200;  // of halves, the first in the low half
  return {
      v("v_cvt_pk_fp8_f32_e5m3", {f(3), f(1)}, 0x7884),
      v("v_cvt_pk_fp8_f32_e5m3", {f(-3), f(0x1p-17f)}, 0x0184),
      v("v_cvt_pk_fp8_f32_e5m3", {f(1.0625f), f(1.1875f)}, 0x7A78),  // half way, to even
      v("v_cvt_pk_fp8_f32_e5m3", {f(114688), f(122881)}, 0xFFFE),
      v("v_cvt_pk_fp8_f32_e5m3", {kInfinity, kNan}, 0xFFFF),
      v("v_cvt_pk_fp8_f32_e5m3", {kInfinity, kNan}, 0xFFFE).mode(kF16Overflow),
      v("v_cvt_sr_fp8_f32_e5m3", {f(3), 0xFFFFFFFF}, 0x84),
      v("v_cvt_sr_fp8_f32_e5m3", {f(1.0625f), 0}, 0x78),
      v("v_cvt_sr_fp8_f32_e5m3", {f(1.0625f), 0xFFFFFFFF}, 0x79),
      v("v_cvt_f32_fp8_e5m3", {0x84}, f(3)),
      v("v_cvt_f32_fp8_e5m3", {0x01}, f(0x1p-17f)),
      v("v_cvt_f32_fp8_e5m3", {0xFE}, f(114688)),
      v("v_cvt_f32_fp8_e5m3", {0xFF}, kNan),
      v("v_cvt_pk_fp8_f16_e5m3", {kThreeAndOne}, 0x7884),
      v("v_cvt_pk_fp8_f16", {kThreeAndOne}, 0x3844),
      v("v_cvt_pk_fp8_f16", {0xFBFF3C00}, 0xFF38),
      v("v_cvt_pk_fp8_f16", {0xFBFF3C00}, 0xFE38).mode(kF16Overflow),
      v("v_cvt_pk_bf8_f16", {kThreeAndOne}, 0x3C42),
      v("v_cvt_sr_fp8_f16", {0x3C40, 0}, 0x38),
      v("v_cvt_sr_fp8_f16", {0x3C40, 0xFFFFFFFF}, 0x39),
      v("v_cvt_sr_bf8_f16", {0xC200, 0xFFFFFFFF}, 0xC2),
      v("v_cvt_f16_fp8", {0x38}, 0x3C00),
      v("v_cvt_f16_fp8", {0x81}, 0x9800),
      v("v_cvt_f16_bf8", {0xC2}, 0xC200),
      v("v_cvt_f16_bf8", {0x7C}, 0x7C00),
      v("v_cvt_pk_f16_fp8", {0x3844}, kThreeAndOne),
      v("v_cvt_pk_f16_bf8", {0x3C42}, kThreeAndOne),
  };
}

isa::Instruction bound(std::string_view line, arch::Set archs) {
  isa::Instruction i = isa::read_line(line, 0, 8);
  isa::bind_semantics(i, archs);
  return i;
}

}  // namespace

TEST_CASE("gfx1250: conversions of 8-bit formats give what the formats say") {
  std::set<std::string_view> expected;
  for (const VectorCase& one : float8_cases()) {
    expected.insert(one.mnemonic);
    INFO(one.mnemonic);
    const isa::Semantics* const row = isa::find(one.mnemonic, isa::kGfx1250);
    REQUIRE(row != nullptr);
    CHECK(check(std::get<isa::VectorAlu>(row->operation), one) == "");
  }
  std::mt19937 random(1250);
  for (const isa::Semantics& row : isa::gfx1250_float8_rows()) {
    INFO(row.mnemonic);
    CHECK(expected.contains(row.mnemonic));
    for (int i = 0; i < 8; ++i)
      CHECK(lanes_agree(std::get<isa::VectorAlu>(row.operation), random_registers(random)));
  }
}

TEST_CASE("gfx1250: every code of e5m3 is the number that the format has, and back") {
  for (int code = 0; code < 256; ++code) {
    const double number = formats::to_double(formats::float8_ue5m3, std::uint64_t(code));
    const float decoded = isa::UnsignedFloat8::decode(std::uint8_t(code));
    CHECK((std::isnan(number) ? std::isnan(decoded) : double(decoded) == number));
    CHECK(int(isa::UnsignedFloat8::encode_float(decoded, {})) == code);
    CHECK(int(isa::UnsignedFloat8::encode(decoded, {})) == code);
  }
}

TEST_CASE("clamp on a conversion of fp8 chooses e5m3 on gfx1250, and clamps nothing") {
  for (const char* line : {"v_cvt_pk_fp8_f32 v2.l, v4, v5 clamp", "v_cvt_sr_fp8_f32 v2, v4, v5 clamp",
                           "v_cvt_f32_fp8_e64 v2, v4 clamp", "v_cvt_pk_fp8_f16 v2.l, v4 clamp"}) {
    INFO(line);
    const isa::Instruction i = bound(line, isa::kGfx1250);
    REQUIRE(i.semantics != nullptr);
    CHECK(i.semantics->mnemonic == i.mnemonic + std::string(isa::kWithClamp));
    CHECK_FALSE(i.modifiers.clamp);
  }
  const isa::Instruction plain = bound("v_cvt_f32_fp8_e64 v2, v4", isa::kGfx1250),
                         of_gfx950 = bound("v_cvt_f32_fp8_e64 v2, v4 clamp", isa::kGfx950);
  CHECK(plain.semantics->mnemonic == "v_cvt_f32_fp8");
  CHECK(of_gfx950.semantics->mnemonic == "v_cvt_f32_fp8");
  CHECK(of_gfx950.modifiers.clamp);
}

}  // namespace lockstep::tests
