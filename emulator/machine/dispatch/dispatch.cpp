#include "emulator/machine/dispatch/dispatch.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <mutex>
#include <optional>

#include <fmt/format.h>

#include "emulator/code_object/occupancy.hpp"
#include "emulator/machine/dispatch/clusters.hpp"
#include "emulator/machine/dispatch/contributions.hpp"
#include "emulator/machine/dispatch/launch_environment.hpp"
#include "emulator/machine/dispatch/slots.hpp"
#include "emulator/machine/dispatch/wave_places.hpp"
#include "emulator/machine/dispatch/workgroup.hpp"
#include "emulator/machine/dispatch/workgroup_order.hpp"
#include "host/parallel_for.hpp"
#include "host/random.hpp"

namespace lockstep::machine {

namespace {

class Dispatch {
 public:
  Dispatch(const LoadedCode& code, const Environment& environment, const code_object::Kernel& kernel,
           const Launch& launch, const Settings& settings)
      : code_(code),
        environment_(environment),
        kernel_(kernel),
        launch_(launch),
        settings_(settings),
        order_(kernel, launch, settings) {
    outcome_.executed.assign(environment_.program->instructions.size(), 0);
    outcome_.jumped = outcome_.executed;
  }

  Outcome run() {
    begin();
    if (at_once_ < together_) return unwatched();
    if (slots_.threads() > 1) run_on_threads();
    while (give_turn(WorkgroupRunner::kToTheEnd)) {
    }
    return finished();
  }

  /// Runs the next workgroup for one turn, on the calling thread. False: no workgroup is left to run.
  bool give_turn(std::uint64_t alone = kMostTurns) {
    begin();
    if (!under_way_) {
      if (next_ >= total_) return false;
      under_way_ = begin_some(next_, 0);
      if (!under_way_) return false;
      next_ += at_once_;
    }
    const bool others_run = alone != WorkgroupRunner::kToTheEnd;  // other launches, which may end the waiting
    waits_ = go_on(*under_way_, alone) == Then::waits && !begin_next(*under_way_);
    if (waits_ && !run_on(*under_way_, others_run)) give_up(*under_way_);
    end_turn();
    return true;
  }
  bool waits() const { return waits_; }
  std::uint64_t progress() const { return done_ + next_ + (under_way_ ? under_way_->changes : 0); }
  void give_up() {
    if (!under_way_) return;
    for (Slot* const place : under_way_->places)
      if (!place->runner->is_blocked()) place->waits_at = under_way_->changes;
    give_up(*under_way_);
    end_turn();
  }
  Outcome outcome() { return at_once_ < together_ ? unwatched() : finished(); }

 private:
  static constexpr std::uint64_t kMostTurns = 8;
  /// The workgroups that a thread runs at the same time.
  struct UnderWay {
    std::vector<Slot*> places;
    host::Random random;
    std::vector<std::unique_ptr<Cluster>> clusters{};
    std::vector<Slot*> ended{};  ///< slots whose workgroup has ended while others of its cluster still run
    std::uint64_t changes = 0;   ///< how often any of them changed what others may wait for
  };
  enum class Then : std::uint8_t { go_on, waits, over };

  void end_turn() {
    if (!under_way_->places.empty()) return;
    done_ += under_way_->changes;
    under_way_.reset();
  }

  // An observer that knows one thread only sees one workgroup at a time: whole clusters only.
  void begin() {
    const std::uint64_t each = slots_.begin(at_once_);
    at_once_ = each - each % together_;
  }

  // Each thread takes the next workgroups until one waits for others, be they on another thread or not begun:
  // then those that are left go on together, on the calling thread.
  void run_on_threads() {
    std::atomic<std::uint64_t> next{0};
    std::mutex mutex;
    std::vector<UnderWay> waiting;
    host::parallel_for((total_ + at_once_ - 1) / at_once_, slots_.threads(),
                       [&](std::uint64_t turn, int thread) {
                         auto some = begin_some(turn * at_once_, thread);
                         if (!some) return host::Then::stop;
                         ++next;
                         Then then = Then::go_on;
                         while (then == Then::go_on) {
                           then = go_on(*some, WorkgroupRunner::kToTheEnd);
                           if (then == Then::waits && run_on(*some)) then = Then::go_on;
                         }
                         if (then == Then::over) return host::Then::go_on;
                         const std::lock_guard lock(mutex);
                         waiting.push_back(std::move(*some));
                         return host::Then::stop;
                       });
    next_ = next * at_once_;
    for (UnderWay& some : waiting) join(std::move(some));
  }

