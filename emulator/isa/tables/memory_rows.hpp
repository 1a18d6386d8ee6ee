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
  Names names;
  Access access;
  std::uint8_t bytes;
  Part part = Part::whole;
  Extend extend = Extend::zero;
  Atomic atomic = Atomic::none;
};
constexpr MemoryFact load(Names names, std::uint8_t bytes, Part part = Part::whole,
                          Extend extend = Extend::zero) {
  return {names, Access::load, bytes, part, extend};
}
constexpr MemoryFact store(Names names, std::uint8_t bytes, Part part = Part::whole) {
  return {names, Access::store, bytes, part};
}
constexpr MemoryFact atomic(Names names, std::uint8_t bytes, Atomic operation) {
  return {names, Access::atomic, bytes, Part::whole, Extend::zero, operation};
}

struct SpaceFact {
  std::string_view prefix;
  Memory::Space space;
  std::string_view source;
};

/// Every fact in every space, on archs that have them all.
template <const auto& kSpaces, const auto& kFacts, arch::Set kArchs = kEmulated>
struct MemoryRows {
  static constexpr std::size_t kCount = kSpaces.size() * kFacts.size();

  static constexpr std::array<Name, kCount> names(std::string_view Names::* which) {
    std::array<Name, kCount> names;
    for (std::size_t i = 0; i < kCount; ++i) {
      names[i].append(kSpaces[i / kFacts.size()].prefix);
      names[i].append(kFacts[i % kFacts.size()].names.*which);
    }
    return names;
  }
  static constexpr std::array<Name, kCount> kMnemonics = names(&Names::mnemonic),
                                            kOnGfx12 = names(&Names::gfx12);

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
    return on(fact.names.gfx12.empty() ? kArchs & ~kGfx12 : kArchs,
              {{kMnemonics[i].view(), kOnGfx12[i].view()}, memory, space.source});
  }
  static constexpr std::array<Semantics, kCount> kRows = rows(std::make_index_sequence<kCount>{});
};

}  // namespace lockstep::isa
