// The dense GEMM of anybody's kernel against rationals.
#include "reference/operators/scaled_gemm.hpp"

#include <cmath>
#include <random>

#include <gmpxx.h>

#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using namespace operators;

ScaledOperand drawn(const formats::Format& f, std::int64_t rows, std::int64_t k, std::int64_t scale_rows,
                    std::int64_t scale_k, std::mt19937_64& random) {
  ScaledOperand o{&f, rows, {}, scale_rows, scale_k, {}};
  while (std::int64_t(o.codes.size()) < rows * k) {
    const auto code = std::uint32_t(random() & f.code_mask());
    if (std::isfinite(formats::to_double(f, code))) o.codes.push_back(code);
  }
  const std::int64_t scales = (rows + scale_rows - 1) / scale_rows * ((k + scale_k - 1) / scale_k);
  for (std::int64_t i = 0; scale_k > 0 && i < scales; ++i)
    o.scales.push_back(std::ldexp(double(float(random() % 4097) / 4096 - 0.5f), int(random() % 40) - 20));
  return o;
}

mpq_class value(const ScaledOperand& o, std::int64_t row, std::int64_t p, std::int64_t k) {
  const std::int64_t across = (k + o.scale_k - 1) / o.scale_k;
  const mpq_class x(formats::to_double(*o.format, o.codes[std::size_t(row * k + p)]));
  return x * mpq_class(o.scales[std::size_t(row / o.scale_rows * across + p / o.scale_k)]);
}

TEST_CASE("scaled gemm: values are within what double loses, magnitudes bound the sum of the products") {
  std::mt19937_64 random(7);
  for (const formats::Format* f : {&formats::float8_e4m3fn, &formats::float4_e2m1fn, &formats::float6_e3m2fn,
                                   &formats::bfloat16, &formats::float16, &formats::float8_e5m2fnuz})
    for (int turn = 0; turn < 4; ++turn) {
      CAPTURE(f->name, turn);
      const std::int64_t m = 5, n = 7, k = 70 + turn;
      const ScaledGemm p{m, n, k, drawn(*f, m, k, 2, 32, random), drawn(*f, n, k, 3, 17, random)};
      const ExactOutput e = operators::exact(p);
      REQUIRE(e.value.size() == std::size_t(m * n));
      for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t j = 0; j < n; ++j) {
          mpq_class sum = 0, magnitude = 0;
          for (std::int64_t q = 0; q < k; ++q) {
            const mpq_class product = value(p.a, i, q, k) * value(p.b, j, q, k);
            sum += product;
            magnitude += abs(product);
          }
          const auto at = std::size_t(i * n + j);
          CHECK(abs(mpq_class(e.value[at]) - sum) <= mpq_class(exact_error(k)) * magnitude);
          CHECK(mpq_class(e.magnitude[at]) >= magnitude);
        }
    }
}

TEST_CASE("scaled gemm: subnormal operands weigh as much as the smallest normal") {
  const auto one = [](const formats::Format& f, std::uint32_t code) {
    return ScaledOperand{&f, 1, {code}, 1, 1, {}};
  };
  const ExactOutput e =
      operators::exact({1, 1, 1, one(formats::float8_e4m3fn, 1), one(formats::float8_e4m3fn, 0xB8)});
  CHECK(e.value[0] == -0x1p-9);
  CHECK(e.magnitude[0] >= 0x1p-6);
  CHECK(e.magnitude[0] < 0x1.01p-6);
}

TEST_CASE("scaled gemm: NaN and infinities follow IEEE 754") {
  const auto row = [](std::vector<std::uint32_t> codes) {
    return ScaledOperand{&formats::float8_e5m2, 1, std::move(codes), 1, 1, {}};
  };
  const auto product = [&](std::uint32_t x, std::uint32_t y) {
    return operators::exact({1, 1, 2, row({0x3C, x}), row({0x3C, y})}).value[0];
  };
  CHECK(product(0x7C, 0x3C) == HUGE_VAL);
  CHECK(product(0x7C, 0xBC) == -HUGE_VAL);
  CHECK(std::isnan(product(0x7C, 0)));
  CHECK(std::isnan(product(0x7F, 0x3C)));
}

}  // namespace
}  // namespace lockstep::tests
