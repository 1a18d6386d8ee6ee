// Which bytes of a result are bytes of the operands, or some of their bits in place: found by evaluating the
// operation.
//
// Rows of the tables that say `moves` are monotone in each bit, and those that say `merges` are sums of bits.
// Of such a function a few trials decide exactly which result bytes are operand bytes, and which depend on
// none: all bits that depend on data 0, all 1, one of them 1, one of them 0. Of any function all values
// decide where one byte depends on data: a scale times 0x01010101 is the scale, four times.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>

namespace lockstep::fingerprint {

/// An operation's operand bytes: 8 for each of three sources, and of what the destination held.
inline constexpr std::size_t kOperandBytes = 32;
using OperandBytes = std::array<std::uint8_t, kOperandBytes>;
using ResultBytes = std::array<std::uint8_t, 8>;

/// Where a result byte comes from.
struct ByteSource {
  static constexpr int kComputed = -1, kKnown = -2;
  int byte = kComputed;      ///< an operand byte; kKnown: the value depends on no data
  std::uint8_t mask = 0xFF;  ///< the bits of it that are kept; the others are 0
};
using ByteSources = std::array<ByteSource, 8>;

class ByteMoves {
 public:
  /// Evaluates the operation on each of the operands.
  using Evaluate =
      std::function<void(std::span<const OperandBytes> operands, std::span<ResultBytes> results)>;

  /// Whether trials decide: `monotone` rows always, others of one byte.
  static bool decides(bool monotone, std::uint32_t depends) {
    return monotone || std::popcount(depends) == 1;
  }

  /// `key`: names the operation with all that decides what it does but its operands. `depends`: a bit for
  /// each operand byte that depends on data; the others have their values.
  const ByteSources& find(const std::string& key, const OperandBytes& operands, std::uint32_t depends,
                          const Evaluate& evaluate);

 private:
  std::unordered_map<std::string, ByteSources> found_;
};

}  // namespace lockstep::fingerprint
