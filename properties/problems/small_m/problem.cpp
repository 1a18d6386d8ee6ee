#include "properties/problems/small_m/problem.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "host/random.hpp"
#include "properties/cases/elements.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using host::hash;
using operators::Refusal;
using operators::SmallM;
using operators::SortedIds;

constexpr std::int64_t kMaxIds = std::int64_t{1} << 24;  // of a list that a case may lay out

struct KernelKey {
  std::string_view kernel, key;
};

// Which kernel a key belongs to.
constexpr KernelKey kOwners[] = {
    {"small_m_mfma", "columns"}, {"small_m_mfma", "split_k"}, {"small_m_mfma", "blocks"},
    {"small_m_gemv", "block_n"}, {"small_m_moe", "block_n"},  {"small_m_moe", "block_m"},
    {"small_m_moe", "a_div"},    {"small_m_moe", "weights"},  {"small_m_moe", "pad"},
    {"small_m_moe", "pad_id"},   {"small_m_moe", "gap"},      {"small_m_moe", "lost"},
    {"small_m_moe", "ragged"},   {"small_m_moe", "num_post"}, {"small_m_moe", "spare"},
    {"small_m_moe", "far"},
};

bool owns(std::string_view kernel, std::string_view key) {
  return std::any_of(std::begin(kOwners), std::end(kOwners),
                     [&](const KernelKey& k) { return k.kernel == kernel && k.key == key; });
}

// What stands where no id is valid.
std::int32_t padding_id(const Case& c, std::int64_t valid, std::uint64_t position) {
  const std::string_view kind = c.options.word("pad_id", "sentinel");
  const auto sentinel = std::int32_t(valid);
  const std::array choices{sentinel, -1, std::numeric_limits<std::int32_t>::min(),
                           std::numeric_limits<std::int32_t>::max(), std::int32_t(valid + 1)};
  if (kind == "negative") return -1;
  if (kind == "mixed") return choices[host::hash(c.seed ^ 0x1d5, position) % choices.size()];
  return sentinel;
}

// Whether position i of `total` in an expert's blocks holds an id, `rows` of them having one.
bool holds_id(std::string_view pad, std::int64_t i, std::int64_t rows, std::int64_t total,
              std::int64_t placed) {
  const std::int64_t free = total - rows;
  if (pad == "head") return i >= free;
  if (pad == "middle") return i < rows / 2 || i >= rows / 2 + free;
  if (pad == "scattered") return (i + 1) * rows / total > placed;
  return i < rows;
}

std::int64_t padded(std::int64_t rows, std::int64_t block) {
  return (rows + block - 1) / block * block;
}

// 0 .. count - 1 in an order of the seed's, or from the last down.
std::vector<std::int32_t> dealt(std::uint64_t seed, std::int64_t count, bool far) {
  std::vector<std::int32_t> ids(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = std::int32_t(far ? ids.size() - 1 - i : i);
  if (far) return ids;
  for (std::size_t i = ids.size(); i > 1; --i) std::swap(ids[i - 1], ids[host::hash(seed, i) % i]);
  return ids;
}

class Layout {
 public:
  Layout(const Case& c, SmallM& p)
      : c_(c), p_(p), s_(*p.sorted), ids_(dealt(c.seed ^ 0xdea1, p.m, c.options.flag("far"))) {}

  void expert(std::int32_t expert, std::int64_t rows) {
    const std::int64_t total = padded(rows, s_.block_m);
    const std::string_view pad = c_.options.word("pad", "tail");
    std::int64_t placed = 0;
    for (std::int64_t i = 0; i < total; ++i) {
      const bool held = holds_id(pad, i, rows, total, placed);
      s_.ids.push_back(held ? ids_[next_++] : padding());
      placed += held;
    }
    s_.expert_ids.insert(s_.expert_ids.end(), std::size_t(total / s_.block_m), expert);
  }

  // A block of an expert's in which nothing is valid.
  void gap(std::int32_t expert) {
    for (std::int64_t i = 0; i < s_.block_m; ++i) s_.ids.push_back(padding());
    s_.expert_ids.push_back(expert);
  }

  // A block with ids of rows that no other block names, of an expert who is not here.
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
    s_.expert_ids.resize(std::size_t(padded(std::int64_t(s_.ids.size()), s_.block_m) / s_.block_m));
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
  const std::string_view kind = c.options.word("num_post", "exact");
  const auto length = std::int32_t(s.ids.size());
  if (kind == "past") {
    const bool far = host::hash(c.seed ^ 0xfa4, 1) % 4 == 0;
    return far ? std::numeric_limits<std::int32_t>::max() : length + 3 * std::int32_t(s.block_m) + 1;
  }
  if (kind == "early")
    return length - std::int32_t(host::hash(c.seed ^ 0xea51, 1) % std::uint64_t(length + 1));
  if (kind == "none") {
    constexpr std::array kNone{-1, 0, std::numeric_limits<std::int32_t>::min(), -65536};
    return kNone[host::hash(c.seed ^ 0x4013, 1) % kNone.size()];
  }
  return length;
}

// Powers of two on the exact grid, so that products with them are exact as well.
float weight_of(const Case& c, std::uint64_t row) {
  const std::uint64_t draw = host::hash(c.seed ^ 0x3e16, row);
  constexpr std::array kPlain{1.0f, -1.0f, 0.5f, 2.0f, 0.25f};
  if (c.options.word("weights", "none") == "ones") return 1.0f;
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
    if (c.m[e] < 0)
      return tl::unexpected(
          Refusal{"m[" + std::to_string(e) + "]", std::to_string(c.m[e]), "must not be negative"});
    rows += c.m[e];
    list += padded(c.m[e], s.block_m);
  }
  if (list > kMaxIds)
    return tl::unexpected(Refusal{"m", std::to_string(list), "more ids than a case may lay out (2^24)"});
  p.m = rows + c.options.number("spare", 0);
  if (p.m > kMaxIds)
    return tl::unexpected(Refusal{"spare", std::to_string(p.m), "more ids than a case may lay out (2^24)"});
  s.a_rows = (p.m + s.a_div - 1) / s.a_div;
  Layout layout(c, p);
  const std::int64_t gaps = c.options.number("gap", 0), lost = c.options.number("lost", 0);
  for (std::size_t e = 0; e < c.m.size(); ++e) {
    for (std::int64_t i = 0; i < gaps; ++i) layout.gap(std::int32_t(e));
    if (std::int64_t(e) < lost) layout.lost(e % 2 == 0 ? -1 : std::int32_t(s.experts), p.m);
    layout.expert(std::int32_t(e), c.m[e]);
  }
  if (c.options.flag("ragged")) layout.cut_short();
  s.num_post = num_post(c, s);
  s.weighted = c.options.word("weights", "none") != "none";
  if (s.weighted)
    for (std::int64_t row = 0; row < p.m; ++row) s.weights.push_back(weight_of(c, std::uint64_t(row)));
  return {};
}

}  // namespace

