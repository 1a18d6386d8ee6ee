// Which stores to LDS change what is there: the others show nothing to a law.
#pragma once

#include <cstdint>
#include <vector>

#include "emulator/machine/waves/observer.hpp"

namespace lockstep::checks {

/// The lanes of which an element (0, or 1 of a pair) of a store, not performed yet, is in LDS already.
std::uint64_t lanes_in_lds(const machine::Wave& wave, const machine::Pending& store, int element);

/// Notes, per instruction, that some lane of a store of it did.
class LdsChanges final : public machine::Observer {
 public:
  /// Workgroups take turns on one thread, so that one observer serves all.
  machine::Observer* of_thread() override { return this; }
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;
  /// [instruction of the program]; shorter where none behind did
  const std::vector<bool>& changed() const { return changed_; }

 private:
  std::vector<bool> changed_;
};

}  // namespace lockstep::checks
