// Where the elements of a matrix instruction lie in the registers of a wave, both ways.
//
// Sources: the lane maps of LLVM's AMDGPU tests, AMD's matrix core articles and HipKittens agree on these.
// Indices are in range by contract: index < m, k < shape.k, lane < 64, and a bit offset is that of an
// element's lowest bit.
#pragma once

#include "emulator/arithmetic/matrix/layouts/shape.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::matrix {

inline constexpr int kOperandFormats = 5;

/// The format that CBSZ (for A) or BLGP (for B) selects: 0 e4m3fn, 1 e5m2, 2 e2m3, 3 e3m2, 4 e2m1, else
/// nullptr. Source: LLVM AMDGPU, clang's AMDGPU builtins.
const formats::Format* operand_format(int selector);

/// The selector of a format; -1 when it is not one of the five.
int operand_selector(const formats::Format& format);

/// 32-bit registers per lane that hold an operand: 8, 6 or 4 for 8, 6 or 4-bit elements, 32 of them per lane.
int operand_registers(const formats::Format& format);

/// A bit of a lane's operand registers, read as one little-endian number: the lowest bit of an element.
struct RegisterBit {
  int lane, bit;
  constexpr bool operator==(const RegisterBit&) const = default;
};
struct OperandElement {
  int index, k;  ///< index: row of A or column of B
  constexpr bool operator==(const OperandElement&) const = default;
};

/// Where an element of A or B lies. With G = 64/m lane groups of m lanes each, an 8-bit operand is dealt to
/// the groups in chunks of 16 k, twice around; 6 and 4-bit operands give each group 32 consecutive k. So
/// operands of mixed width have different maps.
RegisterBit operand_place(Shape shape, const formats::Format& format, int index, int k);
OperandElement operand_element(Shape shape, const formats::Format& format, RegisterBit place);

struct ScaleElement {
  int index, block;  ///< block: k / 32
  constexpr bool operator==(const ScaleElement&) const = default;
};

/// The lane that holds the scale of one 32-block: lane group `block`, which is not always the group that
/// holds the block's elements.
int scale_lane(Shape shape, int index, int block);
constexpr ScaleElement scale_element(Shape shape, int lane) {
  return {lane % shape.m, lane / shape.m};
}

struct RegisterLane {
  int reg, lane;
  constexpr bool operator==(const RegisterLane&) const = default;
};
struct AccumulatorElement {
  int row, col;
  constexpr bool operator==(const AccumulatorElement&) const = default;
};

inline constexpr int kAccumulatorBand = 4;  ///< consecutive accumulator rows in one lane

/// Registers of C and D: m * n / 64, that is 4 or 16.
constexpr int accumulator_registers(Shape shape) {
  return shape.m * shape.n / kLanes;
}
/// Where an element of C or D lies: a register holds four-row bands, row = 4 * (64/m) * (reg/4) + 4 *
/// (lane/m) + reg%4, col = lane % m.
constexpr RegisterLane accumulator_place(Shape shape, int row, int col) {
  const int band = row / kAccumulatorBand, groups = kLanes / shape.n;
  return {kAccumulatorBand * (band / groups) + row % kAccumulatorBand, band % groups * shape.n + col};
}
constexpr AccumulatorElement accumulator_element(Shape shape, RegisterLane place) {
  const int band = kLanes / shape.m * (place.reg / kAccumulatorBand) + place.lane / shape.n;
  return {kAccumulatorBand * band + place.reg % kAccumulatorBand, place.lane % shape.n};
}

}  // namespace lockstep::matrix
