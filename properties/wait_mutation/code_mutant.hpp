// Machine-code mutants: one wait, barrier or s_nop of a compiled kernel dropped or weakened by one, by
// patching the code object in place. It needs no source and works on any binary: no instruction changes its
// address, but for a dropped s_nop, which changes places with the instruction behind it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "emulator/code_object/code_object.hpp"
#include "emulator/isa/instruction.hpp"

namespace lockstep::wait_mutation {

struct CodeMutant {
  enum class Kind : std::uint8_t {
    drop_wait,       ///< s_waitcnt becomes s_nop 0
    weaken_vmcnt,    ///< vmcnt(N) becomes vmcnt(N + 1)
    weaken_lgkmcnt,  ///< lgkmcnt(N) becomes lgkmcnt(N + 1)
    drop_barrier,    ///< s_barrier becomes s_nop 0
    drop_nop,        ///< s_nop N comes behind the next instruction instead of before it
    weaken_nop,      ///< s_nop N becomes s_nop N - 1
  };
  Kind kind = Kind::drop_wait;
  std::uint32_t instruction = 0;   ///< index into the program
  std::uint64_t address = 0;       ///< of the first byte that changes, in the code object
  std::vector<std::byte> replace;  ///< the bytes from there on
};

const char* name(CodeMutant::Kind kind);

/// Every mutant of a program, in its order. `code` is the code object that it was decoded from.
std::vector<CodeMutant> code_mutants(const isa::Program& program, const code_object::CodeObject& code);

/// The file with the mutant's bytes in place; empty when `file` is not the one it was made from.
std::vector<std::byte> patched(std::span<const std::byte> file, const code_object::CodeObject& code,
                               const CodeMutant& mutant);

}  // namespace lockstep::wait_mutation
