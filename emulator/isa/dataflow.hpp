// Which registers an instruction reads and writes, and as what: from its operands and its row, without
// running it. For everyone who reasons about a program: wait states, waits, traces.
#pragma once

#include <string>
#include <vector>

#include "emulator/isa/instruction.hpp"

namespace lockstep::isa {

enum class File : std::uint8_t { vector, accumulator, scalar };

/// What an access is for. Hazards differ by it.
enum class Role : std::uint8_t {
  destination,
  source,       ///< source of an ALU operation
  matrix_ab,    ///< A, B or a block scale of a matrix instruction
  accumulated,  ///< C of a matrix instruction, and what an accumulating operation adds to
  mask,         ///< one bit per lane: carry in, v_cndmask's choice
  lane_select,  ///< the lane number of v_readlane, v_writelane
  address,      ///< addresses, descriptors and offsets of memory operations
  data,         ///< what a memory operation stores
  exec,         ///< EXEC as the lanes that take part
};

/// Registers [first, first + count) of a file; scalar ones numbered as in isa::scalar.
struct RegisterAccess {
  File file = File::vector;
  Role role = Role::source;
  std::uint16_t first = 0;
  std::uint16_t count = 1;

  bool operator==(const RegisterAccess&) const = default;
  bool writes() const { return role == Role::destination; }
  bool overlaps(const RegisterAccess& o) const {
    return file == o.file && first < o.first + o.count && o.first < first + count;
  }
};

/// The registers as the assembly language names them: "v[4:7]", "a0", "vcc", "m0".
std::string name(const RegisterAccess& registers);

/// The registers that an instruction accesses in a wave of that width. EXEC is listed where it is written,
/// and where it is read as a value or as the lanes of a vector operation.
std::vector<RegisterAccess> dataflow(const Instruction& instruction, WaveWidth width);

/// Whether an instruction may use lanes other than those that execute it.
bool crosses_lanes(const Instruction& instruction);

}  // namespace lockstep::isa
