#include "properties/problems/mx_gemm/data.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "properties/cases/elements.hpp"
#include "properties/problems/block_scales.hpp"
#include "properties/problems/source_product.hpp"
#include "properties/problems/tensors.hpp"
#include "reference/formats/packing.hpp"
#include "reference/layouts/gfx1250.hpp"
#include "reference/scaling/blocks.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using cases::Reals;
using cases::Stream;
using operators::MxGemm;
using operators::MxGemmData;

constexpr std::int64_t kBlock = MxGemm::kBlock;

/// Rows of an operand, which are rows first, first + 1, ... of the whole, and where they go.
struct RowsOfOperand {
  const formats::Format& format;
  Stream codes, scales;
  bool second;
  std::int64_t first, rows, k;
  std::vector<std::uint8_t>&to, &to_scales;
};

void fill(const Case& c, const scaling::ScaleRule& rule, const RowsOfOperand& o) {
  const auto k = std::size_t(o.k), blocks = std::size_t(o.k / kBlock);
  o.to.resize(std::size_t(o.rows) * k);
  o.to_scales.resize(std::size_t(o.rows) * blocks);
  const bool quantised = c.scales == cases::Scales::quantised;
  const cases::Elements elements(c, o.format, o.codes, o.second, kBlock);
  const Reals reals(c, o.codes, kBlock);
  const scaling::Quantiser quantiser{&rule, &o.format, formats::find_conversion("ocp_saturate"),
                                     *scaling::find_block_shape("1x32")};
  std::vector<float> x(quantised ? k : 0);
  std::vector<std::uint32_t> scales(quantised ? blocks : 0);
  for (std::int64_t i = 0; i < o.rows; ++i) {
    const auto row = std::span(o.to).subspan(std::size_t(i) * k, k);
    const auto row_scales = std::span(o.to_scales).subspan(std::size_t(i) * blocks, blocks);
    if (!quantised) {
      elements.fill_row(o.first + i, row);
      cases::fill_e8m0_scales(c, o.scales, o.first + i, row_scales);
      continue;
    }
    reals.fill_row(o.first + i, x);
    scaling::quantise(quantiser, {1, o.k}, x, row, scales);
    std::ranges::transform(scales, row_scales.begin(), [](std::uint32_t s) { return std::uint8_t(s); });
  }
}

}  // namespace

tl::expected<MxGemmData, std::string> make_data(const Case& c, const MxGemmPart& part) {
  const scaling::ScaleRule* rule = mx_scale_rule(c);
  if (rule == nullptr) return tl::unexpected(fmt::format("recipe={}: expected ceil or floor", c.recipe));
  const MxGemm& p = part.problem;
  MxGemmData d;
  fill(c, *rule, {*p.a, Stream::a, Stream::a_scale, false, part.row, p.m, p.k, d.a, d.a_scale});
  fill(c, *rule, {*p.b, Stream::b, Stream::b_scale, true, part.column, p.n, p.k, d.b, d.b_scale});
  return d;
}

std::vector<double> unquantised_product(const Case& c, const MxGemmPart& part) {
  const Reals a(c, Stream::a, kBlock), b(c, Stream::b, kBlock);
  const std::vector<std::int32_t> one_group(std::size_t(part.problem.m), 0);
  return multiply_sources(
      one_group, part.problem.n, part.problem.k,
      [&](std::size_t i, std::span<float> out) { a.fill_row(part.row + std::int64_t(i), out); },
      [&](std::int32_t, std::int64_t column, std::span<float> out) {
        b.fill_row(part.column + column, out);
      });
}

namespace {

/// Rows of `row_bytes` in a layout whose rows may be longer, and more.
template <typename Layout>
MxGemmStored stored(const Layout& layout, std::int64_t first_row, std::int64_t stored_bytes,
                    std::int64_t row_bytes, std::span<const std::uint8_t> rows) {
  MxGemmStored s{std::uint64_t(first_row * stored_bytes),
                 std::vector<std::uint8_t>(std::size_t(layout.count())),
                 std::vector<std::uint8_t>(std::size_t(layout.count()), 1)};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::int64_t row = std::int64_t(i) / row_bytes, byte = std::int64_t(i) % row_bytes;
    const auto at = std::size_t(layout.stored(row * stored_bytes + byte));
    s.bytes[at] = rows[i];
    s.unread[at] = 0;
  }
  return s;
}

std::vector<std::uint8_t> packed(const formats::Format& f, const std::vector<std::uint8_t>& codes) {
  if (f.bits == 8) return codes;
  std::vector<std::uint8_t> bytes(codes.size() / 2);
  formats::pack(codes, f.bits, bytes);
  return bytes;
}

}  // namespace

MxGemmMemory::MxGemmMemory(const MxGemmPart& part, const MxGemmData& d, const kernels::MxGemmTile& tile) {
  const MxGemm& p = part.problem;
  const std::int64_t a_bytes = p.k * p.a->bits / 8, b_bytes = p.k * p.b->bits / 8, blocks = p.k_blocks();
  a = {std::uint64_t(part.row * a_bytes), packed(*p.a, d.a), {}};
  a.unread.assign(a.bytes.size(), 0);
  const layouts::TileShape weights = layouts::kGfx1250Weights;
  b = stored(layouts::gfx1250_tiles(operators::round_up(p.n, weights.rows), b_bytes, weights), part.column,
             b_bytes, b_bytes, packed(*p.b, d.b));
  constexpr std::int64_t kStepScales = 4;  // scales of one 128 of k
  const std::int64_t columns = operators::round_up(blocks, kStepScales);
  const auto scales = [&](std::int64_t rows, std::int64_t together) {
    return layouts::gfx1250_wmma_scales(operators::round_up(rows, together), columns, together, kStepScales);
  };
  a_scale = stored(scales(p.m, tile.scale_rows_a()), part.row, columns, blocks, d.a_scale);
  b_scale = stored(scales(p.n, tile.scale_rows_b()), part.column, columns, blocks, d.b_scale);
}

machine::Fill fill_stored(const MxGemmStored& s) {
  return [&s](std::uint64_t offset, Bytes data, Bytes undefined) {
    const std::uint64_t begin = std::max(offset, s.start),
                        end = std::min(offset + data.size(), s.start + s.bytes.size());
    for (std::uint64_t at = begin; at < end; ++at) {
      if (s.unread[at - s.start] != 0) continue;
      data[at - offset] = s.bytes[at - s.start];
      undefined[at - offset] = 0;
    }
  };
}

}  // namespace lockstep::problems
