// Stores and atomics that write bytes which the launch says are not to be written, whatever they write there.
#pragma once

#include "emulator/checks/findings.hpp"
#include "emulator/machine/memory/memory.hpp"
#include "emulator/machine/waves/observer.hpp"

namespace lockstep::checks {

class Untouched final : public machine::Observer {
 public:
  explicit Untouched(Findings& findings) : findings_(findings) {}
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;

 private:
  void judge(const machine::Wave& wave, const machine::Pending& pending, int lane,
             const machine::Allocation& owner, std::uint64_t address, std::uint64_t bytes);

  Findings& findings_;
};

}  // namespace lockstep::checks
