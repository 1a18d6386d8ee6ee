// The checks that watch a dispatch, together.
#pragma once

#include "lds_races.hpp"
#include "memory_races.hpp"

namespace lockstep::checks {

/// One dispatch's worth: what it remembers of memory is of that launch only.
class Sanitizers final : public machine::Observer {
 public:
  /// `also` is told of everything too.
  explicit Sanitizers(machine::Observer* also) : also_(also) {}

  const std::vector<machine::Finding>& findings() const { return findings_.all(); }

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
  Findings findings_;
  LdsRaces lds_{findings_};
  MemoryRaces memory_{findings_};
  machine::Observer* also_;
};

}  // namespace lockstep::checks
