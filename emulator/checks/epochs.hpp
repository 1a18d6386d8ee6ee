// Numbers the stretches of a workgroup between barriers, and stamps each memory operation with the one in
// which it was issued.
#pragma once

#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/pending.hpp"

namespace lockstep::checks {

/// Before everyone who asks it. Numbers go on from one workgroup to the next.
class Epochs final : public machine::Observer {
 public:
  std::uint32_t now() const { return now_; }
  void workgroup_begins(const machine::Workgroup&) override { ++now_; }
  void barrier(const machine::Workgroup&) override { ++now_; }
  void issues(machine::Wave&, machine::Pending& pending) override { pending.stamp = now_; }

 private:
  std::uint32_t now_ = 0;
};

}  // namespace lockstep::checks
