// A code object that a program has loaded, at addresses of its own, and what of it outlives a launch.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/machine/dispatch/loaded_code.hpp"
#include "emulator/machine/memory/memory.hpp"

namespace lockstep::runtime {

class Module {
 public:
  /// `address`: where its segments go. `name` names it in reports.
  static tl::expected<std::unique_ptr<Module>, std::string> load(std::string name,
                                                                 std::span<const std::byte> object,
                                                                 std::uint64_t address = machine::kCodeBias);

  const machine::LoadedCode& code() const { return *code_; }
  std::span<const std::uint8_t> bytes() const { return bytes_; }  ///< the file that was loaded
  const code_object::Kernel* find(std::string_view kernel) const { return code_->object().find(kernel); }

  /// Puts its segments into memory, with what launches have written to them before, and takes them out again.
  /// Their addresses must be nobody's.
  void enter(machine::Memory& memory);
  void leave(machine::Memory& memory);
  /// Where the segments that are in memory begin, and where the last one ends.
  std::span<const std::uint64_t> bases() const { return bases_; }
  std::uint64_t end() const { return end_; }

 private:
  std::shared_ptr<const machine::LoadedCode> code_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint64_t> bases_;
  std::uint64_t end_ = 0;
  std::vector<std::unique_ptr<machine::Allocation>> segments_;  ///< the segments while they are not in memory
};

/// Variables of a code object: what its symbol table says of their names, addresses and sizes.
struct Variable {
  Module* module = nullptr;
  std::uint64_t address = 0, bytes = 0;  ///< where the device has it
};

/// The variable of that name; nothing: the module has none.
std::optional<Variable> variable_of(Module& module, std::string_view name);

}  // namespace lockstep::runtime
