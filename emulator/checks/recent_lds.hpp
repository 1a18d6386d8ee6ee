// The last operations of each wave on LDS, whole: where waves race, which of them do.
//
// The last access to a place (LdsOrder) tells whether there is a race. Which accesses it stands for depends
// on the order in which operations were over, which schedules change. Here each is compared with each.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "emulator/checks/lds_operation.hpp"

namespace lockstep::checks {

class RecentLds {
 public:
  void begin(std::size_t waves, std::size_t dwords) {
    waves_.resize(waves);
    for (OfWave& wave : waves_) {
      wave.last.clear();
      wave.next = 0;
    }
    if (used_.size() != dwords) used_.assign(dwords, {});
  }
  void add(const LdsOperation& operation) {
    OfWave& wave = waves_[operation.wave];
    if (wave.last.size() < kMost)
      wave.last.push_back(operation);
    else
      wave.last[wave.next] = operation;
    wave.next = (wave.next + 1) % kMost;
  }

  /// Calls visit(theirs, lane of mine, dword, repeats) for each operation of another wave that `may_race`
  /// with this one and shares a byte that one of them changes: the one performed last where both write, since
  /// what repeats the other changes nothing. `repeats`: it only copies there what is there.
  template <typename MayRace, typename Visit>
  void meet(const LdsOperation& mine, const MayRace& may_race, const Visit& visit) {
    mark(mine);
    for (std::size_t w = 0; w < waves_.size(); ++w)
      for (const LdsOperation& theirs : waves_[w].last) {
        if (w == mine.wave || !may_race(theirs)) continue;
        if (const Shared found = shared(mine, theirs); found.lane >= 0)
          visit(theirs, found.lane, found.dword, found.repeats);
      }
    each_dword(mine, [&](std::uint32_t dword, std::size_t, std::uint8_t, Effect) { used_[dword] = {}; });
  }

 private:
  static constexpr std::size_t kMost = 512;  ///< of a wave
  struct OfWave {
    std::vector<LdsOperation> last;  ///< a ring
    std::size_t next = 0;
  };
  /// What becomes of bytes: a copy may bring there what is there.
  enum class Effect : std::uint8_t { none, repeats, changes };
  /// Bytes of a dword that the operation uses, one bit each; those that it changes, or copies there again.
  struct Used {
    std::uint8_t bytes = 0, changed = 0, repeated = 0, lane = 0;
  };
  struct Shared {
    std::uint32_t dword = 0;
    int lane = -1;  ///< of `mine`; -1: there is nothing
    bool repeats = false;
  };

  /// Calls visit(dword, lane, its bytes that are used, what becomes of them).
  template <typename Visit>
  void each_dword(const LdsOperation& o, const Visit& visit) const {
    constexpr std::uint32_t kDword = 4;
    o.each([&](std::size_t lane, int element, std::uint32_t address) {
      const Effect effect = !o.writes                   ? Effect::none
                            : !o.repeats(lane, element) ? Effect::changes
                            : o.copies                  ? Effect::repeats
                                                        : Effect::none;
      const std::uint32_t end = std::min(address + o.bytes, std::uint32_t(used_.size()) * kDword);
      for (std::uint32_t at = address; at < end; at = (at / kDword + 1) * kDword) {
        const std::uint32_t first = at % kDword, last = std::min(end - at + first, kDword);
        visit(at / kDword, lane, std::uint8_t((1u << last) - (1u << first)), effect);
      }
    });
  }

  void mark(const LdsOperation& mine) {
    each_dword(mine, [&](std::uint32_t dword, std::size_t lane, std::uint8_t bytes, Effect effect) {
      Used& used = used_[dword];
      if (used.bytes == 0) used.lane = std::uint8_t(lane);
      used.bytes |= bytes;
      if (effect == Effect::changes) used.changed |= bytes;
      if (effect == Effect::repeats) used.repeated |= bytes;
    });
  }

  /// The first dword that the two share so, of those that change if there are any.
  Shared shared(const LdsOperation& mine, const LdsOperation& theirs) const {
    const bool mine_is_last = !theirs.writes || (mine.writes && mine.performed > theirs.performed);
    Shared met;
    each_dword(theirs, [&](std::uint32_t dword, std::size_t, std::uint8_t bytes, Effect effect) {
      const Used& used = used_[dword];
      const int both = used.bytes & bytes;
      const bool changes =
          mine_is_last ? (used.changed & bytes) != 0 : both != 0 && effect == Effect::changes;
      const bool repeats =
          mine_is_last ? (used.repeated & bytes) != 0 : both != 0 && effect == Effect::repeats;
      if (!changes && !repeats) return;
      const bool is_better = met.lane < 0 || (met.repeats == !changes ? dword < met.dword : changes);
      if (is_better) met = {dword, used.lane, !changes};
    });
    return met;
  }

  std::vector<OfWave> waves_;  ///< [wave]
  std::vector<Used> used_;     ///< [dword] by the operation that is compared
};

}  // namespace lockstep::checks
