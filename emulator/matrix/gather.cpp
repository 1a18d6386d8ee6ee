#include "emulator/matrix/gather.hpp"

#include <bit>
#include <cstring>
#include <type_traits>

#include "emulator/matrix/lane_map.hpp"

namespace lockstep::matrix {
namespace {

static_assert(std::endian::native == std::endian::little);

// Eight packed elements, lowest first, to one per byte.
std::uint64_t spread_4bit(std::uint64_t packed) {
  packed = (packed | packed << 16) & 0x0000FFFF0000FFFF;
  packed = (packed | packed << 8) & 0x00FF00FF00FF00FF;
  return (packed | packed << 4) & 0x0F0F0F0F0F0F0F0F;
}

std::uint64_t spread_6bit(std::uint64_t packed) {
  packed = (packed & 0xFFFFFF) | (packed & 0xFFFFFF000000) << 8;
  packed = (packed & 0x00000FFF00000FFF) | (packed & 0x00FFF00000FFF000) << 4;
  return (packed & 0x003F003F003F003F) | (packed & 0x0FC00FC00FC00FC0) << 2;
}

// The shapes are known where these are compiled: their divisions become shifts, their loops are unrolled.
template <Shape kShape>
void gather_8bit(const std::uint32_t* const* registers, std::uint8_t* codes) {
  constexpr int kChunk = 16, kGroups = kLanes / kShape.m;
  for (int half = 0; half < 2; ++half)
    for (int lane = 0; lane < kLanes; ++lane) {
      std::uint32_t run[4];
      for (int r = 0; r < 4; ++r) run[r] = registers[4 * half + r][lane];
      const int k = kChunk * (kGroups * half + lane / kShape.m);
      std::memcpy(codes + (lane % kShape.m) * kShape.k + k, run, sizeof run);
    }
}

template <Shape kShape, int kBits>
void gather_packed(const std::uint32_t* const* registers, std::uint8_t* codes) {
  for (int lane = 0; lane < kLanes; ++lane) {
    std::uint32_t words[kBits + 1] = {};  // one past the end is read, and shifted out, by the last 4-bit run
    for (int r = 0; r < kBits; ++r) words[r] = registers[r][lane];
    std::uint8_t* run = codes + (lane % kShape.m) * kShape.k + 32 * (lane / kShape.m);
    for (int part = 0; part < 4; ++part) {
      const int bit = 8 * kBits * part;
      const std::uint64_t word = words[bit / 32] | std::uint64_t{words[bit / 32 + 1]} << 32;
      const std::uint64_t packed = (word >> bit % 32) & ((std::uint64_t{1} << 8 * kBits) - 1);
      const std::uint64_t spread = kBits == 4 ? spread_4bit(packed) : spread_6bit(packed);
      std::memcpy(run + 8 * part, &spread, sizeof spread);
    }
  }
}

template <Shape kShape>
void gather(int bits, const std::uint32_t* const* registers, std::uint8_t* codes) {
  switch (bits) {
    case 8:
      return gather_8bit<kShape>(registers, codes);
    case 6:
      return gather_packed<kShape, 6>(registers, codes);
    default:  // no element is narrower
      return gather_packed<kShape, 4>(registers, codes);
  }
}

// Lanes of one lane group hold one row: each register is 64/n whole rows. Calls move(register, lane, row,
// bytes of a row).
template <Shape kShape, typename Move>
void for_each_row(Move move) {
  for (int reg = 0; reg < accumulator_registers(kShape); ++reg)
    for (int lane = 0; lane < kLanes; lane += kShape.n)
      move(reg, lane, accumulator_element(kShape, {reg, lane}).row,
           std::integral_constant<std::size_t, sizeof(float) * kShape.n>{});
}

template <typename Move>
void for_each_row(Shape shape, Move move) {
  shape.n == 16 ? for_each_row<k16x16x128>(move) : for_each_row<k32x32x64>(move);
}

}  // namespace

void gather_operand(Shape shape, const formats::Format& format, const std::uint32_t* const* registers,
                    std::uint8_t* codes) {
  shape == k16x16x128 ? gather<k16x16x128>(format.bits, registers, codes)
                      : gather<k32x32x64>(format.bits, registers, codes);
}

void gather_scales(Shape shape, const std::uint32_t* lanes, int byte_select, std::uint8_t* scales) {
  for (int lane = 0; lane < kLanes; ++lane) {
    const ScaleElement at = scale_element(shape, lane);
    scales[at.index * shape.blocks() + at.block] = std::uint8_t(lanes[lane] >> 8 * byte_select);
  }
}

void gather_accumulator(Shape shape, const std::uint32_t* const* registers, float* c) {
  for_each_row(shape, [&](int reg, int lane, int row, auto bytes) {
    std::memcpy(c + row * shape.n, registers[reg] + lane, bytes);
  });
}

void scatter_accumulator(Shape shape, const float* d, std::uint32_t* const* registers) {
  for_each_row(shape, [&](int reg, int lane, int row, auto bytes) {
    std::memcpy(registers[reg] + lane, d + row * shape.n, bytes);
  });
}

}  // namespace lockstep::matrix
