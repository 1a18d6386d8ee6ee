#include "emulator/isa/constant.hpp"

namespace lockstep::isa {

namespace {

std::uint64_t number_bits(double number, Type type) {
  const InlineFloat* const row = find_inline_float(number);
  if (row == nullptr) return 0;
  const auto with_sign = [&](std::uint64_t magnitude, int width) {
    return magnitude | std::uint64_t{number < 0} << (width - 1);
  };
  if (bits(type) == 64) return with_sign(row->f64, 64);
  if (type == Type::f16) return with_sign(row->f16, 16);
  if (type == Type::bf16) return with_sign(row->f32 >> 16, 16);
  return with_sign(row->f32, 32);
}

}  // namespace

std::uint64_t constant_bits(const Operand& constant, Type type) {
  if (constant.is_float) return number_bits(constant.number, type);
  const auto low = std::uint32_t(constant.integer);
  if (bits(type) != 64) return low;
  if (!constant.is_literal) return std::uint64_t(constant.integer);
  if (type == Type::f64) return std::uint64_t{low} << 32;
  return type == Type::i64 ? std::uint64_t(std::int64_t(std::int32_t(low))) : low;
}

}  // namespace lockstep::isa
