// The operands of a vector ALU instruction in one lane: values as the machine fetches them, and what each
// byte is made of, routed and selected likewise.
#pragma once

#include <array>

#include "emulator/fingerprints/byte_moves.hpp"
#include "emulator/fingerprints/following.hpp"
#include "emulator/fingerprints/lemmas.hpp"
#include "emulator/machine/vector/vector_operation.hpp"

namespace lockstep::fingerprint {

/// Three sources and the destination's old value, 8 bytes each.
struct LaneOperands {
  OperandBytes value{};
  std::array<Fingerprint, kOperandBytes> from{};
  std::uint32_t depends = 0;  ///< a bit for each byte that depends on data

  static constexpr std::size_t kOld = 24;
  void set(std::size_t at, std::uint8_t byte, Fingerprint f) {
    value[at] = byte;
    from[at] = f;
    depends |= std::uint32_t{!f.none()} << at;
  }
  bool depends_in(std::size_t first, std::size_t count) const {
    return (depends >> first & ((std::uint64_t{1} << count) - 1)) != 0;
  }
  std::array<Byte, 8> bytes(std::size_t first, std::size_t count) const {
    std::array<Byte, 8> all;
    for (std::size_t i = 0; i < count; ++i) all[i] = {value[first + i], from[first + i]};
    return all;
  }
  /// The fingerprint of `count` bytes as a value.
  Fingerprint term(const Hasher& hasher, std::size_t first, std::size_t count) const {
    const std::array<Byte, 8> all = bytes(first, count);
    return hasher.value(std::span(all).first(count));
  }
  /// The same; a function that a lemma names by its name.
  Fingerprint named(const Hasher& hasher, const WordFunctions& functions, std::size_t first,
                    std::size_t count) const {
    std::array<Byte, 8> all = bytes(first, count);
    return named_value(hasher, functions, std::span(all).first(count));
  }
};

/// Bytes of a source of the row: those that its function looks at.
std::size_t source_bytes(const isa::VectorAlu& row, std::size_t source);

/// The operands of the lane. Of a packed row those of half `half`, 0 or 1.
LaneOperands lane_operands(Following& f, const machine::Operation& op, int lane, int half);

}  // namespace lockstep::fingerprint
