// What bits a constant stands for, stated from the ISA manual ("Scalar operands": inline constants; literals)
// and from LLVM (AMDGPU::getInlineEncodingV216, getLit16IntEncoding, getLitBF16Encoding), without a look at
// the emulator.
#pragma once

#include <cstdint>
#include <string_view>

namespace lockstep::tests {

/// What the floating-point constants are to a source: LLVM's word, asked of its assembler.
enum class Numbers : std::uint8_t { f16, bf16, f32, f64 };

struct Constant {
  enum class Kind : std::uint8_t { integer, number, literal };
  Kind kind;
  std::int64_t integer = 0;  ///< or the bits of a literal
  int number = 0;            ///< of the numbers: its encoding, 240 to 248
};

/// 32 bits, of which a source of 16 takes a half; or 64.
std::uint64_t stands_for(const Constant& constant, Numbers numbers, std::string_view mnemonic);
/// The constant as assembly writes it.
double value_of(int number);

}  // namespace lockstep::tests
