// The races in the LDS of one workgroup, each pair of instructions once, handed on by the addresses of both
// when the workgroup is over: in an order that no schedule changes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "emulator/checks/findings.hpp"
#include "emulator/checks/lds_history.hpp"
#include "emulator/checks/raced_loads.hpp"

namespace lockstep::checks {

class RacesOfWorkgroup {
 public:
  RacesOfWorkgroup(Findings& findings, RacedLoads& loads) : findings_(findings), loads_(loads) {}
  /// `swaps`: theirs is named first. `lies_between`: a barrier or a message, to which the one that is named
  /// second comes without a wait for it.
  void add(const machine::Workgroup& group, const LdsHistory::Meeting& meeting, bool swaps,
           bool lies_between);
  void hand_on();

 private:
  static constexpr auto kKind = findings::FindingKind::lds_race;
  struct Race {
    const machine::Wave* wave = nullptr;
    const machine::PreparedInstruction* prepared = nullptr;
    int lane = -1;
    std::string text;
  };

  Findings& findings_;
  RacedLoads& loads_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, findings::Severity>, Race> races_;
};

}  // namespace lockstep::checks
