// dataflow() of every instruction of a program, and what its waits allow, worked out once.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "emulator/isa/counters.hpp"
#include "emulator/isa/dataflow.hpp"

namespace lockstep::isa {

/// Vector registers in unified numbering, one bit each: gfx1250 has 1,024.
using UnifiedSet = std::array<std::uint64_t, 16>;

/// Registers as sets, one bit each: whether two accesses meet takes a few words to say.
struct Footprint {
  std::array<std::uint64_t, 4> vectors{}, accumulators{};
  std::array<std::uint64_t, 2> scalars{};
  bool any_accumulator = false;

  void add(const RegisterAccess& access);
  void add(const Footprint& other);
  /// Whether it shares a register with these; vector registers and accumulators in unified numbering, where
  /// AGPR 0 is register `accum_offset`.
  bool meets(const UnifiedSet& unified, const std::array<std::uint64_t, 2>& some_scalars,
             int accum_offset) const {
    std::uint64_t met = (scalars[0] & some_scalars[0]) | (scalars[1] & some_scalars[1]);
    for (std::size_t i = 0; i < vectors.size(); ++i) met |= vectors[i] & unified[i];
    return met != 0 || (any_accumulator && accumulators_meet(unified, accum_offset));
  }

 private:
  bool accumulators_meet(const UnifiedSet& unified, int accum_offset) const;
};

/// Puts registers [first, first + count) into a set, which says whether one was there, and takes them out;
/// those beyond the set are left out.
bool add_registers(std::span<std::uint64_t> set, int first, int count);
void remove_registers(std::span<std::uint64_t> set, int first, int count);

class RegisterUses {
 public:
  RegisterUses() = default;
  explicit RegisterUses(const Program& program);
  /// The registers that the instruction with that index uses.
  std::span<const RegisterAccess> of(std::uint32_t instruction) const {
    return std::span(accesses_).subspan(first_[instruction], first_[instruction + 1] - first_[instruction]);
  }

  /// The stretch of instructions from this one on, each after the other, of which none but the first waits,
  /// and none but the last may issue a memory operation or go elsewhere, and none but the first has registers
  /// that M0 chooses: its end, and what is used there together.
  std::uint32_t stretch_end(std::uint32_t instruction) const { return stretch_ends_[instruction]; }
  const Footprint& footprint_of_stretch(std::uint32_t instruction) const { return footprints_[instruction]; }

  /// Whether M0 chooses a register of it: `of` has what the line names.
  bool is_relative(std::uint32_t instruction) const { return relative_[instruction]; }

  /// Whether it waits for some of a counter's operations.
  bool waits(std::uint32_t instruction) const { return waits_[instruction] != 0; }
  /// isa::allowed() of the instruction with that index.
  std::optional<int> allowed(std::uint32_t instruction, Counter counter) const {
    const std::int8_t most = allowed_[instruction][std::size_t(counter)];
    return most < 0 ? std::nullopt : std::optional<int>(most);
  }

 private:
  void join_stretches(const Program& program);

  std::vector<RegisterAccess> accesses_;
  std::vector<std::size_t> first_{0};        ///< [instruction]; one more at the end
  std::vector<std::uint32_t> stretch_ends_;  ///< [instruction]
  std::vector<Footprint> footprints_;        ///< [instruction] of the stretch from there on
  std::vector<bool> relative_;               ///< [instruction]
  std::vector<std::uint8_t> waits_;          ///< [instruction]
  std::vector<std::array<std::int8_t, kCounters.size()>> allowed_;  ///< [instruction][counter]; -1: none
};

}  // namespace lockstep::isa
