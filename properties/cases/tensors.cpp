#include "tensors.hpp"

#include <algorithm>
#include <cstring>

#include "emulator/machine/random.hpp"
#include "reference/layouts/weight_shuffle_16x16.hpp"

namespace lockstep::cases {

namespace {

using machine::scatter;
using operators::ActiveRow;
using operators::GroupedGemm;
using operators::GroupedGemmData;
using operators::kScaleBlock;
using Bytes = std::span<std::uint8_t>;

std::uint8_t poison_byte(std::uint64_t seed, std::uint64_t offset) {
  return std::uint8_t(scatter(seed, offset / 8) >> (8 * (offset % 8)));
}

void fill_poison(std::uint64_t seed, std::uint64_t offset, Bytes data, Bytes undefined) {
  for (std::size_t i = 0; i < data.size();) {
    const std::uint64_t word = scatter(seed, (offset + i) / 8);
    for (std::uint64_t b = (offset + i) % 8; b < 8 && i < data.size(); ++b, ++i)
      data[i] = std::uint8_t(word >> (8 * b));
  }
  std::fill(undefined.begin(), undefined.end(), std::uint8_t{1});
}

// Copies the part of `source`, which stands at `start`, that falls into the window [offset, offset +
// data.size()).
void overlay(std::uint64_t offset, Bytes data, Bytes undefined, std::uint64_t start,
             std::span<const std::uint8_t> source) {
  const std::uint64_t begin = std::max(offset, start);
  const std::uint64_t end = std::min(offset + data.size(), start + source.size());
  if (begin >= end) return;
  std::memcpy(&data[begin - offset], &source[begin - start], end - begin);
  std::memset(&undefined[begin - offset], 0, end - begin);
}

// Index of the first active row at or after `row`.
std::size_t first_active(const std::vector<ActiveRow>& rows, std::int64_t row) {
  const auto at = std::lower_bound(rows.begin(), rows.end(), row,
                                   [](const ActiveRow& r, std::int64_t x) { return r.row < x; });
  return std::size_t(at - rows.begin());
}

machine::Fill fill_a(const GroupedGemm& p, const GroupedGemmData& d, std::uint64_t seed) {
  return [&p, &d, seed](std::uint64_t offset, Bytes data, Bytes undefined) {
    fill_poison(seed, offset, data, undefined);
    const std::int64_t last = std::int64_t(offset + data.size() - 1) / p.k;
    for (std::size_t i = first_active(d.rows, std::int64_t(offset) / p.k);
         i < d.rows.size() && d.rows[i].row <= last; ++i)
      overlay(offset, data, undefined, std::uint64_t(d.rows[i].row * p.k),
              std::span(d.a).subspan(i * std::size_t(p.k), std::size_t(p.k)));
  };
}

// A's scales are [planes of m rows][k/128][m]: contiguous problems have one such plane, masked ones one per
// group.
machine::Fill fill_a_scale(const GroupedGemm& p, const GroupedGemmData& d, std::uint64_t seed) {
  return [&p, &d, seed](std::uint64_t offset, Bytes data, Bytes undefined) {
    fill_poison(seed, offset, data, undefined);
    const std::int64_t blocks = p.k_blocks();
    const auto end = std::int64_t(offset + data.size());
    for (std::int64_t strip = std::int64_t(offset) / p.m; strip * p.m < end; ++strip) {
      const std::int64_t plane = strip / blocks, block = strip % blocks;
      const std::int64_t begin_row = std::max<std::int64_t>(0, std::int64_t(offset) - strip * p.m);
      const std::int64_t end_row = std::min(p.m, end - strip * p.m);
      for (std::size_t i = first_active(d.rows, plane * p.m + begin_row);
           i < d.rows.size() && d.rows[i].row < plane * p.m + end_row; ++i) {
        const auto at = std::size_t(strip * p.m + d.rows[i].row - plane * p.m - std::int64_t(offset));
        data[at] = d.a_scale[i * std::size_t(blocks) + std::size_t(block)];
        undefined[at] = 0;
      }
    }
  };
}

machine::Fill fill_b(const GroupedGemm& p, const GroupedGemmData& d, std::uint64_t seed) {
  return [&p, &d, seed](std::uint64_t offset, Bytes data, Bytes undefined) {
    fill_poison(seed, offset, data, undefined);
    const layouts::WeightPlane shape{p.n, p.k};
    constexpr std::uint64_t kRun = 16;  // the shuffle moves runs of 16 bytes whole; pages are multiples of it
    for (std::uint64_t at = offset; at < offset + data.size(); at += kRun) {
      const std::uint64_t group = at / std::uint64_t(shape.bytes());
      const int plane = d.plane_of_group[group];
      if (plane < 0) continue;
      const layouts::WeightByte from =
          layouts::unshuffled(shape, {std::int64_t(at % std::uint64_t(shape.bytes()))});
      const std::size_t source =
          std::size_t(plane) * std::size_t(shape.bytes()) + std::size_t(from.n * p.k + from.kb);
      std::memcpy(&data[at - offset], &d.b[source], kRun);
      std::memset(&undefined[at - offset], 0, kRun);
    }
  };
}

machine::Fill fill_b_scale(const GroupedGemm& p, const GroupedGemmData& d, std::uint64_t seed) {
  return [&p, &d, seed](std::uint64_t offset, Bytes data, Bytes undefined) {
    fill_poison(seed, offset, data, undefined);
    const auto plane_bytes = std::uint64_t(p.n / kScaleBlock * p.k_blocks());
    for (std::uint64_t g = offset / plane_bytes; g * plane_bytes < offset + data.size(); ++g)
      if (const int plane = d.plane_of_group[g]; plane >= 0)
        overlay(offset, data, undefined, g * plane_bytes,
                std::span(d.b_scale).subspan(std::size_t(plane) * plane_bytes, plane_bytes));
  };
}

machine::Fill fill_routing(const GroupedGemm& p) {
  return [&p](std::uint64_t offset, Bytes data, Bytes) {
    const std::vector<std::int32_t>& words =
        p.grouping == operators::Grouping::masked ? p.masked_m : p.row_group;
    std::memcpy(data.data(), reinterpret_cast<const std::uint8_t*>(words.data()) + offset, data.size());
  };
}

// Tensors stand 1 TiB apart: every byte between them is a red zone.
constexpr std::uint64_t kSlot = std::uint64_t{1} << 40;
constexpr std::uint64_t kRedZone = 1 << 20;

// The base of a tensor in its slot: on a page boundary, or so that its middle crosses a multiple of 2^31 or
// 2^32 (not of the other), where 32-bit arithmetic changes its mind.
std::uint64_t base_of(Place place, int slot, std::uint64_t bytes, std::uint64_t alignment) {
  const std::uint64_t start = kSlot * std::uint64_t(slot + 1);
  const std::uint64_t half = bytes / 2 / alignment * alignment;
  switch (place) {
    case Place::aligned:
      return start + kRedZone;
    case Place::straddle_2g:
      return start + 33 * (std::uint64_t{1} << 31) - half;
    case Place::straddle_4g:
      return start + 16 * (std::uint64_t{1} << 32) - half;
  }
  return start;
}

}  // namespace

Tensors::Tensors(const Case& c, const GroupedGemm& problem, const GroupedGemmData& data, std::uint64_t poison)
    : p_(problem), d_(data), poison_(poison), memory_(std::make_unique<machine::Memory>()) {
  const bool masked = p_.grouping == operators::Grouping::masked;
  const auto rows = std::uint64_t(p_.rows()), n = std::uint64_t(p_.n), k = std::uint64_t(p_.k),
             groups = std::uint64_t(p_.groups);
  const auto blocks = std::uint64_t(p_.k_blocks());
  int slot = 0;
  const auto add = [&](const char* name, std::uint64_t bytes, std::uint64_t alignment, bool writable,
                       machine::Fill fill) {
    const std::uint64_t base = base_of(c.place, slot++, bytes, alignment);
    machine::Allocation& a = memory_->add(name, base, bytes, writable, std::move(fill));
    if (writable) output_ = &a;
    return base;
  };
  const auto seed = [&](int tensor) { return scatter(poison_, std::uint64_t(tensor)); };
  addresses_.d =
      add("d", rows * n * 2, 16, true, [s = seed(0)](std::uint64_t o, Bytes data_bytes, Bytes undefined) {
        fill_poison(s, o, data_bytes, undefined);
      });
  addresses_.a = add("a", rows * k, 16, false, fill_a(p_, d_, seed(1)));
  addresses_.a_scale = add("a_scale", rows * blocks, 1, false, fill_a_scale(p_, d_, seed(2)));
  addresses_.b = add("b", groups * n * k, 16, false, fill_b(p_, d_, seed(3)));
  addresses_.b_scale =
      add("b_scale", groups * (n / kScaleBlock) * blocks, 1, false, fill_b_scale(p_, d_, seed(4)));
  addresses_.routing =
      add(masked ? "masked_m" : "grouped_layout", 4 * (masked ? groups : rows), 4, false, fill_routing(p_));
}

std::uint64_t Tensors::add_arguments(std::vector<std::byte> bytes) {
  const std::uint64_t base = kSlot * 16 + 4096;
  const std::uint64_t size = bytes.size();
  memory_->add("kernel arguments", base, size, false,
               [held = std::move(bytes)](std::uint64_t offset, Bytes data, Bytes) {
                 std::memcpy(data.data(), held.data() + offset, data.size());
               });
  return base;
}

std::vector<std::uint16_t> Tensors::output() {
  const auto n = std::size_t(p_.n);
  std::vector<std::uint16_t> codes(d_.rows.size() * n);
  std::vector<std::uint8_t> undefined(2 * n);
  undefined_output_bytes_ = 0;
  for (std::size_t i = 0; i < d_.rows.size(); ++i) {
    output_->read(std::uint64_t(d_.rows[i].row) * n * 2, reinterpret_cast<std::uint8_t*>(&codes[i * n]),
                  undefined.data(), 2 * n);
    undefined_output_bytes_ += std::uint64_t(std::count(undefined.begin(), undefined.end(), std::uint8_t{1}));
  }
  return codes;
}

std::optional<Tensors::Stray> Tensors::first_stray_write() const {
  std::optional<Stray> stray;
  const std::uint64_t seed = scatter(poison_, 0), row_bytes = std::uint64_t(p_.n) * 2;
  output_->visit_touched([&](std::uint64_t start, const machine::Page& page) {
    if (stray) return;
    const std::uint64_t end = std::min(start + machine::kPageBytes, output_->size());
    for (std::uint64_t at = start; at < end && !stray;) {
      const std::uint64_t row = at / row_bytes, row_end = std::min((row + 1) * row_bytes, end);
      const std::size_t i = first_active(d_.rows, std::int64_t(row));
      if (i < d_.rows.size() && d_.rows[i].row == std::int64_t(row)) {
        at = row_end;
        continue;
      }
      for (; at < row_end; ++at)
        if (page.data[at - start] != poison_byte(seed, at)) {
          stray = Stray{std::int64_t(row), std::int64_t(at % row_bytes / 2), at};
          break;
        }
    }
  });
  return stray;
}

}  // namespace lockstep::cases
