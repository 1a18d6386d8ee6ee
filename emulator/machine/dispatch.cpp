#include "dispatch.hpp"

#include <algorithm>
#include <thread>

#include "emulator/isa/disassembler.hpp"
#include "workgroup.hpp"

namespace lockstep::machine {

namespace {

// Code is placed far from where tensors are put, so that no shifted tensor address reaches it.
constexpr std::uint64_t kCodeBias = 0x0000'7F00'0000'0000ull;

void place_segments(const code_object::CodeObject& object, Memory& memory) {
  for (const code_object::Segment& segment : object.segments) {
    const std::uint64_t base = kCodeBias + segment.address;
    if (segment.memory_bytes == 0 || memory.owner(base, 1) != nullptr) continue;
    memory.add("code object segment", base, segment.memory_bytes, segment.writable,
               [&segment](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t>) {
                 for (std::size_t i = 0; i < data.size(); ++i)
                   data[i] = offset + i < segment.bytes.size() ? std::uint8_t(segment.bytes[offset + i]) : 0;
               });
  }
}

std::array<std::uint32_t, 3> workgroup_id(const std::array<std::uint32_t, 3>& grid, std::uint64_t linear) {
  return {std::uint32_t(linear % grid[0]), std::uint32_t(linear / grid[0] % grid[1]),
          std::uint32_t(linear / grid[0] / grid[1])};
}

// What one workgroup contributes to the outcome, kept until all are known so that the order of threads never shows.
struct Contribution {
  std::uint64_t workgroup = 0;
  std::optional<Finding> stop;
  std::vector<Finding> findings;
  Writer writer;
};

class Dispatch {
 public:
  Dispatch(const Environment& environment, const code_object::Kernel& kernel, const Launch& launch, const Settings& settings)
      : environment_(environment), kernel_(kernel), launch_(launch), settings_(settings) {
    total_ = std::uint64_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  }

  Outcome run() {
    std::vector<std::thread> threads;
    for (int i = 1; i < settings_.threads; ++i) threads.emplace_back([this] { work(); });
    work();
    for (std::thread& t : threads) t.join();
    return merge();
  }

 private:
  void work() {
    WorkgroupRunner runner(environment_, kernel_, launch_, settings_.step_limit);
    std::vector<Contribution> mine;
    while (true) {
      if (settings_.cancel != nullptr && settings_.cancel->load(std::memory_order_relaxed)) break;
      const std::uint64_t g = next_.fetch_add(1, std::memory_order_relaxed);
      // Workgroups before the first stop all run, whatever the number of threads; those after it need not.
      if (g >= total_ || g > first_stop_.load(std::memory_order_relaxed)) break;
      runner.run(workgroup_id(launch_.grid, g), scatter(environment_.schedule.seed, g));
      keep(g, runner.state(), mine);
    }
    const std::lock_guard lock(mutex_);
    outcome_.instructions += runner.instructions();
    outcome_.workgroups += std::min(next_.load(), total_);
    std::move(mine.begin(), mine.end(), std::back_inserter(contributions_));
    outcome_.executed.resize(runner.state().executed.size());
    for (std::size_t i = 0; i < outcome_.executed.size(); ++i) outcome_.executed[i] |= runner.state().executed[i];
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

  Outcome merge() {
    std::sort(contributions_.begin(), contributions_.end(),
              [](const Contribution& a, const Contribution& b) { return a.workgroup < b.workgroup; });
    std::set<std::pair<FindingKind, std::uint64_t>> seen;
    for (Contribution& c : contributions_) {
      if (c.workgroup > first_stop_.load()) break;
      for (Finding& f : c.findings)
        if (seen.insert({f.kind, f.address}).second) outcome_.findings.push_back(std::move(f));
      if (c.writer.wave >= 0) outcome_.writer = c.writer;
      if (c.stop && !outcome_.stop) outcome_.stop = std::move(c.stop);
    }
    outcome_.workgroups = std::min(next_.load(), total_);
    outcome_.cancelled = settings_.cancel != nullptr && settings_.cancel->load();
    return std::move(outcome_);
  }

  const Environment& environment_;
  const code_object::Kernel& kernel_;
  const Launch& launch_;
  const Settings& settings_;
  std::uint64_t total_ = 0;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<std::uint64_t> first_stop_{~std::uint64_t{0}};
  std::mutex mutex_;
  Outcome outcome_;
  std::vector<Contribution> contributions_;
};

}  // namespace

tl::expected<std::shared_ptr<const LoadedCode>, std::string> LoadedCode::load(code_object::CodeObject object) {
  auto program = isa::disassemble(object.arch, object.text_address, object.text);
  if (!program) return tl::unexpected(object.file + ": " + program.error());
  auto loaded = std::make_shared<LoadedCode>();
  loaded->object_ = std::move(object);
  loaded->program_ = std::move(*program);
  return loaded;
}

Outcome dispatch(const LoadedCode& code, const code_object::Kernel& kernel, const Launch& launch, Memory& memory,
                 const Settings& settings) {
  place_segments(code.object(), memory);
  const Code bound = bind(code.program(), kCodeBias);
  Environment environment;
  environment.code = &bound;
  environment.memory = &memory;
  environment.model = settings.model;
  environment.schedule = settings.schedule;
  environment.poison = settings.poison;
  environment.checks = settings.checks;
  environment.accum_offset = int(kernel.descriptor.accum_offset);
  environment.watch = settings.watch;
  return Dispatch(environment, kernel, launch, settings).run();
}

}  // namespace lockstep::machine
