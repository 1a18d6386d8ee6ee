#include "emulator/machine/dispatch/dispatch.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>

#include <fmt/format.h>
#include <tl/expected.hpp>

#include "emulator/code_object/occupancy.hpp"
#include "emulator/machine/dispatch/wave_widths.hpp"
#include "emulator/machine/dispatch/workgroup.hpp"
#include "host/parallel_for.hpp"
#include "host/random.hpp"

namespace lockstep::machine {

namespace {

void place_segments(const LoadedCode& code, Memory& memory) {
  for (const code_object::Segment& segment : code.object().segments) {
    const std::uint64_t base = code.bias() + segment.address;
    if (segment.memory_bytes == 0 || memory.owner(base, 1) != nullptr) continue;
    memory.add("code object segment", base, segment.memory_bytes, segment.writable,
               [&segment](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t>) {
                 for (std::size_t i = 0; i < data.size(); ++i)
                   data[i] = offset + i < segment.bytes.size() ? std::uint8_t(segment.bytes[offset + i]) : 0;
               });
  }
}

// The packet as the queue holds it: AMDGPUUsage, "Kernel Dispatch"; HSA runtime specification,
// hsa_kernel_dispatch_packet_t. Completion signal and kernel object are null.
void place_packet(const code_object::Kernel& kernel, const Launch& launch, Memory& memory) {
  constexpr std::uint16_t kKernelDispatch = 2, kDimensions = 3;
  std::array<std::uint8_t, kPacketBytes> packet{};
  const auto put = [&](std::size_t at, auto value) { std::memcpy(&packet[at], &value, sizeof value); };
  put(0, kKernelDispatch);
  put(2, kDimensions);
  for (std::size_t i = 0; i < 3; ++i) {
    put(4 + 2 * i, std::uint16_t(launch.block[i]));
    put(12 + 4 * i, launch.grid[i] * launch.block[i]);
  }
  put(24, kernel.private_bytes);
  put(28, kernel.group_bytes + launch.dynamic_lds);
  put(40, launch.kernarg);
  memory.add("dispatch packet", launch.packet, kPacketBytes, false,
             [packet](std::uint64_t, std::span<std::uint8_t> data, std::span<std::uint8_t>) {
               std::copy_n(packet.begin(), std::min(data.size(), packet.size()), data.begin());
             });
}

std::array<std::uint32_t, 3> workgroup_id(const std::array<std::uint32_t, 3>& grid, std::uint64_t linear) {
  return {std::uint32_t(linear % grid[0]), std::uint32_t(linear / grid[0] % grid[1]),
          std::uint32_t(linear / grid[0] / grid[1])};
}

// What an object may ask of this machine, beside what the arch has to give. A code object is anybody's file:
// these are checked before anything is allocated on its word.
constexpr std::uint64_t kPrivateLimit = std::uint64_t{1} << 20;  // bytes of one work-item
constexpr std::uint64_t kSegmentLimit = std::uint64_t{1} << 32;  // end of the object's address space
constexpr std::uint64_t kThreadLimit = 1024;                     // of a workgroup

// What one workgroup contributes to the outcome, kept until all are known so that the order of threads never
// shows.
struct Contribution {
  std::uint64_t workgroup = 0;
  std::optional<Finding> stop;
  std::vector<Finding> findings;
  Writer writer;
};

// How many workgroups run at once on a thread: those that write each other's bytes then differ in value, too.
std::uint64_t at_once(const Schedule& schedule, Settings::Order order) {
  constexpr std::uint64_t kMost = 3;
  if (order == Settings::Order::together) return std::numeric_limits<std::uint64_t>::max();
  if (order == Settings::Order::ascending || schedule.kind != Schedule::Kind::random) return 1;
  return 1 + host::hash(schedule.seed) % kMost;
}

/// Which workgroup runs g-th.
class WorkgroupOrder {
 public:
  WorkgroupOrder() = default;
  WorkgroupOrder(std::uint64_t total, const Schedule& schedule, Settings::Order order) : total_(total) {
    if (order != Settings::Order::scheduled || total < 2) return;
    if (schedule.is_descending()) start_ = step_ = total - 1;
    if (schedule.kind != Schedule::Kind::random) return;
    host::Random random(host::hash(schedule.seed, total));
    start_ = random.below(total);
    do step_ = 1 + random.below(total - 1);
    while (std::gcd(step_, total) != 1);
  }
  std::uint64_t at(std::uint64_t g) const {
    return std::uint64_t((host::Wide{start_} + host::Wide{step_} * g) % (total_ == 0 ? 1 : total_));
  }

