// Routing of a tile of rows sorted by expert: which of its rows hold a token, and which token.
#pragma once

#include "kernels/primitives/buffer_descriptor.hpp"

namespace lockstep::device {

/// The tile's entries of sorted_ids; every wave looks at all of them for itself.
template <int kRows>
class SortedRows {
 public:
  __device__ SortedRows(const std::int32_t* ids, int tokens, int lane) : tokens_(tokens) {
    const Buffer entries(ids, kRows * 4);
    for (int word = 0; word < kWords; ++word) {
      const int row = word * kWaveSize + lane;
      token_[word] = entries.load_dword(row * 4) & kTokenMask;
      active_[word] = __builtin_amdgcn_ballot_w64(row < kRows && token_[word] < tokens);
    }
  }

  __device__ bool any() const {
    std::uint64_t all = 0;
    for (int word = 0; word < kWords; ++word) all |= active_[word];
    return all != 0;
  }

  __device__ bool is_active(int row) const {
    return active_[kWords == 1 ? 0 : row / kWaveSize] >> row % kWaveSize & 1;
  }

  /// The token of an active row, the same row in every lane.
  __device__ std::int64_t token(int row) const {
    return __builtin_amdgcn_readlane(token_[kWords == 1 ? 0 : row / kWaveSize], row % kWaveSize);
  }

  /// The token of a row of the lane's own; for a padding row, that of the first active row. Needs any().
  __device__ std::int64_t token_or_first(const std::int32_t* ids, int row) const {
    int first = 0;
    for (int word = kWords - 1; word >= 0; --word)
      if (active_[word] != 0) first = __builtin_amdgcn_readlane(token_[word], __builtin_ctzll(active_[word]));
    const int token = Buffer(ids, kRows * 4).load_dword(row * 4) & kTokenMask;
    return token < tokens_ ? token : first;
  }

 private:
  static constexpr int kWords = (kRows + kWaveSize - 1) / kWaveSize;
  static constexpr int kTokenMask = 0xffffff;  ///< the slot of the expert is above

  int tokens_;
  int token_[kWords];             ///< token of row 64 word + lane
  std::uint64_t active_[kWords];  ///< bit r: row 64 word + r; the same in every lane
};

}  // namespace lockstep::device
