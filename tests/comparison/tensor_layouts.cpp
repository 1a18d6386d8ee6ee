// Tensors that a recipe wants in another layout hold the same elements there, and nothing where nothing was
// defined.
#include <algorithm>
#include <vector>

#include "properties/problems/tensor_layout.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {

namespace {

using problems::StoredAs;
using problems::TensorShape;

// A tensor whose bytes say where they stand, all but every seventh element defined.
machine::Fill numbered(std::uint64_t element_bytes) {
  return
      [element_bytes](std::uint64_t offset, std::span<std::uint8_t> data, std::span<std::uint8_t> undefined) {
        for (std::size_t i = 0; i < data.size(); ++i) {
          if ((offset + i) / element_bytes % 7 == 0) continue;
          data[i] = std::uint8_t((offset + i) * 37 >> 3);
          undefined[i] = 0;
        }
      };
}

struct Bytes {
  std::vector<std::uint8_t> data, undefined;
};

// Read in pages, as memory does.
Bytes read(const machine::Fill& fill, std::uint64_t size) {
  Bytes all{std::vector<std::uint8_t>(size, 0xEE), std::vector<std::uint8_t>(size, 1)};
  for (std::uint64_t at = 0; at < size; at += machine::kPageBytes) {
    const std::uint64_t n = std::min(machine::kPageBytes, size - at);
    fill(at, std::span(all.data).subspan(at, n), std::span(all.undefined).subspan(at, n));
  }
  return all;
}

}  // namespace

TEST_CASE("a tensor laid out anew and back again is what it was") {
  struct Row {
    TensorShape shape;
    StoredAs layout;
  };
  const Row rows[] = {
      {{.name = "a_scale", .planes = 3, .rows = 131, .columns = 5, .stored = StoredAs::columns},
       StoredAs::rows},
      {{.name = "f32", .planes = 2, .rows = 9, .columns = 33, .element_bytes = 4}, StoredAs::columns},
      {{.name = "b", .planes = 2, .rows = 48, .columns = 320, .stored = StoredAs::weight_shuffle_16x16},
       StoredAs::rows},
      {{.name = "b", .planes = 2, .rows = 48, .columns = 320}, StoredAs::weight_shuffle_16x16},
      {{.name = "b_scale", .planes = 2, .rows = 64, .columns = 40, .stored = StoredAs::e8m0_shuffle},
       StoredAs::rows},
      {{.name = "scale", .planes = 3, .rows = 96, .columns = 8}, StoredAs::e8m0_shuffle},
  };
  for (const Row& row : rows) {
    INFO(row.shape.name);
    const machine::Fill own = numbered(std::uint64_t(row.shape.element_bytes));
    const machine::Fill there = relaid(row.shape, row.layout, own);
    TensorShape shape = row.shape;
    shape.stored = row.layout;
    shape.row_stride = shape.rows;
    const std::uint64_t size = bytes_of(row.shape, row.shape.stored);
    CHECK(bytes_of(row.shape, row.layout) == size);
    const Bytes before = read(own, size), moved = read(there, size),
                after = read(relaid(shape, row.shape.stored, there), size);
    CHECK(before.data == after.data);
    CHECK(before.undefined == after.undefined);
    CHECK(before.data != moved.data);
  }
}

TEST_CASE("an element is where its layout says") {
  const TensorShape shape{.name = "s", .planes = 2, .rows = 3, .columns = 5};
  const Bytes rows = read(numbered(1), 30), columns = read(relaid(shape, StoredAs::columns, numbered(1)), 30);
  for (std::size_t plane = 0; plane < 2; ++plane)
    for (std::size_t row = 0; row < 3; ++row)
      for (std::size_t column = 0; column < 5; ++column)
        CHECK(rows.data[plane * 15 + row * 5 + column] == columns.data[plane * 15 + column * 3 + row]);
  // DeepGEMM packs the scales of four blocks in a word, one word of each of its rows behind another: 4 rows
  // with padding.
  const Bytes packed = read(relaid(shape, StoredAs::deepgemm_packed, numbered(1)), 64);
  CHECK(bytes_of(shape, StoredAs::deepgemm_packed) == 64);
  CHECK(packed.data[2 * 4 + 1] == rows.data[2 * 5 + 1]);
  CHECK(packed.data[16 + 1 * 4] == rows.data[1 * 5 + 4]);
  CHECK(packed.undefined[3 * 4] == 1);
  // A dword of the shuffle has rows 16 apart in neighbouring bytes; with blocks of 16 rows those bytes hold
  // nothing.
  const TensorShape scales{.name = "s", .rows = 32, .columns = 8};
  const Bytes all = read(numbered(1), 256);
  const Bytes shuffled = read(relaid(scales, StoredAs::e8m0_shuffle, numbered(1)), 256);
  const Bytes sixteen = read(relaid(scales, StoredAs::e8m0_shuffle_16, numbered(1)), 512);
  CHECK(shuffled.data[4 * 17 + 1] == all.data[17 * 8 + 1]);
  CHECK(sixteen.data[4 * 17 + 2] == all.data[1 * 8 + 5]);
  CHECK(bytes_of(scales, StoredAs::e8m0_shuffle_16) == 512);
  CHECK(sixteen.undefined[4 * 17 + 1] == 1);
}

}  // namespace lockstep::tests