 private:
  std::uint64_t total_ = 0, start_ = 0, step_ = 1;
};

/// Zeros: workgroups run by themselves.
std::array<std::uint32_t, 3> cluster_of(const code_object::Kernel& kernel, const Launch& launch) {
  return launch.cluster[0] != 0 ? launch.cluster : kernel.cluster;
}

std::uint64_t product(const std::array<std::uint32_t, 3>& sizes) {
  return std::uint64_t{sizes[0]} * sizes[1] * sizes[2];
}

struct Share {
  std::uint64_t workgroup, instructions;
};

/// Who asks for bytes together with another that never asks waits for it (multicast.hpp).
void find_absent_peers(Workgroup& group) {
  for (const auto& [request, made] : group.requests)
    for (std::size_t rank = 0; rank < group.cluster->members.size(); ++rank) {
      if ((request.workgroups >> rank & 1) == 0) continue;
      const auto& theirs = group.cluster->members[rank]->requests;
      const auto same = theirs.find(request);
      const std::uint64_t times = same == theirs.end() ? 0 : same->second.times;
      if (times == made.times) continue;
      group.waves[std::size_t(made.wave)]->report(
          FindingKind::divergent_barrier, group.environment->program->instructions[made.instruction], -1,
          fmt::format("the request of {:#x} names workgroup {} of the cluster, which makes it {} times and not {}",
                      request.address, rank, times, made.times),
          Severity::manual);
    }
}

class Dispatch {
 public:
  Dispatch(const Environment& environment, const code_object::Kernel& kernel, const Launch& launch,
           const Settings& settings)
      : environment_(environment), kernel_(kernel), launch_(launch), settings_(settings) {
    total_ = launch.only.empty() ? product(launch.grid) : launch.only.size();
    cluster_ = cluster_of(kernel, launch);
    together_ = std::max<std::uint64_t>(product(cluster_), 1);
    order_ = WorkgroupOrder(total_ / together_, environment.schedule, settings.order);
    at_once_ = std::min(at_once(environment.schedule, settings.order), std::max<std::uint64_t>(total_ / together_, 1)) * together_;
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

  /// The same, a turn of a workgroup at a time. False: there is none left to give.
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
  /// Where a workgroup runs, one after the other.
  struct Place {
    Environment environment;
    std::optional<WorkgroupRunner> runner;  ///< made by its thread, once there is something to run
    std::uint64_t g = 0;                    ///< of the workgroup that runs here
    std::uint64_t before = 0;               ///< the runner's instructions when it began
    std::vector<Contribution> contributions;
    std::vector<Share> shares;
  };
  /// What one thread has of its own: a place for each workgroup that runs at once.
  using Worker = std::vector<std::unique_ptr<Place>>;
  /// Workgroups that run at once.
  struct UnderWay {
    std::vector<Place*> places;
    host::Random random;
    std::vector<std::unique_ptr<Cluster>> clusters{};
    std::vector<Place*> ended{};  ///< of clusters of which others run
  };
  static constexpr std::uint64_t kMostTurns = 8;

  // An observer that is one thread's only sees one workgroup at a time.
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
          at_once_ = worker.size() - worker.size() % together_;  // clusters stay whole
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

  // The workgroups from the g-th on that run at once. Nothing: they need not.
  std::optional<UnderWay> begin_some(std::uint64_t g, Worker& worker) {
    const Environment& environment = worker.front()->environment;
    if (at_once_ < together_) return std::nullopt;
    if (environment.cancelled() || (environment.observer != nullptr && environment.observer->finished()))
      return std::nullopt;
    // Workgroups before the first stop all run, whatever the number of threads; those after it need not.
    if (g > first_stop_.load(std::memory_order_relaxed)) return std::nullopt;
    UnderWay some{{}, host::Random(host::hash(environment_.schedule.seed, g))};
    for (std::uint64_t i = 0; i < at_once_ && g + i < total_; ++i) {
      if (together_ > 1 && i % together_ == 0) some.clusters.push_back(make_cluster(order_.at((g + i) / together_)));
      Cluster* const cluster = some.clusters.empty() ? nullptr : some.clusters.back().get();
      some.places.push_back(&begin(g + i, *worker[i], cluster));
    }
    return some;
  }

  std::unique_ptr<Cluster> make_cluster(std::uint64_t number) const {
    auto cluster = std::make_unique<Cluster>();
    cluster->size = cluster_;
    std::array<std::uint32_t, 3> clusters{};
    for (std::size_t i = 0; i < 3; ++i) clusters[i] = launch_.grid[i] / cluster_[i];
    cluster->id = workgroup_id(clusters, number);
    cluster->members.resize(together_);
    return cluster;
  }

  /// Gives one of them some turns; the last one `alone`. False: all have ended.
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

  /// All that still run wait for others of their clusters.
  bool give_up(UnderWay& some) {
    for (Place* const place : some.places) {
      const auto& members = place->runner->state().cluster->members;
      const bool peer_stopped = std::ranges::any_of(members, [](const Workgroup* w) { return w->stop.has_value(); });
      if (!peer_stopped) place->runner->stop_blocked();
      place->runner->state().over = true;
      some.ended.push_back(place);
    }
    some.places.clear();
    end_clusters(some);
    return false;
  }

  /// What a workgroup contributes is known once all of its cluster have ended.
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
    if (cluster != nullptr) {
      const auto rank = std::uint32_t(g % together_);
      std::array<std::uint32_t, 3> id = workgroup_id(cluster_, rank);
      for (std::size_t i = 0; i < 3; ++i) id[i] += cluster->id[i] * cluster_[i];
      place.runner->join(cluster, rank);
      place.runner->begin(id, host::hash(environment_.schedule.seed, g));
      return place;
    }
    const std::uint64_t number = order_.at(g);
    const std::uint64_t id = launch_.only.empty() ? number : launch_.only[number];
    place.runner->begin(workgroup_id(launch_.grid, id), host::hash(environment_.schedule.seed, id));
    return place;
  }

