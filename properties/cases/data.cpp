#include "data.hpp"

#include <fmt/format.h>

#include <bit>

#include "emulator/machine/random.hpp"
#include "reference/formats/float8_e4m3fn.hpp"
#include "reference/scaling/half_step.hpp"
#include "reference/scaling/quantise.hpp"

namespace lockstep::cases {

namespace {

using machine::scatter;
using operators::kScaleBlock;

// Independent streams of one seed.
enum class Stream : std::uint64_t { a, b, a_scale, b_scale, shared };

std::uint64_t stream(const Case& c, Stream s) {
  return scatter(c.seed, 0x1000 + std::uint64_t(s));
}

constexpr std::uint8_t kNaNCode = 0x7F;

// e4m3fn codes of 0, 1, 2, 3, 4.
constexpr std::array<std::uint8_t, 5> kSmallInteger{0x00, 0x38, 0x40, 0x44, 0x48};
static_assert(formats::to_double(formats::float8_e4m3fn, kSmallInteger[3]) == 3.0);

std::uint8_t finite_code(std::uint64_t draw) {
  const auto code = std::uint8_t(draw);
  return (code & 0x7F) == 0x7F ? std::uint8_t(code ^ 1) : code;
}

std::uint8_t small_integer(std::uint64_t draw) {
  const auto magnitude = kSmallInteger[draw % kSmallInteger.size()];
  return magnitude == 0 || (draw & 0x80) == 0 ? magnitude : std::uint8_t(magnitude | 0x80);
}

// The code at (row, k) of one operand; `is_b` breaks the symmetry that cancelling needs.
class Codes {
 public:
  Codes(const Case& c, bool is_b) : c_(c), is_b_(is_b), seed_(stream(c, is_b ? Stream::b : Stream::a)) {
    shared_k_ = std::int64_t(scatter(stream(c, Stream::shared), 0) % std::uint64_t(c.k));
  }

  void fill_row(std::int64_t row, std::span<std::uint8_t> out) const {
    const std::uint64_t row_seed = scatter(seed_, std::uint64_t(row));
    for (std::size_t k = 0; k < out.size(); ++k) out[k] = code(row_seed, std::int64_t(k));
  }

 private:
  std::uint8_t code(std::uint64_t row_seed, std::int64_t k) const {
    const std::uint64_t draw = scatter(row_seed ^ (std::uint64_t(k) << 20));
    switch (c_.data) {
      case Data::grid:
        return small_integer(draw);
      case Data::cancelling:
        return cancelling(row_seed, k, draw);
      case Data::one_hot:
        return k == shared_k_ ? finite_code(scatter(row_seed)) : std::uint8_t{0};
      case Data::nan:
        return (draw >> 32) % (8 * std::uint64_t(c_.k)) == 0 ? kNaNCode : finite_code(draw);
      case Data::zero:
        return (scatter(row_seed, std::uint64_t(k / kScaleBlock)) & 1) == 0 ? std::uint8_t{0}
                                                                            : finite_code(draw);
      case Data::subnormal:
        return std::uint8_t(draw & 0x87);
      case Data::codes:
      case Data::full:
        break;
    }
    return finite_code(draw);
  }

  // Neighbouring k repeat A's code and negate B's, so products cancel in pairs; one pair in 32 does not.
  std::uint8_t cancelling(std::uint64_t row_seed, std::int64_t k, std::uint64_t draw) const {
    if (k % 2 == 0) return finite_code(draw);
    const std::uint64_t before = scatter(row_seed ^ (std::uint64_t(k - 1) << 20));
    if ((before >> 40) % 32 == 0) return finite_code(draw);
    return std::uint8_t(finite_code(before) ^ (is_b_ ? 0x80 : 0));
  }

