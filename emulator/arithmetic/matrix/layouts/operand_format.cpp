#include "emulator/arithmetic/matrix/layouts/operand_format.hpp"

#include <array>

#include "reference/formats/formats.hpp"

namespace lockstep::matrix {
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
