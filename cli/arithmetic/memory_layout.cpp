#include "cli/arithmetic/memory_layout.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "cli/output/exit_code.hpp"

namespace lockstep::cli {

namespace {

using layouts::BlockScaleAt;

constexpr std::int64_t kMostScales = 1 << 20;  // a table longer than this is a mistake

template <typename Layout>
constexpr MemoryLayout row(std::string_view name, std::string_view sentence) {
  return {name, sentence, [](std::int64_t rows, std::int64_t blocks) { return Layout{rows, blocks}.bytes(); },
          [](std::int64_t rows, std::int64_t blocks, const BlockScaleAt& at) {
            return Layout{rows, blocks}.stored(at);
          },
          [](std::int64_t rows, std::int64_t blocks, std::int64_t byte) {
            return Layout{rows, blocks}.logical(byte);
          }};
}

constexpr std::array kLayouts{
    row<layouts::FloatScales>("deepgemm_float_scales",
                              "float32 scales with rows fastest, each block of k padded to 16 bytes"),
    row<layouts::PackedScales>(
        "deepgemm_packed_scales",
        "e8m0 scales, four blocks of k in a word, words with rows fastest, padded to 16 bytes"),
};

int refuse(std::string_view why) {
  fmt::print(stderr, "lockstep arith layout: {}\n", why);
  return kUsage;
}

void print_line(const BlockScaleAt& at, std::int64_t byte, bool csv) {
  if (csv)
    fmt::print("{},{},{}\n", at.row, at.block, byte);
  else
    fmt::print("{:>4} {:>5} {:>6}\n", at.row, at.block, byte);
}

}  // namespace

const MemoryLayout* find_memory_layout(std::string_view name) {
  const auto* const found = std::ranges::find(kLayouts, name, &MemoryLayout::name);
  return found == kLayouts.end() ? nullptr : found;
}

int print_memory_layout(const MemoryLayout& layout, const LayoutOptions& o) {
  if (!o.operand.empty()) return refuse("--operand belongs to matrix instructions");
  if (o.rows < 1 || o.blocks < 1 || o.rows > kMostScales || o.blocks > kMostScales / o.rows)
    return refuse(fmt::format("{} needs --rows and --blocks, from 1, of at most {} scales together",
                              layout.name, kMostScales));
  const std::int64_t bytes = layout.bytes(o.rows, o.blocks);
  if (o.byte && (*o.byte < 0 || *o.byte >= bytes))
    return refuse(fmt::format("the bytes are 0 to {}", bytes - 1));
  if (o.csv)
    fmt::print("row,block,byte\n");
  else
    fmt::print("{}: {}; {} rows x {} blocks in {} bytes\n\n row block   byte\n", layout.name, layout.sentence,
               o.rows, o.blocks, bytes);
  if (o.byte) {
    if (const auto at = layout.logical(o.rows, o.blocks, *o.byte))
      print_line(*at, *o.byte, o.csv);
    else if (!o.csv)
      fmt::print("nothing: padding, or not a scale's first byte\n");
    return kHolds;
  }
  for (std::int64_t r = 0; r < o.rows; ++r)
    for (std::int64_t b = 0; b < o.blocks; ++b)
      print_line({r, b}, layout.stored(o.rows, o.blocks, {r, b}), o.csv);
  return kHolds;
}

}  // namespace lockstep::cli