  const Case& c_;
  bool is_b_;
  std::uint64_t seed_;
  std::int64_t shared_k_ = 0;
};

std::uint8_t scale_code(const Case& c, std::uint64_t draw) {
  constexpr std::array<std::uint8_t, 4> kExtreme{0, 1, 253, 254};
  switch (c.scales) {
    case Scales::unit:
      return 127;
    case Scales::equal:
      return std::uint8_t(96 + scatter(c.seed, 7) % 64);
    case Scales::near:
      return std::uint8_t(126 + draw % 3);
    case Scales::extreme:
      return kExtreme[draw % 4];
    case Scales::nan:
      if (draw % 16 == 0) return 255;
      break;
    case Scales::distinct:
    case Scales::quantised:
      break;
  }
  return std::uint8_t(112 + draw % 31);
}

void fill_scales(const Case& c, Stream s, std::int64_t row, std::span<std::uint8_t> out) {
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = scale_code(c, scatter(scatter(stream(c, s), std::uint64_t(row)), i));
}

// ---- real numbers for the quantiser
// ------------------------------------------------------------------------------------

// Signs and magnitudes over six binades, each block with its own size; now and then a block of zeros.
class Reals {
 public:
  Reals(const Case& c, Stream s) : seed_(stream(c, s)) {}

  void fill_row(std::int64_t row, std::int64_t block_row, std::span<float> out) const {
    const std::uint64_t row_seed = scatter(seed_, std::uint64_t(row));
    for (std::size_t k = 0; k < out.size(); ++k) {
      const std::uint64_t block = scatter(scatter(~seed_, std::uint64_t(block_row)), k / kScaleBlock);
      if (block % 32 == 0) {
        out[k] = 0.0f;
        continue;
      }
      const std::uint64_t draw = scatter(row_seed ^ (std::uint64_t(k) << 20));
      const auto mantissa = std::uint32_t(draw & 0x7FFFFF);
      const auto exponent = std::uint32_t(121 + (draw >> 24) % 6 + (block >> 8) % 9 - 4);
      out[k] = std::bit_cast<float>(std::uint32_t(draw >> 63) << 31 | exponent << 23 | mantissa);
    }
  }

 private:
  std::uint64_t seed_;
};

std::string fault_text(const char* operand, std::int64_t first_row, std::size_t index, std::int64_t k,
                       float x) {
  return fmt::format("{}[{}, {}] = {} is more than half a step away from its code", operand,
                     first_row + std::int64_t(index) / k, std::int64_t(index) % k, x);
}

struct Quantiser {
  const scaling::Recipe& recipe;
  std::string fault;

