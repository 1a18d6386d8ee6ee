// One case made ready to run, and the runs it has had: laws ask for runs and references, and share them.
#pragma once

#include <atomic>
#include <compare>
#include <map>
#include <memory>
#include <string_view>

#include "devices/device.hpp"
#include "emulator/checks/policy.hpp"
#include "emulator/findings/suppressions.hpp"
#include "emulator/machine/dispatch/dispatch.hpp"
#include "kernels/kernel.hpp"
#include "properties/judges/opinion.hpp"
#include "properties/laws/code_cache.hpp"
#include "properties/laws/on_callable.hpp"
#include "properties/problems/operator.hpp"
#include "properties/verdict/pattern.hpp"
#include "properties/verdict/verdict.hpp"

namespace lockstep::observe {
struct Writer;
}

namespace lockstep::laws {

/// One execution: when and with which poison it ran, and what came of it.
struct Run {
  machine::Outcome outcome;                   ///< without the findings that a rule accepts
  findings::Suppressions::Counts suppressed;  ///< how many each rule does
  operators::Codes output;
  std::uint64_t undefined_output_bytes = 0, unwritten_output_bytes = 0;  ///< the latter are among the former
  std::optional<verdict::LawResult::Byte> first_undefined;
  std::optional<problems::Tensors::Stray> stray;
  std::string note;                  ///< on how it ran; mostly empty
  std::uint64_t touched_bytes = 0;   ///< bytes of device memory
  std::uint64_t largest_tensor = 0;  ///< bytes, touched or not

  /// "192 bytes of the rows to be written were never written, 64 hold undefined values"; empty: all are
  /// defined.
  std::string undefined_text() const;
};

/// The two poison seeds that law `unread` compares.
enum class Poison : std::uint8_t { first, second };

/// What tells the runs of one experiment apart: the case, its code and the observers are the same in all.
struct RunKey {
  machine::Schedule schedule;
  Poison poison;
  auto operator<=>(const RunKey&) const = default;
};

class Experiment {
 public:
  struct Options {
    bool checks = true;
    int threads = 1;
    std::uint64_t step_limit = machine::Settings{}.step_limit;
    std::optional<std::uint64_t> page_limit{};  ///< nothing: well beyond what the problem needs
    const std::atomic<bool>* cancel = nullptr;
    machine::Observer* observer = nullptr;  ///< told of the events of every run
    checks::Policy policy;
    const findings::Suppressions* suppressions = nullptr;  ///< findings that are accepted
    std::span<const judges::Judge* const> judges;          ///< are asked, too; outlive the experiment
    devices::Device* device = nullptr;  ///< a GPU to run on instead of the emulator, one case at a time
    const Callable* callable =
        nullptr;               ///< what computes the problem instead of the kernel; outlives the experiment
    bool unquantised = false;  ///< law `snr` reports the ratio to the operands before quantisation, too

    /// What a command line says, behind a case, for runs like these.
    std::string flags() const;
  };

  /// What is wrong with a case that can't be run: words or numbers (exit 2).
  static tl::expected<std::unique_ptr<Experiment>, std::string> prepare(const cases::Case& c,
                                                                        CodeCache& cache,
                                                                        const Options& options);

  /// This case on another code object in the kernel's place; problem and data are shared, and this one's
  /// runs are not. On failure: what the launches don't find in it.
  tl::expected<std::unique_ptr<Experiment>, std::string> on(std::shared_ptr<const machine::LoadedCode> code,
                                                            const Options& options) const;

  /// Another problem on the same code, unchecked: what metamorphic laws run. On failure: what is wrong with
  /// the launches.
  tl::expected<std::unique_ptr<Experiment>, std::string> with(
      const cases::Case& c, std::unique_ptr<const problems::Instance> instance) const;
  /// Counts another experiment's instructions and runs among this one's.
  void add_instructions(const Experiment& other);

  const cases::Case& the_case() const { return case_; }
  const problems::Instance& instance() const { return *instance_; }
  const matrix::Model& model() const { return *model_; }
  const kernels::Kernel& kernel() const { return *kernel_; }
  const machine::LoadedCode& code() const { return *code_; }
  /// The kernel's code; nullptr: the operator has no kernels, and a callable computes it.
  const std::shared_ptr<const machine::LoadedCode>& shared_code() const { return code_; }

