#include "properties/problems/tensor_layout.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>

#include <fmt/format.h>

#include "properties/problems/tensors.hpp"
#include "reference/layouts/deepgemm_scales.hpp"
#include "reference/layouts/moe_scales.hpp"

namespace lockstep::problems {

namespace {

// Turns by squares whose rows stay in the cache.
template <typename Element>
void turn_elements(std::int64_t width, std::int64_t depth, const std::uint8_t* source, std::uint8_t* out) {
  constexpr std::int64_t kSide = 64;
  for (std::int64_t k0 = 0; k0 < depth; k0 += kSide)
    for (std::int64_t c0 = 0; c0 < width; c0 += kSide)
      for (std::int64_t k = k0; k < std::min(k0 + kSide, depth); ++k)
        for (std::int64_t c = c0; c < std::min(c0 + kSide, width); ++c)
          std::memcpy(out + (k * width + c) * std::int64_t(sizeof(Element)),
                      source + (c * depth + k) * std::int64_t(sizeof(Element)), sizeof(Element));
}

// A tile of the shuffle: 2 halves of 32 bytes along k, in each 16 rows of 16 bytes. Pages are multiples of
// it.
constexpr std::uint64_t kRun = 16, kShuffledRows = 16, kTileBytes = 2 * kShuffledRows * kRun;
static_assert(machine::kPageBytes % kTileBytes == 0);

void fill_tile(const std::uint8_t* from, std::int64_t row_bytes, std::uint8_t* to) {
  for (std::uint64_t half = 0; half < 2; ++half)
    for (std::uint64_t row = 0; row < kShuffledRows; ++row, to += kRun)
      std::memcpy(to, from + std::int64_t(row) * row_bytes + std::int64_t(half * kRun), kRun);
}

}  // namespace

void turn(std::int64_t width, std::int64_t depth, std::int64_t bytes, const std::uint8_t* source,
          std::uint8_t* out) {
  (bytes == 1 ? turn_elements<std::uint8_t> : turn_elements<float>)(width, depth, source, out);
}

std::vector<std::uint8_t> turned(const GroupsAlongK& groups, const std::vector<std::uint8_t>& source) {
  const auto& [starts, width, bytes] = groups;
  std::vector<std::uint8_t> out(std::size_t(starts.back() * width * bytes));
  for (std::size_t g = 0; g + 1 < starts.size(); ++g) {
    const std::int64_t first = starts[g] * width * bytes, depth = starts[g + 1] - starts[g];
    if (depth == 0) continue;
    turn(width, depth, bytes, &source[std::size_t(first)], &out[std::size_t(first)]);
  }
  return out;
}

machine::Fill fill_shuffled_planes(layouts::WeightPlane shape, const std::vector<int>& plane_of,
                                   std::span<const std::uint8_t> logical) {
  return [shape, &plane_of, logical](std::uint64_t offset, Bytes data, Bytes undefined) {
    const auto plane_bytes = std::uint64_t(shape.bytes());
    for (std::uint64_t at = offset; at < offset + data.size(); at += kTileBytes) {
      const int plane = plane_of[at / plane_bytes];
      if (plane < 0) continue;
      const layouts::WeightByte from = layouts::unshuffled(shape, {std::int64_t(at % plane_bytes)});
      fill_tile(&logical[std::size_t(plane) * plane_bytes + std::size_t(from.n * shape.kb + from.kb)],
                shape.kb, &data[at - offset]);
      std::memset(&undefined[at - offset], 0, kTileBytes);
    }
  };
}

namespace {

constexpr std::array<std::string_view, 6> kNames{
    "rows", "columns", "weight_shuffle_16x16", "deepgemm_packed", "e8m0_shuffle", "e8m0_shuffle_16"};

struct At {
  std::int64_t row, column;
};

std::int64_t elements_of_plane(const TensorShape& s, StoredAs layout, std::int64_t row_stride) {
  if (layout == StoredAs::columns) return s.columns * row_stride;
  if (layout == StoredAs::deepgemm_packed) return layouts::PackedScales{s.rows, s.columns}.bytes();
  if (layout == StoredAs::e8m0_shuffle_16) return layouts::MoeScales16{s.rows, s.columns}.stored_bytes();
  return s.rows * s.columns;
}

// Where an element is stored, in elements from the start of its plane.
std::int64_t stored(const TensorShape& s, StoredAs layout, std::int64_t row_stride, At at) {
  switch (layout) {
    case StoredAs::columns:
      return at.column * row_stride + at.row;
    case StoredAs::weight_shuffle_16x16:
      return layouts::shuffled(layouts::WeightPlane{s.rows, s.columns}, {at.row, at.column}).value;
    case StoredAs::deepgemm_packed:
      return layouts::PackedScales{s.rows, s.columns}.stored({at.row, at.column});
    case StoredAs::e8m0_shuffle:
      return layouts::shuffled(layouts::ScalePlane{s.rows, s.columns}, {at.row, at.column}).value;
    case StoredAs::e8m0_shuffle_16:
      return layouts::MoeScales16{s.rows, s.columns}.stored(at.row * s.columns + at.column);
    case StoredAs::rows:
      break;
  }
  return at.row * s.columns + at.column;
}

// Which element is stored at a position of its plane; nothing for padding.
std::optional<At> logical(const TensorShape& s, StoredAs layout, std::int64_t element) {
  switch (layout) {
    case StoredAs::columns:
      return At{element % s.rows, element / s.rows};
    case StoredAs::weight_shuffle_16x16: {
      const layouts::WeightByte at = layouts::unshuffled(layouts::WeightPlane{s.rows, s.columns}, {element});
      return At{at.n, at.kb};
    }
    case StoredAs::deepgemm_packed: {
      const auto at = layouts::PackedScales{s.rows, s.columns}.logical(element);
      return at ? std::optional(At{at->row, at->block}) : std::nullopt;
    }
    case StoredAs::e8m0_shuffle: {
      const layouts::ScaleAt at = layouts::unshuffled(layouts::ScalePlane{s.rows, s.columns}, {element});
      return At{at.row, at.column};
    }
    case StoredAs::e8m0_shuffle_16: {
      if (element % 2 != 0) return std::nullopt;
      const std::int64_t at = layouts::MoeScales16{s.rows, s.columns}.logical(element);
      return At{at / s.columns, at % s.columns};
    }
    case StoredAs::rows:
      break;
  }
  return At{element / s.columns, element % s.columns};
}

// Fills give whole pages. A few are kept, since neighbours in one layout lie far apart in another.
class SourcePages {
 public:
  SourcePages(const machine::Fill& source, std::uint64_t bytes) : source_(source), bytes_(bytes) {}

