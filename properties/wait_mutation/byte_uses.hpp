// Which bytes of LDS and device memory the waves of a run use: the plain account that proves why a mutant
// survives. It keeps a set of waves for every byte between two barriers, whoever used it before and whatever
// the value was; the checks of races remember less and forgive more, and owe it nothing.
#pragma once

#include <array>
#include <set>
#include <unordered_map>
#include <vector>

#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/pending.hpp"

namespace lockstep::wait_mutation {

/// Of one run on one thread, under `latest`: an operation lasts from its issue to its wait.
class ByteUses final : public machine::Observer {
 public:
  /// Two waves of a workgroup use a byte between two barriers, one of them writing, not both by atomics.
  bool shared() const { return shared_; }
  /// A wave uses a byte of LDS that a copy of its own still has to fill, or copies into one that it may
  /// still be reading.
  bool before_copy() const { return before_copy_; }
  /// Stores, by instruction, of which another instruction of the launches loads a byte afterwards.
  const std::set<std::uint32_t>& loaded() const { return loaded_; }

  void workgroup_begins(const machine::Workgroup& group) override;
  void workgroup_ends(const machine::Workgroup& group) override;
  void barrier(const machine::Workgroup& group) override;
  void issues(machine::Wave& wave, machine::Pending& pending) override;
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;
  void retires(const machine::Wave& wave, const machine::Pending& pending) override;

 private:
  /// Waves, one bit each.
  struct Users {
    std::uint32_t load = 0, store = 0, atomic = 0;
    bool conflict() const;
  };
  struct Open {
    int wave;
    const machine::Pending* pending;
  };

  void note(const Open& operation);
  void judge();

  std::unordered_map<std::uint64_t, Users> users_;  ///< of bytes, since the last barrier
  std::vector<Open> open_;
  std::unordered_map<std::uint64_t, std::uint32_t> stored_by_;  ///< of bytes of device memory
  bool shared_ = false, before_copy_ = false;
  std::set<std::uint32_t> loaded_;
};

}  // namespace lockstep::wait_mutation
