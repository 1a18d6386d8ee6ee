// LDS accesses of two waves of a workgroup that no barrier orders, at least one of them a write.
//
// An operation may touch LDS at any moment from its issue to the wait that covers it; barriers number the
// epochs of a workgroup. Two operations of different waves race when their spans of epochs meet. Loads to LDS
// (LDS-DMA) are writes whose span ends at the wait on vmcnt. What the spans are depends on when the machine
// retires operations: under schedule `latest` that is the last legal moment, so that every race of the run is
// seen; under the others some spans are shorter, and nothing is reported that `latest` would not.
//
// Of each dword the last read and the last write are remembered, with the bytes they touched. A write of what
// is there already is not reported: whoever comes first, the bytes are the same.
#pragma once

#include "epochs.hpp"
#include "findings.hpp"

namespace lockstep::checks {

class LdsRaces final : public machine::Observer {
 public:
  LdsRaces(Findings& findings, const Epochs& epochs) : findings_(findings), epochs_(epochs) {}
  void workgroup_begins(const machine::Workgroup& group) override;
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;
  void retires(const machine::Wave& wave, const machine::Pending& pending) override;

 private:
  struct Access {
    std::uint32_t first = 1, last = 0;  ///< epochs; none at first
    std::uint32_t instruction = 0;
    std::uint8_t wave = 0;
    std::uint8_t bytes = 0;  ///< of the dword, one bit each
    bool several = false;    ///< reads: other waves read in the same epoch too
    bool atomic = false;

    bool meets(const Access& other) const {
      return (bytes & other.bytes) != 0 && first <= other.last && other.first <= last;
    }
  };
  struct Cell {
    Access read, write;
  };

  void touch(const machine::Wave& wave, const machine::Pending& pending, int lane, std::uint64_t address,
             std::uint64_t bytes, bool writes);
  void against(const machine::Wave& wave, const machine::Pending& pending, int lane, std::uint64_t address,
               const Access& mine, const Access& theirs, bool mine_writes);

  Findings& findings_;
  const Epochs& epochs_;
  std::vector<Cell> cells_;  ///< [dword of LDS]; of earlier workgroups they lie in earlier epochs
};

}  // namespace lockstep::checks
