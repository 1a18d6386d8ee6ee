#include "emulator/checks/raced_loads.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <tuple>

#include "emulator/machine/waves/wave.hpp"
#include "emulator/observe/footprint.hpp"

namespace lockstep::checks {

using machine::kPageBytes, machine::Page;

namespace {

std::uint64_t bytes_of_page(const machine::Allocation& a, std::uint64_t index) {
  return std::min(kPageBytes, a.size() - index * kPageBytes);
}

}  // namespace

void MemoryBefore::keep(const machine::Pending& p) {
  if (p.memory->access == isa::Access::load || !observe::uses_device_memory(p)) return;
  const std::scoped_lock held(mutex_);
  observe::for_each_run(p, [&](std::uint64_t first, std::uint64_t end) { keep(first, end); });
}

// Keeps pages from a byte of an allocation on: a store through a buffer drops the dwords past its end.
void MemoryBefore::keep(std::uint64_t first, std::uint64_t end) {
  while (first < end) {
    if (last_first_ <= first && first < last_end_) {
      first = last_end_;
      continue;
    }
    machine::Allocation* const owner = memory_.owner(first, 1);
    if (owner == nullptr) return;
    const std::uint64_t index = (first - owner->base()) / kPageBytes;
    last_first_ = owner->base() + index * kPageBytes;
    last_end_ = last_first_ + bytes_of_page(*owner, index);
    if (pages_.contains({owner, index})) continue;
    whole_ = whole_ && pages_.size() < most_;
    if (!whole_) return;
    auto& page = pages_[{owner, index}];
    page = std::make_unique_for_overwrite<Page>();
    owner->peek(index * kPageBytes, page->data.data(), page->undefined.data(), bytes_of_page(*owner, index));
  }
}

void MemoryBefore::write(const Pages& pages) {
  for (const auto& [where, page] : pages)
    where.owner->write(where.index * kPageBytes, page->data.data(), page->undefined.data(),
                       bytes_of_page(*where.owner, where.index));
}

void MemoryBefore::restore() {
  write(pages_);
}

machine::Outcome MemoryBefore::run_again(const std::function<machine::Outcome()>& run) {
  Pages now;
  for (const auto& [where, kept] : pages_) {
    auto& page = now[where] = std::make_unique_for_overwrite<Page>();
    where.owner->read(where.index * kPageBytes, page->data.data(), page->undefined.data(),
                      bytes_of_page(*where.owner, where.index));
  }
  restore();
  machine::Outcome outcome = run();
  restore();  // pages that only this run changed were as they were before
  write(now);
  return outcome;
}

using machine::Pending;
using machine::Wave;

namespace {

/// Whether a store or an atomic writes something undefined to memory.
bool writes_undefined(const Pending& p) {
  if (!observe::uses_device_memory(p) || p.memory->access == isa::Access::load) return false;
  if (isa::is_scalar(p.space)) return true;  // rare: not looked at
  for (std::uint64_t left = p.lanes; left != 0; left &= left - 1) {
    const auto l = std::size_t(std::countr_zero(left));
    for (std::size_t d = 0; d < std::size_t(p.dwords) && d < p.undefined.size(); ++d)
      if (p.undefined_bits(d, l) != 0 && p.in_range(l) != 0) return true;
  }
  return false;
}

bool meets(const std::vector<RacedLoads::Bytes>& bytes, std::uint64_t at, std::uint64_t count) {
  return std::ranges::any_of(bytes,
                             [&](const RacedLoads::Bytes& b) { return at < b.end && b.first < at + count; });
}

/// The lanes of a load whose bytes race.
std::uint64_t raced_lanes(const Pending& p, const std::vector<RacedLoads::Bytes>& bytes) {
  if (p.memory->transpose != 0 || p.memory->exchange != 0) return p.lanes;  // others get what a lane fetches
  std::uint64_t lanes = 0;
  for (std::uint64_t left = p.lanes; left != 0; left &= left - 1) {
    const auto l = std::size_t(std::countr_zero(left));
    const bool second =
        p.memory->pair && meets(bytes, p.address[l] + std::uint64_t(p.second), p.memory->bytes);
    lanes |= std::uint64_t{second || meets(bytes, p.address[l], p.memory->bytes)} << l;
  }
  return lanes;
}

/// Makes the bytes of a scalar load undefined that race: its dwords lie in rows of four. What is narrower
/// than a dword is extended to one.
void forget_scalars(Pending& p, const std::vector<RacedLoads::Bytes>& bytes) {
  constexpr std::size_t kRow = 4, kDword = 4;
  if (p.memory->bytes < kDword) {
    if (meets(bytes, p.address[0], p.memory->bytes)) p.undefined[0][0] = ~0u;
    return;
  }
  for (std::size_t b = 0; b < kDword * std::size_t(p.dwords); ++b)
    if (meets(bytes, p.address[0] + b, 1))
      p.undefined[b / kDword % kRow][b / kDword / kRow] |= 0xFFu << 8 * (b % kDword);
}

/// Makes what raced loads read undefined, and sees whether that is stored.
class UndefinedLoads final : public machine::Observer {
 public:
  /// What all threads have in common.
  struct Shared {
    const RacedLoads::Loads& loads;
    const std::set<std::uint32_t>& instructions;  ///< the program's instructions that may be loads
    MemoryBefore& before;                         ///< keeps what other schedules change
    std::atomic<bool> reached = false;
    std::atomic<std::size_t> met = 0;
  };
  explicit UndefinedLoads(Shared& shared) : shared_(shared) {}

