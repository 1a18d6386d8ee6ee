// dataflow() of every instruction of a program, and what its waits allow, worked out once.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "counters.hpp"
#include "dataflow.hpp"

namespace lockstep::isa {

/// Registers in sets so coarse that one comparison of words says of most accesses that they don't meet: a bit
/// stands for eight registers of a vector file, or for two scalar ones.
struct Footprint {
  std::uint64_t vectors = 0, accumulators = 0, scalars = 0;

  void add(File file, int first, int count);
  /// Vector registers and accumulators in unified numbering, where AGPR 0 is register `accum_offset`.
  std::uint64_t unified(int accum_offset) const {
    const int groups = accum_offset / kVectors;
    if (accumulators == 0 || groups > 63) return vectors;
    const std::uint64_t moved = accumulators << groups;
    return vectors | moved | (accum_offset % kVectors != 0 ? moved << 1 : 0);
  }

  static constexpr int kVectors = 8, kScalars = 2;  ///< registers of a bit
};

class RegisterUses {
 public:
  RegisterUses() = default;
  explicit RegisterUses(const Program& program);
  /// Of the instruction with that index.
  std::span<const RegisterAccess> of(std::uint32_t instruction) const {
    return std::span(accesses_).subspan(first_[instruction], first_[instruction + 1] - first_[instruction]);
  }

  /// Of all its accesses.
  const Footprint& footprint(std::uint32_t instruction) const { return footprints_[instruction]; }

  /// isa::allowed() of the instruction with that index.
  std::optional<int> allowed(std::uint32_t instruction, Counter counter) const {
    const std::int8_t most = allowed_[instruction][std::size_t(counter)];
    return most < 0 ? std::nullopt : std::optional<int>(most);
  }

 private:
  std::vector<RegisterAccess> accesses_;
  std::vector<std::size_t> first_{0};                ///< [instruction]; one more at the end
  std::vector<Footprint> footprints_;                ///< [instruction]
  std::vector<std::array<std::int8_t, 2>> allowed_;  ///< [instruction][counter]; -1: none
};

}  // namespace lockstep::isa
