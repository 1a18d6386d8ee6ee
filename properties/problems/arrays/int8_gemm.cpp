// D = A B^T of whole numbers: one right answer, modulo 2^32.
#include <algorithm>

#include "host/random.hpp"
#include "properties/problems/arrays/array_problem.hpp"

namespace lockstep::problems {

namespace {

using cases::Case;
using cases::Data;
using cases::Draw;

constexpr cases::FlagKey kATransposed{"a_columns", "1: A lies as [k, m] in memory, else [m, k]"};
constexpr cases::FlagKey kBTransposed{"b_columns", "1: B lies as [k, n] in memory, else [n, k]"};
constexpr const cases::Key* kKeys[] = {&kATransposed, &kBTransposed};

// The codes of int8 are bytes: nothing asks what number one stands for.
const formats::Format kInt8{"int8", 8, 1, 7, -6, false, formats::Specials::finite};

void shape(Draw& draw, Case& c) {
  c.m = {std::int32_t(drawn_size(draw, 150))};
  c.n = drawn_size(draw, 150);
  c.k = drawn_size(draw, 400);
  c.options.set(kATransposed, draw.chance(50));
  c.options.set(kBTransposed, draw.chance(50));
}

int number(const Case& c, std::uint64_t seed, std::int64_t row, std::int64_t at) {
  const std::uint64_t draw = host::hash(seed, std::uint64_t(row * c.k + at));
  switch (c.data) {
    case Data::grid:
    case Data::subnormal:
      return int(draw % 9) - 4;
    case Data::zero:
      return draw % 10 < 7 ? 0 : int(draw >> 8 & 0xFF) - 128;
    case Data::one_hot:
      return std::int64_t(host::hash(seed ^ 0x0E, std::uint64_t(row)) % std::uint64_t(c.k)) == at
                 ? int(draw >> 8 & 0xFF) - 128
                 : 0;
    case Data::codes:
    case Data::edges:
      return (draw & 1) != 0 ? 127 : -128;
    case Data::cancelling:
    case Data::opposed:
    case Data::nan:
    case Data::full:
      break;
  }
  return int(draw >> 8 & 0xFF) - 128;
}

struct Matrix {
  ArrayInput input;
  std::vector<int> rows;  ///< [rows][k]
};

Matrix matrix(const Case& c, std::uint64_t stream, const std::string& name, std::int64_t rows,
              bool transposed) {
  const std::uint64_t seed = host::hash(c.seed, 0x18'0000u + stream);
  Matrix all{{name, &kInt8, {rows, c.k}, std::vector<std::uint8_t>(std::size_t(rows * c.k))}, {}};
  if (transposed) std::swap(all.input.shape[0], all.input.shape[1]);
  for (std::int64_t r = 0; r < rows; ++r)
    for (std::int64_t e = 0; e < c.k; ++e) {
      const int value = number(c, seed, r, e);
      all.rows.push_back(value);
      all.input.bytes[std::size_t(transposed ? e * rows + r : r * c.k + e)] = std::uint8_t(value);
    }
  return all;
}

tl::expected<ArrayProblem, std::string> make(const Case& c) {
  if (c.m.size() != 1) return tl::unexpected<std::string>("m: one number, of rows, is expected");
  const std::int64_t m = c.m[0];
  Matrix a = matrix(c, 0, "a", m, c.options[kATransposed]),
         b = matrix(c, 1, "b", c.n, c.options[kBTransposed]);
  operators::Answer d;
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < c.n; ++j) {
      std::int64_t sum = 0;
      for (std::int64_t e = 0; e < c.k; ++e)
        sum += std::int64_t{a.rows[std::size_t(i * c.k + e)]} * b.rows[std::size_t(j * c.k + e)];
      d.add(double(std::uint32_t(sum)), 0);
    }
  // Whole numbers: whatever the order, nothing depends on the place of a row.
  a.input.moves.rows = std::int8_t(c.options[kATransposed] ? 1 : 0);
  ArrayProblem p;
  p.inputs = {std::move(a.input), std::move(b.input)};
  p.outputs.push_back({"d", &kInt32, {m, c.n}, std::move(d), {.rows = 0}});
  p.sizes = {{"m", m},
             {"n", c.n},
             {"k", c.k},
             {"a_columns", c.options[kATransposed]},
             {"b_columns", c.options[kBTransposed]}};
  p.work = std::uint64_t(m * c.n * c.k);
  p.one_answer = true;
  return p;
}

}  // namespace

ArrayOperator int8_gemm_operator() {
  return {"int8_gemm", kKeys, {"i32"}, shape, make};
}

}  // namespace lockstep::problems
