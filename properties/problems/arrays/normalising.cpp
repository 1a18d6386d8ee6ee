// Softmax, RMSNorm, LayerNorm: rows of an array, each by itself.
#include "properties/problems/arrays/array_problem.hpp"
#include "reference/operators/array_operators.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using cases::Draw;

constexpr double kEps = 0x1p-17;  // near 1e-5, and a number of every format

std::vector<std::string> outs() {
  return {"bf16", "f16", "f32"};
}

void rows_and_columns(Draw& draw, Case& c) {
  c.m = {std::int32_t(drawn_size(draw, 40))};
  c.n = drawn_size(draw, draw.chance(10) ? 5000 : 600);
  c.k = 1;
}

tl::expected<std::int64_t, std::string> rows_of(const Case& c) {
  if (c.m.size() != 1) return tl::unexpected<std::string>("m: one number, of rows, is expected");
  return c.m[0];
}

ArrayProblem problem_of(const Case& c, std::int64_t rows, std::vector<DrawnInput> inputs,
                        operators::Answer answer, bool odd = false) {
  const Moves moves{0, odd, false};
  ArrayProblem p;
  for (DrawnInput& input : inputs) p.inputs.push_back(std::move(input.input));
  p.inputs.front().moves = moves;
  p.outputs.push_back({"y", &format_of(c.out), {rows, c.n}, std::move(answer), moves});
  p.sizes = {{"rows", rows}, {"columns", c.n}};
  p.work = std::uint64_t(rows * c.n);
  return p;
}

tl::expected<ArrayProblem, std::string> softmax(const Case& c) {
  const auto rows = rows_of(c);
  if (!rows) return tl::unexpected(rows.error());
  DrawnInput x = drawn(c, 0, "x", format_of(c.out), {*rows, c.n}, c.n, 4);
  operators::Answer y = operators::softmax(x.values, c.n);
  return problem_of(c, *rows, {std::move(x)}, std::move(y));
}

tl::expected<ArrayProblem, std::string> rms_norm(const Case& c) {
  const auto rows = rows_of(c);
  if (!rows) return tl::unexpected(rows.error());
  DrawnInput x = drawn(c, 0, "x", format_of(c.out), {*rows, c.n}, c.n),
             w = drawn(c, 1, "w", format_of(c.out), {c.n}, c.n);
  operators::Answer y = operators::rms_norm(x.values, w.values, kEps);
  return problem_of(c, *rows, {std::move(x), std::move(w)}, std::move(y), true);
}

tl::expected<ArrayProblem, std::string> layer_norm(const Case& c) {
  const auto rows = rows_of(c);
  if (!rows) return tl::unexpected(rows.error());
  DrawnInput x = drawn(c, 0, "x", format_of(c.out), {*rows, c.n}, c.n),
             w = drawn(c, 1, "w", format_of(c.out), {c.n}, c.n),
             b = drawn(c, 2, "b", format_of(c.out), {c.n}, c.n);
  operators::Answer y = operators::layer_norm(x.values, w.values, b.values, kEps);
  return problem_of(c, *rows, {std::move(x), std::move(w), std::move(b)}, std::move(y));
}

}  // namespace

ArrayOperator softmax_operator() {
  return {"softmax", {}, outs(), rows_and_columns, softmax};
}
ArrayOperator rms_norm_operator() {
  return {"rms_norm", {}, outs(), rows_and_columns, rms_norm};
}
ArrayOperator layer_norm_operator() {
  return {"layer_norm", {}, outs(), rows_and_columns, layer_norm};
}

}  // namespace lockstep::problems
