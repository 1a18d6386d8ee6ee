// gfx1250's integers of four and eight bits: products of either sign, saturation, look-ups in tables of
// sixteen elements. And the lane numbers that look-ups between lanes go by.
#include <array>

#include "emulator/isa/tables/bit_fields.hpp"
#include "emulator/isa/tables/integer.hpp"
#include "emulator/isa/tables/lanes.hpp"
#include "emulator/isa/tables/saturating.hpp"

namespace lockstep::isa {
namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;
using I32 = std::int32_t;
using U64 = std::uint64_t;
using I64 = std::int64_t;

constexpr std::string_view
    kDots = "RDNA3 ISA, VOP3P instructions: bits 0 and 1 of NEG say that A and B are signed",
    kSaturated = "RDNA4 ISA, VOP1 instructions",
    kLookUp = "CDNA5 ISA, VOP3 instructions, as a test of AMD's quotes it: the table's low end is source 1",
    kLaneNumbers =
        "CDNA5 ISA, VOP3 instructions, as others quote it: a hypothesis (AMD's rocjitsu has a xor)";

/// Field `index` of kBits bits, its highest the sign or not.
template <int kBits>
constexpr I64 field(U32 all, int index, bool is_signed) {
  const U32 up = all << (32 - kBits * (index + 1));
  return is_signed ? I64{static_cast<I32>(up) >> (32 - kBits)} : I64{up >> (32 - kBits)};
}
template <int kBits>
constexpr I64 exact_dot(U32 a, U32 b, I32 c, SignedSources are) {
  I64 sum = c;
  for (int i = 0; i < 32 / kBits; ++i)
    sum += field<kBits>(a, i, (are.bits & 1) != 0) * field<kBits>(b, i, (are.bits & 2) != 0);
  return sum;
}
template <int kBits>
I32 dot_of_signs(U32 a, U32 b, I32 c, SignedSources are) {
  return static_cast<I32>(exact_dot<kBits>(a, b, c, are));
}
template <int kBits>
I32 saturated_dot_of_signs(U32 a, U32 b, I32 c, SignedSources are) {
  return saturated<I32>(exact_dot<kBits>(a, b, c, are));
}

template <int kLeast, int kMost>
U16 four_of_bytes(U32 a) {
  U32 result = 0;
  for (int i = 0; i < 4; ++i) {
    const auto held = middle<I64>(kLeast, field<8>(a, i, kLeast < 0), kMost);
    result |= (static_cast<U32>(held) & 0xF) << (4 * i);
  }
  return static_cast<U16>(result);
}

/// Sixteen elements of kBits bits, each the element of the table whose number is in the selector's four bits.
template <int kBits>
void look_up(const std::array<U32, 4>& table, const U32* selectors, U32* out) {
  for (int d = 0; d < kBits / 2; ++d) out[d] = 0;
  for (int e = 0; e < 16; ++e)
    put<kBits>(out, e, take<kBits>(table.data(), static_cast<int>(take<4>(selectors, e))));
}
U64 four_bits_of(U32 high, U32 low, U64 selectors) {
  const std::array<U32, 2> by{static_cast<U32>(selectors), static_cast<U32>(selectors >> 32)};
  std::array<U32, 2> out;
  look_up<4>({low, high}, by.data(), out.data());
  return U64{out[1]} << 32 | out[0];
}
void six_bits_of(const BlockInputs& in, U32* out) {
  const U32* const low = in.source[1];
  look_up<6>({low[0], low[1], in.source[0][0]}, in.source[2], out);
}
void eight_bits_of(const BlockInputs& in, U32* out) {
  const U32 *const high = in.source[0], *const low = in.source[1];
  look_up<8>({low[0], low[1], high[0], high[1]}, in.source[2], out);
}

/// The address by which ds_bpermute fetches lane `a` of this lane's group of so many lanes.
U32 address_in_group(U32 a, U32 lanes, LaneIndex lane) {
  const U32 inside = lanes - 1;
  return ((lane.value & ~inside) | (a & inside)) << 2;
}

constexpr Semantics look_up_row(std::string_view mnemonic, BlockFunction evaluate,
                                std::array<std::uint8_t, 3> sources, std::uint8_t destination) {
  BlockConvert row{evaluate, sources, destination};
  row.scaled = false;
  return {mnemonic, row, kLookUp};
}

constexpr auto kRows = on(
    kGfx1250, std::array{
                  // clang-format off
    lane_op<dot_of_signs<8>, saturated_dot_of_signs<8>>("v_dot4_i32_iu8", kDots),
    lane_op<dot_of_signs<4>, saturated_dot_of_signs<4>>("v_dot8_i32_iu4", kDots),
    lane_op<four_of_bytes<-8, 7>>("v_sat_pk4_i4_i8", kSaturated, kOpSel),
    lane_op<four_of_bytes<0, 15>>("v_sat_pk4_u4_u8", kSaturated, kOpSel),
    lane_op<four_bits_of>("v_perm_pk16_b4_u4", kLookUp, moves_by(0b100)),
    look_up_row("v_perm_pk16_b6_u4", &six_bits_of, {1, 2, 2}, 3),
    look_up_row("v_perm_pk16_b8_u4", &eight_bits_of, {2, 2, 2}, 4),
    lane_op<address_in_group>("v_permlane_idx_gen_b32", kLaneNumbers),
    Semantics{"ds_bpermute_fi_b32", LanePermute::bpermute_of_all, "RDNA4 ISA, LDS instructions"},
                  // clang-format on
              });

}  // namespace

std::span<const Semantics> gfx1250_small_integer_rows() {
  return kRows;
}

}  // namespace lockstep::isa
