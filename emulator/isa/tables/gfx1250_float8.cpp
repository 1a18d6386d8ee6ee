#include "emulator/isa/tables/gfx1250_float8.hpp"

#include <array>

#include "emulator/isa/tables/float8_lanes.hpp"
#include "emulator/isa/tables/half.hpp"
#include "emulator/isa/tables/lanes.hpp"

namespace lockstep::isa {
namespace {

using U16 = std::uint16_t;
using U32 = std::uint32_t;

constexpr std::string_view kE5m3 = "LLVM 22, where clamp selects e5m3 (isCvtFP8E5M3); overflow as of e4m3",
                           kHalf = "LLVM 22, gfx1250's conversions of f16; overflow and the seed as of f32";

double half_of(U32 two, int index) {
  return widen(Half{static_cast<U16>(two >> 16 * index)});
}
template <typename Format>
U16 pair_of_halves(U32 two, Mode mode) {
  return static_cast<U16>(Format::encode(half_of(two, 1), mode) << 8 | Format::encode(half_of(two, 0), mode));
}
template <typename Format>
U32 half_stochastically(Half a, U32 seed, Mode mode) {
  return Format::encode(widen(a), mode, stochastic(seed, kMantissaBits<Half> - Format::kStored));
}
template <typename Format>
Half to_half_of_byte(U32 a) {
  return narrow_half(double{from_float8<Format>(a)});
}
template <typename Format>
U32 to_halves_of_bytes(U32 a) {
  return U32{to_half_of_byte<Format>(a >> 8).bits} << 16 | to_half_of_byte<Format>(a).bits;
}

// What op_sel, halves and byte_sel choose of source 0, and of the destination.
constexpr Traits kByte{.op_sel_source = SourceSelect::byte};
constexpr Traits kByteToHalf{.op_sel_halves = true, .keeps_half = true, .op_sel_source = SourceSelect::byte};
constexpr Traits kHalfToPair{.op_sel_source = SourceSelect::half, .pair = Type::f16};
constexpr Traits kHalfToByte{.op_sel_halves = true, .op_sel_byte = true};
constexpr Traits kPairToHalf{.op_sel_halves = true, .keeps_half = true, .numbers = {Type::f16}};

constexpr auto kRows =
    on(kGfx1250, std::array{
                     // clang-format off
    lane_op<to_float8_pair<UnsignedFloat8>>("v_cvt_pk_fp8_f32_e5m3", kE5m3, kOpSel),
    lane_op<to_float8_stochastically<UnsignedFloat8>>("v_cvt_sr_fp8_f32_e5m3", kE5m3, kToByte),
    lane_op<from_float8<UnsignedFloat8>>("v_cvt_f32_fp8_e5m3", kE5m3, exact(kByte)),
    lane_op<pair_of_halves<UnsignedFloat8>>("v_cvt_pk_fp8_f16_e5m3", kE5m3, kPairToHalf),
    lane_op<pair_of_halves<Fp8>>("v_cvt_pk_fp8_f16", kHalf, kPairToHalf),
    lane_op<pair_of_halves<Bf8>>("v_cvt_pk_bf8_f16", kHalf, kPairToHalf),
    lane_op<half_stochastically<Fp8>>("v_cvt_sr_fp8_f16", kHalf, kHalfToByte),
    lane_op<half_stochastically<Bf8>>("v_cvt_sr_bf8_f16", kHalf, kHalfToByte),
    lane_op<to_half_of_byte<Fp8>>("v_cvt_f16_fp8", kHalf, exact(kByteToHalf)),
    lane_op<to_half_of_byte<Bf8>>("v_cvt_f16_bf8", kHalf, exact(kByteToHalf)),
    lane_op<to_halves_of_bytes<Fp8>>("v_cvt_pk_f16_fp8", kHalf, exact(kHalfToPair)),
    lane_op<to_halves_of_bytes<Bf8>>("v_cvt_pk_f16_bf8", kHalf, exact(kHalfToPair)),
                     // clang-format on
                 });

}  // namespace

std::span<const Semantics> gfx1250_float8_rows() {
  return kRows;
}

}  // namespace lockstep::isa
