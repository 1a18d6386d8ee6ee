// How many cycles LDS needs for one access of a wave, and how many of them are bank conflicts.
//
// LDS has banks of 4 bytes; bank = address / 4 mod banks. The unit serves a wave's lanes in phases; lanes of
// one phase that want different dwords of the same bank wait for each other, lanes that want the same dword
// of a read don't. Which lanes share a phase depends on the arch and the width of the instruction:
// lds_banks.cpp has the rows and where each is from.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>

#include "emulator/isa/semantics.hpp"
#include "emulator/machine/waves/observer.hpp"

namespace lockstep::observe {

struct LdsPhases {
  std::string_view arch;
  bool load;           ///< a load, else a store or an atomic
  std::uint8_t bytes;  ///< size of one lane's element
  std::uint8_t banks;
  /// The lanes 0 … 31 of each phase, one bit each; lanes 32 … 63 repeat them in as many phases more.
  std::array<std::uint32_t, 4> lanes;
  std::string_view source;
};

/// The phases of an access; nullptr: nothing is known of that width on that arch. Transposing reads are taken
/// for loads of their width (inferred: nothing public measured them).
const LdsPhases* lds_phases(std::string_view arch, bool load, int bytes);

/// Cycles that a wave's access takes beyond one per phase; `address` is per lane, in bytes.
int bank_conflicts(const LdsPhases& phases, std::span<const std::uint64_t, isa::kMaxLanes> address,
                   std::uint64_t lanes);

/// Counts, per instruction, the accesses and their conflicts.
class LdsBanks final : public machine::Observer {
 public:
  struct Count {
    std::uint64_t accesses = 0;   ///< accesses of a wave
    std::uint64_t conflicts = 0;  ///< cycles lost
    std::uint64_t unknown = 0;    ///< accesses of a width that no row describes
  };

  explicit LdsBanks(std::string_view arch) : arch_(arch) {}
  void issues(machine::Wave& wave, machine::Pending& pending) override;
  /// [instruction of the program]
  const std::map<std::uint32_t, Count>& counts() const { return counts_; }

 private:
  std::string_view arch_;
  std::map<std::uint32_t, Count> counts_;
};

}  // namespace lockstep::observe
