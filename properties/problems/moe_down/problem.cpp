#include "properties/problems/moe_down/problem.hpp"

#include <algorithm>
#include <numeric>

#include "host/random.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using host::hash;
using operators::MoeDown;
using operators::Refusal;

constexpr std::int64_t kMaxRows = std::int64_t{1} << 26;  // the most of a routing that is held row by row

/// Deals experts to tokens: each expert takes the tokens that have the fewest so far, in an order of its own.
class Dealer {
 public:
  Dealer(std::uint64_t seed, std::int64_t tokens) : seed_(seed), slots_(std::size_t(tokens)) {}

  /// Returns the sorted ids of an expert's rows.
  std::vector<std::int32_t> take(std::int64_t expert, std::int64_t rows) {
    std::vector<std::int32_t> tokens(slots_.size());
    std::iota(tokens.begin(), tokens.end(), 0);
    const auto key = [&](std::int32_t t) {
      return std::pair(slots_[std::size_t(t)],
                       host::hash(seed_, std::uint64_t(expert) << 32 | std::uint64_t(t)));
    };
    const auto end = tokens.begin() + std::min<std::ptrdiff_t>(rows, std::ptrdiff_t(tokens.size()));
    std::partial_sort(tokens.begin(), end, tokens.end(),
                      [&](std::int32_t a, std::int32_t b) { return key(a) < key(b); });
    tokens.erase(end, tokens.end());
    for (std::int32_t& t : tokens) t |= slots_[std::size_t(t)]++ << operators::kTokenBits;
    return tokens;
  }

 private:
  std::uint64_t seed_;
  std::vector<std::int32_t> slots_;
};

/// Lays an expert's rows among the padding of its blocks.
class Sorter {
 public:
  Sorter(const Case& c, MoeDown& p)
      : p_(p),
        pad_(c.options[moe_down::kPad]),
        padding_(c.options[moe_down::kBeyond] ? -1 : std::int32_t(p.tokens)),
        far_(std::int32_t(c.options[moe_down::kFar])) {}

  void block_of_padding(std::int32_t expert) {
    p_.block_experts.push_back(expert);
    p_.sorted_ids.insert(p_.sorted_ids.end(), std::size_t(p_.block), padding_);
  }

  /// Adds a block of an expert that another device has: its tokens are listed all the same.
  void block_of_elsewhere(std::int64_t served) {
    p_.block_experts.push_back(-1);
    for (std::int64_t i = 0; i < p_.block; ++i)
      p_.sorted_ids.push_back(served > 0 ? std::int32_t(i % served) + far_ : padding_);
  }

  void expert(std::int32_t expert, const std::vector<std::int32_t>& ids) {
    const std::size_t first = p_.sorted_ids.size();
    const auto rows = std::int64_t(ids.size());
    const std::int64_t blocks = operators::ceil_div(rows, p_.block), total = blocks * p_.block;
    for (std::int64_t i = 0; i < blocks; ++i) block_of_padding(expert);
    for (std::int64_t i = 0; i < rows; ++i)
      p_.sorted_ids[first + std::size_t(place(i, rows, total))] = ids[std::size_t(i)] + far_;
  }

 private:
  std::int64_t place(std::int64_t i, std::int64_t rows, std::int64_t total) const {
    if (pad_ == moe_down::Padding::head) return total - rows + i;
    return pad_ == moe_down::Padding::scattered ? i * total / rows : i;
  }

  MoeDown& p_;
  moe_down::Padding pad_;
  std::int32_t padding_;
  std::int32_t far_;
};

tl::expected<void, Refusal> check_rows(const Case& c, std::int64_t block) {
  std::int64_t rows = (c.options[moe_down::kGap] + c.options[moe_down::kSpare]) * block;
  for (std::size_t e = 0; e < c.m.size(); ++e) {
    if (c.m[e] < 0) return operators::refuse("m[" + std::to_string(e) + "]", c.m[e], "must not be negative");
    rows += c.m[e] + block;
  }
  if (rows <= kMaxRows) return {};
  return operators::refuse("m", rows, "more rows than a case may lay out (2^26)");
}

}  // namespace

kernels::MoeDownTuning moe_down_tuning(const Case& c) {
  return {c.options[moe_down::kStreamed], c.options[moe_down::kXcds]};
}

tl::expected<MoeDown, Refusal> moe_down_problem(const Case& c, operators::MoeOutput output) {
  MoeDown p;
  p.output = output;
  p.a = c.options[moe_down::kA];
  p.experts = c.groups();
  p.n = c.n;
  p.k = c.k;
  p.block = c.options[moe_down::kBlock];
  p.top_k = c.options[moe_down::kTopK];
  if (auto ok = check_rows(c, p.block); !ok) return tl::unexpected(ok.error());

  std::int64_t most = 0, total = 0;
  std::size_t last = 0;
  for (std::size_t e = 0; e < c.m.size(); ++e) {
    most = std::max<std::int64_t>(most, c.m[e]);
    total += c.m[e];
    if (c.m[e] > 0) last = e;
  }
  const std::int64_t served = std::max(most, operators::ceil_div(total, p.top_k));
  p.tokens = c.options[moe_down::kFar] + served + c.options[moe_down::kIdle];

  Dealer dealer(c.seed, served);
  Sorter sorter(c, p);
  for (std::size_t e = 0; e < c.m.size(); ++e) {
    if (e == last)
      for (std::int64_t i = 0; i < c.options[moe_down::kGap]; ++i) sorter.block_of_elsewhere(served);
    if (c.m[e] > 0) sorter.expert(std::int32_t(e), dealer.take(std::int64_t(e), c.m[e]));
    if (c.m[e] == 0 && c.options[moe_down::kHollow]) sorter.block_of_padding(std::int32_t(e));
  }
  p.used_rows = p.capacity();
  for (std::int64_t i = 0; i < c.options[moe_down::kSpare]; ++i) sorter.block_of_padding(0);
  return p;
}

}  // namespace lockstep::problems
