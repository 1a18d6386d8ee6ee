#include "emulator/machine/dispatch/expert_mode.hpp"

#include <algorithm>
#include <utility>

#include "emulator/machine/dispatch/prepared_program.hpp"
#include "emulator/machine/dispatch/wait_states.hpp"
#include "emulator/machine/scalar/execute.hpp"

namespace lockstep::machine {

namespace {

using UnderWay = ExpertTrail::UnderWay;
using lint::ExpertPair;
using lint::ExpertUnit;

ExpertTrail& trail_of(Wave& wave) {
  return recent_of(wave).expert;
}

const ExpertPlan& plan_of(const Wave& wave) {
  return wait_states_of(wave)->expert();
}

void wait(ExpertTrail& trail, const Wave& wave, const isa::Instruction& i) {
  if (!lint::is_wait(i)) return;
  std::erase_if(trail.under_way, [&](const UnderWay& e) {
    return lint::is_done_by(i, e.progress, plan_of(wave).facts(e.instruction));
  });
  for (UnderWay& e : trail.under_way) lint::note_order(i, e.progress, plan_of(wave).facts(e.instruction));
}

void set_mode(ExpertTrail& trail, Wave& wave, const isa::Instruction& i) {
  constexpr std::uint64_t kExpert = 2;
  if (!lint::sets_schedule_mode(i)) return;
  trail.expert = (read_scalar(wave, *i.source(0), isa::Type::u32).value & 3) == kExpert;
  if (!trail.expert) trail.under_way.clear();
}

/// An instruction starts: all others of its kind become one older.
void issue(ExpertTrail& trail, const ExpertPlan& plan, std::uint32_t index) {
  for (UnderWay& e : trail.under_way)
    lint::starts_behind(e.progress, plan.facts(e.instruction), plan.facts(index));
  std::erase_if(trail.under_way, [&](const UnderWay& e) {
    return e.instruction == index || lint::is_past_the_counter(e.progress, plan.facts(e.instruction));
  });
}

UnderWay* entry_of(ExpertTrail& trail, std::uint32_t instruction) {
  const auto found = std::ranges::find(trail.under_way, instruction, &UnderWay::instruction);
  return found == trail.under_way.end() ? nullptr : &*found;
}

bool defers(const Wave& wave, const isa::Instruction& memory_operation) {
  const Schedule& schedule = wave.environment().schedule;
  const auto* m = std::get_if<isa::Memory>(&memory_operation.semantics->operation);
  const bool lds = m == nullptr || m->space == isa::Memory::Space::lds;
  return lds ? !schedule.lgkm_at_once() : !schedule.vm_at_once();
}

void report(Wave& wave, const PreparedInstruction& prepared, const ExpertPair& pair, const UnderWay& producer,
            bool wrong) {
  const isa::Program& program = *wave.environment().program->decoded;
  wave.report(
      FindingKind::wait, prepared, -1,
      lint::expert_text(program, pair) + ": needs " + lint::expert_wait(pair, producer.progress.younger),
      producer.progress.done_in_order ? Severity::note
      : wrong                         ? Severity::wrong
                                      : Severity::manual,
      {}, program.instructions[pair.producer]);
}

/// Restores what a memory operation's registers held before vector instructions that it does not wait for;
/// returns what they hold now.
std::vector<SavedRegisters> deliver_what_was(Wave& wave, ExpertTrail& trail,
                                             const PreparedInstruction& prepared) {
  std::vector<SavedRegisters> now;
  for (const ExpertPair& pair : plan_of(wave).of_consumer(prepared.index)) {
    const UnderWay* e = pair.at.writes() ? nullptr : entry_of(trail, pair.producer);
    if (e == nullptr) continue;
    const SavedRegisters *before = machine::find(e->before, pair.at),
                         *after = machine::find(e->after, pair.at);
    // Another instruction may have written the registers since: then the producer is not involved.
    if (before == nullptr || after == nullptr || !holds(wave, *after)) continue;
    const bool felt = !e->progress.done_in_order && defers(wave, *prepared.instruction);
    report(wave, prepared, pair, *e, felt && !holds(wave, *before));
    if (!felt || machine::find(now, pair.at) != nullptr) continue;
    now.push_back(save(wave, pair.at));
    restore(wave, *before);
  }
  return now;
}

/// Puts the present values back, except where the operation has written since.
void deliver_what_is(Wave& wave, const PreparedInstruction& prepared, const std::vector<SavedRegisters>& now,
                     std::uint64_t exec) {
  for (const SavedRegisters& saved : now)
    for (int i = 0; i < saved.where.count; ++i) {
      const isa::RegisterAccess one{saved.where.file, saved.where.role, std::uint16_t(saved.where.first + i),
                                    1};
      const bool written =
          std::ranges::any_of(isa::dataflow(*prepared.instruction, wave.width()),
                              [&](const isa::RegisterAccess& a) { return a.writes() && a.overlaps(one); });
      restore(wave, saved, i, written ? ~exec : ~std::uint64_t{0});
    }
}

Pending* under_way(Wave& wave, std::uint32_t producer) {
  for (PendingQueue* const queue : wave.queues())
    for (std::size_t i = queue->size(); i-- > 0;)
      if (Pending& p = (*queue)[i]; p.prepared != nullptr && p.prepared->index == producer)
        return p.performed ? nullptr : &p;
  return nullptr;
}

/// Makes a pending store of whole dwords store what its data registers hold now. True where that differs.
bool store_new_data(Wave& wave, const ExpertPair& pair) {
  Pending* const p = under_way(wave, pair.producer);
  if (p == nullptr || p->memory == nullptr || p->memory->access != isa::Access::store || p->memory->bytes < 4)
    return false;
  if (pair.other.role != isa::Role::data || pair.other.count != p->memory->bytes / 4 || p->second != 0)
    return false;
  p->fill_shadow();
  const SavedRegisters now = save(wave, pair.at);
  bool other = false;
  for (int i = 0; i < pair.at.count; ++i) {
    const int dword = pair.at.first + i - pair.other.first;
    if (dword < 0 || dword >= pair.other.count) continue;
    auto &data = p->data[std::size_t(dword)], &undefined = p->undefined[std::size_t(dword)];
    for (std::size_t lane = 0; lane < data.size(); ++lane)
      other |= (p->lanes >> lane & 1) != 0 && data[lane] != now.value[std::size_t(i)][lane];
    data = now.value[std::size_t(i)];
    undefined = now.undefined[std::size_t(i)];
  }
  return other;
}

/// Says what the instruction overwrites too early; stores that have not read yet store what it has written,
/// if it is a vector instruction.
void report_overwritten(Wave& wave, ExpertTrail& trail, const PreparedInstruction& prepared) {
  const ExpertPlan& plan = plan_of(wave);
  const bool at_once = plan.facts(prepared.index).unit == ExpertUnit::vector;
  for (const ExpertPair& pair : plan.of_consumer(prepared.index)) {
    const UnderWay* e = pair.at.writes() ? entry_of(trail, pair.producer) : nullptr;
    if (e == nullptr) continue;
    report(wave, prepared, pair, *e, at_once && !e->progress.done_in_order && store_new_data(wave, pair));
    // From now on the load is what the register is about.
    if (pair.other.writes()) trail.under_way.erase(trail.under_way.begin() + (e - trail.under_way.data()));
  }
}

Step execute_memory_operation(Wave& wave, const PreparedInstruction& prepared, ExpertTrail& trail) {
  const ExpertPlan& plan = plan_of(wave);
  const std::vector<SavedRegisters> now = deliver_what_was(wave, trail, prepared);
  const std::uint64_t exec = wave.exec();
  const Step step = executor_of(*prepared.instruction)(wave, prepared);
  if (step == Step::stopped) return step;
  deliver_what_is(wave, prepared, now, exec);
  report_overwritten(wave, trail, prepared);
  issue(trail, plan, prepared.index);
  if (!plan.of_producer(prepared.index).empty()) trail.under_way.push_back({prepared.index, {}, {}, {}});
  return step;
}

Step execute_vector_instruction(Wave& wave, const PreparedInstruction& prepared, ExpertTrail& trail) {
  const ExpertPlan& plan = plan_of(wave);
  UnderWay entry{prepared.index, {}, {}, {}};
  const auto pairs = plan.of_producer(prepared.index);
  for (const ExpertPair& pair : pairs)
    if (!pair.at.writes()) entry.before.push_back(save(wave, pair.at));
  const Step step = executor_of(*prepared.instruction)(wave, prepared);
  if (step == Step::stopped) return step;
  report_overwritten(wave, trail, prepared);
  issue(trail, plan, prepared.index);
  if (pairs.empty()) return step;
  for (const SavedRegisters& saved : entry.before) entry.after.push_back(save(wave, saved.where));
  trail.under_way.push_back(std::move(entry));
  return step;
}

}  // namespace

ExpertPlan::ExpertPlan(const isa::Program& program, std::vector<ExpertPair> pairs)
    : by_producer_(pairs), by_consumer_(std::move(pairs)) {
  std::ranges::sort(by_producer_, {}, [](const ExpertPair& p) { return std::pair(p.producer, p.consumer); });
  std::ranges::sort(by_consumer_, {}, [](const ExpertPair& p) { return std::pair(p.consumer, p.producer); });
  if (by_consumer_.empty()) return;
  for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
    const isa::Instruction& one = program.instructions[i];
    facts_.push_back(lint::expert_facts(one));
    if (facts_.back().unit != ExpertUnit::none || lint::is_wait(one) || lint::sets_schedule_mode(one))
      concerned_.insert(i);
  }
}

std::span<const ExpertPair> ExpertPlan::of_producer(std::uint32_t instruction) const {
  const auto range = std::ranges::equal_range(by_producer_, instruction, {}, &ExpertPair::producer);
  return {range.begin(), range.end()};
}

std::span<const ExpertPair> ExpertPlan::of_consumer(std::uint32_t instruction) const {
  const auto range = std::ranges::equal_range(by_consumer_, instruction, {}, &ExpertPair::consumer);
  return {range.begin(), range.end()};
}

Step execute_in_expert_mode(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& i = *prepared.instruction;
  if (wave.environment().wait_state_mode == isa::WaitStateMode::off) return executor_of(i)(wave, prepared);
  ExpertTrail& trail = trail_of(wave);
  wait(trail, wave, i);
  set_mode(trail, wave, i);
  const ExpertUnit unit = trail.expert ? plan_of(wave).facts(prepared.index).unit : ExpertUnit::none;
  if (unit == ExpertUnit::memory) return execute_memory_operation(wave, prepared, trail);
  if (unit == ExpertUnit::vector) return execute_vector_instruction(wave, prepared, trail);
  return executor_of(i)(wave, prepared);
}

}  // namespace lockstep::machine
