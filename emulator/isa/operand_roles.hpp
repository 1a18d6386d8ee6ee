// What an operand is to its instruction, and where in the line the operand of each role stands.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace lockstep::isa {

enum class OperandRole : std::uint8_t {
  destination,  ///< what is written; swaps and accumulating operations read it, too
  mask,         ///< lane mask that is written: a comparison's result or the carries out
  source0,      ///< sources in the order of the row; A, B and C of matrix instructions
  source1,
  source2,
  carry,        ///< lane mask that is read, where the line names one
  lane_select,  ///< the lane that an operation between lanes reads or writes
  seed,         ///< of a stochastic conversion
  scale0,       ///< of a conversion; of A
  scale1,       ///< of B
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

/// Positions in Instruction::operands. Every operand of a readable line has a role; only the data of an atomic
/// that returns what was there has two.
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
