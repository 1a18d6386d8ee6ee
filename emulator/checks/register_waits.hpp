// Registers used while the memory operation that fills them is outstanding: a wait is missing or too weak.
// And bytes of LDS that a wave uses while its own copy into LDS fills them, or that the copy fills while its
// LDS operation uses them; what other waves use is for LdsRaces.
//
// What is outstanding follows from the program's own waits, the order of its operations and the size of the
// counters, so that every schedule finds the same, also where it hides the value. A load may be followed by
// another of the same registers without a wait where both arrive in order: same counter, neither scalar, on
// gfx1250 from LDS.
// Left out: loads of half a register, whose other half may be used, and instructions while MODE moves
// registers or skips vector instructions.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "emulator/checks/findings.hpp"
#include "emulator/checks/lds_in_flight.hpp"
#include "emulator/checks/outstanding.hpp"
#include "emulator/checks/raced_loads.hpp"
#include "emulator/isa/register_uses.hpp"
#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

class RegisterWaits final : public machine::Observer {
 public:
  /// `uses`: of the program that runs. `lds` is told what waits cover, `loads` what LDS is read too early.
  RegisterWaits(Findings& findings, const isa::RegisterUses& uses, LdsInFlight& lds, RacedLoads& loads)
      : findings_(findings), uses_(uses), lds_(lds), loads_(loads) {}
  void workgroup_begins(const machine::Workgroup&) override {
    waves_.clear();
    copies_.clear();
    lds_operations_.clear();
  }
  machine::Interest interest(const machine::Wave&) override { return machine::Interest::before; }
  std::uint32_t executes(machine::Wave& wave, const machine::PreparedInstruction& prepared) override;
  void issues(machine::Wave& wave, machine::Pending& pending) override;
  void comes_to_barrier(const machine::Wave& wave);
  /// The wave has ended, which waits for all that it has issued.
  void ends(const machine::Wave& wave);
  /// Number of the wave's oldest operation of a counter that no wait has covered; the greatest there is
  /// where all are over.
  std::uint32_t first_open(const machine::Wave& wave, isa::Counter counter) {
    const auto open = of(wave).of(counter).all();
    return open.empty() ? ~std::uint32_t{0} : std::uint32_t(open.front().number);
  }

 private:
  Outstanding& of(const machine::Wave& wave) {
    const auto id = std::size_t(wave.id);
    if (waves_.size() <= id) waves_.resize(id + 1);
    return waves_[id];
  }
  void tell_covered(Outstanding& outstanding);
  void judge_lds(const machine::Wave& wave, const machine::Pending& pending);
  static OutstandingCopies& of_wave(std::vector<OutstandingCopies>& all, const machine::Wave& wave) {
    const auto id = std::size_t(wave.id);
    if (all.size() <= id) all.resize(id + 1);
    return all[id];
  }
  OutstandingCopies& copies_of(const machine::Wave& wave) { return of_wave(copies_, wave); }
  OutstandingCopies& lds_operations_of(const machine::Wave& wave) { return of_wave(lds_operations_, wave); }
  bool has_copies(const machine::Wave& wave);
  void judge_lanes(const machine::Wave& wave, const machine::Pending& pending,
                   const OutstandingCopies& outstanding);
  void judge_copies(const machine::Wave& wave, const machine::Pending& pending);
  /// gfx1250: what instructions from one on use while MODE has banks other than the first, no further than
  /// their stretch.
  struct BankedUses {
    std::uint32_t banks = 0, end = 0;
    std::vector<isa::RegisterAccess> of_first;
    isa::UnifiedSet vectors{};  ///< vector registers of all of these instructions
    std::array<std::uint64_t, 2> scalars{};
  };
  const BankedUses& uses_in_banks(const machine::Wave& wave, const machine::PreparedInstruction& prepared);
  void report(const machine::Wave& wave, const machine::PreparedInstruction& prepared,
              const isa::RegisterAccess& access, int first, const Outstanding& outstanding);

  Findings& findings_;
  const isa::RegisterUses& uses_;
  LdsInFlight& lds_;
  RacedLoads& loads_;
  std::vector<Outstanding> waves_;                 ///< [wave of the running workgroup]
  std::vector<OutstandingCopies> copies_;          ///< [wave]: gfx1250's copies between memory and LDS
  std::vector<OutstandingCopies> lds_operations_;  ///< [wave]: of a program that has such copies
  std::optional<bool> has_copies_;
  std::vector<std::vector<std::unique_ptr<const BankedUses>>> banked_;  ///< [first instruction]
};

}  // namespace lockstep::checks
