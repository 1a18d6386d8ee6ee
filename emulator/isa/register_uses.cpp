#include "emulator/isa/register_uses.hpp"

#include <algorithm>
#include <variant>

#include "emulator/isa/semantics.hpp"

namespace lockstep::isa {

namespace {

/// Calls visit(word of a set, bits of it) for the registers of a range.
template <typename Visit>
void each_word(std::size_t words, int first, int count, Visit visit) {
  const int end = std::min(first + count, 64 * int(words));
  for (int at = first; at < end;) {
    const int shift = at % 64, bits = std::min(64 - shift, end - at);
    visit(std::size_t(at / 64), (~std::uint64_t{0} >> (64 - bits)) << shift);
    at += bits;
  }
}

/// Nothing is known of what comes after it, or a memory operation may be outstanding then.
bool ends_stretch(const Instruction& instruction) {
  if (instruction.semantics == nullptr || issued(instruction)) return true;
  const auto& operation = instruction.semantics->operation;
  return std::holds_alternative<Memory>(operation) || std::holds_alternative<LanePermute>(operation) ||
         std::holds_alternative<CacheControl>(operation) || std::holds_alternative<Control>(operation);
}

bool has_relative_registers(const Instruction& instruction) {
  const auto* what =
      instruction.semantics != nullptr ? std::get_if<CrossLane>(&instruction.semantics->operation) : nullptr;
  return what != nullptr && is_relative(*what);
}

}  // namespace

bool add_registers(std::span<std::uint64_t> set, int first, int count) {
  std::uint64_t there = 0;
  each_word(set.size(), first, count, [&](std::size_t word, std::uint64_t bits) {
    there |= set[word] & bits;
    set[word] |= bits;
  });
  return there != 0;
}

void remove_registers(std::span<std::uint64_t> set, int first, int count) {
  each_word(set.size(), first, count, [&](std::size_t word, std::uint64_t bits) { set[word] &= ~bits; });
}

void Footprint::add(const RegisterAccess& access) {
  any_accumulator |= access.file == File::accumulator;
  const std::span<std::uint64_t> set = access.file == File::scalar   ? std::span<std::uint64_t>(scalars)
                                       : access.file == File::vector ? std::span<std::uint64_t>(vectors)
                                                                     : std::span<std::uint64_t>(accumulators);
  add_registers(set, access.first, access.count);
}

void Footprint::add(const Footprint& other) {
  for (std::size_t i = 0; i < vectors.size(); ++i) {
    vectors[i] |= other.vectors[i];
    accumulators[i] |= other.accumulators[i];
  }
  for (std::size_t i = 0; i < scalars.size(); ++i) scalars[i] |= other.scalars[i];
  any_accumulator |= other.any_accumulator;
}

bool Footprint::accumulators_meet(const UnifiedSet& unified, int accum_offset) const {
  const auto words = std::size_t(accum_offset / 64);
  const int shift = accum_offset % 64;
  std::uint64_t met = 0;
  for (std::size_t i = 0; i < accumulators.size(); ++i) {
    const std::size_t at = i + words;
    if (at < unified.size()) met |= accumulators[i] << shift & unified[at];
    if (shift != 0 && at + 1 < unified.size()) met |= accumulators[i] >> (64 - shift) & unified[at + 1];
  }
  return met != 0;
}

RegisterUses::RegisterUses(const Program& program) {
  first_.reserve(program.instructions.size() + 1);
  for (const Instruction& instruction : program.instructions) {
    const std::vector<RegisterAccess> some = dataflow(instruction, program.width);
    accesses_.insert(accesses_.end(), some.begin(), some.end());
    first_.push_back(accesses_.size());
    relative_.push_back(has_relative_registers(instruction));
    auto& allowed = allowed_.emplace_back();
    for (const Counter counter : kCounters)
      allowed[std::size_t(counter)] = std::int8_t(isa::allowed(instruction, counter).value_or(-1));
    waits_.push_back(std::ranges::any_of(allowed, [](std::int8_t most) { return most >= 0; }) ? 1 : 0);
  }
  join_stretches(program);
}

// Joins from the last instruction to the first: each takes over the stretch behind it, unless it ends one.
void RegisterUses::join_stretches(const Program& program) {
  const std::size_t count = program.instructions.size();
  footprints_.resize(count);
  stretch_ends_.resize(count);
  for (std::size_t i = count; i-- > 0;) {
    for (const RegisterAccess& a : of(std::uint32_t(i))) footprints_[i].add(a);
    const bool ends = i + 1 == count || waits(std::uint32_t(i)) || waits(std::uint32_t(i + 1)) ||
                      relative_[i + 1] || ends_stretch(program.instructions[i]);
    stretch_ends_[i] = ends ? std::uint32_t(i + 1) : stretch_ends_[i + 1];
    if (!ends) footprints_[i].add(footprints_[i + 1]);
  }
}

}  // namespace lockstep::isa