  machine::Observer* of_thread() override {
    return others_.emplace_back(std::make_unique<UndefinedLoads>(shared_)).get();
  }
  bool finished() const override { return shared_.reached; }

  void issues(Wave& wave, Pending& p) override {
    if (p.perform == nullptr || p.memory->access != isa::Access::load || found(wave, p) == nullptr) return;
    ++shared_.met;
    performs_[{wave.group, wave.id, p.number}] = p.perform;
    p.perform = [](Wave& w, Pending& load) {
      static_cast<UndefinedLoads*>(w.environment().observer)->perform(w, load);
    };
  }
  void performs(const Wave&, const Pending& p) override {
    shared_.before.keep(p);
    if (writes_undefined(p)) shared_.reached = true;
  }

 private:
  const std::vector<RacedLoads::Bytes>* found(const Wave& wave, const Pending& p) const {
    if (!shared_.instructions.contains(p.prepared->index)) return nullptr;
    const auto load = shared_.loads.find({wave.group->id, std::uint8_t(wave.id), std::uint32_t(p.number)});
    return load == shared_.loads.end() ? nullptr : &load->second;
  }

  void perform(Wave& wave, Pending& p) {
    const auto taken = performs_.extract({wave.group, wave.id, p.number});
    taken.mapped()(wave, p);
    p.fill_shadow();
    if (isa::is_scalar(p.space)) return forget_scalars(p, *found(wave, p));
    const std::uint32_t part = p.memory->bytes < 4 ? (1u << 8 * p.memory->bytes) - 1 : ~0u;
    for (std::uint64_t left = raced_lanes(p, *found(wave, p)); left != 0; left &= left - 1)
      for (int d = 0; d < p.dwords; ++d)
        p.undefined[std::size_t(d)][std::size_t(std::countr_zero(left))] |= part;
  }

  Shared& shared_;
  /// How loads on their way are performed, by workgroup, wave and number.
  std::map<std::tuple<const machine::Workgroup*, int, std::uint64_t>, void (*)(Wave&, Pending&)> performs_;
  std::vector<std::unique_ptr<UndefinedLoads>> others_;
};

/// Schedules under which a value is followed beside its own: what races may overwrite it before it shows.
constexpr std::array kOthers{machine::Schedule{machine::Schedule::Kind::earliest},
                             machine::Schedule{machine::Schedule::Kind::latest}};

bool has(const machine::Outcome& outcome, const findings::Finding& f) {
  return std::ranges::any_of(outcome.findings, [&](const findings::Finding& other) {
    return other.kind == f.kind && other.address == f.address;
  });
}

}  // namespace

void RacedLoads::add(Pair pair, const Load& load, Bytes bytes) {
  const std::scoped_lock held(mutex_);
  if (count_++ >= kMostLoads) return;
  std::vector<Bytes>& all = pairs_[pair][load];
  if (!all.empty() && all.back().first <= bytes.first && bytes.first <= all.back().end)
    all.back().end = std::max(all.back().end, bytes.end);
  else
    all.push_back(bytes);
}

void RacedLoads::add_from_lds(Pair pair, const Wave& wave, std::uint64_t number) {
  add(pair, {wave.group->id, std::uint8_t(wave.id), std::uint32_t(number)}, {0, ~std::uint64_t{0}});
}

std::set<RacedLoads::Pair> RacedLoads::dead(const machine::LoadedCode& code,
                                            const code_object::Kernel& kernel, const machine::Launch& launch,
                                            machine::Memory& memory, const machine::Settings& settings,
                                            const machine::Outcome& first, const machine::Schedule& also,
                                            MemoryBefore& before) const {
  constexpr std::size_t kMostRuns = 8;
  std::set<Pair> none;
  if (pairs_.empty() || !before.is_whole() || count_ > kMostLoads) return none;
  const auto reaches = [&](const std::vector<Pair>& pairs) {
    Loads loads;
    std::set<std::uint32_t> instructions;
    for (const Pair& pair : pairs) {
      instructions.insert({pair.first, pair.second});
      for (const auto& [load, bytes] : pairs_.at(pair)) {
        auto& all = loads[load];
        all.insert(all.end(), bytes.begin(), bytes.end());
      }
    }
    const auto reaches_under = [&](const machine::Schedule& schedule) {
      const bool is_same = schedule == settings.schedule;
      UndefinedLoads::Shared shared{loads, instructions, before};
      UndefinedLoads undefined(shared);
      machine::Settings again = settings;
      again.schedule = schedule;
      again.threads = 1;
      again.observer = &undefined;
      const machine::Outcome outcome =
          before.run_again([&] { return machine::dispatch(code, kernel, launch, memory, again); });
      if (shared.reached || !is_same) return shared.reached.load();
      return outcome.stop || outcome.cancelled || shared.met != loads.size() ||
             !std::ranges::all_of(outcome.findings, [&](const auto& f) { return has(first, f); });
    };
    std::set<machine::Schedule> others{kOthers.begin(), kOthers.end()};
    others.insert(also);
    others.erase(settings.schedule);
    return reaches_under(settings.schedule) || std::ranges::any_of(others, reaches_under);
  };
  std::vector<Pair> all;
  for (const auto& [pair, loads] : pairs_) all.push_back(pair);
  if (!reaches(all)) return {all.begin(), all.end()};
  if (all.size() == 1 || all.size() > kMostRuns) return none;
  std::set<Pair> some;
  for (const Pair& pair : all)
    if (!reaches({pair})) some.insert(pair);
  return some;
}

}  // namespace lockstep::checks
