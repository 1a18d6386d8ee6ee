// What waves of a workgroup did with each byte of LDS, as long as others may race with it, and what it held
// before.
//
// What orders two operations says whether they race. Whether the race changes anything must not depend on
// when a schedule moved bytes either: two writes are compared with each other, and a write that races with a
// read with what the last write before the read, in the order of waits and barriers, left there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "emulator/checks/lds_in_flight.hpp"
#include "emulator/machine/waves/workgroup_state.hpp"

namespace lockstep::checks {

class LdsHistory {
 public:
  /// Two operations of different waves: what they are as far as all of their instruction, ordered alike, are.
  struct Meeting {
    const LdsOperation &mine, &theirs;
    int lane, other_lane;
    std::uint32_t address;  ///< address of the first dword that both use so
    bool repeats;           ///< whoever comes first, the bytes are the same; one of the two is a copy
    /// LdsOperation::order of all that `theirs` stands for, where they load.
    const std::vector<std::uint64_t>& their_loads;
  };
  /// Whether all that follow know that an operation is over.
  using IsOver = std::function<bool(const LdsOperation&)>;

  static constexpr std::size_t kMostKept = 4096;

  explicit LdsHistory(const LdsJudge& judge) : judge_(judge) {}
  void workgroup_begins(const machine::Workgroup& group);
  /// Before the first operation moves bytes.
  void begins();
  /// Adds an operation that is over. It is only kept, until it has to be compared.
  void keep(const LdsOperation& operation) { kept_.push_back(operation); }
  /// Operations that are only kept, in the order in which they were over.
  std::span<const LdsOperation> kept() const { return std::span(kept_).subspan(oldest_); }
  /// Sorts those that were only kept by the bytes that they use.
  void sort_kept();
  /// Whether some are. Of these it matters in which order they are forgotten.
  bool any_sorted() const { return !numbers_.empty(); }
  /// Calls visit(meeting) for those that the operation races with and whose bytes one of the two changes, or
  /// copies there again: once for all operations of an instruction that are ordered alike.
  void meet(const LdsOperation& operation, const std::function<void(const Meeting&)>& visit);
  /// Forgets what nobody can race with any more. How many of the kept ones those were, which are to be sorted
  /// before if any_sorted().
  std::size_t forget(const IsOver& is_over);

 private:
  /// Operations of one wave by one instruction that are ordered alike.
  struct Party {
    LdsOperation last;
    std::vector<std::uint64_t> loads;  ///< order of each that loads
  };
  /// Bytes of a dword, one bit each; what is written there, or what the last write before a read left.
  struct Bytes {
    std::uint8_t used = 0;
    std::uint8_t unknown = 0;  ///< an atomic's, or several values
    std::uint32_t value = 0;
  };
  struct Use {
    std::size_t party = 0;  ///< in parties_
    Bytes bytes;
    std::uint8_t lane = 0;
  };
  using Key = std::tuple<std::uint8_t, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, int>;

  static Key key(const LdsOperation& operation);
  template <typename Visit>
  void each_dword(const LdsOperation& operation, const Visit& visit) const;
  std::size_t party_of(const LdsOperation& operation);
  void sort(const LdsOperation& operation);
  bool is_before(const LdsOperation& write, const LdsOperation& read) const;
  Bytes before(const LdsOperation& read, std::uint32_t dword, std::uint8_t used) const;
  void settle(std::uint32_t dword, const Bytes& bytes);
  void settle(const LdsOperation& write);
  void settle(std::uint32_t dword, const std::vector<bool>& over);

  const LdsJudge& judge_;
  const machine::Workgroup* group_ = nullptr;
  std::vector<LdsOperation> kept_;  ///< from oldest_ on
  std::size_t oldest_ = 0;
  std::vector<Party> parties_;
  std::vector<std::size_t> free_;  ///< in parties_
  std::map<Key, std::size_t> numbers_;
  std::vector<std::vector<Use>> uses_;  ///< [dword]
  std::vector<std::uint32_t> used_;     ///< dwords that have uses
  std::vector<std::uint8_t> settled_;   ///< what forgotten writes left in LDS; empty before the first access
  std::vector<std::uint8_t> unknown_;   ///< [dword] Bytes::unknown of that
};

}  // namespace lockstep::checks
