#include "properties/problems/small_m/problem.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include <fmt/format.h>

#include "host/random.hpp"
#include "properties/cases/elements.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using host::hash;
using operators::ceil_div;
using operators::Refusal;
using operators::round_up;
using operators::SmallM;
using operators::SortedIds;

// What stands where no id is valid.
std::int32_t padding_id(const Case& c, std::int64_t valid, std::uint64_t position) {
  using small_m::PadId;
  const PadId kind = c.options[small_m::kPadId];
  const auto sentinel = std::int32_t(valid);
  const std::array choices{sentinel, -1, std::numeric_limits<std::int32_t>::min(),
                           std::numeric_limits<std::int32_t>::max(), std::int32_t(valid + 1)};
  if (kind == PadId::negative) return -1;
  if (kind == PadId::mixed) return choices[host::hash(c.seed ^ 0x1d5, position) % choices.size()];
  return sentinel;
}

// Whether position i of `total` in an expert's blocks holds an id, `rows` of them having one.
bool holds_id(small_m::Padding pad, std::int64_t i, std::int64_t rows, std::int64_t total,
              std::int64_t placed) {
  const std::int64_t free = total - rows;
  if (pad == small_m::Padding::head) return i >= free;
  if (pad == small_m::Padding::middle) return i < rows / 2 || i >= rows / 2 + free;
  if (pad == small_m::Padding::scattered) return (i + 1) * rows / total > placed;
  return i < rows;
}

// 0 .. count - 1 in an order of the seed's, or from the last down.
std::vector<std::int32_t> dealt(std::uint64_t seed, std::int64_t count, bool far) {
  std::vector<std::int32_t> ids(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = std::int32_t(far ? ids.size() - 1 - i : i);
  if (far) return ids;
  for (std::size_t i = ids.size(); i > 1; --i) std::swap(ids[i - 1], ids[host::hash(seed, i) % i]);
  return ids;
}

class ListLayout {
 public:
  ListLayout(const Case& c, SmallM& p)
      : c_(c), p_(p), s_(*p.sorted), ids_(dealt(c.seed ^ 0xdea1, p.m, c.options[small_m::kFar])) {}

  void expert(std::int32_t expert, std::int64_t rows) {
    const std::int64_t total = round_up(rows, s_.block_m);
    const small_m::Padding pad = c_.options[small_m::kPad];
    std::int64_t placed = 0;
    for (std::int64_t i = 0; i < total; ++i) {
      const bool held = holds_id(pad, i, rows, total, placed);
      s_.ids.push_back(held ? ids_[next_++] : padding());
      placed += held;
    }
    s_.expert_ids.insert(s_.expert_ids.end(), std::size_t(total / s_.block_m), expert);
  }

  // Adds a block of an expert's in which nothing is valid.
  void gap(std::int32_t expert) {
    for (std::int64_t i = 0; i < s_.block_m; ++i) s_.ids.push_back(padding());
    s_.expert_ids.push_back(expert);
  }

  // Adds a block with ids of rows that no other block names, of an expert who is not here.
  void lost(std::int32_t nobody, std::int64_t valid) {
    for (std::int64_t i = 0; i < s_.block_m; ++i)
      s_.ids.push_back(
          std::int32_t(host::hash(c_.seed ^ 0x1057, std::uint64_t(i)) % std::uint64_t(valid + 1)));
    s_.expert_ids.push_back(nobody);
  }

  // Cuts the padding behind the last valid id off: the last block may end early.
  void cut_short() {
    const auto valid = [&](std::int32_t id) { return id >= 0 && id < p_.m; };
    while (!s_.ids.empty() && !valid(s_.ids.back())) s_.ids.pop_back();
    s_.expert_ids.resize(std::size_t(ceil_div(std::int64_t(s_.ids.size()), s_.block_m)));
  }

 private:
  std::int32_t padding() { return padding_id(c_, p_.m, s_.ids.size()); }

  const Case& c_;
  SmallM& p_;
  SortedIds& s_;
  std::vector<std::int32_t> ids_;
  std::size_t next_ = 0;
};

std::int32_t num_post(const Case& c, const SortedIds& s) {
  using small_m::NumPost;
  const NumPost kind = c.options[small_m::kNumPost];
  const auto length = std::int32_t(s.ids.size());
  if (kind == NumPost::past) {
    const bool far = host::hash(c.seed ^ 0xfa4, 1) % 4 == 0;
    return far ? std::numeric_limits<std::int32_t>::max() : length + 3 * std::int32_t(s.block_m) + 1;
  }
  if (kind == NumPost::early)
    return length - std::int32_t(host::hash(c.seed ^ 0xea51, 1) % std::uint64_t(length + 1));
  if (kind == NumPost::none) {
    constexpr std::array kNone{-1, 0, std::numeric_limits<std::int32_t>::min(), -65536};
    return kNone[host::hash(c.seed ^ 0x4013, 1) % kNone.size()];
  }
  return length;
}

// Powers of two on the exact grid, so that products with them are exact as well.
float weight_of_row(const Case& c, std::uint64_t row) {
  const std::uint64_t draw = host::hash(c.seed ^ 0x3e16, row);
  constexpr std::array kPlain{1.0f, -1.0f, 0.5f, 2.0f, 0.25f};
  if (c.options[small_m::kWeights] == small_m::Weights::ones) return 1.0f;
  if (c.data == cases::Data::grid) return kPlain[draw % kPlain.size()];
  switch (draw % 8) {
    case 0:
      return 0.0f;
    case 1:
      return 1.0f;
    case 2:
      return 1e-40f;
    case 3:
      return -float(draw >> 40) / float(1 << 24);
    default:
      return float(draw >> 40) / float(1 << 24);
  }
}

tl::expected<void, Refusal> lay_out(const Case& c, SmallM& p) {
  SortedIds& s = *p.sorted;
  std::int64_t rows = 0, list = 0;
  for (std::size_t e = 0; e < c.m.size(); ++e) {
    if (c.m[e] < 0) return operators::refuse("m[" + std::to_string(e) + "]", c.m[e], "must not be negative");
    rows += c.m[e];
    list += round_up(c.m[e], s.block_m);
  }
  if (list > small_m::kMaxIds) return operators::refuse("m", list, "more ids than a case may lay out (2^24)");
  p.m = rows + c.options[small_m::kSpare];
  if (p.m > small_m::kMaxIds)
    return operators::refuse("spare", p.m, "more ids than a case may lay out (2^24)");
  s.a_rows = ceil_div(p.m, s.a_div);
  ListLayout layout(c, p);
  const std::int64_t gaps = c.options[small_m::kGap], lost = c.options[small_m::kLost];
  for (std::size_t e = 0; e < c.m.size(); ++e) {
    for (std::int64_t i = 0; i < gaps; ++i) layout.gap(std::int32_t(e));
    if (std::int64_t(e) < lost) layout.lost(e % 2 == 0 ? -1 : std::int32_t(s.experts), p.m);
    layout.expert(std::int32_t(e), c.m[e]);
  }
  if (c.options[small_m::kRagged]) layout.cut_short();
  s.num_post = num_post(c, s);
  s.weighted = c.options[small_m::kWeights] != small_m::Weights::none;
  if (s.weighted)
    for (std::int64_t row = 0; row < p.m; ++row) s.weights.push_back(weight_of_row(c, std::uint64_t(row)));
  return {};
}

constexpr std::uint64_t kStretchDraw = 0x5A3B1E10;
// Elements that a workgroup sums of splits: it must not sum what nobody computed.
constexpr std::int64_t kSummed = 1024;

std::int64_t stretch(const cases::Case& c, const kernels::SmallMCut& cut) {
  if (small_m::form_of(c) == small_m::Form::gemv) return cut.block_n;
  return cut.splits > 1 ? kSummed : 64 * cut.column_tiles;
}

}  // namespace

