// Top-k softmax, and sorting tokens by expert.
#include <algorithm>
#include <numeric>

#include "host/random.hpp"
#include "properties/problems/arrays/array_problem.hpp"
#include "reference/formats/formats.hpp"
#include "reference/operators/array_operators.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using cases::Draw;

constexpr cases::IntKey kTopK{"topk", {.low = 1, .high = 64, .fallback = 1}, "experts of each token"};
constexpr cases::FlagKey kRenormalise{"renormalise", "1: the weights of a token add up to 1"};
constexpr cases::IntKey kBlock{
    "block", {.low = 1, .high = 256, .fallback = 4}, "positions of a block, which has one expert"};
constexpr const cases::Key* kTopKeys[] = {&kTopK, &kRenormalise};
constexpr const cases::Key* kSortKeys[] = {&kTopK, &kBlock};

void sizes(Draw& draw, Case& c) {
  c.m = {std::int32_t(drawn_size(draw, 130))};
  c.n = drawn_size(draw, 300);
  c.k = 1;
  c.options.set(kTopK, draw.between(1, std::min<std::int64_t>(9, c.n)));
}
void top_shape(Draw& draw, Case& c) {
  sizes(draw, c);
  c.options.set(kRenormalise, draw.chance(50));
}
void sort_shape(Draw& draw, Case& c) {
  sizes(draw, c);
  static const std::vector<std::int64_t> kBlocks{4, 16, 32, 64, 128};
  c.options.set(kBlock, draw.of(kBlocks));
}

operators::Answer exactly(const std::vector<std::uint32_t>& numbers) {
  operators::Answer answer;
  for (const std::uint32_t n : numbers) answer.add(double(n), 0);
  return answer;
}

tl::expected<void, std::string> check(const Case& c) {
  if (c.m.size() != 1) return tl::unexpected<std::string>("m: one number, of tokens, is expected");
  if (c.options[kTopK] > c.n)
    return tl::unexpected<std::string>("topk: at most n, the number of experts, is expected");
  return {};
}

// Logits of a token that differ do so by an eighth or more: which are the largest then hangs on no rounding.
// Under grid some are equal, and their order is settled.
std::vector<double> logits(const Case& c) {
  std::vector<double> all;
  const std::int64_t middle = c.n / 2;
  for (std::int64_t token = 0; token < c.m[0]; ++token) {
    std::vector<std::int64_t> rank(std::size_t(c.n));
    std::iota(rank.begin(), rank.end(), std::int64_t{0});
    for (std::int64_t e = c.n - 1; e > 0; --e)
      std::swap(rank[std::size_t(e)],
                rank[host::hash(c.seed, std::uint64_t(token * c.n + e)) % std::uint64_t(e + 1)]);
    for (std::int64_t e = 0; e < c.n; ++e) {
      const std::int64_t r = rank[std::size_t(e)];
      all.push_back(c.data == cases::Data::grid   ? double(r % 7 - 3)
                    : c.data == cases::Data::zero ? 0.0
                                                  : double(r - middle) / 8);
    }
  }
  return all;
}

tl::expected<ArrayProblem, std::string> top(const Case& c) {
  if (auto ok = check(c); !ok) return tl::unexpected(ok.error());
  DrawnInput x = stored("logits", formats::float32, {c.m[0], c.n}, logits(c));
  operators::TopK t = operators::topk_softmax(x.values, c.n, c.options[kTopK], c.options[kRenormalise]);
  ArrayProblem p;
  const Moves tokens{.rows = 0};
  x.input.moves = tokens;
  p.outputs.push_back(
      {"weights", &formats::float32, {c.m[0], c.options[kTopK]}, std::move(t.weights), tokens});
  p.outputs.push_back({"experts", &kInt32, {c.m[0], c.options[kTopK]}, exactly(t.experts), tokens});
  p.inputs = {std::move(x.input)};
  p.sizes = {{"tokens", c.m[0]},
             {"num_experts", c.n},
             {"topk", c.options[kTopK]},
             {"renormalise", c.options[kRenormalise]}};
  p.work = std::uint64_t(c.m[0] * c.n);
  return p;
}

// Experts of each token, no two alike; under one_hot all tokens have the same.
std::vector<double> ids(const Case& c) {
  std::vector<double> all;
  const std::int64_t k = c.options[kTopK];
  for (std::int64_t token = 0; token < c.m[0]; ++token) {
    const std::uint64_t draw = host::hash(c.seed, c.data == cases::Data::one_hot ? 0 : std::uint64_t(token));
    const std::uint64_t stride = 1 + host::hash(draw, 1) % 3;
    std::vector<bool> taken(std::size_t(c.n), false);
    std::uint64_t e = draw % std::uint64_t(c.n);
    for (std::int64_t s = 0; s < k; ++s, e = (e + stride) % std::uint64_t(c.n)) {
      while (taken[e]) e = (e + 1) % std::uint64_t(c.n);
      taken[e] = true;
      all.push_back(double(e));
    }
  }
  return all;
}

tl::expected<ArrayProblem, std::string> sort(const Case& c) {
  if (auto ok = check(c); !ok) return tl::unexpected(ok.error());
  DrawnInput x = stored("topk_ids", kInt32, {c.m[0], c.options[kTopK]}, ids(c));
  const std::vector<std::uint32_t> numbers(x.values.begin(), x.values.end());
  const operators::Sorted s = operators::moe_sort(numbers, c.options[kTopK], c.n, c.options[kBlock]);
  ArrayProblem p;
  p.outputs.push_back({"sorted_ids", &kInt32, {std::int64_t(s.positions.size())}, exactly(s.positions)});
  p.outputs.push_back(
      {"block_experts", &kInt32, {std::int64_t(s.block_experts.size())}, exactly(s.block_experts)});
  p.inputs = {std::move(x.input)};
  p.sizes = {
      {"tokens", c.m[0]}, {"num_experts", c.n}, {"topk", c.options[kTopK]}, {"block", c.options[kBlock]}};
  p.work = std::uint64_t(c.m[0] * c.options[kTopK]);
  p.one_answer = true;
  return p;
}

}  // namespace

// The topk largest of each token's softmaxed logits, and whose they are.
ArrayOperator topk_softmax_operator() {
  return {"topk_softmax", kTopKeys, {"f32"}, top_shape, top};
}

// Tokens and slots by expert, in blocks: slot << 24 | token, padded with topk << 24 | tokens.
ArrayOperator moe_sort_operator() {
  return {"moe_sort", kSortKeys, {"f32"}, sort_shape, sort};
}

}  // namespace lockstep::problems
