#include "emulator/machine/vector/fast_vector.hpp"
#include "host/intrinsics.hpp"

namespace lockstep::machine {

namespace {

constexpr std::size_t kRow = 16;

struct Rows {
  const std::uint32_t *before, *in_row, *present;
  std::uint32_t* to;
};

#if LOCKSTEP_X86_64
LOCKSTEP_V4 void take_rows_v4(const Rows& rows) {
  for (std::size_t l = 0; l < isa::kMaxLanes; l += kRow) {
    const __m512i permuted =
        _mm512_permutexvar_epi32(_mm512_loadu_si512(rows.in_row + l), _mm512_loadu_si512(rows.before + l));
    _mm512_storeu_si512(rows.to + l, _mm512_and_si512(permuted, _mm512_loadu_si512(rows.present + l)));
  }
}

LOCKSTEP_INLINE LOCKSTEP_V3 __m256i load8(const std::uint32_t* from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

/// Permutes rows with AVX2. Bit 3 of a position selects the half of the row.
LOCKSTEP_V3 void take_rows_v3(const Rows& rows) {
  constexpr std::size_t kHalf = kRow / 2;
  for (std::size_t l = 0; l < isa::kMaxLanes; l += kHalf) {
    const std::uint32_t* const row = rows.before + l / kRow * kRow;
    const __m256i at = load8(rows.in_row + l);
    const __m256 low = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(load8(row), at));
    const __m256 high = _mm256_castsi256_ps(_mm256_permutevar8x32_epi32(load8(row + kHalf), at));
    const __m256 chosen = _mm256_blendv_ps(low, high, _mm256_castsi256_ps(_mm256_slli_epi32(at, 28)));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(rows.to + l),
                        _mm256_and_si256(_mm256_castps_si256(chosen), load8(rows.present + l)));
  }
}
#endif

constexpr host::PerLevel<void(const Rows&)> kTakeRows{nullptr, LOCKSTEP_IF_X86_64(take_rows_v3),
                                                      LOCKSTEP_IF_X86_64(take_rows_v4)};

}  // namespace

LaneRoute::LaneRoute() {
  from_.fill(-1);
  in_row_.fill(0);
  present_.fill(0);
}

void LaneRoute::set(int lane, int from) {
  const auto l = std::size_t(lane);
  from_[l] = std::int8_t(from);
  in_row_[l] = from < 0 ? 0 : std::uint32_t(from) % kRow;
  present_[l] = from < 0 ? 0 : ~0u;
  stays_in_rows_ = stays_in_rows_ && (from < 0 || std::size_t(from) / kRow == l / kRow);
}

void LaneRoute::take(const std::uint32_t* before, std::uint32_t* to) const {
  static const auto take_rows = kTakeRows.best();
  if (stays_in_rows_ && take_rows != nullptr) return take_rows({before, in_row_.data(), present_.data(), to});
  for (std::size_t l = 0; l < isa::kMaxLanes; ++l) to[l] = from_[l] < 0 ? 0 : before[from_[l]];
}

}  // namespace lockstep::machine
