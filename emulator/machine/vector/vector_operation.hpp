// A vector ALU operation between fetching and writing back: sources, results, and their definedness.
#pragma once

#include <optional>

#include "emulator/machine/vector/vector_fetch.hpp"

namespace lockstep::machine {

struct Operation {
  const isa::VectorAlu* row = nullptr;
  /// The row's function, or the one that saturates.
  isa::LaneFunction function = nullptr;
  std::array<Source, 3> source;
  std::array<const std::uint32_t*, 2> old{};  ///< previous value of the destination
  std::array<const std::uint32_t*, 2> old_undefined{};
  Scalar carry;
  std::uint8_t bitop3 = 0;
  int sources = 0;
  bool any_undefined = false;
  std::array<Lanes, 2> old_storage;
};

struct Result {
  std::array<Lanes, 2> value, undefined;
  std::uint64_t mask = 0, mask_undefined = 0;
  bool any_undefined = false;
};

/// Evaluates the row's function over all lanes.
void evaluate(const Wave& wave, const Operation& op, Result& result);
/// Evaluates the row's function per half of its sources, as op_sel, op_sel_hi and the halves' signs say.
void evaluate_packed(const Wave& wave, const isa::Modifiers& m, Operation& op, Result& result);

/// Finds the undefined bits of a result, by the row's Definedness.
void carry_definedness(const Wave& wave, Operation& op, Result& result);

// ---- operands (vector_operands.cpp)

struct Problem {
  FindingKind kind;
  const char* text;
};
/// Whether the first two sources are pairs of halves that one result is made of: dot products.
bool takes_pairs(const isa::VectorAlu& row);
/// Fetches the sources and the carry.
std::optional<Problem> gather(Wave& wave, const isa::Instruction& instruction, Operation& op);
/// Finds the destination's first register in the unified file and its previous value. False when it lies
/// beyond the registers.
bool locate_destination(Wave& wave, const isa::Operand& destination, Operation& op, int& first);

// ---- results (vector_result.cpp)

/// Applies output modifier, clamp, and flushing of denormal results.
void finish_float(const Wave& wave, const isa::Modifiers& m, const isa::VectorAlu& row, Result& result);
/// Puts a result that is narrower than its register into its position there; the rest is kept.
void place_narrow(const isa::Modifiers& m, const Operation& op, Result& result);

}  // namespace lockstep::machine
