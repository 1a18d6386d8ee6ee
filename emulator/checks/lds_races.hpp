// LDS accesses of two waves of a workgroup that no barrier orders, at least one of them a write.
//
// An operation may touch LDS at any moment from its issue to the wait that covers it; barriers number the
// epochs of a workgroup. Two operations of different waves race when their spans of epochs meet. Loads to LDS
// (LDS-DMA) are writes whose span ends at the wait on vmcnt. What the spans are depends on when the machine
// retires operations: under schedule `latest` that is the last legal moment, so that every race of the run is
// seen; under the others some spans are shorter, and nothing is reported that `latest` would not.
//
// Of each dword the last read and the last write are remembered, with the bytes they touched; of sixteen
// bytes together, until a part of them is used alone. A write of what is there already is not reported:
// whoever comes first, the bytes are the same.
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
  static constexpr std::uint64_t kGranule = 16, kParts = 4;

  struct Access {
    std::uint32_t last = 0;  ///< epoch; none at first
    std::uint32_t instruction = 0;
    std::uint16_t bytes = 0;  ///< of the granule, one bit each
    std::uint8_t wave = 0;
    bool several : 1 = false;  ///< reads: other waves read in the same epoch too
    bool atomic : 1 = false;
  };
  struct Cell {
    Access read, write;
  };
  /// An access under way: the operation, of whose lane, and what it does.
  struct Deed {
    const machine::Wave& wave;
    const machine::Pending& pending;
    bool writes;
    Access access;
    int lane = 0;
  };

  Deed deed(const machine::Wave& wave, const machine::Pending& pending, bool writes) const;
  void touch(Deed& deed, std::uint64_t address, std::uint64_t bytes);
  void touch_parts(Deed& deed, std::uint64_t granule, std::uint16_t mask);
  void split(std::uint64_t granule, Cell* parts);
  void judge(Deed& deed, std::uint64_t granule, Cell& cell);
  void against(const Deed& deed, std::uint64_t granule, const Access& theirs);

  Findings& findings_;
  const Epochs& epochs_;
  // Of earlier workgroups, cells lie in earlier epochs.
  std::vector<Cell> cells_;          ///< [granule of LDS]
  std::vector<Cell> parts_;          ///< [dword], of the granules that are split
  std::vector<std::uint8_t> split_;  ///< [granule]
};

}  // namespace lockstep::checks
