// The plain order of a dense GEMM against the declared order of a kernel that is one, and against slow dot
// products.
#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

#include "emulator/arithmetic/accumulation/scaled_gemm.hpp"
#include "emulator/arithmetic/accumulation/tensorwise_gemm.hpp"
#include "emulator/arithmetic/matrix/slow/dot_products_slow.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using operators::ScaledGemm;
using operators::ScaledOperand;

ScaledOperand drawn(const formats::Format& f, std::int64_t rows, std::int64_t k, std::mt19937_64& random) {
  ScaledOperand o{&f, rows, {}, rows, k, {}};
  for (std::int64_t i = 0; i < rows * k; ++i)
    o.codes.push_back(formats::encode_nearest_even(
        f, std::ldexp(double(random() % 2001) - 1000, -int(random() % 12)), formats::Overflow::saturate));
  return o;
}

TEST_CASE("plain order: without scales it is the tensor-wise GEMM's") {
  std::mt19937_64 random(3);
  for (const matrix::Model& model : matrix::models("gfx950")) {
    CAPTURE(model.name);
    const std::int64_t m = 5, n = 9, k = 300;
    const ScaledGemm p{m, n, k, drawn(formats::float8_e4m3fn, m, k, random),
                       drawn(formats::float8_e5m2, n, k, random)};
    operators::TensorwiseGemm t;
    t.m = m;
    t.n = n;
    t.k = k;
    t.group_offs = {0, m};
    t.a = p.a.format;
    t.b = p.b.format;
    t.out = &formats::bfloat16;
    const operators::TensorwiseData data{
        {p.a.codes.begin(), p.a.codes.end()}, {p.b.codes.begin(), p.b.codes.end()}, {}};
    const auto expected = accumulation::expected_bits(model, t, data, 1);
    const auto plain = accumulation::plain_order(model, p, formats::bfloat16);
    REQUIRE(plain.has_value());
    CHECK(std::equal(plain->begin(), plain->end(), expected.begin(), expected.end()));
  }
}

TEST_CASE("plain order: bf16 in steps of the deepest instruction, scales behind each piece") {
  std::mt19937_64 random(4);
  for (const auto& [arch, instruction] :
       {std::pair{"gfx950", "v_mfma_f32_16x16x32_bf16"}, std::pair{"gfx942", "v_mfma_f32_16x16x16_bf16"}})
    for (const matrix::Model& model : matrix::models(arch)) {
      CAPTURE(model.name);
      const std::int64_t m = 2, n = 3, k = 100;
      ScaledGemm p{m, n, k, drawn(formats::bfloat16, m, k, random), drawn(formats::bfloat16, n, k, random)};
      p.a.scale_rows = 1;
      p.a.scale_k = 64;
      p.a.scales = {1.5, -0.25, 3, 1};
      const auto* const i = matrix::find_matrix_instruction(instruction);
      REQUIRE(i != nullptr);
      const auto unit = matrix::unit_of(model, *i);
      REQUIRE(unit.has_value());
      const auto plain = accumulation::plain_order(model, p, formats::float32);
      REQUIRE(plain.has_value());
      for (std::int64_t row = 0; row < m; ++row)
        for (std::int64_t column = 0; column < n; ++column) {
          float sum = 0;
          for (const auto& [first, end] : {std::pair<std::int64_t, std::int64_t>{0, 64}, {64, 100}}) {
            std::uint32_t acc = 0;
            for (std::int64_t at = first; at < end; at += i->k) {
              std::vector<std::uint32_t> a(std::size_t(i->k)), b(a.size());
              for (std::int64_t q = at; q < std::min(at + i->k, end); ++q) {
                a[std::size_t(q - at)] = p.a.codes[std::size_t(row * k + q)];
                b[std::size_t(q - at)] = p.b.codes[std::size_t(column * k + q)];
              }
              matrix::dot_products_slow(
                  *unit, {1, i->k, p.a.format, p.b.format, a.data(), b.data(), &acc, nullptr, nullptr, &acc});
            }
            sum = std::fma(std::bit_cast<float>(acc) * float(p.a.scale(row, first, k)), 1.0f, sum);
          }
          CHECK((*plain)[std::size_t(row * n + column)] == std::bit_cast<std::uint32_t>(sum));
        }
    }
}

TEST_CASE("plain order: formats that no instruction multiplies are refused by name") {
  const auto one = [](const formats::Format& f) { return ScaledOperand{&f, 1, {0}, 1, 1, {}}; };
  const matrix::Model& model = matrix::models("gfx942").front();
  const auto plain = accumulation::plain_order(
      model, {1, 1, 1, one(formats::bfloat16), one(formats::float8_e4m3fnuz)}, formats::float32);
  REQUIRE_FALSE(plain.has_value());
  CHECK(plain.error() ==
        "gfx942 has no 16x16 matrix instruction that multiplies bfloat16 by float8_e4m3fnuz");
}

}  // namespace
}  // namespace lockstep::tests
