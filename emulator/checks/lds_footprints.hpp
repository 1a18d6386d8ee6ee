// The exact bytes of LDS that each instruction of each wave used in the same epochs: they say which
// operations of other waves an operation meets, where the order of the two matters.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "emulator/checks/lds_operation.hpp"

namespace lockstep::checks {

class LdsFootprints {
 public:
  /// Two operations of different waves: what they are as far as all of their footprint is alike.
  struct Meeting {
    const LdsOperation &mine, &theirs;
    int lane, other_lane;
    std::uint32_t address;  ///< address of the first dword that both use so
    bool repeats;           ///< all that both use is brought again by a copy
    /// LdsOperation::order of all that are in the other's footprint, where they load.
    const std::vector<std::uint64_t>& their_loads;
  };

  void begin(std::uint32_t lds_bytes);
  void add(const LdsOperation& operation);
  /// Calls visit(meeting) once for each footprint that the operation meets: they share a byte that one of
  /// them writes, not both atomically, and not with what is there already.
  void meet(const LdsOperation& operation, const std::function<void(const Meeting&)>& visit);
  /// Forgets footprints whose last epoch is before this one.
  void forget_before(std::uint32_t epoch);

 private:
  /// What is done to a dword: bytes, one bit each.
  struct Dword {
    std::uint8_t bytes = 0, changed = 0;  ///< changed: written with something else than was there
    std::uint8_t repeated = 0;            ///< copied there, with what was there
    std::uint8_t lane = 0;
  };
  struct Footprint {
    LdsOperation all;                  ///< the last of the operations
    std::vector<std::uint64_t> loads;  ///< order of each that loads
    std::vector<Dword> dwords;
  };

  Footprint& of(const LdsOperation& operation);

  std::size_t dwords_ = 0;
  std::vector<Footprint> footprints_, spare_;
};

}  // namespace lockstep::checks