  /// Adds workgroups to those under way, which stay in order. Other threads may have changed what they wait
  /// for.
  void join(UnderWay&& some) {
    if (!under_way_) under_way_.emplace(UnderWay{{}, some.random});
    UnderWay& all = *under_way_;
    all.places.insert(all.places.end(), some.places.begin(), some.places.end());
    std::ranges::sort(all.places, {}, &Slot::g);
    std::ranges::move(some.clusters, std::back_inserter(all.clusters));
    all.ended.insert(all.ended.end(), some.ended.begin(), some.ended.end());
    all.changes += some.changes + 1;
    for (Slot* const place : all.places) place->waits_at.reset();
  }

  // Starts the workgroups from the g-th on that run at the same time. Nothing: a workgroup before them has
  // stopped.
  std::optional<UnderWay> begin_some(std::uint64_t g, int thread) {
    if (at_once_ < together_) return std::nullopt;
    if (environment_.cancelled() || slots_.finished(thread)) return std::nullopt;
    // Workgroups before the first stop all run, whatever the number of threads; those after it need not.
    if (g > first_stop_.load(std::memory_order_relaxed)) return std::nullopt;
    UnderWay some{{}, host::Random(host::hash(environment_.schedule.seed, g))};
    const std::uint64_t count = std::min(at_once_, total_ - g);
    begin(g, slots_.free(thread, count), some);
    return some;
  }

  void begin(std::uint64_t g, const std::vector<Slot*>& places, UnderWay& some) {
    for (std::uint64_t i = 0; i < places.size(); ++i) {
      if (together_ > 1 && i % together_ == 0) some.clusters.push_back(make_cluster(order_.id(g + i)));
      Cluster* const cluster = some.clusters.empty() ? nullptr : some.clusters.back().get();
      some.places.push_back(&begin(g + i, *places[i], cluster));
    }
  }

  // All under way wait: it may be for a workgroup that has not begun, and does in hardware where the device
  // has room for it.
  bool begin_next(UnderWay& some) {
    if (next_ >= total_ || next_ > first_stop_.load() || some.places.size() + together_ > resident_)
      return false;
    const auto places = slots_.free(0, together_);
    if (places.size() < together_) return false;
    begin(next_, places, some);
    next_ += together_;
    return true;
  }

  /// Lets workgroups go on whose waves may end their loops by themselves, or `all`. False: there are none.
  bool run_on(UnderWay& some, bool all = false) const {
    bool any = false;
    for (Slot* const place : some.places) {
      if (!place->waits_at || (!all && !place->runner->may_run_on())) continue;
      place->runner->run_on();
      place->waits_at.reset();
      any = true;
    }
    return any;
  }

  /// The cluster of which `first` is the first workgroup.
  std::unique_ptr<Cluster> make_cluster(const std::array<std::uint32_t, 3>& first) const {
    auto cluster = std::make_unique<Cluster>();
    cluster->size = order_.cluster();
    for (std::size_t i = 0; i < 3; ++i) cluster->id[i] = first[i] / cluster->size[i];
    cluster->members.resize(together_);
    return cluster;
  }

  /// Gives one workgroup some turns; the last one left `alone` turns.
  Then go_on(UnderWay& some, std::uint64_t alone) {
    auto& running = some.places;
    std::vector<std::size_t> ready;
    for (std::size_t i = 0; i < running.size(); ++i)
      if (running[i]->waits_at != some.changes && (together_ == 1 || !running[i]->runner->is_blocked()))
        ready.push_back(i);
    if (ready.empty()) return Then::waits;
    // The last workgroups that began because others waited go first: most others wait for them.
    const bool in_turn =
        some.places.size() > at_once_ && environment_.schedule.kind != Schedule::Kind::random;
    const std::size_t i = in_turn             ? ready.back()
                          : ready.size() == 1 ? ready.front()
                                              : ready[some.random.below(ready.size())];
    Slot& place = *running[i];
    const std::uint64_t turns = running.size() == 1 || in_turn ? alone : 1 + some.random.below(kMostTurns);
    const std::uint64_t elsewhere = some.changes - place.changes();
    const Progress progress = place.runner->run(turns, elsewhere);
    some.changes = elsewhere + place.changes();
    place.waits_at.reset();
    if (progress == Progress::waiting) place.waits_at = some.changes;
    if (progress != Progress::over) return Then::go_on;
    if (environment_.cancelled()) note_where(some);
    tell_where(some, place);
    some.ended.push_back(&place);
    running.erase(running.begin() + std::ptrdiff_t(i));
    end_clusters(some);
    return running.empty() ? Then::over : Then::go_on;
  }

