// A multiplication between registers is the one between matrices, element by element where the lane map says.
#include <bit>
#include <cmath>
#include <memory>
#include <random>

#include "emulator/arithmetic/matrix/fast/multiplication.hpp"
#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"
#include "host/simd_levels.hpp"
#include "tests/catch.hpp"
#include "tests/matrix/draw.hpp"

using namespace lockstep;
using matrix::Shape;

namespace {

struct Operand {
  std::vector<std::uint8_t> codes, scales, lane_scales;
  std::unique_ptr<matrix::DecodedOperand> decoded = std::make_unique<matrix::DecodedOperand>();

  Operand(std::mt19937_64& random, Shape shape, const formats::Format& format, int least, int most)
      : codes(matrix::kOperandElements), scales(matrix::kOperandScales), lane_scales(64) {
    for (std::uint8_t& code : codes) code = std::uint8_t(random() & format.code_mask());
    for (int i = 0; i < shape.m; ++i)
      for (int block = 0; block < shape.blocks(); ++block) {
        const auto scale = std::uint8_t(least + int(random() % std::uint64_t(most - least + 1)));
        scales[std::size_t(i * shape.blocks() + block)] = scale;
        lane_scales[std::size_t(matrix::scale_lane(shape, i, block))] = scale;
      }
  }
};

std::vector<std::uint32_t> bits(const std::vector<float>& values) {
  std::vector<std::uint32_t> all;
  for (const float x : values) all.push_back(std::bit_cast<std::uint32_t>(x));
  return all;
}

struct Range {
  int least, most;
};

void check(host::SimdLevel level, const matrix::Model& model, Shape shape, const formats::Format& a_format,
           const formats::Format& b_format, Range scales, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Operand a(random, shape, a_format, scales.least, scales.most),
      b(random, shape, b_format, scales.least, scales.most);
  const auto size = std::size_t(shape.m * shape.n);
  std::vector<float> c(size), expected(size), in_order(size), wanted(size);
  for (float& x : c) x = std::ldexp(float(std::int32_t(random())), int(random() % 40) - 40);
  const auto place = [&](std::size_t row, std::size_t column) {
    const matrix::RegisterLane at = matrix::accumulator_place(shape, int(row), int(column));
    return std::size_t(at.reg * matrix::kLanes + at.lane);
  };
  const matrix::Multiplication multiply(level, model, shape, a_format, b_format);
  multiply({&a_format, a.codes.data(), a.scales.data()}, {&b_format, b.codes.data(), b.scales.data()},
           c.data(), expected.data());
  const auto n = std::size_t(shape.n);
  for (std::size_t i = 0; i < size; ++i) {
    in_order[place(i / n, i % n)] = c[i];
    wanted[place(i / n, i % n)] = expected[i];
  }
  const auto decode = [&](matrix::Side side, const formats::Format& format, Operand& o) {
    matrix::decode(level, multiply.decoding(), shape, side, {&format, o.codes.data(), nullptr}, *o.decoded);
    const bool decoded = multiply.decoding() != matrix::Decoding::none;
    return matrix::Operand{&format, multiply.needs_codes() ? o.codes.data() : nullptr, o.lane_scales.data(),
                           decoded ? o.decoded.get() : nullptr};
  };
  const matrix::Operand left = decode(matrix::Side::rows, a_format, a),
                        right = decode(matrix::Side::columns, b_format, b);
  std::vector<float> apart(size);
  multiply.in_registers(left, right, in_order.data(), apart.data());
  CAPTURE(int(level), model.name, shape.k, a_format.name, b_format.name, scales.least, scales.most);
  REQUIRE(bits(apart) == bits(wanted));
  multiply.in_registers(left, right, in_order.data(), in_order.data());
  REQUIRE(bits(in_order) == bits(wanted));
}

}  // namespace

TEST_CASE("a multiplication between registers is that between matrices, under every model") {
  std::uint64_t seed = 0;
  for (const matrix::Model& model : matrix::models(arch::kDefault))
    for (const Shape shape : {matrix::k16x16x128, matrix::k32x32x64})
      for (int a = 0; a < matrix::kOperandFormats; ++a)
        for (int b = 0; b < matrix::kOperandFormats; ++b)
          for (const Range scales : {Range{112, 142}, Range{0, 255}})
            for (const host::SimdLevel level : host::simd_levels())
              check(level, model, shape, *matrix::operand_format(a), *matrix::operand_format(b), scales,
                    ++seed);
}
