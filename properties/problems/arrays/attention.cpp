// Attention, forward.
#include <cmath>

#include "properties/problems/arrays/array_problem.hpp"
#include "reference/operators/array_operators.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using cases::Draw;

constexpr cases::IntKey kHeads{"heads", {.low = 1, .high = 256, .fallback = 1}, "heads of Q"};
constexpr cases::IntKey kShare{
    "share", {.low = 1, .high = 64, .fallback = 1}, "heads of Q that share one of K and V"};
constexpr cases::FlagKey kCausal{"causal", "1: a query sees the keys up to its own"};
constexpr cases::FlagKey kUniform{
    "uniform", "1: K is zero and n a power of two, so that each output is the mean of V, exactly"};
constexpr const cases::Key* kKeys[] = {&kHeads, &kShare, &kCausal, &kUniform};

void shape(Draw& draw, Case& c) {
  c.m = {std::int32_t(drawn_size(draw, 70))};
  c.n = drawn_size(draw, 150);
  c.k = 16 * draw.between(1, draw.chance(20) ? 8 : 4);
  const std::int64_t share = draw.between(1, 3);
  c.options.set(kShare, share);
  c.options.set(kHeads, share * draw.between(1, 2));
  c.options.set(kCausal, draw.chance(50));
  if (c.data == cases::Data::codes || c.data == cases::Data::edges)
    c.data = cases::Data::cancelling;  // all weight on one key
  if (c.data != cases::Data::grid) return;
  c.options.set(kUniform, true);
  c.options.set(kCausal, false);
  c.n = std::int64_t{1} << draw.between(0, 5);
}

tl::expected<ArrayProblem, std::string> make(const Case& c) {
  if (c.m.size() != 1) return tl::unexpected<std::string>("m: one number, of queries, is expected");
  const std::int64_t heads = c.options[kHeads], share = c.options[kShare];
  const bool uniform = c.options[kUniform];
  if (heads % share != 0) return tl::unexpected<std::string>("heads: a multiple of share is expected");
  if (uniform && ((c.n & (c.n - 1)) != 0 || c.options[kCausal]))
    return tl::unexpected<std::string>("uniform: n is to be a power of two, and all keys are seen");
  const formats::Format& f = format_of(c.out);
  operators::Attention a{
      heads, c.m[0], c.n, c.k, heads / share, c.options[kCausal], 1 / std::sqrt(double(c.k)), &f};
  a.scale = double(float(a.scale));
  DrawnInput q = drawn(c, 0, "q", f, {heads, a.queries, a.size}, a.size),
             k = drawn(c, 1, "k", f, {a.kv_heads, a.keys, a.size}, a.size),
             v = drawn(c, 2, "v", f, {a.kv_heads, a.keys, a.size}, a.size);
  if (uniform) k = stored("k", f, k.input.shape, std::vector<double>(k.values.size(), 0.0));
  // On other data an implementation may sum the last rows of a tile in another order.
  if (uniform && c.data == cases::Data::grid) q.input.moves.rows = 1;
  v.input.moves.negated = true;
  ArrayProblem p;
  p.outputs.push_back({"o",
                       &f,
                       q.input.shape,
                       operators::attention(a, q.values, k.values, v.values),
                       {.rows = q.input.moves.rows, .negated = true}});
  p.inputs = {std::move(q.input), std::move(k.input), std::move(v.input)};
  p.sizes = {{"heads", heads}, {"kv_heads", a.kv_heads}, {"queries", a.queries},
             {"keys", a.keys}, {"size", a.size},         {"causal", a.causal}};
  p.work = std::uint64_t(2 * heads * a.queries * a.keys * a.size);
  p.one_answer = uniform && c.data == cases::Data::grid;
  return p;
}

}  // namespace

ArrayOperator attention_operator() {
  return {"attention", kKeys, {"bf16", "f16"}, shape, make};
}

}  // namespace lockstep::problems
