// Where DeepGEMM's kernels look for block scales: with the rows (m or n) running fastest, and every block of
// k padded to 16 bytes, which its TMA copies ask for. csrc/apis/layout.hpp there names two forms, both made
// from row-major scales [mn][blocks]:
//
//   floats         [blocks][stride] float32                        stride: mn rounded up to 4
//   packed e8m0    [ceil(blocks / 4)][stride] words of 4 bytes     byte b of a word is block 4 w + b, zero
//   past the last
//
// Groups along k are packed one by one: a group's first block is byte 0 of a word.
#pragma once

#include <cstdint>
#include <optional>

namespace lockstep::layouts {

/// A scale of the row-major tensor.
struct BlockScaleAt {
  std::int64_t row;    ///< row of A, or column of B
  std::int64_t block;  ///< block of k
  constexpr bool operator==(const BlockScaleAt&) const = default;
};

/// Offsets are in bytes.
struct FloatScales {
  static constexpr std::int64_t kElement = 4, kUnit = 16 / kElement;
  std::int64_t rows, blocks;

  constexpr std::int64_t stride() const { return (rows + kUnit - 1) / kUnit * kUnit; }
  constexpr std::int64_t bytes() const { return blocks * stride() * kElement; }
  constexpr std::int64_t stored(const BlockScaleAt& at) const {
    return (at.block * stride() + at.row) * kElement;
  }
  /// Nothing for padding, and for bytes that are not a scale's first.
  constexpr std::optional<BlockScaleAt> logical(std::int64_t offset) const {
    const std::int64_t element = offset / kElement;
    if (offset % kElement != 0 || element % stride() >= rows) return std::nullopt;
    return BlockScaleAt{element % stride(), element / stride()};
  }
};

struct PackedScales {
  static constexpr std::int64_t kPerWord = 4, kUnit = 16 / kPerWord;
  std::int64_t rows, blocks;

  constexpr std::int64_t stride() const { return (rows + kUnit - 1) / kUnit * kUnit; }
  constexpr std::int64_t words() const { return (blocks + kPerWord - 1) / kPerWord; }  ///< words of one row
  constexpr std::int64_t bytes() const { return words() * stride() * kPerWord; }
  constexpr std::int64_t stored(const BlockScaleAt& at) const {
    return (at.block / kPerWord * stride() + at.row) * kPerWord + at.block % kPerWord;
  }
  /// Nothing for padding.
  constexpr std::optional<BlockScaleAt> logical(std::int64_t offset) const {
    const std::int64_t word = offset / kPerWord;
    const BlockScaleAt at{word % stride(), word / stride() * kPerWord + offset % kPerWord};
    if (at.row >= rows || at.block >= blocks) return std::nullopt;
    return at;
  }
};

}  // namespace lockstep::layouts
