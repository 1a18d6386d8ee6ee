// The x86-64 levels that vector code is compiled for: how a function is compiled for one, which of them this
// host has, and the choice among functions that do the same on several levels. All levels give the same bits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "host/sanitizers.hpp"

#if defined(__x86_64__)
#define LOCKSTEP_X86_64 1
#else
#define LOCKSTEP_X86_64 0
#endif

// Before a function: it is compiled for this level, and runs only on hosts that have it. What it calls is
// compiled for the level where it says so itself or is inlined. For other hosts, which have no levels, it is
// compiled as any function.
//
// Loops fill a level's registers unasked: with prefer-vector-width=256 and =512 g++ 12 makes the same
// instructions.
#if LOCKSTEP_X86_64
#define LOCKSTEP_V3 __attribute__((target("arch=x86-64-v3")))
#define LOCKSTEP_V4 __attribute__((target("arch=x86-64-v4")))
#define LOCKSTEP_V4_VNNI __attribute__((target("arch=x86-64-v4,avx512vnni")))
#else
#define LOCKSTEP_V3
#define LOCKSTEP_V4
#define LOCKSTEP_V4_VNNI
#endif

/// Before what functions of all levels share: inlined into each, it is compiled for that one's level.
#define LOCKSTEP_INLINE [[gnu::always_inline]] inline

/// Before a function that the compiler makes once per level, the best of which the host picks when the
/// program starts: for loops over lanes, which baseline x86-64 takes four at a time and AVX-512 sixteen. What
/// such a function calls profits only where it is inlined.
///
/// Left to the baseline under sanitizers, which begin their work after the choice is made.
#if LOCKSTEP_X86_64 && defined(__gnu_linux__) && !LOCKSTEP_SANITIZED
#define LOCKSTEP_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define LOCKSTEP_CLONES
#endif

/// Before a loop of which no iteration reads what another has written: a promise that GCC takes.
#if defined(__clang__)
#define LOCKSTEP_INDEPENDENT
#else
#define LOCKSTEP_INDEPENDENT _Pragma("GCC ivdep")
#endif

/// A function that is written in instructions of x86-64, for a PerLevel: other hosts have none.
#if LOCKSTEP_X86_64
#define LOCKSTEP_IF_X86_64(FUNCTION) FUNCTION
#else
#define LOCKSTEP_IF_X86_64(FUNCTION) nullptr
#endif

namespace lockstep::host {

/// Each has what those before it have. v4_vnni is v4 with AVX-512's sums of bytes.
enum class SimdLevel : std::uint8_t { baseline, v3, v4, v4_vnni };
SimdLevel best_simd_level();
/// The levels that this host has, from the baseline to the best.
std::span<const SimdLevel> simd_levels();

/// Functions that do the same, each compiled for a level; not every level need have its own.
template <typename Function>
class PerLevel {
 public:
  constexpr PerLevel() = default;
  constexpr explicit PerLevel(Function* baseline, Function* v3 = nullptr, Function* v4 = nullptr,
                              Function* v4_vnni = nullptr)
      : functions_{baseline, v3, v4, v4_vnni} {}

  /// The level's own function, or that of the next lower level that has one; nullptr where none has.
  constexpr Function* at(SimdLevel level) const {
    auto i = static_cast<std::size_t>(level);
    while (i > 0 && functions_[i] == nullptr) --i;
    return functions_[i];
  }
  /// The best that this host can run.
  Function* best() const { return at(best_simd_level()); }

 private:
  std::array<Function*, 4> functions_{};
};

}  // namespace lockstep::host
