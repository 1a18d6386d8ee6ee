// The checks that watch a dispatch, together.
#pragma once

#include <memory>
#include <vector>

#include "lds_races.hpp"
#include "memory_races.hpp"

namespace lockstep::checks {

/// One dispatch's worth: what it remembers of memory is of that launch only.
class Sanitizers final : public machine::Observer {
 public:
  /// `also` is told of everything too.
  explicit Sanitizers(machine::Observer* also)
      : own_use_(std::make_unique<MemoryUse>()), memory_(findings_, *own_use_), also_(also) {}

  /// Of all threads; once the dispatch is over.
  std::vector<machine::Finding> findings() const;

  /// None while somebody else watches who knows one thread only.
  Observer* of_thread() override;

  bool finished() const override { return also_ != nullptr && also_->finished(); }
  bool watches(const machine::Wave& wave) override { return also_ != nullptr && also_->watches(wave); }
  void workgroup_begins(const machine::Workgroup& group) override;
  void workgroup_ends(const machine::Workgroup& group) override;
  void executes(machine::Wave& wave, const machine::Bound& code) override;
  bool executed(machine::Wave& wave, const machine::Bound& code, machine::Step step) override;
  void issues(machine::Wave& wave, machine::Pending& pending) override;
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;
  void retires(const machine::Wave& wave, const machine::Pending& pending) override;
  void barrier(const machine::Workgroup& group) override;

 private:
  Sanitizers(machine::Observer* also, MemoryUse& use) : memory_(findings_, use), also_(also) {}

  Findings findings_;
  std::unique_ptr<MemoryUse> own_use_;  ///< the first thread's, which the others use too
  LdsRaces lds_{findings_};
  MemoryRaces memory_;
  machine::Observer* also_;
  std::vector<std::unique_ptr<Sanitizers>> others_;  ///< of the other threads
};

}  // namespace lockstep::checks
