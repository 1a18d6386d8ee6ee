// How EXEC now relates to EXEC at an earlier moment, as far as the instructions between say it.
#pragma once

#include <cstdint>

#include "emulator/isa/instruction.hpp"

namespace lockstep::lint {

/// What an instruction does to EXEC.
enum class ExecChange : std::uint8_t { none, narrows, widens, replaces };
ExecChange exec_change(const isa::Instruction& instruction, isa::WaveWidth width);

/// Whether lanes that executed then execute now. `unknown`: perhaps none does.
enum class Lanes : std::uint8_t { same, narrower, wider, overlapping, unknown };
Lanes after(Lanes lanes, ExecChange change);
Lanes join(Lanes a, Lanes b);

}  // namespace lockstep::lint
