#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"

#include <array>

#include "reference/formats/formats.hpp"

namespace lockstep::matrix {

namespace {

constexpr int kChunk = 16;    // consecutive k of an 8-bit operand in one lane
constexpr int kPerLane = 32;  // elements of an operand in one lane

constexpr int lane_groups(Shape shape) {
  return kLanes / shape.m;
}

}  // namespace

RegisterBit operand_place(Shape shape, const formats::Format& format, int index, int k) {
  const int groups = lane_groups(shape);
  if (format.bits == 8) {
    const int chunk = k / kChunk;
    const int byte = kChunk * (chunk / groups) + k % kChunk;
    return {shape.m * (chunk % groups) + index, 8 * byte};
  }
  return {shape.m * (k / kPerLane) + index, format.bits * (k % kPerLane)};
}

OperandElement operand_element(Shape shape, const formats::Format& format, RegisterBit place) {
  const int group = place.lane / shape.m;
  const int element = place.bit / format.bits;
  if (format.bits == 8) {
    const int chunk = lane_groups(shape) * (element / kChunk) + group;
    return {place.lane % shape.m, kChunk * chunk + element % kChunk};
  }
  return {place.lane % shape.m, kPerLane * group + element};
}

int scale_lane(Shape shape, int index, int block) {
  return shape.m * block + index;
}

namespace {

constexpr std::array<const formats::Format*, kOperandFormats> kSelected{
    &formats::float8_e4m3fn, &formats::float8_e5m2,   &formats::float6_e2m3fn,
    &formats::float6_e3m2fn, &formats::float4_e2m1fn,
};

}  // namespace

const formats::Format* operand_format(int selector) {
  return selector >= 0 && selector < kOperandFormats ? kSelected[std::size_t(selector)] : nullptr;
}

int operand_selector(const formats::Format& format) {
  // Usually it is the very object of the table: comparing the fields takes far longer.
  for (int selector = 0; selector < kOperandFormats; ++selector)
    if (kSelected[std::size_t(selector)] == &format) return selector;
  for (int selector = 0; selector < kOperandFormats; ++selector)
    if (*kSelected[std::size_t(selector)] == format) return selector;
  return -1;
}

int operand_registers(const formats::Format& format) {
  return format.bits;
}

}  // namespace lockstep::matrix