  std::string where(const UnderWay& some, const std::string& named = {}) const {
    std::vector<const Workgroup*> groups;
    for (Slot* const place : some.places) groups.push_back(&place->runner->state());
    return wave_places(groups, code_, named);
  }

  /// Keeps where the waves are as the dispatch is cancelled: of several threads, those of one.
  void note_where(const UnderWay& some) {
    const std::lock_guard lock(where_mutex_);
    if (outcome_.was_at.empty()) outcome_.was_at = where(some);
  }

  /// Says where the other waves are if one has run too long.
  void tell_where(const UnderWay& some, Slot& place) {
    std::optional<Finding>& stop = place.runner->state().stop;
    if (!stop || stop->kind != FindingKind::step_limit) return;
    const std::string others = where(some, code_.object().lines.at(stop->address));
    if (!others.empty()) stop->text += "; " + others;
  }

  /// Stops workgroups that all wait for each other: at the barrier of a cluster or by reading memory.
  void give_up(UnderWay& some) {
    const auto waits =
        std::ranges::find_if(some.places, [](const Slot* p) { return p->waits_at.has_value(); });
    if (waits != some.places.end() && first_stop_.load() == kNone) stop_waiting(some, **waits);
    for (Slot* const place : some.places) {
      Workgroup& state = place->runner->state();
      const auto stopped = [](const Workgroup* w) { return w->stop.has_value(); };
      if (waits == some.places.end() && std::ranges::none_of(state.cluster->members, stopped))
        place->runner->stop_blocked();
      state.over = true;
      some.ended.push_back(place);
    }
    some.places.clear();
    end_clusters(some);
  }

  void stop_waiting(const UnderWay& some, Slot& place) {
    const std::string here = fmt::format("{} of {} workgroups are under way, and all of their waves wait",
                                         some.places.size(), total_);
    if (next_ < total_ && some.places.size() + together_ <= resident_)
      return place.runner->stop_waiting(
          FindingKind::unsupported,
          here + ", perhaps for others; what watches the kernel sees one workgroup at a time");
    place.runner->stop_waiting(FindingKind::deadlock,
                               fmt::format("{} for what none is left to write{}; {}", here,
                                           next_ < total_ ? "; no more fit on the device" : "",
                                           where(some, code_.object().lines.at(place.runner->waits_at()))));
  }

