// Who left a byte of device memory undefined: the store that wrote it last, the register that it came from,
// and what left that undefined. Asked by running a launch again, twice, once it is known that somebody did.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "emulator/machine/waves/observer.hpp"

namespace lockstep::observe {

/// Sees which operation writes the byte last. For one thread.
class LastStore final : public machine::Observer {
 public:
  explicit LastStore(std::uint64_t address) : address_(address) {}
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;

  bool found() const { return wave >= 0; }
  /// "global_store_dword v0, v1, s[2:3] @0x40, workgroup 0,0,0 wave 0 lane 3"
  std::string text() const;

  std::array<std::uint32_t, 3> workgroup{};
  int wave = -1;
  std::size_t lane = 0, dword = 0;
  std::uint64_t number = 0;  ///< Pending::number
  std::string instruction;   ///< and its place

 private:
  std::uint64_t address_;
};

/// Follows what is undefined through the registers of one lane, up to a store of its wave. For one thread.
class UndefinedOrigin final : public machine::Observer {
 public:
  explicit UndefinedOrigin(const LastStore& store) : store_(store) {}
  void workgroup_begins(const machine::Workgroup& group) override;
  machine::Interest interest(const machine::Wave& wave) override;
  std::uint32_t executes(machine::Wave& wave, const machine::PreparedInstruction& prepared) override;
  bool executed(machine::Wave& wave, const machine::PreparedInstruction& prepared,
                machine::Step step) override;
  void issues(machine::Wave& wave, machine::Pending& pending) override;
  void retires(const machine::Wave& wave, const machine::Pending& pending) override;

  /// "v1, which nothing wrote"; empty: what was stored was defined.
  const std::string& text() const { return text_; }

 private:
  /// A register of either file.
  struct Register {
    bool scalar = false;
    int number = 0;  ///< unified number of a vector register
    auto operator<=>(const Register&) const = default;
  };
  bool is_mine(const machine::Wave& wave) const;
  bool is_undefined(machine::Wave& wave, Register r) const;
  std::string origin(machine::Wave& wave, Register r) const;
  template <typename Visit>
  void each(machine::Wave& wave, const machine::PreparedInstruction& prepared, bool written,
            Visit visit) const;

  const LastStore& store_;
  std::map<Register, std::string> origins_;  ///< of registers that something left undefined
  std::string source_;  ///< the origin of what the instruction reads that is undefined; empty: all is defined
  std::string text_;
};

/// What is said of a byte: `run(observer)` runs the launch anew.
template <typename Run>
std::string origin_of_undefined(std::uint64_t address, Run run) {
  LastStore store(address);
  run(store);
  if (!store.found()) return "never written";
  UndefinedOrigin origin(store);
  run(origin);
  return "written by " + store.text() + (origin.text().empty() ? "" : " from " + origin.text());
}

}  // namespace lockstep::observe
