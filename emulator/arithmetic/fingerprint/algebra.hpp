// Fingerprints that compute: what a value is as a polynomial of the data, evaluated at a random point over
// the field of 2^61 - 1 elements.
//
// Every element of a tensor is a random element of the field, by its bytes and the format in which it is
// read. Sums and products are those of the field, scales are factors, and conversions keep the element: so
// equal polynomials have equal elements in whatever order they are computed, and rounding does not show.
// Different ones of degree d have different elements but for a probability of d / 2^61. Two powers of two
// whose exponents differ by a multiple of 61 are one element.
//
// An element travels as its bytes do. A value whose bytes come back together is the value again, half of a
// binary32 is a bfloat16, and a bfloat16 above zeros is a binary32. Everything else is uninterpreted: an
// element that is a hash of its operands, marked with the name of what made it.
#pragma once

#include <string>
#include <vector>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::fingerprint {

/// An element of the field.
class Element {
 public:
  static constexpr std::uint64_t kPrime = (std::uint64_t{1} << 61) - 1;
  /// Holds products of two elements, and a few of them added.
  __extension__ using Wide = unsigned __int128;

  constexpr Element() = default;
  explicit constexpr Element(std::uint64_t x) : x_(x % kPrime) {}
  static constexpr Element power_of_two(int exponent) {
    return Element(std::uint64_t{1} << ((exponent % 61 + 61) % 61));  // 2^61 is 1
  }

  constexpr std::uint64_t number() const { return x_; }
  constexpr bool operator==(const Element&) const = default;
  friend constexpr Element operator+(Element a, Element b) { return reduced(a.x_ + b.x_); }
  friend constexpr Element operator*(Element a, Element b) {
    const Wide product = Wide{a.x_} * b.x_;
    return reduced((std::uint64_t(product) & kPrime) + std::uint64_t(product >> 61));
  }
  constexpr Element operator-() const { return reduced(kPrime - x_); }

 private:
  static constexpr Element reduced(std::uint64_t x) {
    Element e;
    e.x_ = x >= kPrime ? x - kPrime : x;
    return e;
  }
  std::uint64_t x_ = 0;
};

class Algebra final : public Hasher {
 public:
  /// `fnuz`: the formats of 8 bits that the arch converts from are those without -0.
  Algebra(std::uint64_t key, bool fnuz);

  /// What names an operation that was left uninterpreted; 0: none.
  using Cause = std::uint32_t;
  struct Number {
    Element element;
    Cause cause = 0;
  };
  /// A value of bytes or of a field, read in a format.
  Number number(Fingerprint value, const formats::Format& format) const;
  /// The first byte's that has one.
  static Cause cause_of(std::span<const Byte> bytes);
  const std::string& name(Cause cause) const { return causes_[cause]; }

  Fingerprint leaf(std::uint32_t tensor, std::uint64_t index) const override;
  Fingerprint value(std::span<const Byte> bytes) const override;
  Fingerprint field(std::span<const Fingerprint> bytes, int first, int bits) const override;
  using Hasher::apply;
  Fingerprint apply(Function function, std::span<const Fingerprint> operands) const override;
  Fingerprint unordered(Function function, std::vector<Fingerprint> operands,
                        std::uint32_t known) const override;
  Fingerprint apply(std::string_view operation, std::uint64_t variant,
                    std::span<const Fingerprint> operands) const override;
  void multiply(const MatrixUnit& unit, std::span<const Fingerprint> a, std::span<const Fingerprint> b,
                std::span<Fingerprint> sums) const override;
  Fingerprint byte_of(Fingerprint term, unsigned index) const override;

 private:
  struct Lines {
    std::vector<Element> elements;  ///< [lines][k], scaled
    std::vector<Cause> causes;      ///< [lines]
  };
  Fingerprint uninterpreted(Fingerprint hash, std::string_view name,
                            std::span<const Fingerprint> operands) const;
  Cause cause_named(std::string_view name) const;
  Element read(std::uint64_t hash, std::size_t type) const;
  Lines lines(const MatrixUnit& unit, const MatrixUnit::Elements& of,
              std::span<const Fingerprint> terms) const;

  bool fnuz_;
  mutable std::vector<std::string> causes_{""};
};

/// The sums of products of every row of a with every row of b, each of `depth` elements: [a's][b's].
std::vector<Element> products(std::span<const Element> a, std::span<const Element> b, std::size_t depth);

}  // namespace lockstep::fingerprint
