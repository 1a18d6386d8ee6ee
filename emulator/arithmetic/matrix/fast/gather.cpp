#include "emulator/arithmetic/matrix/fast/gather.hpp"

#include <bit>
#include <cstring>
#include <type_traits>

#include "emulator/arithmetic/matrix/fast/transpose.hpp"
#include "host/simd_levels.hpp"

namespace lockstep::matrix {
namespace {

static_assert(std::endian::native == std::endian::little);

constexpr int kAtOnce = 4;  // lanes, which hold as many consecutive rows

/// Loads four registers of four lanes, and transposes them: the dwords of each lane become contiguous.
LOCKSTEP_INLINE void load_lanes(const std::uint32_t* const* registers, int lane, Words (&of_lane)[kAtOnce]) {
  for (int r = 0; r < kAtOnce; ++r) of_lane[r] = load<Words>(registers[r] + lane);
  transpose(of_lane);
}

// Gathers an operand. Shapes are template arguments: divisions become shifts, loops are unrolled.
template <Shape kShape>
LOCKSTEP_INLINE void gather_8bit(const std::uint32_t* const* registers, std::uint8_t* codes) {
  constexpr int kChunk = 16, kGroups = kLanes / kShape.m;
  for (int half = 0; half < 2; ++half)
    for (int lane = 0; lane < kLanes; lane += kAtOnce) {
      Words of_lane[kAtOnce];
      load_lanes(registers + 4 * half, lane, of_lane);
      std::uint8_t* run = codes + (lane % kShape.m) * kShape.k + kChunk * (kGroups * half + lane / kShape.m);
      for (int i = 0; i < kAtOnce; ++i) store(run + i * kShape.k, of_lane[i]);
    }
}

template <Shape kShape>
LOCKSTEP_INLINE void gather_4bit(const std::uint32_t* const* registers, std::uint8_t* codes) {
  for (int lane = 0; lane < kLanes; lane += kAtOnce) {
    Words of_lane[kAtOnce];
    load_lanes(registers, lane, of_lane);
    std::uint8_t* run = codes + (lane % kShape.m) * kShape.k + 32 * (lane / kShape.m);
    for (int i = 0; i < kAtOnce; ++i) {
      const auto pairs = std::bit_cast<Bytes>(of_lane[i]);
      Bytes spread[2];
      interleave(pairs & 15, pairs >> 4, spread);
      for (int part = 0; part < 2; ++part) store(run + i * kShape.k + 16 * part, spread[part]);
    }
  }
}

// Unpacks eight 6-bit elements, lowest first, to one per byte.
LOCKSTEP_INLINE std::uint64_t spread_6bit(std::uint64_t packed) {
  packed = (packed & 0xFFFFFF) | (packed & 0xFFFFFF000000) << 8;
  packed = (packed & 0x00000FFF00000FFF) | (packed & 0x00FFF00000FFF000) << 4;
  return (packed & 0x003F003F003F003F) | (packed & 0x0FC00FC00FC00FC0) << 2;
}

template <Shape kShape>
LOCKSTEP_INLINE void gather_6bit(const std::uint32_t* const* registers, std::uint8_t* codes) {
  constexpr int kRegisters = 6;
  for (int lane = 0; lane < kLanes; ++lane) {
    std::uint32_t words[kRegisters + 1] = {};
    for (int r = 0; r < kRegisters; ++r) words[r] = registers[r][lane];
    std::uint8_t* run = codes + (lane % kShape.m) * kShape.k + 32 * (lane / kShape.m);
    for (int part = 0; part < 4; ++part) {
      const int bit = 8 * kRegisters * part;
      const std::uint64_t word = words[bit / 32] | std::uint64_t{words[bit / 32 + 1]} << 32;
      const std::uint64_t spread = spread_6bit((word >> bit % 32) & ((std::uint64_t{1} << 48) - 1));
      std::memcpy(run + 8 * part, &spread, sizeof spread);
    }
  }
}

template <Shape kShape>
LOCKSTEP_INLINE void gather(int bits, const std::uint32_t* const* registers, std::uint8_t* codes) {
  switch (bits) {
    case 8:
      return gather_8bit<kShape>(registers, codes);
    case 6:
      return gather_6bit<kShape>(registers, codes);
    default:  // no element is narrower
      return gather_4bit<kShape>(registers, codes);
  }
}

// The lanes of a group hold one row: a register is 64/n whole rows. Calls move(register, lane, row, bytes of
// a row).
template <Shape kShape, typename Move>
LOCKSTEP_INLINE void for_each_row(Move move) {
  for (int reg = 0; reg < accumulator_registers(kShape); ++reg)
    for (int lane = 0; lane < kLanes; lane += kShape.n)
      move(reg, lane, accumulator_element(kShape, {reg, lane}).row,
           std::integral_constant<std::size_t, sizeof(float) * kShape.n>{});
}

template <typename Move>
LOCKSTEP_INLINE void for_each_row(Shape shape, Move move) {
  shape.n == 16 ? for_each_row<k16x16x128>(move) : for_each_row<k32x32x64>(move);
}

}  // namespace

LOCKSTEP_CLONES void gather_operand(Shape shape, const formats::Format& format,
                                    const std::uint32_t* const* registers, std::uint8_t* codes) {
  shape == k16x16x128 ? gather<k16x16x128>(format.bits, registers, codes)
                      : gather<k32x32x64>(format.bits, registers, codes);
}

LOCKSTEP_CLONES void gather_scales(const std::uint32_t* lanes, int byte_select, std::uint8_t* scales) {
  for (int l = 0; l < kLanes; ++l) scales[l] = std::uint8_t(lanes[l] >> (8 * byte_select));
}

LOCKSTEP_CLONES void gather_accumulator(Shape shape, const float* registers, float* c) {
  for_each_row(shape, [&](int reg, int lane, int row, auto bytes) __attribute__((always_inline)) {
    std::memcpy(c + row * shape.n, registers + reg * kLanes + lane, bytes);
  });
}

LOCKSTEP_CLONES void scatter_accumulator(Shape shape, const float* d, float* registers) {
  for_each_row(shape, [&](int reg, int lane, int row, auto bytes) __attribute__((always_inline)) {
    std::memcpy(registers + reg * kLanes + lane, d + row * shape.n, bytes);
  });
}

}  // namespace lockstep::matrix