const std::vector<cases::Key>& small_m_keys() {
  static const std::vector<cases::Key> kKeys{
      {"columns", "1", {}, 1, 64, "mfma: tiles of 16 columns of a wave: 1, 2 or 4"},
      {"split_k", "1", {}, 1, 64, "mfma: parts of k, summed in order"},
      {"blocks",
       "together",
       {"together", "apart"},
       0,
       0,
       "mfma: a matrix instruction per 128 of k, or per 32-block"},
      {"block_n", "8", {}, 1, 256, "gemv, moe: columns of a workgroup"},
      {"block_m", "4", {}, 1, 1 << 20, "moe: positions of the sorted list that share an expert"},
      {"a_div", "1", {}, 1, 1 << 20, "moe: ids that share a row of A"},
      {"weights", "none", {"none", "ones", "mixed"}, 0, 0, "moe: weights of the rows of D"},
      {"pad",
       "tail",
       {"tail", "head", "middle", "scattered"},
       0,
       0,
       "moe: where padding stands in an expert's blocks"},
      {"pad_id", "sentinel", {"sentinel", "negative", "mixed"}, 0, 0, "moe: what padding looks like"},
      {"gap", "0", {}, 0, 16, "moe: blocks of nothing but padding before each expert's"},
      {"lost",
       "0",
       {},
       0,
       1 << 16,
       "moe: experts before whose blocks stands one of an expert who is not here"},
      {"ragged", "0", {}, 0, 1, "moe: the list ends with its last valid id"},
      {"num_post", "exact", {"exact", "past", "early", "none"}, 0, 0, "moe: where num_post_padded lies"},
      {"spare", "0", {}, 0, std::int64_t{1} << 24, "moe: rows of D that no position names"},
      {"far", "0", {}, 0, 1, "moe: positions name the last rows of D first"},
  };
  return kKeys;
}

tl::expected<SmallM, Refusal> small_m_problem(const Case& c) {
  for (const auto& [key, value] : c.options.all())
    if (!owns(c.kernel, key)) return tl::unexpected(Refusal{key, value, "is no key of this kernel"});
  SmallM p{0, c.n, c.k, std::nullopt};
  if (c.kernel != "small_m_moe") {
    if (c.m.size() != 1)
      return tl::unexpected(
          Refusal{"m", std::to_string(c.m.size()) + " groups", "must be one number of rows"});
    p.m = c.m[0];
    return p;
  }
  p.sorted.emplace();
  p.sorted->experts = c.groups();
  p.sorted->a_div = c.options.number("a_div", 1);
  p.sorted->block_m = c.options.number("block_m", 4);
  if (auto ok = lay_out(c, p); !ok) return tl::unexpected(ok.error());
  return p;
}

kernels::SmallMCut small_m_cut(const Case& c) {
  return {c.options.number("block_n", 8), c.options.number("columns", 1), c.options.number("split_k", 1),
          c.options.word("blocks", "together") == "apart"};
}

}  // namespace lockstep::problems
