// Fingerprints: what a byte is made of, in 128 bits, whatever its value.
//
// A fingerprint stands for a term: a byte of a tensor, a constant, or an operation on other terms. Equal
// terms have equal fingerprints. Different terms have different ones unless a keyed hash of 128 bits
// collides: with the hash taken for a random function, n terms collide with a probability below n^2 / 2^129.
// The key is drawn anew for each proof.
//
// A value of several bytes is the sequence of its bytes' fingerprints, so that it is the same value whichever
// way its bytes travelled. What is computed is a term as a whole, and each of its bytes names it and its
// position.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace lockstep::fingerprint {

class TermRecord;

/// The fingerprint of a byte or of a term. All zeros: a byte that depends on no data, whose value is known.
struct Fingerprint {
  std::uint64_t low = 0, high = 0;

  constexpr bool none() const { return (low | high) == 0; }
  constexpr auto operator<=>(const Fingerprint&) const = default;
};

/// A byte: its value where it depends on no data, else what it is made of.
struct Byte {
  std::uint8_t value = 0;
  Fingerprint from{};
};

/// Operations that several instructions share, or that a declared order names, by what they compute.
enum class Function : std::uint8_t {
  add_f32,   ///< a + b, rounded to nearest even; commutative
  mul_f32,   ///< a * b, rounded to nearest even; commutative
  fma_f32,   ///< a * b + c, rounded once; commutative in a and b
  to_bf16,   ///< f32 to bfloat16, nearest even
  to_f16,    ///< f32 to float16, nearest even
  negate,    ///< the sign bit inverted
  absolute,  ///< the sign bit cleared
};

/// Makes fingerprints under one key. Pure: the same terms give the same fingerprints.
class Hasher {
 public:
  /// `record`: is told of every term; nullptr: nobody is.
  explicit Hasher(std::uint64_t key, TermRecord* record = nullptr);

  /// Byte `index` of a tensor's data.
  Fingerprint leaf(std::uint32_t tensor, std::uint64_t index) const;
  /// The fingerprint of a byte, also of one whose value is known.
  Fingerprint of(Byte byte) const { return byte.from.none() ? constants_[byte.value] : byte.from; }
  /// A value of several bytes, lowest first.
  Fingerprint value(std::span<const Byte> bytes) const;
  /// A value of 32 bits that depends on no data.
  Fingerprint constant(std::uint32_t bits) const;
  /// A field of a byte or of two: `bits` bits from bit `first` on.
  Fingerprint field(std::span<const Fingerprint> bytes, int first, int bits) const;

  Fingerprint apply(Function function, std::span<const Fingerprint> operands) const;
  Fingerprint apply(Function function, std::initializer_list<Fingerprint> operands) const {
    return apply(function, std::span(operands.begin(), operands.size()));
  }
  /// Any other operation by its name; `variant`: what else decides what it computes, modifiers and modes.
  Fingerprint apply(std::string_view operation, std::uint64_t variant,
                    std::span<const Fingerprint> operands) const;
  /// A sequence in this order: a row of a matrix operand with its scales.
  Fingerprint sequence(std::span<const Fingerprint> terms) const;
  /// One element of a matrix instruction's result, a function of its row of A, its column of B, in this
  /// order, and its element of C.
  Fingerprint matrix_element(Fingerprint instruction, Fingerprint row, Fingerprint column,
                             Fingerprint addend) const;
  /// The matrix instruction of a name that takes A in one format and B in another.
  Fingerprint matrix_instruction(std::string_view name, std::string_view a, std::string_view b) const;

  /// Byte `index` of a computed term.
  Fingerprint byte_of(Fingerprint term, unsigned index) const;
  /// A computed value of 32 bits, by its bytes.
  Fingerprint value_of(Fingerprint term) const;

 private:
  class State;
  Fingerprint noted(Fingerprint f, std::string_view name, std::span<const Fingerprint> operands) const;

  std::array<std::uint64_t, 2> key_;
  TermRecord* record_;
  std::array<Fingerprint, 256> constants_;
};

}  // namespace lockstep::fingerprint
