// Ends a run that goes on for ever: a mutant may keep a loop from ending, and need not run as long as the
// largest kernel may.
#pragma once

#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/wave.hpp"

namespace lockstep::wait_mutation {

class Patience final : public machine::Observer {
 public:
  /// For waves of at most `steps` instructions.
  explicit Patience(std::uint64_t steps) : steps_(steps) {}
  /// A wave was longer: the run was ended there.
  bool lost() const { return lost_; }
  /// Before each run.
  void begin() { lost_ = false; }

  /// Of workgroups that take turns on one thread.
  machine::Observer* of_thread() override { return this; }
  /// Asked at each turn of a wave, so that waves in time cost nothing.
  machine::Interest interest(const machine::Wave& wave) override {
    return wave.steps > steps_ ? machine::Interest::both : machine::Interest::nothing;
  }
  bool executed(machine::Wave&, const machine::PreparedInstruction&, machine::Step) override {
    lost_ = true;
    return false;
  }
  bool finished() const override { return lost_; }

 private:
  const std::uint64_t steps_;
  bool lost_ = false;
};

}  // namespace lockstep::wait_mutation
