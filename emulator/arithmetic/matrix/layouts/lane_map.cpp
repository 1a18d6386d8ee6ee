#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"

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

}  // namespace lockstep::matrix
