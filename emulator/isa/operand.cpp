#include "emulator/isa/operand.hpp"

#include "emulator/isa/inline_float.hpp"

namespace lockstep::isa {

std::uint64_t Operand::constant_bits(int width, bool float_type) const {
  const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  if (is_float) {
    const InlineFloat* row = find_inline_float(number);
    if (row == nullptr) return 0;
    const std::uint64_t magnitude = width == 16 ? row->f16 : width == 32 ? row->f32 : row->f64;
    const std::uint64_t sign = std::uint64_t{number < 0} << (width - 1);
    return (magnitude | sign) & mask;
  }
  if (is_literal && float_type && width == 64) return std::uint64_t(integer) << 32;
  return std::uint64_t(integer) & mask;
}

}  // namespace lockstep::isa
