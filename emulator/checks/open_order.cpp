#include "emulator/checks/open_order.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "emulator/isa/semantics.hpp"

namespace lockstep::checks {

namespace {

bool leaves_order_open(const isa::Instruction& i) {
  const auto* memory = i.semantics != nullptr ? std::get_if<isa::Memory>(&i.semantics->operation) : nullptr;
  if (memory == nullptr || memory->atomic == isa::Atomic::none) return false;
  using isa::Atomic;
  constexpr std::array kOrdered{Atomic::swap,       Atomic::compare_swap, Atomic::add_f32,
                                Atomic::pk_add_f16, Atomic::pk_add_bf16,  Atomic::add_f64};
  return memory->returns || i.modifiers.sc0 || std::ranges::find(kOrdered, memory->atomic) != kOrdered.end();
}

}  // namespace

bool leaves_order_open(const machine::LoadedCode& code, const machine::Outcome& outcome) {
  const auto& instructions = code.program().instructions;
  for (std::size_t i = 0; i < outcome.executed.size(); ++i)
    if (outcome.executed[i] != 0 && leaves_order_open(instructions[i])) return true;
  return false;
}

}  // namespace lockstep::checks
