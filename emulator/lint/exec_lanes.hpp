// What code says of EXEC: how it relates to EXEC at an earlier time, and where it cannot be empty.
#pragma once

#include <cstdint>
#include <set>
#include <span>

#include "emulator/isa/instruction.hpp"

namespace lockstep::lint {

/// What an instruction does to EXEC.
enum class ExecChange : std::uint8_t { none, narrows, widens, replaces };
ExecChange exec_change(const isa::Instruction& instruction, isa::WaveWidth width);

/// Whether lanes that executed then execute now. `unknown`: perhaps none does.
enum class Lanes : std::uint8_t { same, narrower, wider, overlapping, unknown };
Lanes after(Lanes lanes, ExecChange change);
Lanes join(Lanes a, Lanes b);

// Branches on an empty EXEC that can't be: on all paths to them some lane executes.
//
// A wave starts with a lane at least, and past a branch that an empty EXEC would have taken there is one.
// `s_and_saveexec_b64` keeps the EXEC it narrows; what brings those bits back makes EXEC not empty again.

/// Indices of s_cbranch_execz and s_cbranch_execnz that always find a lane, of waves that start at `entries`.
/// None where the code does not say where it goes, and of waves of 32 lanes.
std::set<std::uint32_t> branches_with_lanes(const isa::Program& program,
                                            std::span<const std::uint32_t> entries);

}  // namespace lockstep::lint
