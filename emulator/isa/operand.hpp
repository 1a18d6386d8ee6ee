// The operands of an instruction as the assembly line names them.
#pragma once

#include <cstdint>

namespace lockstep::isa {

/// Scalar registers are numbered as the encodings number them, so that s[…], vcc, m0 and exec share one file.
namespace scalar {
inline constexpr std::uint16_t kFlatScratch = 102, kXnackMask = 104, kVcc = 106, kTtmp0 = 108, kM0 = 124,
                               kNull = 125, kExec = 126;
inline constexpr std::uint16_t kScratchBase = 230;
inline constexpr std::uint16_t kSharedBase = 235, kSharedLimit = 236, kPrivateBase = 237, kPrivateLimit = 238;
inline constexpr std::uint16_t kVccz = 251, kExecz = 252, kScc = 253;
}  // namespace scalar

struct Operand {
  enum class Kind : std::uint8_t {
    none,
    vector,       ///< v[index, index + count)
    accumulator,  ///< a[index, index + count)
    scalar,       ///< scalar registers [index, index + count), numbered as above
    constant,     ///< an inline constant or a literal
    off,          ///< `off`: no register
    text,         ///< anything else (hwreg(…), sendmsg(…)): the instruction's text says it
  };
  Kind kind = Kind::none;
  std::uint16_t index = 0;
  std::uint8_t count = 1;    ///< dwords
  bool negate = false;       ///< -x
  bool absolute = false;     ///< |x|, applied before negate
  bool sign_extend = false;  ///< sext(x), SDWA
  bool is_float = false;     ///< constant written as a floating-point number: `number` holds it
  std::int64_t integer = 0;  ///< constant written as an integer
  double number = 0;
  bool is_literal =
      false;  ///< constant written in hexadecimal; of 64 bits it is the whole value, and this is false
  /// v0.l, v0.h: of an arch that names the halves of a register, the one that an operand of 16 bits is.
  enum class Half : std::uint8_t { none, low, high } half = Half::none;

  bool operator==(const Operand&) const = default;
};

}  // namespace lockstep::isa
