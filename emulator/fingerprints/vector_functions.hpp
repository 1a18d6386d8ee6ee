// Vector ALU instructions that compute what others do, or what a declared order names, by what they compute.
#pragma once

#include <optional>
#include <string_view>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"

namespace lockstep::fingerprint {

/// Whether an instruction is the one of a mnemonic, alone or as half of two that are issued together.
bool is_named(std::string_view instruction, std::string_view mnemonic);

struct SharedFunction {
  std::string_view mnemonic;
  Function function;
  bool negates_second = false;
};
/// nullptr: nothing else computes what the instruction does.
const SharedFunction* find_shared(std::string_view instruction);

/// The function of an instruction on words of 32 bits whose operands' order and grouping do not matter.
std::optional<Function> find_unordered(std::string_view instruction);

/// Says what another comparison does, of operands the other way round or as the complement.
struct Comparison {
  std::string_view mnemonic;
  Function function;
  bool exchanged = false, complement = false;
};
/// nullptr: the instruction is none, or is a function of its own.
const Comparison* find_comparison(std::string_view instruction);

}  // namespace lockstep::fingerprint
