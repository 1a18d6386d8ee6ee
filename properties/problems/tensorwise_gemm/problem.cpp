#include "properties/problems/tensorwise_gemm/problem.hpp"

#include "reference/formats/bfloat16.hpp"
#include "reference/formats/float16.hpp"
#include "reference/formats/float8_e4m3fn.hpp"
#include "reference/formats/float8_e5m2.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using operators::Layout;
using operators::Refusal;
using operators::TensorwiseGemm;

constexpr std::int64_t kMaxTail = std::int64_t{1} << 30;

const formats::Format& format_of(const Case& c, std::string_view key) {
  return c.options.word(key, "e4m3") == "e5m2" ? formats::float8_e5m2 : formats::float8_e4m3fn;
}

}  // namespace

const std::vector<cases::Key>& tensorwise_keys() {
  static const std::vector<cases::Key> kKeys{
      {"a", "e4m3", {"e4m3", "e5m2"}, 0, 0, "format of A"},
      {"b", "e4m3", {"e4m3", "e5m2"}, 0, 0, "format of B"},
      {"tail", "0", {}, 0, kMaxTail, "rows past the last group"},
      {"beta", "0", {}, 0, 1, "1: added to what D holds"},
      {"split_k", "1", {}, 1, 256, "parts of k, summed in order by a second launch"},
      {"tile", "auto", {"auto", "large", "small"}, 0, 0, "256x256 or 128x256, where rows are aligned"},
      {"num_cu", "0", {}, 0, 65536, "workgroups of a persistent launch; 0: one per tile"},
      {"xcds", "8", {}, 1, 1024, "dies that workgroups are dealt to in turn"},
      {"group_m", "0", {}, 0, 1 << 20, "height of the bands in which tiles are walked"},
      {"group_n", "0", {}, 0, 1 << 20, "their width instead"},
      {"band", "4", {}, 1, 1 << 20, "tn: tiles of one group before the next group's turn"},
      {"wide", "0", {}, 0, 1, "1: traverse k in 64 bits although 32 would do"},
      {"sample",
       "0",
       {},
       0,
       1 << 20,
       "groups of which one tile each is computed and compared; 0: the whole problem"},
  };
  return kKeys;
}

tl::expected<TensorwiseGemm, Refusal> tensorwise_problem_of(const Case& c, Layout layout) {
  TensorwiseGemm p;
  p.layout = layout;
  std::int64_t total = 0;
  for (std::size_t g = 0; g < c.m.size(); ++g) {
    if (c.m[g] < 0)
      return tl::unexpected(
          Refusal{"m[" + std::to_string(g) + "]", std::to_string(c.m[g]), "must not be negative"});
    p.group_offs.push_back(total += c.m[g]);
  }
  total += c.options.number("tail", 0);
  p.m = layout == Layout::tn ? c.k : total;
  p.k = layout == Layout::tn ? total : c.k;
  p.n = c.n;
  p.a = &format_of(c, "a");
  p.b = &format_of(c, "b");
  p.out = c.out == "f16" ? &formats::float16 : &formats::bfloat16;
  p.accumulate = c.options.flag("beta");
  return p;
}

kernels::TensorwiseTuning tuning_of(const Case& c) {
  using Tile = kernels::TensorwiseTuning::Tile;
  const std::string_view tile = c.options.word("tile", "auto");
  kernels::TensorwiseTuning t;
  t.tile = tile == "large" ? Tile::large : tile == "small" ? Tile::small : Tile::automatic;
  t.num_cu = c.options.number("num_cu", t.num_cu);
  t.xcds = c.options.number("xcds", t.xcds);
  t.group_m = c.options.number("group_m", t.group_m);
  t.group_n = c.options.number("group_n", t.group_n);
  t.band = c.options.number("band", t.band);
  t.splits = c.options.number("split_k", t.splits);
  t.wide = c.options.flag("wide");
  return t;
}

}  // namespace lockstep::problems
