#include "emulator/matrix/gather.hpp"

#include <bit>
#include <cstring>

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

void gather_8bit(Shape shape, const std::uint32_t* const* registers, std::uint8_t* codes) {
  constexpr int kChunk = 16;
  const int groups = kLanes / shape.m;
  for (int half = 0; half < 2; ++half)
    for (int lane = 0; lane < kLanes; ++lane) {
      std::uint32_t run[4];
      for (int r = 0; r < 4; ++r) run[r] = registers[4 * half + r][lane];
      const int k = kChunk * (groups * half + lane / shape.m);
      std::memcpy(codes + (lane % shape.m) * shape.k + k, run, sizeof run);
    }
}

template <int Bits>
void gather_packed(Shape shape, const std::uint32_t* const* registers, std::uint8_t* codes) {
  for (int lane = 0; lane < kLanes; ++lane) {
    std::uint32_t words[Bits + 1] = {};  // one past the end is read, and shifted out, by the last 4-bit run
    for (int r = 0; r < Bits; ++r) words[r] = registers[r][lane];
    std::uint8_t* run = codes + (lane % shape.m) * shape.k + 32 * (lane / shape.m);
    for (int part = 0; part < 4; ++part) {
      const int bit = 8 * Bits * part;
      const std::uint64_t word = words[bit / 32] | std::uint64_t{words[bit / 32 + 1]} << 32;
      const std::uint64_t packed = (word >> bit % 32) & ((std::uint64_t{1} << 8 * Bits) - 1);
      const std::uint64_t spread = Bits == 4 ? spread_4bit(packed) : spread_6bit(packed);
      std::memcpy(run + 8 * part, &spread, sizeof spread);
    }
  }
}

}  // namespace

void gather_operand(Shape shape, const formats::Format& format, const std::uint32_t* const* registers,
                    std::uint8_t* codes) {
  switch (format.bits) {
    case 8:
      return gather_8bit(shape, registers, codes);
    case 6:
      return gather_packed<6>(shape, registers, codes);
    default:  // no element is narrower
      return gather_packed<4>(shape, registers, codes);
  }
}

void gather_scales(Shape shape, const std::uint32_t* lanes, int byte_select, std::uint8_t* scales) {
  for (int lane = 0; lane < kLanes; ++lane) {
    const ScaleElement at = scale_element(shape, lane);
    scales[at.index * shape.blocks() + at.block] = std::uint8_t(lanes[lane] >> 8 * byte_select);
  }
}

// Lanes of one lane group hold one row: each register is 64/n whole rows.
void gather_accumulator(Shape shape, const std::uint32_t* const* registers, float* c) {
  for (int reg = 0; reg < accumulator_registers(shape); ++reg)
    for (int lane = 0; lane < kLanes; lane += shape.n) {
      const int row = accumulator_element(shape, {reg, lane}).row;
      std::memcpy(c + row * shape.n, registers[reg] + lane, sizeof(float) * std::size_t(shape.n));
    }
}

void scatter_accumulator(Shape shape, const float* d, std::uint32_t* const* registers) {
  for (int reg = 0; reg < accumulator_registers(shape); ++reg)
    for (int lane = 0; lane < kLanes; lane += shape.n) {
      const int row = accumulator_element(shape, {reg, lane}).row;
      std::memcpy(registers[reg] + lane, d + row * shape.n, sizeof(float) * std::size_t(shape.n));
    }
}

}  // namespace lockstep::matrix