  void end(Place& place) {
    place.shares.push_back({place.g, place.runner->instructions() - place.before});
    keep(place.g, place.runner->state(), place.contributions);
  }

  void collect(Place& place) {
    if (!place.runner) return;
    shares_.insert(shares_.end(), place.shares.begin(), place.shares.end());
    std::ranges::move(place.contributions, std::back_inserter(contributions_));
    add_counts(place.runner->state().executed, outcome_.executed);
    add_counts(place.runner->state().jumped, outcome_.jumped);
  }

  void keep(std::uint64_t g, Workgroup& state, std::vector<Contribution>& mine) {
    if (state.stop) {
      std::uint64_t seen = first_stop_.load();
      while (g < seen && !first_stop_.compare_exchange_weak(seen, g)) {
      }
    }
    if (!state.stop && state.findings.empty() && state.writer.wave < 0) return;
    mine.push_back({g, state.stop, std::move(state.findings), state.writer});
  }

  Outcome outcome_of(std::vector<Worker>& workers) {
    for (Worker& worker : workers)
      for (const auto& place : worker) collect(*place);
    return merge();
  }

  Outcome unwatched() {
    outcome_.stop.emplace();
    outcome_.stop->kind = FindingKind::unsupported;
    outcome_.stop->text = "workgroups of a cluster run at the same time, and what watches the kernel sees one at a time";
    return std::move(outcome_);
  }

  Outcome merge() {
    std::sort(contributions_.begin(), contributions_.end(),
              [](const Contribution& a, const Contribution& b) { return a.workgroup < b.workgroup; });
    std::map<std::pair<FindingKind, std::uint64_t>, std::size_t> seen;
    for (Contribution& c : contributions_) {
      if (c.workgroup > first_stop_.load()) break;
      for (Finding& f : c.findings) keep_gravest(std::move(f), seen);
      if (c.writer.wave >= 0) outcome_.writer = c.writer;
      if (c.stop && !outcome_.stop) outcome_.stop = std::move(c.stop);
    }
    // Threads that were ahead when another stopped don't count: the outcome is that of a run in order.
    for (const Share& s : shares_) {
      if (s.workgroup > first_stop_.load()) continue;
      ++outcome_.workgroups;
      outcome_.instructions += s.instructions;
    }
    outcome_.cancelled = environment_.cancelled();
    return std::move(outcome_);
  }

  /// `seen`: where findings of a kind at an address are in the outcome.
  void keep_gravest(Finding&& f, std::map<std::pair<FindingKind, std::uint64_t>, std::size_t>& seen) {
    const auto [at, is_new] = seen.try_emplace({f.kind, f.address}, outcome_.findings.size());
    if (is_new)
      outcome_.findings.push_back(std::move(f));
    else if (f.severity > outcome_.findings[at->second].severity)
      outcome_.findings[at->second] = std::move(f);
  }

