#include "emulator/observe/missing_store.hpp"

#include <algorithm>
#include <bit>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "emulator/lint/control_flow.hpp"
#include "emulator/observe/footprint.hpp"

namespace lockstep::observe {

using machine::Pending, machine::PreparedInstruction, machine::Wave;

namespace {

constexpr std::uint64_t kDwordBytes = 4;

bool stores_to_memory(const isa::Instruction& i) {
  if (i.semantics == nullptr) return false;
  if (const auto* copy = std::get_if<isa::TensorCopy>(&i.semantics->operation))
    return copy->access != isa::Access::load;
  const auto* memory = std::get_if<isa::Memory>(&i.semantics->operation);
  return memory != nullptr && memory->access != isa::Access::load &&
         memory->space != isa::Memory::Space::lds && memory->space != isa::Memory::Space::scratch;
}

bool stores(const Pending& p) {
  return p.memory->access != isa::Access::load && uses_device_memory(p) && !isa::is_scalar(p.space);
}

bool covers(const Pending& p, std::size_t lane, std::uint64_t address) {
  return address >= p.address[lane] && address - p.address[lane] < p.memory->bytes;
}

std::string name(const std::array<std::uint32_t, 3>& id) {
  return fmt::format("workgroup {},{},{}", id[0], id[1], id[2]);
}

}  // namespace

MissingStore::WaveKey MissingStore::key(const Wave& wave) const {
  return {launch_, wave.environment().entry, wave.group->id, wave.id};
}

// Empty where a branch may go anywhere: then no store can be said to be out of reach.
MissingStore::Ahead MissingStore::stores_ahead(const Wave& wave) {
  const isa::Program& program = *wave.environment().program->decoded;
  const std::array entries{wave.environment().entry};
  const lint::ControlFlow flow = lint::control_flow(program, entries);
  if (!flow.undecided.empty() || !flow.resumed.empty()) return {};
  std::vector<bool> begins(flow.blocks.size());
  const auto has_store = [&](const lint::Block& b) {
    return std::any_of(program.instructions.begin() + b.first, program.instructions.begin() + b.last + 1,
                       stores_to_memory);
  };
  const auto leads_on = [&](const lint::Block& b) {
    return std::ranges::any_of(b.out, [&](const lint::Edge& e) { return begins[e.to]; });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t b = flow.blocks.size(); b-- > 0;) {
      if (begins[b] || (!has_store(flow.blocks[b]) && !leads_on(flow.blocks[b]))) continue;
      begins[b] = changed = true;
    }
  }
  Ahead all(program.instructions.size());
  for (const lint::Block& b : flow.blocks) {
    bool ahead = leads_on(b);
    for (std::uint32_t i = b.last + 1; i-- > b.first;) {
      ahead = ahead || stores_to_memory(program.instructions[i]);
      all[i] = ahead;
    }
  }
  return all;
}

const MissingStore::Ahead& MissingStore::ahead(const Wave& wave) {
  const auto [at, added] = ahead_.try_emplace(wave.environment().entry);
  if (added) at->second = stores_ahead(wave);
  return at->second;
}

// Launches are not told apart otherwise than by a workgroup that was there already.
void MissingStore::workgroup_begins(const machine::Workgroup& group) {
  if (!begun_.emplace(group.environment->entry, group.id).second) {
    begun_ = {{group.environment->entry, group.id}};
    ++launch_;
  }
  for (const Wave* const wave : group.waves) running_[key(*wave)] = {};
}

void MissingStore::workgroup_ends(const machine::Workgroup& group) {
  for (const Wave* const wave : group.waves)
    if (auto node = running_.extract(key(*wave))) ended_.insert(std::move(node));
}

std::uint32_t MissingStore::executes(Wave& wave, const PreparedInstruction& prepared) {
  const Ahead& any = ahead(wave);
  if (any.empty()) return 0;
  Path& path = running_[key(wave)];
  if (path.turn == nullptr && path.last != nullptr && !any[prepared.index]) path.turn = path.last;
  path.last = &wave.environment().program->instructions[prepared.index];  // outlives copies of it
  if (stores_to_memory(*prepared.instruction)) path.store = path.last;
  return 0;
}

// A copy of a tensor has lanes of its own.
void MissingStore::issues(Wave& wave, Pending& p) {
  if (!stores(p) || held_back_.found() || is_tensor_copy(p)) return;
  for (std::size_t l = 0; l < std::size_t(isa::lane_count(wave.width())); ++l) {
    if (!covers(p, l, byte_.address)) continue;
    const std::uint64_t dword = (byte_.address - p.address[l]) / kDwordBytes;
    const bool on = (wave.exec() >> l & 1) != 0;
    if (on && (p.space != isa::Memory::Space::buffer || (p.in_range(l) >> dword & 1) != 0)) continue;
    held_back_.note(wave, p, l, dword);
    because_ =
        on ? "num_records of its descriptor ends before it: dropped" : fmt::format("bit {} of EXEC is 0", l);
    return;
  }
}

void MissingStore::performs(const Wave& wave, const Pending& p) {
  if (!stores(p)) return;
  for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l) {
    if ((p.lanes >> l & 1) == 0 || p.in_range(l) == 0) continue;
    running_[key(wave)].stores = true;
    for (std::uint64_t b = 0; byte_.nearness != nullptr && b < p.memory->bytes; ++b)
      if ((p.in_range(l) >> b / kDwordBytes & 1) != 0) look_at(wave, p, l, p.address[l] + b);
  }
}

