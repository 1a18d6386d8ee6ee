// Routing of a tile of rows sorted by expert where waves have 32 lanes: which of its rows hold a token, and
// which token.
#pragma once

#include "kernels/primitives/select.hpp"
#include "kernels/primitives/wave32.hpp"

namespace lockstep::device::wave32 {

/// The tile's entries of sorted_ids; every wave looks at all of them for itself.
template <int kRows>
class SortedRows {
 public:
  static constexpr int kWords = (kRows + kLanes - 1) / kLanes;  ///< a lane each for 32 rows

  __device__ SortedRows(const std::int32_t* ids, int tokens, int lane) : ids_(ids), tokens_(tokens) {
    constexpr std::uint32_t kInTile = kRows < kLanes ? (1u << kRows % kLanes) - 1 : ~0u;
#pragma unroll
    for (int word = 0; word < kWords; ++word) {
      token_[word] = ids[(word * kLanes + lane) % kRows] & kTokenMask;
      active_[word] = __builtin_amdgcn_ballot_w32(token_[word] < tokens) & kInTile;
    }
  }

  __device__ bool any() const {
    std::uint32_t all = 0;
    for (const std::uint32_t word : active_) all |= word;
    return all != 0;
  }

  /// Whether row 32 word + bit holds a token. Only `bit` may be known at run time alone.
  __device__ bool is_active(int word, int bit) const { return (active_[word] >> bit & 1) != 0; }

  /// The token of active row 32 word + bit, the same row in every lane.
  __device__ std::int64_t token(int word, int bit) const {
    return __builtin_amdgcn_readlane(token_[word], bit);
  }

  /// The token of a row of the lane's own; for a padding row, that of the first active row. Needs any().
  __device__ int token_or_first(int row) const {
    int first = 0;
#pragma unroll
    for (int word = kWords - 1; word >= 0; --word)
      if (active_[word] != 0) first = __builtin_amdgcn_readlane(token_[word], __builtin_ctz(active_[word]));
    const int token = ids_[row] & kTokenMask;
    return select(token < tokens_, token, first);
  }

 private:
  static constexpr int kTokenMask = 0xffffff;  ///< the slot of the expert is above

  const std::int32_t* ids_;
  int tokens_;
  int token_[kWords];             ///< token of row 32 word + lane
  std::uint32_t active_[kWords];  ///< bit r: row 32 word + r; the same in every lane
};

}  // namespace lockstep::device::wave32
