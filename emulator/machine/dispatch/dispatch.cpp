#include "emulator/machine/dispatch/dispatch.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <tl/expected.hpp>

#include "emulator/machine/dispatch/clusters.hpp"
#include "emulator/machine/dispatch/contributions.hpp"
#include "emulator/machine/dispatch/launch_memory.hpp"
#include "emulator/machine/dispatch/refusal.hpp"
#include "emulator/machine/dispatch/workgroup.hpp"
#include "emulator/machine/dispatch/workgroup_order.hpp"
#include "host/parallel_for.hpp"
#include "host/random.hpp"

namespace lockstep::machine {

namespace {

class Dispatch {
 public:
  Dispatch(const Environment& environment, const code_object::Kernel& kernel, const Launch& launch,
           const Settings& settings)
      : environment_(environment),
        kernel_(kernel),
        launch_(launch),
        settings_(settings),
        order_(kernel, launch, settings) {
    outcome_.executed.assign(environment_.program->instructions.size(), 0);
    outcome_.jumped = outcome_.executed;
  }

  Outcome run() {
    std::vector<Worker> workers = make_workers();
    if (at_once_ < together_) return unwatched();
    const std::uint64_t turns = (total_ + at_once_ - 1) / at_once_;
    host::parallel_for(turns, int(workers.size()), [&](std::uint64_t turn, int thread) {
      auto some = begin_some(turn * at_once_, workers[std::size_t(thread)]);
      if (!some) return host::Then::stop;
      while (go_on(*some, WorkgroupRunner::kToTheEnd)) {
      }
      return host::Then::go_on;
    });
    return outcome_of(workers);
  }

  /// Runs the next workgroup for one turn, on the calling thread. False: no workgroup is left to run.
  bool give_turn() {
    if (workers_.empty()) workers_ = make_workers();
    if (!under_way_) {
      if (next_ >= total_) return false;
      under_way_ = begin_some(next_, workers_.front());
      if (!under_way_) return false;
      next_ += at_once_;
    }
    if (!go_on(*under_way_, kMostTurns)) under_way_.reset();
    return true;
  }
  Outcome outcome() { return at_once_ < together_ ? unwatched() : outcome_of(workers_); }

 private:
  /// A slot in which workgroups run one after the other.
  struct Place {
    Environment environment;
    std::optional<WorkgroupRunner> runner;  ///< made by its thread when there is a workgroup to run
    std::uint64_t g = 0;                    ///< the workgroup that runs here
    std::uint64_t before = 0;               ///< the runner's count of instructions when that workgroup began
    Contributions contributions;
  };
  /// The slots of one host thread, one for each workgroup that runs at the same time.
  using Worker = std::vector<std::unique_ptr<Place>>;
  /// The workgroups that a thread runs at the same time.
  struct UnderWay {
    std::vector<Place*> places;
    host::Random random;
    std::vector<std::unique_ptr<Cluster>> clusters{};
    std::vector<Place*> ended{};  ///< slots whose workgroup has ended while others of its cluster still run
  };
  static constexpr std::uint64_t kMostTurns = 8;

  // An observer that cannot give each thread one of its own sees one workgroup at a time.
  std::vector<Worker> make_workers() {
    std::vector<Worker> workers;
    for (int i = 0; i < std::max(settings_.threads, 1); ++i) {
      Worker worker;
      while (worker.size() < at_once_) {
        const bool first = workers.empty() && worker.empty();
        Observer* observer = settings_.observer;
        const bool observed = observer != nullptr;
        if (!first && observed) observer = observer->of_thread();
        if (observed && observer == nullptr) {
          if (!workers.empty()) return workers;
          at_once_ = worker.size() - worker.size() % together_;  // whole clusters only
          break;
        }
        worker.push_back(std::make_unique<Place>());
        worker.back()->environment = environment_;
        worker.back()->environment.observer = observer;
        worker.back()->environment.loads_are_read = observed && observer->reads_loaded();
      }
      workers.push_back(std::move(worker));
    }
    return workers;
  }

  // Starts the workgroups from the g-th on that run at the same time. Nothing: a workgroup before them has
  // stopped.
  std::optional<UnderWay> begin_some(std::uint64_t g, Worker& worker) {
    const Environment& environment = worker.front()->environment;
    if (at_once_ < together_) return std::nullopt;
    if (environment.cancelled() || (environment.observer != nullptr && environment.observer->finished()))
      return std::nullopt;
    // Workgroups before the first stop all run, whatever the number of threads; those after it need not.
    if (g > first_stop_.load(std::memory_order_relaxed)) return std::nullopt;
    UnderWay some{{}, host::Random(host::hash(environment_.schedule.seed, g))};
    for (std::uint64_t i = 0; i < at_once_ && g + i < total_; ++i) {
      if (together_ > 1 && i % together_ == 0) some.clusters.push_back(make_cluster(order_.id(g + i)));
      Cluster* const cluster = some.clusters.empty() ? nullptr : some.clusters.back().get();
      some.places.push_back(&begin(g + i, *worker[i], cluster));
    }
    return some;
  }