tl::expected<SmallM, Refusal> small_m_problem(const Case& c) {
  SmallM p{0, c.n, c.k, std::nullopt};
  if (small_m::form_of(c) != small_m::Form::moe) {
    if (c.m.size() != 1)
      return operators::refuse("m", std::to_string(c.m.size()) + " groups", "must be one number of rows");
    p.m = c.m[0];
    return p;
  }
  p.sorted.emplace();
  p.sorted->experts = c.groups();
  p.sorted->a_div = c.options[small_m::kADiv];
  p.sorted->block_m = c.options[small_m::kBlockM];
  if (auto ok = lay_out(c, p); !ok) return tl::unexpected(ok.error());
  return p;
}

kernels::SmallMCut small_m_cut(const Case& c) {
  return {c.options[small_m::kBlockN], c.options[small_m::kColumns], c.options[small_m::kSplitK],
          c.options[small_m::kBlocks]};
}

tl::expected<SmallMSample, std::string> small_m_sample(const Case& c, const SmallM& whole,
                                                       const kernels::SmallMCut& cut) {
  SmallMSample sample{whole, {}, whole.n};
  const std::int64_t wanted = c.options[small_m::kSample];
  if (wanted == 0) return sample;
  sample.columns = stretch(c, cut);
  const std::int64_t all = whole.n / sample.columns;
  if (all == 0 || whole.n % sample.columns != 0)
    return tl::unexpected(
        fmt::format("n = {}: must be a multiple of {} with a sample", whole.n, sample.columns));
  std::set<std::int64_t> chosen{all - 1};
  const std::uint64_t seed = host::hash(c.seed, kStretchDraw);
  for (std::uint64_t i = 0; std::int64_t(chosen.size()) < std::min(wanted, all); ++i)
    chosen.insert(std::int64_t(host::hash(seed, i) % std::uint64_t(all)));
  for (const std::int64_t number : chosen) sample.firsts.push_back(number * sample.columns);
  sample.problem.n = std::int64_t(chosen.size()) * sample.columns;
  return sample;
}

void keep_only(std::vector<kernels::LaunchPlan>& launches, const SmallM& whole, const SmallMSample& sample) {
  if (launches.empty()) return;
  kernels::LaunchPlan& product = launches[0];
  const std::int64_t width = product.tiled[0].tiling.columns;
  for (std::uint64_t split = 0; split < product.grid[1]; ++split)
    for (const std::int64_t first : sample.firsts)
      for (std::int64_t column = first; column < first + sample.columns; column += width)
        product.only.push_back(split * product.grid[0] + std::uint64_t(column / width));
  if (launches.size() == 1) return;
  for (std::int64_t row = 0; row < whole.m; ++row)
    for (const std::int64_t first : sample.firsts)
      launches[1].only.push_back(std::uint64_t((row * whole.n + first) / kSummed));
}

}  // namespace lockstep::problems
