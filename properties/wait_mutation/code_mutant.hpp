// Machine-code mutants: one wait, barrier or s_nop of a compiled kernel dropped or weakened by one, by
// patching the code object in place. It needs no source and works on any binary: no instruction changes its
// address, but for a dropped s_nop, which changes places with the instruction behind it. gfx1250 has a wait
// for each counter, barriers in two, and v_nop in place of s_nop.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/code_object/code_object.hpp"
#include "emulator/isa/instruction.hpp"

namespace lockstep::wait_mutation {

/// A counter's bits in SIMM16, which is the low half of a wait; all ones: the wait does not wait for it.
struct WaitField {
  std::string_view counter;  ///< the instruction's spelling of it
  int first = 0, bits = 0;
  int more_first = 0, more_bits = 0;  ///< where its upper bits are, if they lie apart

  std::uint32_t most() const { return (1u << (bits + more_bits)) - 1; }
  std::uint32_t of(std::uint32_t word) const;
  std::uint32_t with(std::uint32_t word, std::uint32_t value) const;
};

/// The fields that a wait can be weakened by; nothing where the instruction is no wait.
std::optional<std::vector<WaitField>> wait_fields(std::string_view mnemonic);

struct CodeMutant {
  enum class Kind : std::uint8_t {
    drop_wait,     ///< s_waitcnt becomes s_nop 0
    weaken_wait,   ///< a counter's N becomes N + 1
    drop_barrier,  ///< s_barrier, or s_barrier_signal and the wait behind it, becomes s_nop 0
    drop_signal,   ///< s_barrier_signal alone does
    drop_meeting,  ///< s_barrier_wait alone does
    drop_nop,      ///< s_nop N comes behind the next instruction instead of before it
    weaken_nop,    ///< s_nop N becomes s_nop N - 1
    drop_spacer,   ///< v_nop becomes s_nop 0, which keeps nothing apart on gfx1250
  };
  Kind kind = Kind::drop_wait;
  std::string_view counter{};      ///< the counter that is weakened, as the instruction spells it
  std::uint32_t instruction = 0;   ///< index into the program
  std::uint64_t address = 0;       ///< where in the code object the first byte lies that changes
  std::vector<std::byte> replace;  ///< the bytes from there on
};

std::string name(const CodeMutant& mutant);

/// How it can be told from the kernel as it is.
enum class Shows : std::uint8_t {
  in_runs,         ///< something that a run does differs
  by_wait_states,  ///< a run brings a pair of the table of wait states too close
  to_lint,         ///< the machine keeps that order by itself: by what lint says of the code that runs
  nowhere,         ///< it matters to what is not modelled: replay under XNACK
};
Shows shows(const CodeMutant& mutant, const isa::Program& program);

/// Every mutant of a program, in its order. `code` is the code object that it was decoded from.
std::vector<CodeMutant> code_mutants(const isa::Program& program, const code_object::CodeObject& code);

/// The file with the mutant's bytes in place; empty when `file` is not the one it was made from.
std::vector<std::byte> patched(std::span<const std::byte> file, const code_object::CodeObject& code,
                               const CodeMutant& mutant);

/// Whether there is a mutant at each address of `at`: somebody who names an address wants to hear when
/// nothing can be dropped there. On failure: what the first without one is, and the nearest addresses that
/// have one. `mutants` are all of the program's.
tl::expected<void, std::string> find_places(std::span<const std::uint64_t> at, const isa::Program& program,
                                            std::span<const CodeMutant> mutants);

}  // namespace lockstep::wait_mutation