  /// That of which `first` is the first workgroup.
  std::unique_ptr<Cluster> make_cluster(const std::array<std::uint32_t, 3>& first) const {
    auto cluster = std::make_unique<Cluster>();
    cluster->size = order_.cluster();
    for (std::size_t i = 0; i < 3; ++i) cluster->id[i] = first[i] / cluster->size[i];
    cluster->members.resize(together_);
    return cluster;
  }

  /// Gives each workgroup some turns; the last one left `alone` turns. False: all have ended.
  bool go_on(UnderWay& some, std::uint64_t alone) {
    auto& running = some.places;
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < running.size(); ++i)
      if (together_ == 1 || !running[i]->runner->is_blocked()) ready.push_back(i);
    if (ready.empty()) return give_up(some);
    const std::size_t i = ready.size() == 1 ? ready.front() : ready[some.random.below(ready.size())];
    const std::uint64_t turns = running.size() == 1 ? alone : 1 + some.random.below(kMostTurns);
    if (running[i]->runner->run(turns) != Progress::over) return true;
    some.ended.push_back(running[i]);
    running.erase(running.begin() + std::ptrdiff_t(i));
    end_clusters(some);
    return !running.empty();
  }

  /// Stops workgroups that all wait for others of their clusters.
  bool give_up(UnderWay& some) {
    for (Place* const place : some.places) {
      const auto& members = place->runner->state().cluster->members;
      const bool peer_stopped =
          std::ranges::any_of(members, [](const Workgroup* w) { return w->stop.has_value(); });
      if (!peer_stopped) place->runner->stop_blocked();
      place->runner->state().over = true;
      some.ended.push_back(place);
    }
    some.places.clear();
    end_clusters(some);
    return false;
  }

  /// Collects the contributions of clusters all of whose workgroups have ended.
  void end_clusters(UnderWay& some) {
    std::erase_if(some.ended, [&](Place* place) {
      Workgroup& group = place->runner->state();
      if (group.cluster != nullptr) {
        const auto ended = [](const Workgroup* w) { return w != nullptr && w->over; };
        if (!std::ranges::all_of(group.cluster->members, ended)) return false;
        find_absent_peers(group);
      }
      end(*place);
      return true;
    });
  }

  Place& begin(std::uint64_t g, Place& place, Cluster* cluster) {
    if (!place.runner) place.runner.emplace(place.environment, kernel_, launch_, settings_.step_limit);
    place.g = g;
    place.before = place.runner->instructions();
    if (cluster != nullptr) place.runner->join(cluster, std::uint32_t(g % together_));
    place.runner->begin(order_.id(g),
                        host::hash(environment_.schedule.seed, cluster != nullptr ? g : order_.number(g)));
    return place;
  }

  void end(Place& place) {
    Workgroup& state = place.runner->state();
    if (state.stop) {
      std::uint64_t seen = first_stop_.load();
      while (place.g < seen && !first_stop_.compare_exchange_weak(seen, place.g)) {
      }
    }
    place.contributions.add(place.g, state, place.runner->instructions() - place.before);
  }

  void collect(Place& place) {
    if (!place.runner) return;
    contributions_.add(std::move(place.contributions));
    add_counts(place.runner->state().executed, outcome_.executed);
    add_counts(place.runner->state().jumped, outcome_.jumped);
  }

  Outcome outcome_of(std::vector<Worker>& workers) {
    for (Worker& worker : workers)
      for (const auto& place : worker) collect(*place);
    contributions_.merge(first_stop_.load(), outcome_);
    outcome_.cancelled = environment_.cancelled();
    return std::move(outcome_);
  }

  Outcome unwatched() {
    outcome_.stop.emplace();
    outcome_.stop->kind = FindingKind::unsupported;
    outcome_.stop->text =
        "workgroups of a cluster run at the same time, and what watches the kernel sees one at a time";
    return std::move(outcome_);
  }

