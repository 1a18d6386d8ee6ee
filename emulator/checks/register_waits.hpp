// Registers used while the memory operation that fills them is outstanding: a wait is missing or too weak.
//
// Told apart exactly under `latest`, where an operation stays outstanding until a wait, a full counter or the
// end of the wave forces it; under other schedules this check says nothing. Loads of half a register are left
// out: the other half may be used.
#pragma once

#include <vector>

#include "emulator/isa/dataflow.hpp"
#include "emulator/machine/observer.hpp"
#include "findings.hpp"

namespace lockstep::checks {

class RegisterWaits final : public machine::Observer {
 public:
  bool watches(const machine::Wave& wave) override;
  void executes(machine::Wave& wave, const machine::Bound& code) override;
  const std::vector<machine::Finding>& findings() const { return findings_.all(); }

 private:
  const std::vector<isa::RegisterAccess>& accesses(const machine::Bound& code);

  Findings findings_;
  std::vector<std::vector<isa::RegisterAccess>> accesses_;  ///< by instruction, as they are needed
  std::vector<bool> known_;
};

}  // namespace lockstep::checks
