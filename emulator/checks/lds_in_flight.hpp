// A workgroup's operations on LDS between their issue and the wait of their wave that covers them.
//
// A wave knows that an operation is over once a wait covers it, by the order of its instructions alone: an
// operation may use its bytes at any moment until then, whenever the machine moves them. So what judges
// operations of different waves is told of each at its issue and once it is over, and finds the same under
// every schedule. An arrival at a barrier in LDS follows the older operations of its counter, which are over
// then, too. (CDNA3 ISA, S_ENDPGM: the end of a wave waits for all that it has issued.)
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "emulator/checks/lds_operation.hpp"
#include "emulator/checks/polls.hpp"

namespace lockstep::checks {

/// Who judges the operations of a workgroup.
class LdsJudge {
 public:
  LdsJudge() = default;
  LdsJudge(const LdsJudge&) = delete;
  LdsJudge& operator=(const LdsJudge&) = delete;
  virtual ~LdsJudge() = default;
  /// Sets the wave's clock at the issue, and what it knows.
  virtual void begins(LdsOperation& operation) = 0;
  /// A wait of its wave has covered the operation: its wave's clock now.
  virtual std::uint32_t covered_at(const LdsOperation& operation) = 0;
  /// Judges an operation that is over, when all that is known of it is there.
  virtual void judge(const LdsOperation& operation) = 0;
  /// Whether an operation was over, and known to be, when one of another wave was issued.
  virtual bool is_over(const LdsOperation& before, const LdsOperation& operation) const = 0;
  /// Whether two may use a dword at the same time, to tell each other something.
  virtual bool is_meant(const LdsOperation& a, const LdsOperation& b, std::uint32_t dword) const = 0;
};

class LdsInFlight {
 public:
  /// `polls`: of the program that runs.
  explicit LdsInFlight(const Polls& polls) : polls_(polls) {}
  /// Begins a workgroup; `judge` nullptr: nobody asks.
  void workgroup_begins(LdsJudge* judge);
  /// Gives the operation a number: Pending::known.
  void issues(const machine::Wave& wave, machine::Pending& pending);
  void performs(const machine::Pending& pending);
  void retires(const machine::Pending& pending);

  /// A wait covers the operation with that number; to be called once.
  void covers(std::uint32_t number);
  /// The wave comes to a barrier, where a wait that allows so many would cover the operation.
  void meets_barrier(std::uint32_t number, int allowed);
  /// The wave's operations of a counter that are older than `order` are over.
  void covers_older(int wave, isa::Counter counter, std::uint64_t order);

 private:
  struct Slot {
    LdsOperation operation;
    bool covered = false, complete = false;  ///< complete: it has moved its bytes
    bool released = false, retired = false;  ///< both: the number is free again
  };
  Slot& slot(std::uint32_t number) { return slots_[number - 1]; }
  void cover(Slot& slot);
  void completes(Slot& slot);
  void free_if_over(std::uint32_t number);

  const Polls& polls_;
  LdsJudge* judge_ = nullptr;
  std::deque<Slot> slots_;
  std::vector<std::uint32_t> free_;  ///< numbers
  std::vector<std::uint64_t> last_;  ///< [wave] Pending::number of its last operation on LDS
};

}  // namespace lockstep::checks