  const Environment& environment_;
  const code_object::Kernel& kernel_;
  const Launch& launch_;
  const Settings& settings_;
  const WorkgroupOrder order_;
  const std::uint64_t total_ = order_.total(), together_ = order_.together();
  std::uint64_t at_once_ = order_.at_once();  ///< workgroups that one thread runs at the same time
  std::atomic<std::uint64_t> first_stop_{~std::uint64_t{0}};
  std::vector<Worker> workers_;  ///< used by give_turn()
  std::optional<UnderWay> under_way_;
  std::uint64_t next_ = 0;
  Outcome outcome_;
  Contributions contributions_;
};

}  // namespace

void locate(Finding& finding, const LoadedCode& code, const code_object::Kernel& kernel) {
  finding.kernel = kernel.name;
  finding.source = code.object().lines.at(finding.address);
}

namespace {

void locate_all(Outcome& outcome, const LoadedCode& code, const code_object::Kernel& kernel) {
  for (Finding& f : outcome.findings) locate(f, code, kernel);
  if (outcome.stop) locate(*outcome.stop, code, kernel);
}

// The environment of a launch, or its outcome if it cannot begin.
tl::expected<Environment, Outcome> place(const LoadedCode& code, const code_object::Kernel& kernel,
                                         const Launch& launch, Memory& memory, const Settings& settings) {
  const auto stopped = [&](FindingKind kind, std::string text) {
    Outcome outcome;
    outcome.stop.emplace();
    outcome.stop->kind = kind;
    outcome.stop->text = std::move(text);
    return tl::unexpected(std::move(outcome));
  };
  if (std::string why = refusal(code.object(), kernel, launch); !why.empty())
    return stopped(FindingKind::unsupported, std::move(why));
  if (const matrix::Model* m = settings.model; m != nullptr && m->arch != code.object().arch)
    return stopped(FindingKind::unsupported,
                   fmt::format("model {} is of {}, the code of {}", m->name, m->arch, code.object().arch));
  // Firmware that preloads arguments enters behind the block that loads them for older firmware.
  const bool preloaded = code_object::has_preload_prologue(code.object(), kernel);
  const std::uint64_t entry = kernel.entry + (preloaded ? code_object::kPreloadPrologueBytes : 0);
  const std::int32_t first = code.program().at(entry);
  if (first < 0)
    return stopped(FindingKind::illegal_instruction,
                   fmt::format("no instruction begins at the entry {:#x}", entry));

  place_segments(code, memory);
  if (kernel.descriptor.enable_dispatch_ptr) place_packet(kernel, launch, memory);
  Environment environment;
  environment.program = &code.prepared();
  environment.memory = &memory;
  environment.model = settings.model;
  environment.schedule = settings.schedule;
  environment.poison = settings.poison;
  environment.checks = settings.checks;
  const bool accumulators = code.program().arch->has(arch::Feature::accumulation_registers);
  environment.accum_offset =
      accumulators ? int(kernel.descriptor.accum_offset) : int(kernel.descriptor.vgpr_count);
  environment.entry = std::uint32_t(first);
  environment.wait_states = &code.wait_states();
  environment.wait_state_mode = settings.wait_states;
  environment.traced_address = settings.traced_address;
  environment.cancel = settings.cancel;
  return environment;
}

}  // namespace

Outcome dispatch(const LoadedCode& code, const code_object::Kernel& kernel, const Launch& launch,
                 Memory& memory, const Settings& settings) {
  auto environment = place(code, kernel, launch, memory, settings);
  if (!environment) return std::move(environment.error());
  Outcome outcome = Dispatch(*environment, kernel, launch, settings).run();
  locate_all(outcome, code, kernel);
  return outcome;
}

struct RunningDispatch::State {
  const LoadedCode& code;
  const code_object::Kernel& kernel;
  Launch launch;
  Settings settings;
  Environment environment;
  Dispatch dispatch{environment, kernel, launch, settings};
};

RunningDispatch::RunningDispatch(const LoadedCode& code, const code_object::Kernel& kernel,
                                 const Launch& launch, Memory& memory, const Settings& settings) {
  auto environment = place(code, kernel, launch, memory, settings);
  if (environment)
    state_ = std::make_unique<State>(code, kernel, launch, settings, *environment);
  else
    refused_ = std::move(environment.error());
}

RunningDispatch::~RunningDispatch() = default;

bool RunningDispatch::give_turn() {
  return state_ != nullptr && state_->dispatch.give_turn();
}

Outcome RunningDispatch::outcome() {
  if (state_ == nullptr) return refused_;
  Outcome outcome = state_->dispatch.outcome();
  locate_all(outcome, state_->code, state_->kernel);
  return outcome;
}

}  // namespace lockstep::machine
