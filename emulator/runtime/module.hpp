// A code object that a program has loaded, and what of it outlives a launch.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/machine/dispatch/loaded_code.hpp"
#include "emulator/machine/memory/memory.hpp"

namespace lockstep::runtime {

class Module {
 public:
  /// `name` names it in reports.
  static tl::expected<std::unique_ptr<Module>, std::string> load(std::string name,
                                                                 std::span<const std::byte> object);

  const machine::LoadedCode& code() const { return *code_; }
  std::span<const std::uint8_t> bytes() const { return bytes_; }  ///< as it was loaded
  const code_object::Kernel* find(std::string_view kernel) const { return code_->object().find(kernel); }

  /// Puts its segments into memory, with what launches have written to them, and takes them out again: every module's
  /// lie at the same addresses.
  void enter(machine::Memory& memory);
  void leave(machine::Memory& memory);

 private:
  std::shared_ptr<const machine::LoadedCode> code_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::unique_ptr<machine::Allocation>> segments_;
};

}  // namespace lockstep::runtime
