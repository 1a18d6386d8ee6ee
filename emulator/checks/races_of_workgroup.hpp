// The races in the LDS of one workgroup, each pair of instructions once, handed on by the addresses of both
// when the workgroup is over: in an order that no schedule changes.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "emulator/checks/findings.hpp"
#include "emulator/machine/waves/prepared.hpp"

namespace lockstep::checks {

class RacesOfWorkgroup {
 public:
  struct Race {
    findings::Severity severity = findings::Severity::wrong;
    const machine::Wave* wave = nullptr;
    const machine::PreparedInstruction* prepared = nullptr;
    std::uint32_t other = 0;  ///< index of the other party's instruction
    int lane = -1;
  };

  explicit RacesOfWorkgroup(Findings& findings) : findings_(findings) {}
  /// `text()` is asked for if the pair is new.
  template <typename Text>
  void add(const Race& race, const Text& text) {
    if (!findings_.is_new(kKind, race.prepared->index, race.other, race.severity)) return;
    const auto [at, is_new] = races_.try_emplace({race.prepared->index, race.other, race.severity});
    if (is_new) at->second = {race, text()};
  }
  void hand_on() {
    for (const auto& [key, found] : races_) {
      const auto& [race, text] = found;
      findings_.add(kKind, *race.wave, *race.prepared, race.lane, race.other, text, race.severity);
    }
    races_.clear();
  }

 private:
  static constexpr auto kKind = findings::FindingKind::lds_race;

  Findings& findings_;
  std::map<std::tuple<std::uint32_t, std::uint32_t, findings::Severity>, std::pair<Race, std::string>> races_;
};

}  // namespace lockstep::checks
