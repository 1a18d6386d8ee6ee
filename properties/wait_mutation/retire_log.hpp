// Where each memory operation of a run is waited for: the instruction at which it retires.
#pragma once

#include <map>

#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::wait_mutation {

class RetireLog final : public machine::Observer {
 public:
  using Counts = std::map<std::uint32_t, std::uint64_t>;  ///< by the instruction that made it retire
  using ByOperation = std::map<std::uint32_t, Counts>;

  /// Of workgroups that take turns on one thread.
  machine::Observer* of_thread() override { return this; }
  void retires(const machine::Wave& wave, const machine::Pending& pending) override {
    ++counts_[pending.prepared->index][wave.pc];
  }
  void add(const ByOperation& more) {
    for (const auto& [operation, counts] : more)
      for (const auto& [where, n] : counts) counts_[operation][where] += n;
  }
  const ByOperation& counts() const { return counts_; }

 private:
  ByOperation counts_;
};

}  // namespace lockstep::wait_mutation
