// Rotary position embedding.
#include <cmath>

#include "properties/problems/arrays/array_problem.hpp"
#include "reference/formats/formats.hpp"
#include "reference/operators/array_operators.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using cases::Draw;

constexpr cases::IntKey kHeads{"heads", {.low = 1, .high = 1024, .fallback = 1}, "heads of each position"};
constexpr cases::FlagKey kInterleaved{"interleaved", "1: pairs are neighbours, instead of half a head apart"};
constexpr const cases::Key* kKeys[] = {&kHeads, &kInterleaved};

void shape(Draw& draw, Case& c) {
  c.m = {std::int32_t(drawn_size(draw, 40))};
  c.n = 2 * drawn_size(draw, 64);
  c.k = 1;
  c.options.set(kHeads, draw.between(1, 5));
  c.options.set(kInterleaved, draw.chance(50));
}

tl::expected<ArrayProblem, std::string> make(const Case& c) {
  if (c.m.size() != 1) return tl::unexpected<std::string>("m: one number, of positions, is expected");
  if (c.n % 2 != 0) return tl::unexpected<std::string>("n: a head has an even number of elements");
  const operators::Rope rope{c.m[0], c.options[kHeads], c.n, c.options[kInterleaved]};
  DrawnInput x = drawn(c, 0, "x", format_of(c.out), {rope.positions, rope.heads, rope.size}, rope.size);
  std::vector<double> cos, sin;
  for (std::int64_t p = 0; p < rope.positions; ++p)
    for (std::int64_t j = 0; j < rope.size / 2; ++j) {
      const double angle = double(p) * std::pow(10000.0, -2.0 * double(j) / double(rope.size));
      // Quarter turns on the grid: every product is a whole number then.
      constexpr double kQuarter[] = {1, 0, -1, 0};
      cos.push_back(c.data == cases::Data::grid ? kQuarter[(p + j) % 4] : std::cos(angle));
      sin.push_back(c.data == cases::Data::grid ? kQuarter[(p + j + 3) % 4] : std::sin(angle));
    }
  DrawnInput cosines = stored("cos", formats::float32, {rope.positions, rope.size / 2}, cos);
  DrawnInput sines = stored("sin", formats::float32, {rope.positions, rope.size / 2}, sin);
  const Moves turned{0, true, !is_near_an_end(c.data)};
  cosines.input.moves = sines.input.moves = {.rows = 0};
  x.input.moves = turned;
  ArrayProblem p;
  p.outputs.push_back({"y", &format_of(c.out), x.input.shape,
                       operators::rope(rope, x.values, cosines.values, sines.values), turned});
  p.inputs = {std::move(x.input), std::move(cosines.input), std::move(sines.input)};
  p.sizes = {{"positions", rope.positions},
             {"heads", rope.heads},
             {"size", rope.size},
             {"interleaved", rope.interleaved}};
  p.work = std::uint64_t(rope.positions * rope.heads * rope.size);
  p.one_answer = c.data == cases::Data::grid;
  return p;
}

}  // namespace

ArrayOperator rope_operator() {
  return {"rope", kKeys, {"bf16", "f16", "f32"}, shape, make, 2};
}

}  // namespace lockstep::problems
