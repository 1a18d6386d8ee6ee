// The checks that watch a dispatch, together.
#pragma once

#include <memory>
#include <vector>

#include "alignment.hpp"
#include "emulator/machine/dispatch.hpp"
#include "lds_races.hpp"
#include "memory_races.hpp"
#include "observer_list.hpp"
#include "regions.hpp"
#include "register_waits.hpp"

namespace lockstep::checks {

/// Checks that are only there for those who ask.
struct Wanted {
  bool regions = false;                            ///< loads of what is not to be read
  const machine::Allocation* arguments = nullptr;  ///< the kernel's arguments, of which regions say nothing
};

/// One dispatch's worth: what it remembers of memory is of that launch only.
class Sanitizers final : public ObserverList {
 public:
  /// Of a dispatch of `code`, which must outlive it; `also` is told of everything too.
  Sanitizers(const machine::LoadedCode& code, machine::Observer* also, Wanted wanted = {});

  /// Of all threads; once the dispatch is over.
  std::vector<machine::Finding> findings() const;

  /// None while somebody else watches who knows one thread only.
  Observer* of_thread() override;

 private:
  Sanitizers(const machine::LoadedCode& code, machine::Observer* also, Wanted wanted,
             std::shared_ptr<MemoryUse> use);

  const machine::LoadedCode& code_;
  const bool alone_;
  const Wanted wanted_;
  const std::shared_ptr<MemoryUse> use_;  ///< of all threads
  Findings findings_;
  Epochs epochs_;
  Alignment alignment_{findings_};
  LdsRaces lds_{findings_, epochs_};
  MemoryRaces memory_;
  RegisterWaits waits_;
  Regions regions_;
  std::vector<std::unique_ptr<Sanitizers>> others_;  ///< of the other threads
};

}  // namespace lockstep::checks