  const Environment& environment_;
  const code_object::Kernel& kernel_;
  const Launch& launch_;
  const Settings& settings_;
  std::uint64_t total_ = 0;
  WorkgroupOrder order_;
  std::array<std::uint32_t, 3> cluster_{};  ///< zeros: there are none
  std::uint64_t together_ = 1;              ///< workgroups of a cluster
  std::uint64_t at_once_ = 1;               ///< workgroups on a thread
  std::atomic<std::uint64_t> first_stop_{~std::uint64_t{0}};
  std::vector<Worker> workers_;  ///< of give_turn()
  std::optional<UnderWay> under_way_;
  std::uint64_t next_ = 0;
  Outcome outcome_;
  std::vector<Contribution> contributions_;
  std::vector<Share> shares_;
};

}  // namespace

void add_counts(const std::vector<std::uint64_t>& counts, std::vector<std::uint64_t>& to) {
  to.resize(std::max(to.size(), counts.size()));
  for (std::size_t i = 0; i < counts.size(); ++i) to[i] += counts[i];
}

namespace {

std::string cluster_refusal(const code_object::CodeObject& object, const code_object::Kernel& kernel, const Launch& launch) {
  constexpr std::uint64_t kMostTogether = 16;
  const std::array<std::uint32_t, 3> cluster = cluster_of(kernel, launch);
  if (product(cluster) <= 1) return {};
  const std::string sizes = fmt::format("clusters of {}x{}x{} workgroups", cluster[0], cluster[1], cluster[2]);
  if (object.arch != "gfx1250") return fmt::format("{}, which {} does not have", sizes, object.arch);
  if (product(cluster) > kMostTogether) return fmt::format("{}, of {} at most", sizes, kMostTogether);
  for (std::size_t i = 0; i < 3; ++i)
    if (launch.grid[i] % cluster[i] != 0) return fmt::format("{} in a grid that is no multiple of them", sizes);
  return launch.only.empty() ? std::string() : fmt::format("{}, of which only some are to run", sizes);
}

}  // namespace

std::string refusal(const code_object::CodeObject& object, const code_object::Kernel& kernel,
                    const Launch& launch) {
  const code_object::UnitFacts* unit = code_object::find_unit(object.arch);
  if (unit == nullptr) return fmt::format("this machine does not run {}", object.arch);
  if (kernel.descriptor.dynamic_vgprs)
    return "waves whose number of vector registers changes: ENABLE_DYNAMIC_VGPR, bit 17 of compute_pgm_rsrc3 in the kernel "
           "descriptor, is set";
  if (std::string why = width_refusal(object, kernel, isa::wave_widths(object.arch)); !why.empty())
    return why;
  const std::uint64_t lds = std::uint64_t{kernel.group_bytes} + launch.dynamic_lds;
  if (lds > unit->lds_bytes)
    return fmt::format("{} bytes of LDS, of {} that {} has", lds, unit->lds_bytes, object.arch);
  if (kernel.private_bytes > kPrivateLimit)
    return fmt::format("{} bytes of scratch per work-item", kernel.private_bytes);
  for (const code_object::Segment& s : object.segments)
    if (s.address > kSegmentLimit || s.memory_bytes > kSegmentLimit - s.address)
      return fmt::format("a segment of {} bytes at {:#x}", s.memory_bytes, s.address);
  if (std::string why = cluster_refusal(object, kernel, launch); !why.empty()) return why;
  const std::uint64_t row = std::uint64_t{launch.block[0]} * launch.block[1];
  if (row > kThreadLimit || row * launch.block[2] > kThreadLimit)
    return fmt::format("workgroups of more than {} threads", kThreadLimit);
  return {};
}

void locate(Finding& finding, const LoadedCode& code, const code_object::Kernel& kernel) {
  finding.kernel = kernel.name;
  finding.source = code.object().lines.at(finding.address);
}

namespace {

void locate_all(Outcome& outcome, const LoadedCode& code, const code_object::Kernel& kernel) {
  for (Finding& f : outcome.findings) locate(f, code, kernel);
  if (outcome.stop) locate(*outcome.stop, code, kernel);
}

// Or what the launch comes to, if it can't begin.
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
  // Firmware that preloads arguments starts past the block that loads them for firmware that doesn't.
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
  const bool accumulators = code.object().arch != "gfx1250";
  environment.accum_offset = accumulators ? int(kernel.descriptor.accum_offset) : int(kernel.descriptor.vgpr_count);
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
