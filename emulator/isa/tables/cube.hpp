// Faces of a cube map: which one a direction meets, and where.
#pragma once

#include <cmath>
#include <cstdint>

#include "emulator/isa/tables/arithmetic.hpp"

namespace lockstep::isa::cube {

enum class Axis : std::uint8_t { x, y, z };

/// The axis of the largest component; of equal ones z goes before y, and y before x.
inline Axis major(float x, float y, float z) {
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  return az >= ax && az >= ay ? Axis::z : ay >= ax ? Axis::y : Axis::x;
}
inline float component(Axis axis, float x, float y, float z) {
  return axis == Axis::x ? x : axis == Axis::y ? y : z;
}

/// Faces are numbered +x, -x, +y, -y, +z, -z.
inline float face(float x, float y, float z) {
  const Axis axis = major(x, y, z);
  return 2.0f * static_cast<float>(axis) + (component(axis, x, y, z) < 0 ? 1.0f : 0.0f);
}
inline float s(float x, float y, float z) {
  switch (major(x, y, z)) {
    case Axis::x:
      return x < 0 ? z : -z;
    case Axis::y:
      return x;
    default:
      return z < 0 ? -x : x;
  }
}
inline float t(float x, float y, float z) {
  if (major(x, y, z) != Axis::y) return -y;
  return y < 0 ? -z : z;
}
/// Twice the largest component.
inline float twice_major(float x, float y, float z) {
  return multiply(2.0f, component(major(x, y, z), x, y, z));
}

}  // namespace lockstep::isa::cube
