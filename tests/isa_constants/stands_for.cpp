#include "tests/isa_constants/stands_for.hpp"

#include <cstdlib>

namespace lockstep::tests {
namespace {

struct Number {
  double value;
  std::uint32_t f16, bf16, f32;
  std::uint64_t f64;
};
// 240 to 248 of the encodings of a source.
constexpr Number kNumbers[] = {
    {0.5, 0x3800, 0x3F00, 0x3F00'0000, 0x3FE0'0000'0000'0000},
    {-0.5, 0xB800, 0xBF00, 0xBF00'0000, 0xBFE0'0000'0000'0000},
    {1, 0x3C00, 0x3F80, 0x3F80'0000, 0x3FF0'0000'0000'0000},
    {-1, 0xBC00, 0xBF80, 0xBF80'0000, 0xBFF0'0000'0000'0000},
    {2, 0x4000, 0x4000, 0x4000'0000, 0x4000'0000'0000'0000},
    {-2, 0xC000, 0xC000, 0xC000'0000, 0xC000'0000'0000'0000},
    {4, 0x4400, 0x4080, 0x4080'0000, 0x4010'0000'0000'0000},
    {-4, 0xC400, 0xC080, 0xC080'0000, 0xC010'0000'0000'0000},
    {0.15915494309189532, 0x3118, 0x3E22, 0x3E22'F983, 0x3FC4'5F30'6DC9'C882},
};

const Number& row_of(int number) {
  return kNumbers[number - 240];
}

/// A literal has 32 bits: a double's upper half; extended by the sign only where the operand is a signed
/// integer.
std::uint64_t wide_literal(std::uint32_t bits, std::string_view mnemonic) {
  const auto has = [&](std::string_view type) { return mnemonic.find(type) != std::string_view::npos; };
  if (has("_f64")) return std::uint64_t{bits} << 32;
  return has("_i64") ? std::uint64_t(std::int64_t(std::int32_t(bits))) : bits;
}

}  // namespace

double value_of(int number) {
  return row_of(number).value;
}

std::uint64_t stands_for(const Constant& constant, Numbers numbers, std::string_view mnemonic) {
  const bool wide = numbers == Numbers::f64;
  if (constant.kind == Constant::Kind::literal)
    return wide ? wide_literal(std::uint32_t(constant.integer), mnemonic) : std::uint32_t(constant.integer);
  if (constant.kind == Constant::Kind::integer)
    return wide ? std::uint64_t(constant.integer) : std::uint32_t(constant.integer);
  const Number& row = row_of(constant.number);
  switch (numbers) {
    case Numbers::f16:
      return row.f16;
    case Numbers::bf16:
      return row.bf16;
    case Numbers::f32:
      return row.f32;
    case Numbers::f64:
      return row.f64;
  }
  std::abort();
}

}  // namespace lockstep::tests
