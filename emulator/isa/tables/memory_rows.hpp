// Memory rows written once for the address spaces that share them: a row's mnemonic is a prefix and its own
// name.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "emulator/isa/semantics.hpp"
#include "emulator/isa/tables/compose.hpp"

namespace lockstep::isa {

/// The part of a register that a narrow access concerns.
enum class Part : std::uint8_t { whole, low, high };
enum class Extend : std::uint8_t { zero, sign };

struct MemoryFact {
  std::string_view name;
  Access access;
  std::uint8_t bytes;
  Part part = Part::whole;
  Extend extend = Extend::zero;
  Atomic atomic = Atomic::none;
};
constexpr MemoryFact load(std::string_view name, std::uint8_t bytes, Part part = Part::whole,
                          Extend extend = Extend::zero) {
  return {name, Access::load, bytes, part, extend};
}
constexpr MemoryFact store(std::string_view name, std::uint8_t bytes, Part part = Part::whole) {
  return {name, Access::store, bytes, part};
}
constexpr MemoryFact atomic(std::string_view name, std::uint8_t bytes, Atomic operation) {
  return {name, Access::atomic, bytes, Part::whole, Extend::zero, operation};
}

struct SpaceFact {
  std::string_view prefix;
  Memory::Space space;
  std::string_view source;
};

/// Every fact in every space.
template <const auto& kSpaces, const auto& kFacts>
struct MemoryRows {
  static constexpr std::size_t kCount = kSpaces.size() * kFacts.size();

  static constexpr std::array<Name, kCount> kNames = [] {
    std::array<Name, kCount> names;
    for (std::size_t i = 0; i < kCount; ++i) {
      names[i].append(kSpaces[i / kFacts.size()].prefix);
      names[i].append(kFacts[i % kFacts.size()].name);
    }
    return names;
  }();

  template <std::size_t... kIndex>
  static constexpr std::array<Semantics, kCount> rows(std::index_sequence<kIndex...>) {
    return {row(kIndex)...};
  }
  static constexpr Semantics row(std::size_t i) {
    const SpaceFact& space = kSpaces[i / kFacts.size()];
    const MemoryFact& fact = kFacts[i % kFacts.size()];
    Memory memory{space.space, fact.access, fact.bytes};
    memory.sign_extend = fact.extend == Extend::sign;
    memory.high_half = fact.part == Part::high;
    memory.low_half = fact.part == Part::low;
    memory.atomic = fact.atomic;
    return {kNames[i].view(), memory, space.source};
  }
  static constexpr std::array<Semantics, kCount> kRows = rows(std::make_index_sequence<kCount>{});
};

}  // namespace lockstep::isa
