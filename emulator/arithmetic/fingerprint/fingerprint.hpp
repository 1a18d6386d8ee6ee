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
#include <functional>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

#include "reference/formats/format.hpp"

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

}  // namespace lockstep::fingerprint

/// Keys of maps: a fingerprint is a hash already.
template <>
struct std::hash<lockstep::fingerprint::Fingerprint> {
  std::size_t operator()(const lockstep::fingerprint::Fingerprint& f) const { return std::size_t(f.low); }
};

namespace lockstep::fingerprint {

/// Operations that several instructions share, or that a declared order names, by what they compute.
enum class Function : std::uint8_t {
  add_f32,    ///< a + b, rounded to nearest even; commutative
  mul_f32,    ///< a * b, rounded to nearest even; commutative
  fma_f32,    ///< a * b + c, rounded once; commutative in a and b
  to_bf16,    ///< f32 to bfloat16, nearest even
  to_f16,     ///< f32 to float16, nearest even
  negate,     ///< the sign bit inverted
  absolute,   ///< the sign bit cleared
  from_f16,   ///< float16 to f32
  from_fp8,   ///< the arch's format e4m3 to f32
  ldexp_f32,  ///< a * 2^b, rounded to nearest even
  equal_u32,  ///< whether two words are equal: a bit; commutative
  add_u32,    ///< a sum modulo 2^32; see unordered()
  max_u32,    ///< the largest of words; see unordered()
  less_u32,   ///< whether one word is below another one: a bit; see below()
  less_f32,   ///< whether one number is below another one: a bit
  rint_f32,   ///< to an integer, nearest even
  to_i32,     ///< f32 to an integer
  to_e2m1,    ///< f32 over a scale, to e2m1, nearest even and saturating
  to_e4m3,    ///< f32 over a scale, to e4m3fn, nearest even
  // Of a word w, the bits of a block's largest magnitude, with e the exponent of the format's largest number:
  divisor_e2m1,  ///< max(((w + 0x200000) >> 23) - e, 0) << 23, modulo 2^32: what elements are divided by
  divisor_e4m3,
  scale_e2m1,  ///< the same, not shifted: a code in e8m0; 255 where w is not below infinity
  scale_e4m3,
};

/// "add_f32", "to_bf16", ...
std::string_view name(Function function);

/// Whether a matrix instruction is the same function of A and B in either order: of units that treat both
/// alike, D = A * B is the transpose of B * A, each turned.
enum class MatrixOperands : std::uint8_t { ordered, either_first };

/// A matrix instruction, or as much of one as a sum of products has.
struct MatrixUnit {
  struct Elements {
    std::string_view name;  ///< as the mnemonic has it, where it is no format here
    const formats::Format* format = nullptr;
    const formats::Format* scale = nullptr;  ///< of their scales; nullptr: they have none
  };
  std::string_view instruction;
  Elements a, b, d;
  std::size_t k = 0;
  std::size_t scale_block = 0;  ///< k under one scale; 0: the instruction has none

  /// Terms of a row of A or a column of B: its elements, then their scales, both in the order of k.
  std::size_t line() const { return scale_block == 0 ? k : k + k / scale_block; }
};

/// Makes fingerprints under one key. Pure: the same terms give the same fingerprints.
class Hasher {
 public:
  /// `record`: is told of every term; nullptr: nobody is.
  explicit Hasher(std::uint64_t key, TermRecord* record = nullptr,
                  MatrixOperands operands = MatrixOperands::ordered);
  virtual ~Hasher() = default;
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  /// Byte `index` of a tensor's data.
  virtual Fingerprint leaf(std::uint32_t tensor, std::uint64_t index) const;
  /// The fingerprint of a byte, also of one whose value is known.
  Fingerprint of(Byte byte) const { return byte.from.none() ? constants_[byte.value] : byte.from; }
  /// A value of several bytes, lowest first.
  virtual Fingerprint value(std::span<const Byte> bytes) const;
  /// A value of 32 bits that depends on no data.
  Fingerprint constant(std::uint32_t bits) const;
  /// A field of a byte or of two: `bits` bits from bit `first` on.
  virtual Fingerprint field(std::span<const Fingerprint> bytes, int first, int bits) const;

  virtual Fingerprint apply(Function function, std::span<const Fingerprint> operands) const;
  Fingerprint apply(Function function, std::initializer_list<Fingerprint> operands) const {
    return apply(function, std::span(operands.begin(), operands.size()));
  }
  /// Any other operation by its name; `variant`: what else decides what it computes, modifiers and modes.
  virtual Fingerprint apply(std::string_view operation, std::uint64_t variant,
                            std::span<const Fingerprint> operands) const;
  /// The elements of D as terms, in the place of the values of C, [rows][columns]: each a function of the
  /// instruction, its row of A, its column of B, in the order that `operands` says, and its element of C. `a`
  /// and `b`: all lines, one behind the other.
  virtual void multiply(const MatrixUnit& unit, std::span<const Fingerprint> a,
                        std::span<const Fingerprint> b, std::span<Fingerprint> sums) const;

  /// A number in memory to which others were added by atomic operations, in an order that nobody promises.
  virtual Fingerprint arrivals(std::string_view format, Fingerprint initial,
                               std::vector<Fingerprint> addends) const;

  /// A sum or the largest of words of 32 bits, of which one is known: whatever their order and grouping.
  virtual Fingerprint unordered(Function function, std::vector<Fingerprint> operands,
                                std::uint32_t known) const;
  /// The bit that is set where another one is not. The complement of the complement is the bit.
  static constexpr Fingerprint complement(Fingerprint bit) { return {bit.low ^ 1, bit.high}; }
  /// Whether one of two words, of as many bytes each, is below the other, both without sign: the same bit
  /// where equal bytes are added to the ends of both.
  Fingerprint below(std::span<const Byte> a, std::span<const Byte> b) const;
  /// The byte `one` where a bit is set, else `zero`; the same of the complement, the other way round.
  Fingerprint select(Fingerprint bit, Fingerprint zero, Fingerprint one) const;

  /// The byte whose bits outside the mask are 0, and whose others are those of `byte`.
  Fingerprint part_of(Fingerprint byte, std::uint8_t mask) const;

  /// The byte of two elements of 4 bits.
  Fingerprint two_in_byte(Fingerprint low, Fingerprint high) const;

  /// Byte `index` of a computed term.
  virtual Fingerprint byte_of(Fingerprint term, unsigned index) const;
  /// A computed value, by its bytes.
  Fingerprint value_of(Fingerprint term, std::size_t bytes = 4) const;

 protected:
  std::array<Fingerprint, 256> constants_;  ///< bytes whose values are known

 private:
  class State;
  Fingerprint noted(Fingerprint f, std::string_view name, std::span<const Fingerprint> operands) const;
  std::vector<Fingerprint> lines(const MatrixUnit& unit, const MatrixUnit::Elements& of,
                                 std::span<const Fingerprint> terms) const;

  std::array<std::uint64_t, 2> key_;
  TermRecord* record_;
  MatrixOperands operands_;
};

/// Leaves out which instruction multiplies: those of the same k, formats, D's among them, and scales are one.
class AnyInstruction final : public Hasher {
 public:
  using Hasher::Hasher;
  void multiply(const MatrixUnit& unit, std::span<const Fingerprint> a, std::span<const Fingerprint> b,
                std::span<Fingerprint> sums) const override;
};

}  // namespace lockstep::fingerprint
