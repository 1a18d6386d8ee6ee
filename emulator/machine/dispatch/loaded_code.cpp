#include "emulator/machine/dispatch/loaded_code.hpp"

#include "emulator/arch/arch.hpp"
#include "emulator/isa/disassembler.hpp"
#include "emulator/isa/flow.hpp"
#include "emulator/machine/dispatch/refusal.hpp"

namespace lockstep::machine {

LoadedCode::Loaded LoadedCode::load(code_object::CodeObject object, std::uint64_t bias) {
  if (object.text.empty() &&
      arch::find_emulated(object.arch) == nullptr) {  // a GPU's, which nobody here decodes
    auto loaded = std::make_shared<LoadedCode>();
    loaded->object_ = std::move(object);
    return loaded;
  }
  auto program = isa::disassemble(object.arch, object.text_address, object.text, wave_width(object));
  if (!program) return tl::unexpected(object.file + ": " + program.error());
  isa::WaitStates too_close = isa::too_close(*program);
  return made_ready(std::move(object), std::move(*program), std::move(too_close), bias);
}

LoadedCode::Loaded LoadedCode::load_like(code_object::CodeObject object) const {
  if (object.arch != object_.arch || object.text_address != object_.text_address ||
      wave_width(object) != program_.width)
    return load(std::move(object), bias());
  auto program = isa::redisassemble(program_, object_.text, object.text);
  if (!program) return tl::unexpected(object.file + ": " + program.error());
  isa::WaitStates too_close = isa::too_close(*program, program_, too_close_);
  return made_ready(std::move(object), std::move(*program), std::move(too_close), bias());
}

const lint::KernelReport& LoadedCode::lint(const code_object::Kernel& kernel) const {
  const std::lock_guard lock(mutex_);
  if (const auto known = reports_.find(kernel.name); known != reports_.end()) return known->second;
  return reports_.emplace(kernel.name, lint::lint(object_, program_, too_close_, kernel)).first->second;
}

std::shared_ptr<const LoadedCode> LoadedCode::made_ready(code_object::CodeObject object, isa::Program program,
                                                         isa::WaitStates too_close, std::uint64_t bias) {
  auto loaded = std::make_shared<LoadedCode>();
  loaded->object_ = std::move(object);
  loaded->program_ = std::move(program);
  loaded->uses_ = isa::RegisterUses(loaded->program_);
  loaded->too_close_ = std::move(too_close);
  loaded->wait_states_ =
      WaitStatePlan(loaded->program_, loaded->too_close_.pairs,
                    ExpertPlan(loaded->program_, lint::expert_pairs(loaded->object_, loaded->program_)));
  loaded->prepared_ = prepare_program(loaded->program_, bias, &loaded->wait_states_);
  for (std::uint32_t i = 0; i < loaded->program_.instructions.size(); ++i)
    if (isa::flow(loaded->program_, i).conditional) loaded->conditional_branches_.push_back(i);
  return loaded;
}

}  // namespace lockstep::machine
