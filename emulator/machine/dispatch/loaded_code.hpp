// A code object, decoded and ready to run.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <typeindex>
#include <typeinfo>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/code_object/code_object.hpp"
#include "emulator/isa/register_uses.hpp"
#include "emulator/isa/wait_states.hpp"
#include "emulator/lint/lint.hpp"
#include "emulator/machine/dispatch/prepared_program.hpp"
#include "emulator/machine/dispatch/wait_states.hpp"

namespace lockstep::machine {

/// Default device address of the object's address 0: far from where tensors are put, so that no shifted
/// tensor address reaches code.
inline constexpr std::uint64_t kCodeBias = 0x0000'7F00'0000'0000ull;

/// A code object, decoded once and used by any number of launches and threads.
class LoadedCode {
 public:
  LoadedCode() = default;
  LoadedCode(const LoadedCode&) = delete;
  LoadedCode& operator=(const LoadedCode&) = delete;
  using Loaded = tl::expected<std::shared_ptr<const LoadedCode>, std::string>;
  static Loaded load(code_object::CodeObject object, std::uint64_t bias = kCodeBias);
  /// Loads an object whose text differs from this one's in few bytes: what they cannot change is copied
  /// instead of computed again.
  Loaded load_like(code_object::CodeObject object) const;
  const code_object::CodeObject& object() const { return object_; }
  const isa::Program& program() const { return program_; }
  const isa::RegisterUses& uses() const { return uses_; }
  /// The device address of the object's address 0.
  std::uint64_t bias() const { return prepared_.load_bias; }
  /// The program as dispatches run it.
  const PreparedProgram& prepared() const { return prepared_; }
  /// Pairs of instructions that some path brings closer together than the hardware allows.
  const isa::WaitStates& too_close() const { return too_close_; }
  const WaitStatePlan& wait_states() const { return wait_states_; }
  /// Indices of the conditional branches.
  const std::vector<std::uint32_t>& conditional_branches() const { return conditional_branches_; }
  /// The lint report of a kernel, computed when it is first asked for.
  const lint::KernelReport& lint(const code_object::Kernel& kernel) const;
  /// What a layer above this one reads out of the program, as T(program), made when it is first asked for.
  template <typename T>
  const T& read_as() const {
    const std::lock_guard lock(mutex_);
    std::shared_ptr<const void>& known = read_[typeid(T)];
    if (known == nullptr) known = std::make_shared<const T>(program_);
    return *static_cast<const T*>(known.get());
  }

 private:
  static std::shared_ptr<const LoadedCode> made_ready(code_object::CodeObject object, isa::Program program,
                                                      isa::WaitStates too_close, std::uint64_t bias);

  code_object::CodeObject object_;
  isa::Program program_;
  isa::RegisterUses uses_;
  isa::WaitStates too_close_;
  WaitStatePlan wait_states_;
  PreparedProgram prepared_;
  std::vector<std::uint32_t> conditional_branches_;
  mutable std::mutex mutex_;
  mutable std::map<std::string, lint::KernelReport> reports_;
  mutable std::map<std::type_index, std::shared_ptr<const void>> read_;
};

}  // namespace lockstep::machine
