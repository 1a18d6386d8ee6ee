#include "emulator/machine/dispatch/wait_states.hpp"

#include <algorithm>

#include "emulator/machine/dispatch/prepared_program.hpp"

namespace lockstep::machine {

namespace {

using isa::File;
using isa::Harm;
using isa::RegisterAccess;
using isa::TooClose;
using Entry = RecentProducers::Entry;

constexpr std::uint64_t kAllLanes = ~std::uint64_t{0};  // also those that a wave32 lacks

bool in(const RegisterAccess& a, File file, int r) {
  return a.file == file && a.first <= r && r < a.first + a.count;
}

// The lanes of register `r` that an instruction with these accesses writes.
std::uint64_t written_lanes(const isa::Timing& t, File file, int r, std::uint64_t exec) {
  for (const RegisterAccess& a : t.accesses)
    if (a.writes() && in(a, file, r))
      return (t.classes & isa::kMatrix) != 0 || file == File::scalar ? kAllLanes : exec;
  return 0;
}

Entry* recent(Wave& wave, std::uint32_t producer) {
  auto& entries = recent_of(wave).entries;
  const auto found = entries.find(producer);
  return found == entries.end() ? nullptr : &found->second;
}

/// A pair of instructions that this execution brings too close together.
struct Hit {
  const TooClose* pair;
  Entry* entry;
};

// Whether the consumer would see other values than with the required wait states.
bool shows(Wave& wave, const TooClose& pair, const Entry& entry) {
  if (pair.rule->harm == Harm::unordered) return false;
  const SavedRegisters* before = find(entry.before, pair.at);
  return pair.rule->harm != Harm::stale_read || (before != nullptr && !holds(wave, *before));
}

// Reports all pairs that are too close; returns those that take effect.
std::vector<Hit> felt_hits(Wave& wave, const PreparedInstruction& prepared) {
  std::vector<Hit> all;
  for (const TooClose& pair : wait_states_of(wave)->of_consumer(prepared.index)) {
    Entry* e = recent(wave, pair.producer);
    if (e == nullptr) continue;
    const std::uint64_t found = wave.slots() - e->slot - 1;
    if (found >= std::uint64_t(pair.needed)) continue;
    // Another instruction may have written the registers since: then the producer is not involved.
    const SavedRegisters* after = find(e->after, pair.at);
    if (after != nullptr && !holds(wave, *after)) continue;
    const bool felt = isa::is_felt(pair, int(found), wave.environment().wait_state_mode);
    wave.report(FindingKind::nop, prepared, -1,
                isa::text(*wave.environment().program->decoded, pair, int(found)),
                felt && shows(wave, pair, *e) ? Severity::wrong : isa::severity(pair, int(found)),
                pair.rule->name, wave.environment().program->decoded->instructions[pair.producer]);
    if (felt) all.push_back({&pair, e});
  }
  return all;
}

// Restores what the hits' registers held before the producer; returns what they hold now.
std::vector<SavedRegisters> deliver_old(Wave& wave, const std::vector<Hit>& all) {
  std::vector<SavedRegisters> now;
  for (const Hit& hit : all) {
    if (hit.pair->rule->harm != Harm::stale_read) continue;
    const SavedRegisters* before = find(hit.entry->before, hit.pair->at);
    if (before == nullptr || find(now, hit.pair->at) != nullptr) continue;
    now.push_back(save(wave, hit.pair->at));
    restore(wave, *before);
  }
  return now;
}

void deliver_new(Wave& wave, const isa::Timing& consumer, const std::vector<SavedRegisters>& now,
                 std::uint64_t exec) {
  for (const SavedRegisters& saved : now)
    for (int i = 0; i < saved.where.count; ++i) {
      const std::uint64_t written = written_lanes(consumer, saved.where.file, saved.where.first + i, exec);
      if (written != kAllLanes) restore(wave, saved, i, ~written);
    }
}

// The producer's result arrives after the consumer's and takes its place.
void lose_write(Wave& wave, const isa::Timing& consumer, const Hit& hit, std::uint64_t exec) {
  const SavedRegisters* after = find(hit.entry->after, hit.pair->at);
  if (after == nullptr || (consumer.classes & isa::kValu) == 0) return;
  for (int i = 0; i < after->where.count; ++i)
    if (const std::uint64_t written =
            written_lanes(consumer, after->where.file, after->where.first + i, exec);
        written != 0)
      restore(wave, *after, i, written);
}

// Makes a pending store store what its data registers hold now.
void store_new_data(Wave& wave, const Hit& hit) {
  const PreparedInstruction* producer = &wave.environment().program->instructions[hit.pair->producer];
  for (std::size_t i = wave.vm.size(); i-- > 0;) {
    Pending& p = wave.vm[i];
    if (p.prepared != producer) continue;
    if (p.performed) return;
    const SavedRegisters now = save(wave, hit.pair->at);
    for (std::size_t d = 0; d < now.value.size() && d < p.data.size(); ++d) {
      if (!hit.pair->rule->counts(int(d))) continue;
      p.data[d] = now.value[d];
      p.undefined[d] = now.undefined[d];
    }
    return;
  }
}

// Executes the producer again on its old sources, except for registers that count and that the consumer has
// written since.
void repeat_producer(Wave& wave, const isa::Timing& consumer, const Hit& hit) {
  const PreparedInstruction& producer = wave.environment().program->instructions[hit.pair->producer];
  std::vector<SavedRegisters> now;
  for (const SavedRegisters& before : hit.entry->before) {
    if (before.where.writes()) continue;
    now.push_back(save(wave, before.where));
    for (int i = 0; i < before.where.count; ++i)
      if (written_lanes(consumer, before.where.file, before.where.first + i, kAllLanes) == 0 ||
          !hit.pair->rule->counts(i))
        restore(wave, before, i, kAllLanes);
  }
  executor_of (*producer.instruction)(wave, producer);
  const isa::Timing& t = wait_states_of(wave)->timing(producer.index);
  for (const SavedRegisters& saved : now)
    for (int i = 0; i < saved.where.count; ++i)
      if (written_lanes(t, saved.where.file, saved.where.first + i, kAllLanes) == 0)
        restore(wave, saved, i, kAllLanes);
}

void write_early(Wave& wave, const isa::Timing& consumer, const Hit& hit) {
  const bool store = (hit.pair->rule->producer & (isa::kWideStore | isa::kWideStoreScalarOffset)) != 0;
  if (store && !wave.environment().schedule.vm_at_once())
    store_new_data(wave, hit);
  else
    repeat_producer(wave, consumer, hit);
}

// An instruction of the matrix pipe issues once the one before it has left the pipe.
void wait_for_pipe(Wave& wave, int passes) {
  std::uint64_t& pipe_free = recent_of(wave).pipe_free;
  if (pipe_free > wave.slots()) wave.extra_slots += pipe_free - wave.slots();
  pipe_free = wave.slots() + std::uint64_t(passes);
}

std::vector<SavedRegisters> save_all(Wave& wave, const isa::Timing& t) {
  std::vector<SavedRegisters> all;
  for (const RegisterAccess& a : t.accesses) all.push_back(save(wave, a));
  return all;
}

}  // namespace

WaitStatePlan::WaitStatePlan(const isa::Program& program, std::vector<TooClose> pairs, ExpertPlan expert)
    : by_producer_(std::move(pairs)), by_consumer_(by_producer_), expert_(std::move(expert)) {
  std::ranges::sort(by_producer_, {}, [](const TooClose& t) { return std::pair(t.producer, t.consumer); });
  std::ranges::sort(by_consumer_, {}, [](const TooClose& t) { return std::pair(t.consumer, t.producer); });
  const auto concern = [&](std::uint32_t i) {
    timings_.try_emplace(i, isa::timing(program.instructions[i], program));
  };
  for (const TooClose& t : by_producer_) {
    concern(t.producer);
    concern(t.consumer);
  }
  if (std::ranges::none_of(timings_, [](const auto& t) { return t.second.passes > 0; })) return;
  for (std::uint32_t i = 0; i < program.instructions.size(); ++i)
    if (isa::waits_for_pipe(program.instructions[i])) concern(i);
}

std::span<const TooClose> WaitStatePlan::of_producer(std::uint32_t instruction) const {
  const auto range = std::ranges::equal_range(by_producer_, instruction, {}, &TooClose::producer);
  return {range.begin(), range.end()};
}

std::span<const TooClose> WaitStatePlan::of_consumer(std::uint32_t instruction) const {
  const auto range = std::ranges::equal_range(by_consumer_, instruction, {}, &TooClose::consumer);
  return {range.begin(), range.end()};
}

RecentProducers& recent_of(Wave& wave) {
  if (wave.recent == nullptr) wave.recent = std::make_shared<RecentProducers>();
  return *static_cast<RecentProducers*>(wave.recent.get());
}

Step execute_with_wait_states(Wave& wave, const PreparedInstruction& prepared) {
  const Environment& environment = wave.environment();
  if (environment.wait_state_mode == isa::WaitStateMode::off)
    return executor_of(*prepared.instruction)(wave, prepared);
  const isa::Timing& timing = wait_states_of(wave)->timing(prepared.index);
  if (timing.waits_for_pipe()) wait_for_pipe(wave, timing.passes);
  const std::vector<Hit> all = felt_hits(wave, prepared);
  const std::uint64_t exec = wave.exec();
  const bool produces = !wait_states_of(wave)->of_producer(prepared.index).empty();

  Entry entry{wave.slots(), {}, {}};
  if (produces) entry.before = save_all(wave, timing);
  const std::vector<SavedRegisters> now = deliver_old(wave, all);
  const Step step = executor_of(*prepared.instruction)(wave, prepared);
  if (step == Step::stopped) return step;
  deliver_new(wave, timing, now, exec);
  for (const Hit& hit : all) {
    if (hit.pair->rule->harm == Harm::lost_write) lose_write(wave, timing, hit, exec);
    if (hit.pair->rule->harm == Harm::early_write) write_early(wave, timing, hit);
  }
  if (produces) {
    entry.after = save_all(wave, timing);
    recent_of(wave).entries[prepared.index] = std::move(entry);
  }
  return step;
}

}  // namespace lockstep::machine
