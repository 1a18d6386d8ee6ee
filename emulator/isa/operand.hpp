// The operands of an instruction as the assembly line names them, and what each is to its instruction.
#pragma once

#include <array>
#include <cstddef>
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
  /// Constant written in hexadecimal; of 64 bits it is the whole value, and this is false.
  bool is_literal = false;
  /// v0.l, v0.h: of an arch that names the halves of a register, the one that an operand of 16 bits is.
  enum class Half : std::uint8_t { none, low, high } half = Half::none;

  bool operator==(const Operand&) const = default;
};

/// What an operand is to its instruction.
enum class OperandRole : std::uint8_t {
  destination,  ///< what is written; swaps and accumulating operations read it, too
  mask,         ///< lane mask that is written: a comparison's result or the carries out
  source0,      ///< sources in the order of the row; A, B and C of matrix instructions
  source1,
  source2,
  carry,        ///< lane mask that is read, where the line names one
  lane_select,  ///< the lane that an operation between lanes reads or writes
  seed,         ///< seed of a stochastic conversion
  scale0,       ///< scale of a conversion; the scale of A
  scale1,       ///< scale of B
  index,        ///< which elements of B a sparse A meets
  address,      ///< one per lane
  base,         ///< scalar: the descriptor of buffers, else what addresses count from
  offset,       ///< scalar: added to the address
  data0,        ///< what is stored, and operands of atomics
  data1,
  group0,  ///< scalar: of a tensor copy, the groups of its descriptor
  group1,
  group2,
  group3,
  immediate,  ///< a number, or words that Modifiers hold: hwreg(…), gpr_idx(…), sendmsg(…)
};
inline constexpr std::size_t kOperandRoles = std::size_t(OperandRole::immediate) + 1;

/// Positions in Instruction::operands. Every operand of a readable line has a role; only the data of an
/// atomic that returns what was there has two.
class Roles {
 public:
  static constexpr std::int8_t kNone = -1;

  constexpr Roles() { position_.fill(kNone); }
  constexpr std::int8_t operator[](OperandRole role) const { return position_[std::size_t(role)]; }
  constexpr std::int8_t& operator[](OperandRole role) { return position_[std::size_t(role)]; }

  bool operator==(const Roles&) const = default;

 private:
  std::array<std::int8_t, kOperandRoles> position_{};
};

/// `role` of a numbered role, counted from its first: nth(OperandRole::source0, 2) is source2.
constexpr OperandRole nth(OperandRole first, std::size_t n) {
  return OperandRole(std::size_t(first) + n);
}

}  // namespace lockstep::isa
