// Buffer accesses that lie past num_records, whole or in part: loads of them give 0, stores and atomics do
// nothing. Kernels build on that where a tile hangs over an edge, and hide a wrong offset behind it as
// easily.
#pragma once

#include "emulator/checks/findings.hpp"
#include "emulator/machine/waves/observer.hpp"

namespace lockstep::checks {

class Clamped final : public machine::Observer {
 public:
  explicit Clamped(Findings& findings) : findings_(findings) {}
  void issues(machine::Wave& wave, machine::Pending& pending) override;

 private:
  Findings& findings_;
};

}  // namespace lockstep::checks