void MissingStore::look_at(const Wave& wave, const Pending& p, std::size_t lane, std::uint64_t at) {
  if (at < byte_.first || at >= byte_.end) return;
  const auto near = byte_.nearness(at);
  if (!near || (nearness_ && *nearness_ <= *near)) return;
  nearness_ = near;
  nearest_at_ = at;
  nearest_wave_ = key(wave);
  nearest_.note(wave, p, lane, (at - p.address[lane]) / kDwordBytes);
  off_ = dropped_ = 0;
  if (is_tensor_copy(p) || p.memory->space == isa::Memory::Space::flat) return;
  off_ = std::popcount(wave.every_lane() & ~p.lanes);
  for (std::size_t l = 0; l < std::size_t(isa::kMaxLanes); ++l)
    dropped_ += (p.lanes >> l & 1) != 0 && p.in_range(l) != p.all_dwords() ? 1 : 0;
}

bool MissingStore::has_no_store() const {
  return std::ranges::all_of(
      ahead_, [](const auto& known) { return !known.second.empty() && !known.second[known.first]; });
}

// Counts the waves of the workgroup that stored in the same tile, or of all workgroups where none did.
MissingStore::Idle MissingStore::idle() const {
  using Group = std::tuple<int, std::uint32_t, Id>;
  const auto group_of = [](const WaveKey& key) { return Group{key.launch, key.entry, key.workgroup}; };
  std::set<Group> storing;
  for (const auto& [key, path] : ended_)
    if (path.stores) storing.insert(group_of(key));
  Idle idle;
  idle.of_one = nearness_ && nearness_->front() <= kSameTile;
  for (const auto& [key, path] : ended_) {
    if (idle.of_one && group_of(key) != group_of(nearest_wave_)) continue;
    const auto known = ahead_.find(key.entry);
    if (known == ahead_.end() || known->second.empty() || !known->second[key.entry]) continue;
    ++idle.of;
    const PreparedInstruction* const at = path.store == nullptr ? path.turn : path.store;
    if (path.stores || at == nullptr) continue;
    ++idle.waves;
    auto& [waves, first] = idle.places[{storing.contains(group_of(key)), path.store == nullptr, at}];
    if (waves++ == 0) first = key;
  }
  return idle;
}

std::string MissingStore::idle_text() const {
  constexpr std::size_t kMost = 3;  // places
  const Idle idle = this->idle();
  if (idle.waves == 0) return {};
  std::string text;
  std::size_t told = 0;
  for (const auto& [at, these] : idle.places) {
    if (told++ == kMost) break;
    const auto& [others_stored, turned, instruction] = at;
    const auto& [waves, first] = these;
    text += fmt::format("{} {} wave {}{} {} {}{}", text.empty() ? "" : ",", name(first.workgroup), first.wave,
                        waves == 1 ? "" : fmt::format(" and {} more", waves - 1),
                        turned ? "branched past all stores at" : "executed", nearest_.place(*instruction),
                        turned ? "" : ", of which no lane stores");
  }
  return fmt::format("; {} of {} waves{} stored nothing:{}{}", idle.waves, idle.of,
                     idle.of_one ? " of its workgroup" : "", text, idle.places.size() > kMost ? ", ..." : "");
}

std::string MissingStore::nearest_text() const {
  if (byte_.nearness == nullptr) return {};
  if (!nearness_)
    return fmt::format("; nothing of the rows to be written is{}",
                       has_no_store() ? "; the code that ran has no store to memory" : "");
  const auto& [tile, rows, columns, rest] = *nearness_;
  const bool same_tile = tile <= kSameTile;
  const std::string other =
      fmt::format("; nothing of its {} is; {} is", byte_.tile,
                  rows == 0 && columns == 0 ? "at the same place of another" : "nearest");
  std::string text = fmt::format("{} {}, written by {}", same_tile ? "; nearest is" : other,
                                 byte_.name(nearest_at_), nearest_.text());
  if (!same_tile) return text;
  if (dropped_ > 0) text += fmt::format("; of its lanes {} are out of range and dropped", dropped_);
  if (off_ > 0) text += fmt::format("{} {} are off", dropped_ > 0 ? "," : "; of its lanes", off_);
  return text;
}

std::string MissingStore::text() const {
  if (held_back_.found()) return fmt::format("; {} has its address, but {}", held_back_.text(), because_);
  const bool same_wave = nearness_ && nearness_->front() == kSameWave;
  return nearest_text() + (same_wave ? std::string() : idle_text());
}

std::optional<std::uint64_t> MissingStore::instruction() const {
  if (held_back_.found()) return held_back_.at;
  if (nearest_.found()) return nearest_.at;
  return std::nullopt;
}

std::optional<std::uint64_t> MissingStore::idle_instruction() const {
  if (held_back_.found() || idle_text().empty()) return std::nullopt;
  if (nearness_ && nearness_->front() == kSameWave) return std::nullopt;
  return std::get<2>(idle().places.begin()->first)->instruction->address;
}

}  // namespace lockstep::observe
