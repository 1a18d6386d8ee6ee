// Vector ALU instructions in their usual form: whole registers, or a half or byte of one as destination, scalars and
// constants, of modifiers only signs, parts of sources that op_sel or SDWA choose, and DPP, and every bit defined, unless an undefined one
// makes its lane's result undefined whole. What can be known of them beforehand is found when a program is
// prepared; at execution the one question left is whether the state is usual too. If it is not,
// execute_vector_alu takes over, which knows every case and is the twin. v_accvgpr_* are moves like v_mov_b32;
// their twin is execute_cross_lane.
#pragma once

#include <memory>
#include <optional>

#include "emulator/isa/instruction.hpp"
#include "emulator/machine/vector/lane_route.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

/// Vector registers of an operand: whose numbers in the unified file depend on the kernel.
struct FastRegisters {
  bool accumulators = false;
  std::uint16_t first = 0;
  std::uint8_t dwords = 0;  ///< 0: there is no such operand
};

/// |x| and -x, on the dword that holds the sign; or the byte or half that op_sel or SDWA chooses, a half widened to a
/// float where the operation mixes them.
struct SourceChange {
  int dword = 0;
  std::uint32_t shift = 0, kept = ~0u, flipped = 0;
  bool widens = false;
  explicit operator bool() const { return shift != 0 || kept != ~0u || flipped != 0 || widens; }
  std::uint32_t operator()(std::uint32_t x) const { return (x >> shift & kept) ^ flipped; }
};

/// A source: registers, lanes that all hold the same for ever, or, of neither, a scalar.
struct FastSource {
  FastRegisters registers;
  isa::Type type = isa::Type::none;
  bool changes = false;
  std::array<const std::uint32_t*, 2> constant{};  ///< [dword]
};

/// DPP while EXEC is full: which lane of the first source feeds each, -1 for none, and the lanes that are
/// written.
struct FastRoute {
  LaneRoute from;
  std::uint64_t lanes;
  Lanes blend;  ///< spread(lanes)
};

/// A result of 16 or 8 bits: where in the register it goes, and what of the register stays.
struct FastPart {
  int shift = 0;
  std::uint32_t field = 0, kept = 0;  ///< of the register
};

/// Which operations come in two parts, each of which `evaluate` is called for.
enum class TwoParts : std::uint8_t {
  none,
  pairs,  ///< f32 side by side: of the dwords that op_sel chooses
  halves  ///< of 16 bits in a dword: those that op_sel chooses
};

/// What only some forms have.
struct FastDetails {
  std::shared_ptr<const FastRoute> route;       ///< nullptr: no DPP
  std::optional<FastPart> part;                 ///< none: whole dwords
  std::array<const isa::Operand*, 3> scalar{};  ///< [source]
  std::array<SourceChange, 3> change{};         ///< [source], of those that change
  std::array<std::uint8_t, 2> negated{};        ///< [part] bit s: -x of source s
};

static_assert(sizeof(FastSource) <= 24);

/// Two lines of the host's cache: loops of kernels have hundreds of these.
struct alignas(64) FastVector {
  isa::LaneFunction evaluate = nullptr;
  std::array<FastSource, 3> source{};
  FastRegisters destination;  ///< none: only a mask is written
  std::uint8_t sources = 0;
  TwoParts parts = TwoParts::none;
  std::uint8_t bitop3 = 0;
  bool accumulates = false;  ///< reads the destination
  bool floats = false;       ///< depends on MODE
  bool strict = false;       ///< of registers, one undefined bit makes the lane's result undefined
  bool partial = false;      ///< details.part is there
  bool routed = false;       ///< details.route is
  std::array<std::uint8_t, 2> op_sel{};  ///< [part] bit s: the upper dword or half of source s
  const isa::Operand* mask = nullptr;    ///< where the lane mask goes
  const isa::Operand* carry = nullptr;   ///< where carries come from
  std::shared_ptr<const FastDetails> details;
};

static_assert(sizeof(FastVector) == 128);

/// None where the instruction is not of that form. It refers to the instruction and to constants.
std::optional<FastVector> fast_vector(const isa::Instruction& instruction, isa::WaveWidth width,
                                      Constants& constants);

/// What executes it, which is prepared with it.
Execute fast_executor(const FastVector& fast);
/// Whatever is on and defined.
Step execute_usual(Wave& wave, const PreparedInstruction& prepared);
/// The twin.
Step execute_general_vector(Wave& wave, const PreparedInstruction& prepared);

}  // namespace lockstep::machine
