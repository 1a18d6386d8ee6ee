// A case with what the kernel as it is makes of it: what mutants are held against.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/wave.hpp"
#include "properties/laws/experiment.hpp"
#include "properties/wait_mutation/code_mutant.hpp"
#include "properties/wait_mutation/explain.hpp"

namespace lockstep::wait_mutation {

/// Ends a run that goes on for ever: a mutant may keep a loop from ending, and need not run as long as the
/// largest kernel may.
class Patience final : public machine::Observer {
 public:
  /// Waves may take at most `steps` instructions.
  explicit Patience(std::uint64_t steps) : steps_(steps) {}
  /// A wave was longer: the run was ended there.
  bool lost() const { return lost_; }
  /// Before each run.
  void begin() { lost_ = false; }

  /// Workgroups take turns on one thread.
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

/// Under schedule `latest` an operation lasts until its wait: it notices most.
inline constexpr machine::Schedule kLatest{machine::Schedule::Kind::latest, 0};

struct Original {
  std::unique_ptr<laws::Experiment> experiment;  ///< without its runs
  operators::Codes output;
  /// [instruction], under all schedules: times it was executed, and times it went on elsewhere than behind
  /// it.
  std::vector<std::uint64_t> executed, jumped;
  std::uint64_t most_instructions = 0;  ///< the most that a run executed
  bool single_wave = true;              ///< every workgroup is one wave
  RetireLog::ByOperation retired;       ///< under `latest`
  findings::Suppressions::Counts suppressed;

  /// Where it does not, a mutant does what the kernel does.
  bool reaches(const CodeMutant& mutant) const { return executed[mutant.instruction] != 0; }
};

/// On failure: why mutants can't be judged by this case. The kernel must pass it under every schedule.
tl::expected<Original, std::string> run_original(const cases::Case& c, laws::CodeCache& cache,
                                                 std::span<const machine::Schedule> schedules,
                                                 laws::Experiment::Options options);

/// What is wrong with a run of the case: a finding's kind, `bits` (another output), `undefined`, `untouched`,
/// a trap's kind; empty when nothing is.
std::string noticed(const laws::Run& run, const Original& original);

}  // namespace lockstep::wait_mutation
