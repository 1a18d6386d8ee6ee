// Conversions between a float and one or two numbers of 8 bits, without a scale.
#pragma once

#include <cstdint>

#include "emulator/isa/tables/arithmetic.hpp"
#include "emulator/isa/tables/float8.hpp"
#include "emulator/isa/tables/scaled.hpp"

namespace lockstep::isa {

template <typename Format>
std::uint16_t to_float8_pair(float a, float b, Mode mode) {
  return static_cast<std::uint16_t>(Format::encode_float(b, mode) << 8 | Format::encode_float(a, mode));
}
template <typename Format>
float from_float8(std::uint32_t a) {
  return Format::decode(static_cast<std::uint8_t>(a));
}
template <typename Format>
std::uint64_t from_float8_pair(std::uint32_t a) {
  return std::uint64_t{bits_of(from_float8<Format>(a >> 8u))} << 32 | bits_of(from_float8<Format>(a));
}
template <typename Format>
std::uint32_t to_float8_stochastically(float a, std::uint32_t seed, Mode mode) {
  return Format::encode(a, mode, stochastic(seed, kMantissaBits<float> - Format::kStored));
}

}  // namespace lockstep::isa
