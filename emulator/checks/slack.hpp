// Accesses between the size that was asked for and the end of what an allocator hands out: right under that
// allocator, outside the buffer all the same. A 32-bit compare-and-swap on the last f16 of an odd number of them is
// one.
#pragma once

#include <vector>

#include "emulator/checks/findings.hpp"
#include "emulator/checks/policy.hpp"
#include "emulator/machine/waves/observer.hpp"

namespace lockstep::checks {

class SlackAccesses final : public machine::Observer {
 public:
  SlackAccesses(Findings& findings, const std::vector<Slack>& slacks)
      : findings_(findings), slacks_(slacks) {}
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;

 private:
  void judge(const machine::Wave& wave, const machine::Pending& pending, int lane, std::uint64_t address,
             std::uint64_t bytes);

  Findings& findings_;
  const std::vector<Slack>& slacks_;
};

}  // namespace lockstep::checks
