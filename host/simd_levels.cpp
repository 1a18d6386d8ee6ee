#include "host/simd_levels.hpp"

namespace lockstep::host {

SimdLevel best_simd_level() {
#if LOCKSTEP_X86_64
  if (__builtin_cpu_supports("x86-64-v4"))
    return __builtin_cpu_supports("avx512vnni") ? SimdLevel::v4_vnni : SimdLevel::v4;
  if (__builtin_cpu_supports("x86-64-v3")) return SimdLevel::v3;
#endif
  return SimdLevel::baseline;
}

std::span<const SimdLevel> simd_levels() {
  static constexpr std::array kAll{SimdLevel::baseline, SimdLevel::v3, SimdLevel::v4, SimdLevel::v4_vnni};
  return std::span(kAll).first(static_cast<std::size_t>(best_simd_level()) + 1);
}

}  // namespace lockstep::host
