#include "emulator/machine/dispatch/workgroup.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "emulator/machine/dispatch/prepared_program.hpp"
#include "emulator/machine/vector/register_index.hpp"
#include "emulator/machine/waves/mode.hpp"

namespace lockstep::machine {

namespace {

// Steps that a wave runs without interruption where the schedule does not say: longer than the distance
// between most barriers, and finite, since the wave may be waiting for another one.
constexpr std::uint64_t kTurn = 20'000;
constexpr std::uint64_t kStepsPerLook = 64;  // between two looks at how much memory is touched

}  // namespace

WorkgroupRunner::WorkgroupRunner(const Environment& environment, const code_object::Kernel& kernel,
                                 const Launch& launch, std::uint64_t step_limit)
    : environment_(environment),
      kernel_(kernel),
      launch_(launch),
      step_limit_(step_limit),
      scalars_(code_object::initial_scalars(kernel.descriptor)) {
  entry_ = environment.entry;
  group_.environment = &environment_;
  const arch::Arch& arch = *environment.program->decoded->arch;
  split_barriers_ = arch.has(arch::Feature::split_barriers);
  group_.executed.assign(environment.program->instructions.size(), 0);
  group_.jumped = group_.executed;
  const isa::WaveWidth width = environment.program->decoded->width;
  const auto lanes = std::uint32_t(isa::lane_count(width));
  const std::uint32_t count = (threads() + lanes - 1) / lanes;
  for (std::uint32_t i = 0; i < count; ++i) {
    waves_.push_back(std::make_unique<Wave>());
    waves_.back()->set_width(width);
    waves_.back()->set_arch(arch);
    group_.waves.push_back(waves_.back().get());
  }
  watches_.resize(waves_.size());
}

bool WorkgroupRunner::run_wave(Wave& wave, std::uint64_t quantum, host::Random& random) {
  Observer* const observer = environment_.observer;
  const std::uint64_t steps = wave.steps;
  const auto run = [&] {
    switch (observer == nullptr ? Interest::nothing : observer->interest(wave)) {
      case Interest::nothing:
        return run_wave<Interest::nothing>(wave, quantum, random);
      case Interest::before:
        return run_wave<Interest::before>(wave, quantum, random);
      case Interest::both:
        break;
    }
    return run_wave<Interest::both>(wave, quantum, random);
  };
  const bool goes_on = run();
  instructions_ += wave.steps - steps;
  return goes_on;
}

// Runs until the wave blocks, ends, stops, or its quantum is spent. False when the workgroup must stop.
template <Interest kInterest>
bool WorkgroupRunner::run_wave(Wave& wave, std::uint64_t quantum, host::Random& random) {
  const std::span<const PreparedInstruction> instructions = environment_.program->instructions;
  const std::span<std::uint64_t> executed = group_.executed;
  const bool asynchronous = environment_.schedule.kind == Schedule::Kind::random;
  const bool banks = wave.has(arch::Feature::vgpr_banks);
  const std::uint32_t unusual_bits = unusual_modes(*wave.arch);
  SpinWatch& watch = watches_[std::size_t(wave.id)];
  [[maybe_unused]] std::size_t told_next = 0;
  for (; quantum > 0; --quantum) {
    const bool usual = (wave.mode & unusual_bits) == 0;
    const PreparedInstruction& written = instructions[wave.pc];
    const PreparedInstruction& prepared = usual || !written.banked ? written : in_banks(wave, written);
    ++executed[wave.pc];
    if (++wave.steps > step_limit_) {
      wave.stop(FindingKind::step_limit, prepared, -1, "the wave has run longer than any kernel should");
      return false;
    }
    if (wave.steps % kStepsPerLook == 1 && environment_.is_past_page_limit()) {
      wave.stop(FindingKind::step_limit, prepared, -1,
                fmt::format("the launch has touched {} MiB of memory, more than its problem needs",
                            environment_.page_limit * kPageBytes >> 20));
      return false;
    }
    if (asynchronous) progress(wave, random.next());
    if constexpr (kInterest != Interest::nothing)
      if (wave.pc >= told_next) told_next = environment_.observer->executes(wave, prepared);
    const Step step =
        usual || banks ? prepared.execute(wave, prepared) : execute_in_unusual_mode(wave, prepared);
    if constexpr (kInterest == Interest::both) {
      if (!environment_.observer->executed(wave, prepared, step)) return false;
    }
    if (step == Step::next) [[likely]] {
      if (++wave.pc < instructions.size()) continue;
      wave.stop(FindingKind::illegal_instruction, prepared, -1, kPastTheEnd);
      return false;
    }
    switch (step) {
      case Step::jumped:
        ++group_.jumped[prepared.index];
        told_next = 0;
        if (wave.pc <= prepared.index && wave.steps >= watch.next() && watch.jumped(wave, elsewhere_))
          return !is_endless(wave, prepared);
        break;
      case Step::barrier:
        wave.status = Wave::Status::at_barrier;
        wave.turns = 0;
        return true;
      case Step::ended:
        wave.status = Wave::Status::ended;
        return true;
      case Step::next:
      case Step::stopped:
        return false;
    }
  }
  return true;
}

// Stops a wave whose state has come back without a memory operation. A loop that reads a clock ends.
bool WorkgroupRunner::is_endless(Wave& wave, const PreparedInstruction& prepared) {
  if (doing(wave) != SpinWatch::Doing::endless || reads_clock()) return false;
  wave.stop(FindingKind::endless_loop, prepared, -1,
            "the wave repeats a loop that reads nothing: all its registers are what they were before");
  return true;
}

void WorkgroupRunner::begin(std::array<std::uint32_t, 3> id, std::uint64_t seed) {
  group_.id = id;
  group_.findings.clear();
  group_.stop.reset();
  group_.writer = {};
  group_.barrier_phases = group_.cluster_signals = 0;
  group_.named.fill({});
  group_.requests.clear();
  group_.over = group_.compares_stores = false;
  group_.lds.reset(kernel_.group_bytes + launch_.dynamic_lds, host::hash(environment_.poison, 0));
  for (int i = 0; i < int(waves_.size()); ++i) start(*waves_[i], i);
  for (SpinWatch& watch : watches_) watch.begin();
  round_at_.reset();
  random_ = host::Random(seed);
  if (environment_.schedule.kind == Schedule::Kind::random)
    for (auto& wave : waves_) wave->pace = draw_pace(random_.next());
  constexpr std::array<std::uint64_t, 3> kTurns{4, 48, 400};
  most_steps_ = kTurns[random_.below(kTurns.size())];
  if (environment_.observer != nullptr) environment_.observer->workgroup_begins(group_);
}

Progress WorkgroupRunner::run(std::uint64_t turns, std::uint64_t elsewhere) {
  elsewhere_ = elsewhere;
  for (; turns > 0; --turns) {
    const Progress progress = give_turn();
    if (progress == Progress::over) end();
    if (progress != Progress::running) return progress;
  }
  return Progress::running;
}

void WorkgroupRunner::join(Cluster* cluster, std::uint32_t rank) {
  group_.cluster = cluster;
  group_.rank = rank;
  if (cluster != nullptr) cluster->members[rank] = &group_;
}

void WorkgroupRunner::end() {
  group_.over = true;
  compare_barriers();
  if (environment_.observer != nullptr) environment_.observer->workgroup_ends(group_);
}

// Lets operations of waves that do not run, or wait at a barrier, make progress.
void WorkgroupRunner::progress_others(const Wave& running, host::Random& random) {
  for (auto& wave : waves_) {
    if (wave.get() == &running || wave->status == Wave::Status::ended) continue;
    for (std::uint64_t n = random.below(8); n > 0; --n) progress(*wave, random.next());
  }
}

// A wave that runs very long may be waiting for what another stored before its barrier: that wave has no wait
// ahead of it, but in hardware its stores arrive all the same.
void WorkgroupRunner::finish_at_barrier() {
  for (auto& wave : waves_) {
    if (wave->status != Wave::Status::at_barrier) continue;
    wait_for_all(*wave);
  }
}

// What the workgroup has under way arrives, as it does in hardware: it may be what its waves wait for.
Progress WorkgroupRunner::wait() {
  const std::uint64_t before = group_.changes + group_.own_changes;
  for (auto& wave : waves_)
    if (wave->status != Wave::Status::ended) wait_for_all(*wave);
  return group_.changes + group_.own_changes != before ? Progress::running : Progress::waiting;
}

/// Whether all waves do the same again and again, meeting at barriers or in LDS, until memory changes. One
/// may have left its loop just now: all have to come back anew.
bool WorkgroupRunner::all_go_round() {
  const std::uint64_t changes = elsewhere_ + group_.changes;
  for (const auto& wave : waves_)
    if (wave->status != Wave::Status::ended && !watches_[std::size_t(wave->id)].goes_round(changes))
      return false;
  if (round_at_ == changes) return true;
  round_at_ = changes;
  for (SpinWatch& watch : watches_) watch.forget_rounds();
  return false;
}

bool WorkgroupRunner::reads_clock() const {
  const auto& instructions = environment_.program->decoded->instructions;
  for (std::size_t i = 0; i < instructions.size(); ++i) {
    if (group_.executed[i] == 0 || instructions[i].semantics == nullptr) continue;
    const auto* const control = std::get_if<isa::Control>(&instructions[i].semantics->operation);
    if (control != nullptr && isa::reads_clock(*control)) return true;
  }
  return false;
}

bool WorkgroupRunner::may_run_on() const {
  return reads_clock() || std::ranges::any_of(waves_, [&](const auto& wave) {
           return wave->status == Wave::Status::running && doing(*wave) == SpinWatch::Doing::perhaps;
         });
}

void WorkgroupRunner::run_on() {
  for (const auto& wave : waves_) watches_[std::size_t(wave->id)].run_on(*wave);
}

Wave& WorkgroupRunner::running_wave() {
  const auto runs = [](const auto& wave) { return wave->status == Wave::Status::running; };
  return **std::ranges::find_if(waves_, runs);
}

std::uint64_t WorkgroupRunner::waits_at() {
  return environment_.program->instructions[running_wave().pc].instruction->address;
}

void WorkgroupRunner::stop_waiting(FindingKind kind, std::string text) {
  Wave& wave = running_wave();
  wave.stop(kind, environment_.program->instructions[wave.pc], -1, std::move(text));
}

// Over when every wave has ended, one has stopped, or the run is cancelled.
Progress WorkgroupRunner::give_turn() {
  constexpr auto otherwise_over = [](bool runs) { return runs ? Progress::running : Progress::over; };
  if (environment_.cancelled()) return Progress::over;
  if (split_barriers_)
    if (const Progress progress = pass_barriers(); progress != Progress::running) return progress;
  runnable_.clear();
  bool any_runs = false;
  for (auto& wave : waves_) {
    if (wave->status != Wave::Status::running) continue;
    any_runs = true;
    if (doing(*wave) == SpinWatch::Doing::running) runnable_.push_back(wave.get());
  }
  if (!any_runs) return otherwise_over(release_barrier());
  if (runnable_.empty() || all_go_round()) return wait();
  if (environment_.schedule.kind == Schedule::Kind::random) {
    Wave& wave = *runnable_[random_.below(runnable_.size())];
    progress_others(wave, random_);
    return otherwise_over(run_wave(wave, 1 + random_.below(most_steps_), random_));
  }
  if (environment_.schedule.is_descending()) std::ranges::reverse(runnable_);
  Wave& wave = **std::ranges::min_element(runnable_, {}, &Wave::turns);
  if (!run_wave(wave, kTurn, random_)) return Progress::over;
  if (wave.status == Wave::Status::running) {
    ++wave.turns;
    finish_at_barrier();
  }
  return Progress::running;
}

}  // namespace lockstep::machine
