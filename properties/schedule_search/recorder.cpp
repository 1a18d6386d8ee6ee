#include "properties/schedule_search/recorder.hpp"

#include "emulator/isa/semantics.hpp"
#include "host/random.hpp"

namespace lockstep::schedule_search {

using host::hash;
using isa::File;
using isa::RegisterAccess;
using machine::Pending;
using machine::PreparedInstruction;
using machine::Wave;

namespace {

// Undefined bits count as such, whatever they read as.
std::uint64_t mixed(std::uint64_t hash, std::uint32_t value, std::uint32_t undefined) {
  return host::hash(hash, (value & ~undefined) | std::uint64_t{undefined} << 32);
}

// Dword d of a lane; a scalar operation has one lane, whose dwords lie in rows of four.
std::uint32_t dword(const std::array<machine::Lanes, 4>& rows, const Pending& p, int d, std::size_t lane) {
  return isa::is_scalar(p.space) ? rows[std::size_t(d % 4)][std::size_t(d / 4)] : rows[std::size_t(d)][lane];
}

std::uint32_t undefined_dword(const Pending& p, int d, std::size_t lane) {
  return p.all_defined ? 0 : dword(p.undefined, p, d, lane);
}

std::uint64_t hash_of_data(const Pending& p, int dwords) {
  std::uint64_t h = 0;
  for (int d = 0; d < dwords; ++d)
    for (std::size_t l = 0; l < isa::kMaxLanes; ++l)
      if (((p.lanes >> l) & 1) != 0) h = mixed(h, dword(p.data, p, d, l), undefined_dword(p, d, l));
  return h;
}

bool is_memory(const PreparedInstruction& prepared) {
  const isa::Semantics* s = prepared.instruction->semantics;
  return s != nullptr && (std::holds_alternative<isa::Memory>(s->operation) ||
                          std::holds_alternative<isa::LanePermute>(s->operation));
}

bool is_lds(const Pending& p) {
  return p.space == isa::Memory::Space::lds;
}

int unified(const Wave& wave, const RegisterAccess& a) {
  return a.first + (a.file == File::accumulator ? wave.environment().accum_offset : 0);
}

bool fills(const Wave& wave, const Pending& p, const RegisterAccess& a) {
  if (p.destination < 0 || isa::is_scalar(p.space) != (a.file == File::scalar)) return false;
  const int first = unified(wave, a);
  return first < p.destination + p.dwords && p.destination < first + a.count;
}

std::uint64_t hash_of_register(Wave& wave, const RegisterAccess& a, int i) {
  if (a.file == File::scalar) {
    if (a.first + i >= machine::ScalarRegisters::kCount) return 0;
    const machine::Scalar s = wave.scalar.read32(a.first + i);
    return mixed(0, std::uint32_t(s.value), std::uint32_t(s.undefined));
  }
  const int r = unified(wave, a) + i;
  if (r >= wave.vector.count()) return 0;
  const std::uint32_t *value = wave.vector.read(r), *undefined = wave.vector.undefined(r);
  std::uint64_t h = 0;
  for (int l = 0; l < isa::lane_count(wave.width()); ++l)
    h = mixed(h, value[l], undefined != nullptr ? undefined[l] : 0);
  return h;
}

}  // namespace

Recorder::WaveState& Recorder::state(const Wave& wave) {
  if (waves_.size() <= std::size_t(wave.id)) waves_.resize(std::size_t(wave.id) + 1);
  return waves_[std::size_t(wave.id)];
}

const std::vector<RegisterAccess>& Recorder::accesses(const Wave& wave, const PreparedInstruction& prepared) {
  const auto [entry, fresh] = accesses_.try_emplace(prepared.index);
  if (fresh) entry->second = isa::dataflow(*prepared.instruction, wave.width());
  return entry->second;
}

void Recorder::workgroup_begins(const machine::Workgroup& group) {
  running_ = {begun_[group.id]++, group.id};
  waves_.clear();
  step_of_.clear();
  lds_writers_.clear();
}

void Recorder::note(const Wave& wave, std::size_t step, std::uint64_t hash) {
  if (!keeps_) {
    auto& digests = digests_[running_];
    if (digests.size() <= std::size_t(wave.id)) digests.resize(std::size_t(wave.id) + 1);
    digests[std::size_t(wave.id)] += host::hash(hash, step);
  } else if (running_ == location_) {
    if (steps_.size() <= std::size_t(wave.id)) steps_.resize(std::size_t(wave.id) + 1);
    auto& steps = steps_[std::size_t(wave.id)];
    if (steps.size() <= step) steps.resize(step + 1);
    steps[step].hash += hash;
  }
}

std::uint32_t Recorder::executes(Wave& wave, const PreparedInstruction& prepared) {
  WaveState& s = state(wave);
  s.issued = 0;
  s.outstanding = 0;
  if (!wave.has(arch::Feature::split_counters) && wave.vm.empty() && wave.lgkm.empty()) return 0;
  for (const machine::PendingQueue* queue : wave.queues())
    for (std::size_t i = 0; i < queue->size(); ++i)
      for (const RegisterAccess& a : accesses(wave, prepared))
        if (!a.writes() && fills(wave, (*queue)[i], a)) s.outstanding = (*queue)[i].prepared->index + 1;
  return 0;
}

bool Recorder::executed(Wave& wave, const PreparedInstruction& prepared, machine::Step) {
  WaveState& s = state(wave);
  std::uint64_t h = host::hash(s.issued, prepared.index);
  if (!is_memory(prepared))
    for (const RegisterAccess& a : accesses(wave, prepared))
      for (int i = 0; a.writes() && i < a.count; ++i) h = host::hash(h, hash_of_register(wave, a, i));
  h = host::hash(h, std::uint64_t{wave.scc} | std::uint64_t{wave.scc_undefined} << 1);
  note(wave, s.steps, h);
  if (keeps_ && running_ == location_) {
    Step& step = steps_[std::size_t(wave.id)][s.steps];
    step.instruction = prepared.index;
    step.outstanding = s.outstanding;
  }
  ++s.steps;
  return true;
}

void Recorder::issues(Wave& wave, Pending& p) {
  WaveState& s = state(wave);
  step_of_[&p] = s.steps;
  for (std::size_t l = 0; l < isa::kMaxLanes; ++l)
    if (((p.lanes >> l) & 1) != 0) s.issued = host::hash(s.issued, p.address[l]);
  if (p.memory->access != isa::Access::load) s.issued = host::hash(s.issued, hash_of_data(p, p.dwords));
}

void Recorder::note_writes(const Wave& wave, const Pending& p) {
  const MemoryWriter writer{running_, wave.id, p.prepared->index};
  const bool to_lds = is_lds(p) || p.lds.in_row();
  auto& writers = to_lds ? lds_writers_ : memory_writers_;
  const std::uint64_t bytes = p.memory->bytes;
  for (std::size_t l = 0; l < isa::kMaxLanes; ++l) {
    if (((p.lanes >> l) & 1) == 0) continue;
    for (int e = 0; e < (p.memory->pair ? 2 : 1); ++e) {
      const std::uint64_t at = p.lds.in_row() ? p.lds.base + l * std::max<std::uint64_t>(bytes, 4)
                                              : p.address[l] + std::uint64_t(e) * std::uint64_t(p.second);
      for (std::uint64_t b = 0; b < bytes; b += 4) writers[(at + b) / 4] = writer;
    }
  }
}

bool Recorder::is_wanted(const Wave& wave, const Pending& p) const {
  const auto step = step_of_.find(&p);
  return running_ == location_ && wave.id == load_wave_ && step != step_of_.end() &&
         step->second == load_step_;
}

// Notes who wrote what the load is about to find.
void Recorder::note_writers(const Pending& p) {
  loaded_.clear();
  const auto& writers = is_lds(p) ? lds_writers_ : memory_writers_;
  const int per_element = (p.memory->bytes + 3) / 4;
  for (std::size_t l = 0; l < isa::kMaxLanes; ++l) {
    if (((p.lanes >> l) & 1) == 0) continue;
    for (int d = 0; d < p.dwords; ++d) {
      const std::uint64_t at = p.address[l] + std::uint64_t(d / per_element) * std::uint64_t(p.second) +
                               4u * std::uint64_t(d % per_element);
      const auto found = writers.find(at / 4);
      loaded_.push_back({int(l), at, 0, 0, found == writers.end() ? MemoryWriter{} : found->second});
    }
  }
}

void Recorder::note_values(const Pending& p) {
  std::size_t n = 0;
  for (std::size_t l = 0; l < isa::kMaxLanes; ++l)
    for (int d = 0; ((p.lanes >> l) & 1) != 0 && d < p.dwords && n < loaded_.size(); ++d, ++n) {
      loaded_[n].value = dword(p.data, p, d, l);
      loaded_[n].undefined = undefined_dword(p, d, l);
    }
}

// Stores and atomics are about to change memory, loads to look at it.
void Recorder::performs(const Wave& wave, const Pending& p) {
  if (p.lanes == 0 || p.perform == nullptr || load_wave_ < 0) return;
  if (is_wanted(wave, p)) note_writers(p);
  if (p.memory->access != isa::Access::load) note_writes(wave, p);
}

void Recorder::retires(const Wave& wave, const Pending& p) {
  const auto found = step_of_.find(&p);
  if (found == step_of_.end()) return;
  if (p.destination >= 0 || p.lds.in_row())
    note(wave, found->second, host::hash(hash_of_data(p, p.dwords), 1));
  if (load_wave_ >= 0) {
    if (is_wanted(wave, p)) note_values(p);
    if (p.lds.in_row()) note_writes(wave, p);
  }
  step_of_.erase(found);
}

}  // namespace lockstep::schedule_search