  /// Run under a schedule and a poison; kept, so that asking twice runs once.
  const Run& run(const machine::Schedule& schedule, Poison poison);
  /// The run under the schedule by which operations complete as they are issued, with an observer that hears
  /// of no other run; kept in the place of the one without.
  const Run& watch(machine::Observer& observer, Poison poison);
  void forget_runs() { runs_.clear(); }
  const Run& first_run() { return run(case_.schedule, Poison::first); }
  /// A schedule as different from the case's as can be.
  machine::Schedule other_schedule() const;
  /// Schedules that law `schedule` compares with the case's: that one, or many if the case hunts.
  std::vector<machine::Schedule> other_schedules() const;

  /// The tensors of the first run and its launches, before it.
  problems::Placed image() const { return place(*instance_); }
  /// Those of another problem, in the same places, where it differs in its operands alone.
  problems::Placed place(const problems::Instance& instance) const;

  /// The accumulation's expected bits under the case's model, and the exact reference.
  const operators::Codes& expected();
  const std::vector<operators::ExactOutput>& exact();
  /// What Instance::unquantised() gives.
  const std::optional<std::vector<std::vector<double>>>& unquantised();
  bool reports_unquantised() const { return options_.unquantised; }

  /// What the options' judges say of an output of this case.
  std::vector<judges::Opinion> opinions(const operators::Codes& output);

  /// The element that a byte of an output belongs to: "D[3, 17]".
  std::string name_of(const verdict::LawResult::Byte& byte) const;
  /// Runs anew and says who wrote the byte of an output last: "never written", or which store did.
  observe::Writer writer_of(const verdict::LawResult::Byte& byte);
  /// The same, and from what a store left it undefined.
  observe::Writer origin_of_undefined(const verdict::LawResult::Byte& byte);

  /// What explain() is told of the outputs of the first run.
  verdict::Known known();
  /// How the launches cut each output; none where they don't say.
  std::vector<operators::Tiling> tilings() const;

  /// False on a GPU and of a callable: nobody says who wrote a byte, or what was undefined, raced or came too
  /// early.
  bool is_emulated() const { return options_.device == nullptr && options_.callable == nullptr; }
  /// What runs the kernel, or computes the problem in its place, where it is not emulated: "a GPU".
  std::string_view runner() const { return options_.callable != nullptr ? "a callable" : "a GPU"; }
  /// What the GPU runs in the first run.
  devices::Program device_program() const;
  /// The first run once more, not kept: what a GPU makes of the same launches, beside so many copies
  /// (devices::Program).
  Run run_again(std::uint32_t copies) {
    copies_beside_ = copies;
    Run run = execute(case_.schedule, Poison::first);
    copies_beside_ = 0;
    return run;
  }

  const checks::Policy& policy() const { return options_.policy; }

  bool cancelled() const { return options_.cancel != nullptr && options_.cancel->load(); }
  std::uint64_t runs() const { return runs_.size() + other_runs_; }
  std::uint64_t instructions() const { return instructions_; }
  /// Notes on how the runs went, each once.
  std::vector<std::string> notes() const;
  /// Multiply-accumulates of one run.
  std::uint64_t macs() const { return instance_->macs(); }

 private:
  Experiment() = default;
  /// A copy with its case, problem and code, and what was found out about how it runs; without its runs.
  std::unique_ptr<Experiment> without_runs() const;
  tl::expected<void, std::string> check_launches() const;
  machine::Outcome emulate(problems::Placed& in_memory, machine::Settings settings, bool watched);
  tl::expected<problems::Placed, std::string> placed(const problems::Instance& instance,
                                                     std::uint64_t poison) const;
  Run execute(const machine::Schedule& schedule, Poison poison);
  /// Runs anew, on one thread.
  Run observed(const machine::Schedule& schedule, Poison poison, machine::Observer& observer);

  cases::Case case_;
  Options options_;
  std::shared_ptr<const problems::Instance> instance_;
  const kernels::Kernel* kernel_ = nullptr;
  const matrix::Model* model_ = nullptr;
  std::shared_ptr<const machine::LoadedCode> code_;
  std::shared_ptr<const std::vector<std::byte>> image_;  ///< the code object's file, for a GPU
  std::shared_ptr<const recipes::Recipe> recipe_;        ///< how the code is launched, where others built it
  std::map<RunKey, Run> runs_;                           // references stay valid: run() returns them
  std::optional<operators::Codes> expected_;
  std::optional<std::vector<operators::ExactOutput>> exact_;
  std::optional<std::optional<std::vector<std::vector<double>>>> unquantised_;
  std::uint64_t instructions_ = 0, other_runs_ = 0;
  std::uint32_t copies_beside_ = 0;
  bool ascending_ = false;  ///< workgroups run in the order of dispatch, whatever the schedule
  /// Workgroups use each other's bytes, or touch too much memory: unchecked runs, too, are on one thread.
  bool one_thread_ = false;
};

}  // namespace lockstep::laws
