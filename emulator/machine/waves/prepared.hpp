// Instructions as waves execute them: decoded, with their executors and what these keep about them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "emulator/isa/instruction.hpp"

namespace lockstep::machine {

struct Wave;
struct PreparedInstruction;

/// What an instruction does to the flow of its wave.
enum class Step : std::uint8_t { next, jumped, barrier, ended, stopped };
using Execute = Step (*)(Wave&, const PreparedInstruction&);

/// A decoded instruction with the function that executes it.
struct PreparedInstruction {
  Execute execute = nullptr;
  const isa::Instruction* instruction = nullptr;
  std::uint32_t index = 0;
  bool banked = false;            ///< its vector registers depend on the banks in MODE (gfx1250)
  const void* details = nullptr;  ///< what `execute` was made for, a type of the layer that `execute` is of
};

/// A program ready to run: decoded, each instruction prepared, placed at an address.
struct PreparedProgram {
  const isa::Program* decoded = nullptr;
  std::vector<PreparedInstruction> instructions;
  std::shared_ptr<const void> details;  ///< owns what the instructions' details point to
  std::uint64_t load_bias = 0;          ///< device address minus code object address
};

/// A copy of an instruction with other registers, prepared: those that an index moved, or those of the banks
/// that MODE selects.
struct InstructionCopy {
  std::uint32_t banks = 0;
  isa::Instruction instruction;
  PreparedInstruction prepared;
  std::shared_ptr<const void> details;  ///< owns what prepared.details points to
};

/// What executors work out about an instruction when they first execute it: by its index, a type of the layer
/// that executes it, and always the same type for one instruction.
class InstructionPlans {
 public:
  /// The plan of an instruction; make() returns it the first time, as a std::shared_ptr<const Plan>.
  template <typename Plan, typename Make>
  const Plan* get(const PreparedInstruction& prepared, const Make& make) {
    if (kept_.size() <= prepared.index) kept_.resize(prepared.index + 1);
    Kept& kept = kept_[prepared.index];
    if (kept.instruction != prepared.instruction) {  // copies of an instruction share its index
      const std::shared_ptr<const Plan> plan = make();
      kept = {prepared.instruction, plan};
    }
    return static_cast<const Plan*>(kept.plan.get());
  }

 private:
  struct Kept {
    const isa::Instruction* instruction = nullptr;
    std::shared_ptr<const void> plan;
  };
  std::vector<Kept> kept_;
};

}  // namespace lockstep::machine