  // Rows [first, first + rows) of an operand; block_rows is 1 (A) or 128 (B).
  void run(const char* operand, std::int64_t first, std::span<const float> x, std::int64_t rows,
           std::int64_t k, std::int64_t block_rows, std::span<std::uint8_t> codes,
           std::span<std::uint8_t> scales) {
    if (block_rows == 1) {
      scaling::quantise_1x128(x, rows, k, recipe, codes, scales);
    } else {
      scaling::quantise_128x128(x, rows, k, recipe, codes, scales);
    }
    if (!fault.empty()) return;
    if (const auto bad = scaling::first_outside_half_ulp(x, rows, k, codes, scales, block_rows))
      fault = fault_text(operand, first, *bad, k, x[*bad]);
  }
};

void quantise_a(const Case& c, const operators::GroupedGemm& p, Quantiser& q, operators::GroupedGemmData& d) {
  const Reals reals(c, Stream::a);
  std::vector<float> x(std::size_t(p.k));
  for (std::size_t i = 0; i < d.rows.size(); ++i) {
    reals.fill_row(d.rows[i].row, d.rows[i].row, x);
    q.run("a", d.rows[i].row, x, 1, p.k, 1, std::span(d.a).subspan(i * std::size_t(p.k), std::size_t(p.k)),
          std::span(d.a_scale).subspan(i * std::size_t(p.k_blocks()), std::size_t(p.k_blocks())));
  }
}

void quantise_plane(const Case& c, const operators::GroupedGemm& p, std::int64_t group, Quantiser& q,
                    std::span<std::uint8_t> codes, std::span<std::uint8_t> scales) {
  const Reals reals(c, Stream::b);
  std::vector<float> x(std::size_t(kScaleBlock * p.k));
  for (std::int64_t n0 = 0; n0 < p.n; n0 += kScaleBlock) {
    for (std::int64_t n = 0; n < kScaleBlock; ++n)
      reals.fill_row(group * p.n + n0 + n, group * (p.n / kScaleBlock) + n0 / kScaleBlock,
                     std::span(x).subspan(std::size_t(n * p.k), std::size_t(p.k)));
    q.run("b", n0, x, kScaleBlock, p.k, kScaleBlock,
          codes.subspan(std::size_t(n0 * p.k), std::size_t(kScaleBlock * p.k)),
          scales.subspan(std::size_t(n0 / kScaleBlock * p.k_blocks()), std::size_t(p.k_blocks())));
  }
}

void draw_a(const Case& c, const operators::GroupedGemm& p, operators::GroupedGemmData& d) {
  const Codes codes(c, false);
  for (std::size_t i = 0; i < d.rows.size(); ++i) {
    codes.fill_row(d.rows[i].row, std::span(d.a).subspan(i * std::size_t(p.k), std::size_t(p.k)));
    fill_scales(c, Stream::a_scale, d.rows[i].row,
                std::span(d.a_scale).subspan(i * std::size_t(p.k_blocks()), std::size_t(p.k_blocks())));
  }
}

void draw_plane(const Case& c, const operators::GroupedGemm& p, std::int64_t group,
                std::span<std::uint8_t> codes, std::span<std::uint8_t> scales) {
  const Codes source(c, true);
  for (std::int64_t n = 0; n < p.n; ++n)
    source.fill_row(group * p.n + n, codes.subspan(std::size_t(n * p.k), std::size_t(p.k)));
  for (std::int64_t nb = 0; nb < p.n / kScaleBlock; ++nb)
    fill_scales(c, Stream::b_scale, group * (p.n / kScaleBlock) + nb,
                scales.subspan(std::size_t(nb * p.k_blocks()), std::size_t(p.k_blocks())));
}

}  // namespace

bool on_exact_grid(const Case& c) {
  if (c.data != Data::grid) return false;
  const bool tame = c.scales == Scales::unit || c.scales == Scales::equal || c.scales == Scales::near;
  // |product| <= 16 = 2^4, k of them, scales spread over at most 2^4: all sums are multiples of one unit
  // below 2^23.
  return tame && std::bit_width(std::uint64_t(c.k)) + 4 + 4 <= 23;
}

tl::expected<CaseData, std::string> make_data(const Case& c, const operators::GroupedGemm& p) {
  const scaling::Recipe* recipe = scaling::find(c.recipe);
  if (recipe == nullptr) return tl::unexpected(fmt::format("recipe={}: expected ceil or floor", c.recipe));
  CaseData data;
  operators::GroupedGemmData& d = data.operands;
  d.rows = operators::active_rows(p);
  d.plane_of_group.assign(std::size_t(p.groups), -1);
  std::vector<std::int64_t> planes;
  for (const operators::ActiveRow& row : d.rows) {
    if (d.plane_of_group[std::size_t(row.group)] >= 0) continue;
    d.plane_of_group[std::size_t(row.group)] = int(planes.size());
    planes.push_back(row.group);
  }
  const auto plane_codes = std::size_t(p.n * p.k),
             plane_scales = std::size_t(p.n / kScaleBlock * p.k_blocks());
  d.a.resize(d.rows.size() * std::size_t(p.k));
  d.a_scale.resize(d.rows.size() * std::size_t(p.k_blocks()));
  d.b.resize(planes.size() * plane_codes);
  d.b_scale.resize(planes.size() * plane_scales);

  Quantiser quantiser{*recipe, {}};
  const bool quantised = c.scales == Scales::quantised;
  if (quantised) {
    quantise_a(c, p, quantiser, d);
  } else {
    draw_a(c, p, d);
  }
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const auto codes = std::span(d.b).subspan(i * plane_codes, plane_codes);
    const auto scales = std::span(d.b_scale).subspan(i * plane_scales, plane_scales);
    if (quantised) {
      quantise_plane(c, p, planes[i], quantiser, codes, scales);
    } else {
      draw_plane(c, p, planes[i], codes, scales);
    }
  }
  data.quantisation_fault = std::move(quantiser.fault);
  return data;
}

}  // namespace lockstep::cases
