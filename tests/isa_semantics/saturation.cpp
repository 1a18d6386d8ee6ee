// Integer arithmetic under clamp.
#include <algorithm>
#include <limits>

#include "tests/catch.hpp"
#include "tests/isa_semantics/harness.hpp"
#include "tests/property.hpp"

namespace lockstep::tests {
namespace {

constexpr std::uint64_t kOnes = 0xFFFFFFFF, kMost = 0x7FFFFFFF, kLeast = 0x80000000;

/// Operands whose exact result lies beyond the range, and the end of the range.
std::vector<VectorCase> beyond_the_range() {
  constexpr std::uint64_t kOnes64 = ~std::uint64_t{0}, kMost64 = kOnes64 >> 1;
  return {
      v("v_add_u32", {kOnes, 2}, kOnes),
      v("v_sub_u32", {1, 2}, 0),
      v("v_subrev_u32", {2, 1}, 0),
      v("v_add_i32", {kMost, 1}, kMost),
      v("v_sub_i32", {kLeast, 1}, kLeast),
      v("v_add_u16", {0xFFFF, 1}, 0xFFFF),
      v("v_sub_u16", {1, 2}, 0),
      v("v_subrev_u16", {2, 1}, 0),
      v("v_mul_lo_u16", {0x100, 0x100}, 0xFFFF),
      v("v_add_i16", {0x7FFF, 1}, 0x7FFF),
      v("v_sub_i16", {0x8000, 1}, 0x8000),
      v("v_mad_u16", {0x100, 0x100, 0}, 0xFFFF),
      v("v_mad_i16", {0x8000, 2, 0}, 0x8000),
      v("v_mad_legacy_u16", {0xFF, 0x100, 0x100}, 0xFFFF),
      v("v_mad_legacy_i16", {0x7FFF, 1, 1}, 0x7FFF),
      v("v_mad_u32_u16", {0xFFFF, 0xFFFF, kOnes}, kOnes),
      v("v_mad_i32_i16", {0x8000, 0x7FFF, kLeast}, kLeast),
      v("v_mul_i32_i24", {0x7FFFFF, 0x7FFFFF}, kMost),
      v("v_mul_i32_i24", {0x800000, 0x7FFFFF}, kLeast),
      v("v_mul_u32_u24", {0xFFFFFF, 0xFFFFFF}, kOnes),
      v("v_mad_i32_i24", {0x800000, 0x7FFFFF, 0}, kLeast),
      v("v_mad_u32_u24", {1, 1, kOnes}, kOnes),
      v("v_add_co_u32", {kOnes, 1}, kOnes).mask(true),
      v("v_sub_co_u32", {0, 1}, 0).mask(true),
      v("v_subrev_co_u32", {1, 0}, 0).mask(true),
      v("v_addc_co_u32", {kOnes, 0}, kOnes).carry().mask(true),
      v("v_subb_co_u32", {0, 0}, 0).carry().mask(true),
      v("v_subbrev_co_u32", {0, 0}, 0).carry().mask(true),
      v("v_mad_u64_u32", {kOnes, kOnes, kOnes64}, kOnes64).mask(true),
      v("v_mad_i64_i32", {kMost, kMost, kMost64}, kMost64).mask(false),
      v("v_mad_i64_i32", {kLeast, kMost, kMost64 + 1}, kMost64 + 1).mask(true),
      v("v_dot2_i32_i16", {0x7FFF7FFF, 0x7FFF7FFF, kMost}, kMost),
      v("v_dot2_u32_u16", {kOnes, kOnes, kOnes}, kOnes),
      v("v_dot2c_i32_i16", {0x80008000, 0x7FFF7FFF}, kLeast).old(kLeast),
      v("v_dot4_i32_i8", {0x7F7F7F7F, 0x7F7F7F7F, kMost}, kMost),
      v("v_dot4_u32_u8", {1, 1, kOnes}, kOnes),
      v("v_dot4c_i32_i8", {0x80, 1}, kLeast).old(kLeast),
      v("v_dot8_i32_i4", {0x77777777, 0x77777777, kMost}, kMost),
      v("v_dot8_u32_u4", {0x10, 0x10, kOnes}, kOnes),
      v("v_dot8c_i32_i4", {8, 1}, kLeast).old(kLeast),
      v("v_sad_u8", {0, 0xFF, kOnes}, kOnes),
      v("v_msad_u8", {0, 1, kOnes}, kOnes),
      v("v_sad_hi_u8", {0xFF, 0, kOnes}, kOnes),
      v("v_sad_u16", {0, 1, kOnes}, kOnes),
      v("v_sad_u32", {0, 1, kOnes}, kOnes),
      v("v_qsad_pk_u16_u8", {0, 0x01010101, 0xFFFF0000FFFFFFFE}, 0xFFFF0004FFFFFFFF),
      v("v_mqsad_pk_u16_u8", {0, 0x00000001, 0xFFFF0000FFFF0000}, 0xFFFF0001FFFF0001),
      v("v_pk_add_u16", {0xFFFF, 1}, 0xFFFF),
      v("v_pk_sub_u16", {1, 2}, 0),
      v("v_pk_mad_u16", {0x100, 0x100, 0}, 0xFFFF),
      v("v_pk_mul_lo_u16", {0x100, 0x100}, 0xFFFF),
      v("v_pk_add_i16", {0x8000, 0xFFFF}, 0x8000),
      v("v_pk_sub_i16", {0x7FFF, 0xFFFF}, 0x7FFF),
      v("v_pk_mad_i16", {0x8000, 2, 0}, 0x8000),
  };
}

isa::VectorAlu clamped(const isa::VectorAlu& row) {
  isa::VectorAlu copy = row;
  copy.evaluate = row.saturating;
  return copy;
}

bool is_end_of_range(std::uint64_t bits, isa::Type type) {
  const std::uint64_t width = static_cast<std::uint64_t>(isa::bits(type));
  const std::uint64_t ones = ~std::uint64_t{0} >> (64 - width), sign = std::uint64_t{1} << (width - 1);
  return bits == 0 || bits == ones || bits == sign || bits == ones - sign;
}

}  // namespace

TEST_CASE("clamp holds integer results at the ends of their range") {
  for (const VectorCase& one : beyond_the_range()) {
    INFO(one.mnemonic);
    const auto& row = std::get<isa::VectorAlu>(isa::find(one.mnemonic, isa::kGfx950)->operation);
    REQUIRE(row.saturating != nullptr);
    CHECK(check(clamped(row), one) == "");
    CHECK(check(row, one) != "");  // without clamp the result wraps
  }
}

TEST_CASE("every row that saturates has an operand beyond the range, and no lane minds its neighbour") {
  const std::vector<VectorCase> cases = beyond_the_range();
  check_property("saturating lanes", [&](std::uint32_t seed) {
    std::mt19937 random(seed);
    const LaneRegisters registers = random_registers(random);
    each_vector_row([&](const isa::Semantics& row, const isa::VectorAlu& alu) {
      if (alu.saturating == nullptr) return;
      RC_ASSERT(std::ranges::any_of(cases, [&](const VectorCase& c) { return c.mnemonic == row.mnemonic; }));
      RC_ASSERT(lanes_agree(clamped(alu), registers));
      // qsad's four results share a register; the others leave the wrapped result only for an end of the
      // range.
      if (row.mnemonic.find("qsad") != std::string_view::npos) return;
      LaneRegisters wrapped = registers, held = registers;
      wrapped.evaluate(alu);
      held.evaluate(clamped(alu));
      for (int lane = 0; lane < isa::kMaxLanes; ++lane)
        RC_ASSERT(held.result(lane) == wrapped.result(lane) ||
                  is_end_of_range(held.result(lane), alu.destination));
    });
  });
}

}  // namespace lockstep::tests
