// Vector ALU instructions in their usual form: whole registers, or a half or byte of one as destination;
// scalars and constants; of modifiers only signs, the parts of sources that op_sel or SDWA select, and DPP;
// every bit defined, unless an undefined one makes its lane's result undefined whole. Facts about them are
// found when a program is prepared; at execution it is only asked whether the state is usual too. If not,
// execute_vector_alu takes over, which knows every case and is the reference implementation. v_accvgpr_* are
// moves like v_mov_b32; their reference implementation is execute_cross_lane.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>

#include "emulator/isa/instruction.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::machine {

class LaneRoute {
 public:
  LaneRoute();

  /// Makes `lane` read lane `from`; -1: no lane, so 0.
  void set(int lane, int from);
  int operator[](int lane) const { return from_[std::size_t(lane)]; }
  /// Sets to[lane] = before[from] for all 64 lanes; the arrays do not overlap.
  void take(const std::uint32_t* before, std::uint32_t* to) const;

 private:
  std::array<std::int8_t, isa::kMaxLanes> from_;
  /// Position in its row of 16 of the lane that each lane reads.
  isa::Lanes in_row_;
  /// All ones in lanes that read a lane.
  isa::Lanes present_;
  bool stays_in_rows_ = true;
};

/// Constants of vector instructions: all lanes of each value that a program names, at a stable address as
/// long as this lives.
class Constants {
 public:
  const std::uint32_t* lanes(std::uint32_t value);

 private:
  std::map<std::uint32_t, std::unique_ptr<Lanes>> kept_;
};

/// The vector registers of an operand, whose numbers in the unified file depend on the kernel.
struct FastRegisters {
  bool accumulators = false;
  std::uint16_t first = 0;
  std::uint8_t dwords = 0;  ///< 0: there is no such operand
};

/// A change to a source: |x| and -x, on the dword that holds the sign; or the byte or half that op_sel or
/// SDWA selects; in mixed operations a half is widened to a float.
struct SourceChange {
  int dword = 0;
  std::uint32_t shift = 0, kept = ~0u, flipped = 0;
  bool widens = false;
  explicit operator bool() const { return shift != 0 || kept != ~0u || flipped != 0 || widens; }
  std::uint32_t operator()(std::uint32_t x) const { return (x >> shift & kept) ^ flipped; }
};

/// A source: registers; constant lanes, at a stable address; or, where neither is set, a scalar.
struct FastSource {
  FastRegisters registers;
  isa::Type type = isa::Type::none;
  bool changes = false;
  std::array<const std::uint32_t*, 2> constant{};  ///< [dword]
};

/// DPP while EXEC is full: the lane of the first source that each lane reads, -1: none; the lanes written.
struct FastRoute {
  LaneRoute from;
  std::uint64_t lanes;
  Lanes blend;  ///< spread(lanes)
};

/// A 16-bit or 8-bit result: where in the register it goes, and what of the register is kept.
struct FastPart {
  int shift = 0;
  std::uint32_t field = 0, kept = 0;  ///< masks of the register's bits
};

/// Operations in two parts, for each of which `evaluate` is called.
enum class TwoParts : std::uint8_t {
  none,
  pairs,  ///< two f32: op_sel selects the dwords
  /// Two 16-bit values in a dword: op_sel selects the halves
  halves
};

/// Details that only some instructions have.
struct FastDetails {
  std::shared_ptr<const FastRoute> route;       ///< nullptr: no DPP
  std::optional<FastPart> part;                 ///< empty: the result is whole dwords
  std::array<const isa::Operand*, 3> scalar{};  ///< [source]
  std::array<SourceChange, 3> change{};         ///< [source], where one changes
  std::array<std::uint8_t, 2> negated{};        ///< [part] bit s: source s is negated
};

static_assert(sizeof(FastSource) <= 24);

/// A vector instruction prepared for fast execution, in two of the host's cache lines: loops of kernels have
/// hundreds of these.
struct alignas(64) FastVector {
  isa::LaneFunction evaluate = nullptr;
  std::array<FastSource, 3> source{};
  FastRegisters destination;  ///< no registers if only a mask is written
  std::uint8_t sources = 0;
  TwoParts parts = TwoParts::none;
  std::uint8_t bitop3 = 0;
  bool accumulates = false;  ///< reads the destination
  bool floats = false;       ///< depends on MODE
  bool strict = false;       ///< one undefined source bit makes the lane's result undefined
  bool partial = false;      ///< details.part is set
  bool routed = false;       ///< details.route is set
  /// [part] bit s: source s takes its upper dword or half.
  std::array<std::uint8_t, 2> op_sel{};
  const isa::Operand* mask = nullptr;   ///< where a resulting lane mask goes
  const isa::Operand* carry = nullptr;  ///< where carries come from
  std::shared_ptr<const FastDetails> details;
};

static_assert(sizeof(FastVector) == 128);

/// Prepares an instruction; empty if it is not in the usual form. The result refers to it and to constants.
std::optional<FastVector> fast_vector(const isa::Instruction& instruction, isa::WaveWidth width,
                                      Constants& constants);

/// What an instruction that fast_executor() executes was prepared with; nullptr: none of those.
inline const FastVector* fast_of(const PreparedInstruction& prepared) {
  return static_cast<const FastVector*>(prepared.details);
}

/// The executor for a prepared instruction.
Execute fast_executor(const FastVector& fast);
/// Executes an instruction in its usual form in any state: inactive lanes, undefined sources.
Step execute_usual(Wave& wave, const PreparedInstruction& prepared);
/// Executes any vector ALU instruction: the reference implementation.
Step execute_general_vector(Wave& wave, const PreparedInstruction& prepared);

}  // namespace lockstep::machine