  // What nobody defined leaves both spans as they are.
  void copy(std::uint64_t offset, Bytes data, Bytes undefined) {
    const Held& page = page_of(offset / machine::kPageBytes);
    for (std::size_t i = 0, at = offset % machine::kPageBytes; i < data.size(); ++i, ++at) {
      if (page.undefined[at] != 0) continue;
      data[i] = page.data[at];
      undefined[i] = 0;
    }
  }

 private:
  struct Held {
    std::vector<std::uint8_t> data, undefined;
  };
  static constexpr std::size_t kMostPages = 1024;

  const Held& page_of(std::uint64_t number) {
    if (const auto kept = held_.find(number); kept != held_.end()) return kept->second;
    if (held_.size() == kMostPages) held_.clear();
    const std::uint64_t start = number * machine::kPageBytes,
                        size = std::min(machine::kPageBytes, bytes_ - start);
    Held page{std::vector<std::uint8_t>(size, 0), std::vector<std::uint8_t>(size, 1)};
    source_(start, page.data, page.undefined);
    return held_.emplace(number, std::move(page)).first->second;
  }

  const machine::Fill& source_;
  std::uint64_t bytes_;
  std::map<std::uint64_t, Held> held_;
};

}  // namespace

std::optional<StoredAs> find_stored_as(std::string_view name) {
  const auto at = std::ranges::find(kNames, name);
  return at == kNames.end() ? std::nullopt : std::optional(StoredAs(at - kNames.begin()));
}

std::string_view stored_as_names() {
  static const std::string kAll = fmt::format("{}", fmt::join(kNames, ", "));
  return kAll;
}

std::uint64_t bytes_of(const TensorShape& s, StoredAs layout) {
  return std::uint64_t(s.planes * elements_of_plane(s, layout, s.rows) * s.element_bytes);
}

bool takes(const TensorShape& s, StoredAs layout) {
  switch (layout) {
    case StoredAs::rows:
    case StoredAs::columns:
      return true;
    case StoredAs::weight_shuffle_16x16:
      return s.element_bytes == 1 && s.rows % 16 == 0 && s.columns % 32 == 0;
    case StoredAs::deepgemm_packed:
      return s.element_bytes == 1 && !s.columns_are_grouped;
    case StoredAs::e8m0_shuffle:
      return s.element_bytes == 1 && !s.columns_are_grouped && s.rows % 32 == 0 && s.columns % 8 == 0;
    case StoredAs::e8m0_shuffle_16:
      return s.element_bytes == 1 && !s.columns_are_grouped && s.rows % 16 == 0 && s.columns % 8 == 0;
  }
  return false;
}

machine::Fill relaid(const TensorShape& s, StoredAs layout, machine::Fill source) {
  return [s, layout, source = std::move(source)](std::uint64_t offset, Bytes data, Bytes undefined) {
    const auto width = std::uint64_t(s.element_bytes);
    const std::int64_t plane_elements = elements_of_plane(s, layout, s.rows),
                       own_elements = elements_of_plane(s, s.stored, s.row_stride);
    SourcePages pages(source, std::uint64_t(s.planes * own_elements) * width);
    for (std::uint64_t at = 0; at + width <= data.size(); at += width) {
      const auto element = std::int64_t((offset + at) / width);
      const std::int64_t plane = element / plane_elements;
      const auto where = logical(s, layout, element % plane_elements);
      if (!where) continue;
      const std::int64_t own = plane * own_elements + stored(s, s.stored, s.row_stride, *where);
      pages.copy(std::uint64_t(own) * width, data.subspan(at, width), undefined.subspan(at, width));
    }
  };
}

std::string dtype_of(const formats::Format& format) {
  return format.bits < 8 ? "uint8" : std::string(format.name);
}

TensorView view_of(const operators::Output& o, std::int64_t planes) {
  TensorView view{std::string(o.name), dtype_of(*o.format), {}};
  const std::int64_t columns = o.format->bits < 8 ? o.row_bytes() : o.columns;
  if (planes == 0) view.shape = {o.tensor_rows, columns};
  if (planes != 0) view.shape = {planes, o.tensor_rows / planes, columns};
  return view;
}

}  // namespace lockstep::problems