  /// Collects the contributions of clusters all of whose workgroups have ended.
  void end_clusters(UnderWay& some) {
    std::erase_if(some.ended, [&](Slot* place) {
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

  Slot& begin(std::uint64_t g, Slot& place, Cluster* cluster) {
    if (!place.runner) place.runner.emplace(place.environment, kernel_, launch_, settings_.step_limit);
    place.g = g;
    place.is_free = false;
    place.waits_at.reset();
    place.before = place.runner->instructions();
    if (cluster != nullptr) place.runner->join(cluster, std::uint32_t(g % together_));
    place.runner->begin(order_.id(g),
                        host::hash(environment_.schedule.seed, cluster != nullptr ? g : order_.number(g)));
    return place;
  }

  void end(Slot& place) {
    place.is_free = true;
    Workgroup& state = place.runner->state();
    const auto ended = [](const Wave* wave) { return wave->status == Wave::Status::ended; };
    if (!std::ranges::all_of(state.waves, ended)) ++unfinished_;
    if (state.stop) {
      std::uint64_t seen = first_stop_.load();
      while (place.g < seen && !first_stop_.compare_exchange_weak(seen, place.g)) {
      }
    }
    place.contributions.add(place.g, state, place.runner->instructions() - place.before);
  }

  void collect(Slot& place) {
    if (!place.runner) return;
    contributions_.add(std::move(place.contributions));
    add_counts(place.runner->state().executed, outcome_.executed);
    add_counts(place.runner->state().jumped, outcome_.jumped);
  }

  Outcome finished() {
    slots_.each([&](Slot& slot) { collect(slot); });
    contributions_.merge(first_stop_.load(), outcome_);
    outcome_.cancelled = environment_.cancelled();
    if (outcome_.cancelled)
      outcome_.was_at = fmt::format("{} of {} workgroups of {} threads had run{}{}",
                                    outcome_.workgroups - unfinished_.load(), total_, product(launch_.block),
                                    outcome_.was_at.empty() ? "" : "; ", outcome_.was_at);
    return std::move(outcome_);
  }

  Outcome unwatched() {
    outcome_.stop.emplace();
    outcome_.stop->kind = FindingKind::unsupported;
    outcome_.stop->text =
        "workgroups of a cluster run at the same time, and what watches the kernel sees one at a time";
    return std::move(outcome_);
  }

  /// Workgroups that the device holds at a time.
  std::uint64_t resident() const {
    const arch::Arch& arch = *environment_.program->decoded->arch;
    const std::uint64_t threads = product(launch_.block);
    const std::uint32_t of_unit = code_object::resident_workgroups(
        arch, code_object::resources_of(kernel_, std::uint32_t(threads), launch_.dynamic_lds));
    return std::uint64_t{std::max(of_unit, 1u)} * std::uint64_t(arch.device.compute_units);
  }

  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  const LoadedCode& code_;
  const Environment& environment_;
  const code_object::Kernel& kernel_;
  const Launch& launch_;
  const Settings& settings_;
  const WorkgroupOrder order_;
  const std::uint64_t total_ = order_.total(), together_ = order_.together();
  std::uint64_t at_once_ = order_.at_once();  ///< workgroups that one thread runs at the same time
  const std::uint64_t resident_ = resident();
  std::atomic<std::uint64_t> unfinished_{0};  ///< workgroups that ended before their waves did
  std::atomic<std::uint64_t> first_stop_{kNone};
  std::mutex where_mutex_;
  Slots slots_{environment_, settings_};
  std::optional<UnderWay> under_way_;
  std::uint64_t next_ = 0;
  bool waits_ = false;      ///< all under way waited in the last turn
  std::uint64_t done_ = 0;  ///< changes by workgroups that have ended
  Outcome outcome_;
  Contributions contributions_;
};

}  // namespace

void locate(Finding& finding, const LoadedCode& code, const code_object::Kernel& kernel) {
  finding.kernel = kernel.name;
  finding.source = code.object().lines.at(finding.address);
  if (finding.other_address == 0) return;
  const std::int32_t at = code.program().at(finding.address),
                     other = code.program().at(finding.other_address);
  if (at >= 0 && other >= 0) finding.distance = at - other;
}

namespace {

void locate_all(Outcome& outcome, const LoadedCode& code, const code_object::Kernel& kernel) {
  for (Finding& f : outcome.findings) locate(f, code, kernel);
  if (outcome.stop) locate(*outcome.stop, code, kernel);
}

}  // namespace

Outcome dispatch(const LoadedCode& code, const code_object::Kernel& kernel, const Launch& launch,
                 Memory& memory, const Settings& settings) {
  auto environment = environment_of(code, kernel, launch, memory, settings);
  if (!environment) return std::move(environment.error());
  Outcome outcome = Dispatch(code, *environment, kernel, launch, settings).run();
  locate_all(outcome, code, kernel);
  return outcome;
}

struct RunningDispatch::State {
  const LoadedCode& code;
  const code_object::Kernel& kernel;
  Launch launch;
  Settings settings;
  Environment environment;
  Dispatch dispatch{code, environment, kernel, launch, settings};
};

RunningDispatch::RunningDispatch(const LoadedCode& code, const code_object::Kernel& kernel,
                                 const Launch& launch, Memory& memory, const Settings& settings) {
  auto environment = environment_of(code, kernel, launch, memory, settings);
  if (!environment) {
    refused_ = std::move(environment.error());
    return;
  }
  state_ = std::make_unique<State>(code, kernel, launch, settings, *environment);
  state_->environment.host = settings.host ? &state_->settings.host : nullptr;  // the caller's may go
}

RunningDispatch::~RunningDispatch() = default;

bool RunningDispatch::give_turn() {
  return state_ != nullptr && state_->dispatch.give_turn();
}

bool RunningDispatch::waits() const {
  return state_ != nullptr && state_->dispatch.waits();
}

std::uint64_t RunningDispatch::progress() const {
  return state_ != nullptr ? state_->dispatch.progress() : 0;
}

void RunningDispatch::give_up() {
  if (state_ != nullptr) state_->dispatch.give_up();
}

Outcome RunningDispatch::outcome() {
  if (state_ == nullptr) return refused_;
  Outcome outcome = state_->dispatch.outcome();
  locate_all(outcome, state_->code, state_->kernel);
  return outcome;
}

}  // namespace lockstep::machine
