// The contents of operands, whatever their format: codes and scales by the case's regime, as a pure function
// of the seed and the position.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "properties/cases/case.hpp"
#include "reference/formats/code_order.hpp"
#include "reference/formats/format.hpp"

namespace lockstep::cases {

/// Codes that are finite numbers, from bits drawn at random. Every finite code is as likely as any other, but
/// for those that special ones are mapped to: an infinity or NaN among several goes to the binade below, a
/// format's only NaN to the code beside it.
class FiniteCodes {
 public:
  /// The format has at most 8 bits, and a sign.
  explicit constexpr FiniteCodes(const formats::Format& f)
      : rank_(formats::code_rank(f)),
        mask_(std::uint8_t(f.code_mask())),
        kept_(f.specials == formats::Specials::ieee ? std::uint8_t(~(1u << f.mantissa_bits)) : mask_),
        flipped_(f.specials == formats::Specials::ieee ? 0 : 1) {}

  /// Uses the draw's lowest bits.
  constexpr std::uint8_t operator()(std::uint8_t draw) const {
    const auto code = std::uint8_t(draw & mask_);
    const auto special = std::uint8_t((code & kept_) ^ flipped_);
    return rank_(code) > rank_.largest ? special : code;
  }

 private:
  formats::CodeRank rank_;
  std::uint8_t mask_, kept_, flipped_;
};

/// Independent streams of one seed. Operators with further operands continue from `first_free`.
enum class Stream : std::uint64_t { a, b, a_scale, b_scale, shared, first_free };

std::uint64_t stream_seed(const Case& c, Stream s);

/// Which values of its format an operand may have.
enum class Values : std::uint8_t {
  all,
  shared,  ///< those that both e4m3fn and e4m3fnuz have: one case has the same numbers in either format
};

/// Codes of one operand of a product, row by row along the reduction; not for Data::full, whose codes come
/// from a quantiser. A format without NaN has none under Data::nan.
class Elements {
 public:
  /// `second` is true of one of the two operands: the one whose neighbours change sign under
  /// Data::cancelling, and whose second half does under Data::opposed. `block`: elements that share a scale,
  /// the unit in which Data::zero has zeros.
  Elements(const Case& c, const formats::Format& format, Stream stream, bool second, std::int64_t block,
           Values values = Values::all);

  /// out[i] is the code at k = i of the row; codes are at most 8 bits.
  void fill_row(std::int64_t row, std::span<std::uint8_t> out) const;

 private:
  std::uint8_t code(std::uint64_t row_seed, std::int64_t k) const;
  std::uint8_t finite(std::uint64_t draw) const {
    return shared_ ? (*shared_)[std::uint8_t(draw)] : finite_(std::uint8_t(draw));
  }
  std::uint8_t small_integer(std::uint64_t draw) const;
  std::uint8_t opposed(std::uint8_t code) const;
  std::uint8_t cancelling(std::uint64_t row_seed, std::int64_t k, std::uint64_t draw) const;
  void put_special_ends(std::uint64_t row_seed, std::span<std::uint8_t> out) const;

  Data data_;
  formats::Format format_;
  std::uint64_t seed_, k_;
  bool second_;
  std::int64_t block_, shared_k_;
  FiniteCodes finite_;
  std::optional<std::array<std::uint8_t, 256>> shared_;  // instead of finite_
  std::vector<std::uint8_t> integers_;                   // codes of 0, 1, 2, 3, 4
  std::vector<std::uint8_t> specials_;                   // every code that is no finite number
};

/// A block scale by the case's regime; not for Scales::quantised. As an e8m0 code, or as the float that plays
/// its role: a power of two for the regimes of the exact grid, any mantissa elsewhere.
std::uint8_t e8m0_scale(const Case& c, std::uint64_t draw);
float f32_scale(const Case& c, std::uint64_t draw);
/// out[i] is the scale of block i of the row.
void fill_e8m0_scales(const Case& c, Stream s, std::int64_t row, std::span<std::uint8_t> out);
void fill_f32_scales(const Case& c, Stream s, std::int64_t row, std::span<float> out);
/// The floats that have the values of fill_e8m0_scales().
void fill_shared_f32_scales(const Case& c, Stream s, std::int64_t row, std::span<float> out);

/// What an accumulating kernel finds in its output under Data::edges: zeros of both signs, infinities,
/// subnormals, NaNs of any sign and payload; half of them finite numbers. Of a format with infinities.
std::uint32_t special_addend(const formats::Format& format, std::uint64_t draw);

/// Real numbers for a quantiser: signs and magnitudes over six binades, each block with its own size; now and
/// then a block of zeros.
class Reals {
 public:
  /// `block`: elements along the row that share a scale.
  Reals(const Case& c, Stream s, std::int64_t block) : seed_(stream_seed(c, s)), block_(block) {}
  /// `block_row` numbers the rows that share scales: the row itself, or the row divided by the block's
  /// height.
  void fill_row(std::int64_t row, std::int64_t block_row, std::span<float> out) const;
  /// A row that shares its scales with no other.
  void fill_row(std::int64_t row, std::span<float> out) const { fill_row(row, row, out); }

 private:
  std::uint64_t seed_;
  std::int64_t block_;
};

/// True when the regime is small integers with scales of at most 2^4 spread, and `k` of their products add up
/// exactly in binary32, in any order and under any model.
bool on_exact_grid(const Case& c, std::int64_t k);

}  // namespace lockstep::cases
