#include "emulator/arithmetic/matrix/layouts/lane_map.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "emulator/arithmetic/matrix/fast/gather.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using matrix::k16x16x128;
using matrix::k32x32x64;
using matrix::Shape;

namespace {

using Registers = std::vector<std::vector<std::uint32_t>>;

std::vector<float> random_floats(int count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<float> all(static_cast<std::size_t>(count));
  for (float& x : all) x = float(std::int64_t(random() >> 20));
  return all;
}

Registers random_registers(int count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Registers registers(std::size_t(count), std::vector<std::uint32_t>(64));
  for (auto& reg : registers)
    for (auto& lane : reg) lane = std::uint32_t(random());
  return registers;
}

template <typename Pointer>
std::vector<Pointer> pointers(Registers& registers) {
  std::vector<Pointer> all;
  for (auto& reg : registers) all.push_back(reg.data());
  return all;
}

std::uint8_t read_bits(const Registers& registers, matrix::RegisterBit at, int bits) {
  int code = 0;
  for (int i = 0; i < bits; ++i) {
    const int bit = at.bit + i;
    code |= int(registers[std::size_t(bit / 32)][std::size_t(at.lane)] >> bit % 32 & 1) << i;
  }
  return std::uint8_t(code);
}

// Whether gather_operand takes every element from where `place` says it lies.
template <typename Place>
bool gather_follows(Shape shape, const formats::Format& format, const Place& place) {
  Registers registers = random_registers(matrix::operand_registers(format), 7);
  std::vector<std::uint8_t> codes(matrix::kOperandElements);
  matrix::gather_operand(shape, format, pointers<const std::uint32_t*>(registers).data(), codes.data());
  for (int index = 0; index < shape.m; ++index)
    for (int k = 0; k < shape.k; ++k)
      if (codes[std::size_t(index * shape.k + k)] !=
          read_bits(registers, place(shape, format, index, k), format.bits))
        return false;
  return true;
}

}  // namespace

TEST_CASE("operand places and their inverse cover every register bit once") {
  for (const Shape shape : {k16x16x128, k32x32x64})
    for (int selector = 0; selector < matrix::kOperandFormats; ++selector) {
      const formats::Format& format = *matrix::operand_format(selector);
      std::set<std::pair<int, int>> seen;
      for (int index = 0; index < shape.m; ++index)
        for (int k = 0; k < shape.k; ++k) {
          const matrix::RegisterBit at = matrix::operand_place(shape, format, index, k);
          REQUIRE((at.lane >= 0 && at.lane < 64));
          REQUIRE((at.bit >= 0 && at.bit + format.bits <= 32 * matrix::operand_registers(format)));
          REQUIRE(at.bit % format.bits == 0);
          REQUIRE(matrix::operand_element(shape, format, at) == matrix::OperandElement{index, k});
          seen.emplace(at.lane, at.bit);
        }
      CHECK(seen.size() == 2048);
    }
}

TEST_CASE("operand places at hand-picked elements") {
  using matrix::RegisterBit;
  const auto place = matrix::operand_place;
  const auto& fp8 = formats::float8_e4m3fn;
  const auto& fp6 = formats::float6_e3m2fn;
  const auto& fp4 = formats::float4_e2m1fn;
  // 8 bits, four groups: 16 consecutive k per lane, the second turn 64 later.
  CHECK(place(k16x16x128, fp8, 0, 0) == RegisterBit{0, 0});
  CHECK(place(k16x16x128, fp8, 5, 15) == RegisterBit{5, 8 * 15});
  CHECK(place(k16x16x128, fp8, 5, 16) == RegisterBit{16 + 5, 0});
  CHECK(place(k16x16x128, fp8, 5, 63) == RegisterBit{48 + 5, 8 * 15});
  CHECK(place(k16x16x128, fp8, 5, 64) == RegisterBit{5, 8 * 16});
  CHECK(place(k16x16x128, fp8, 15, 127) == RegisterBit{63, 8 * 31});
  // 8 bits, two groups: the second turn 32 later.
  CHECK(place(k32x32x64, fp8, 9, 16) == RegisterBit{32 + 9, 0});
  CHECK(place(k32x32x64, fp8, 9, 32) == RegisterBit{9, 8 * 16});
  CHECK(place(k32x32x64, fp8, 31, 63) == RegisterBit{63, 8 * 31});
  // 6 and 4 bits: 32 consecutive k per lane.
  CHECK(place(k16x16x128, fp6, 3, 5) == RegisterBit{3, 30});  // straddles two registers
  CHECK(place(k16x16x128, fp6, 3, 33) == RegisterBit{16 + 3, 6});
  CHECK(place(k16x16x128, fp4, 3, 31) == RegisterBit{3, 124});
  CHECK(place(k16x16x128, fp4, 3, 64) == RegisterBit{32 + 3, 0});
  CHECK(place(k32x32x64, fp4, 30, 32) == RegisterBit{62, 0});
}

TEST_CASE("gathering an operand follows the map") {
  for (const Shape shape : {k16x16x128, k32x32x64})
    for (int selector = 0; selector < matrix::kOperandFormats; ++selector)
      CHECK(gather_follows(shape, *matrix::operand_format(selector), matrix::operand_place));
}

TEST_CASE("a map with its chunks dealt wrongly is caught") {
  const auto contiguous = [](Shape shape, const formats::Format& format, int index, int k) {
    return matrix::RegisterBit{shape.m * (k / 32) + index, format.bits * (k % 32)};
  };
  const auto swapped = [](Shape shape, const formats::Format& format, int index, int k) {
    return matrix::operand_place(shape, format, index, k ^ 16);
  };
  for (const Shape shape : {k16x16x128, k32x32x64}) {
    CHECK_FALSE(gather_follows(shape, formats::float8_e4m3fn, contiguous));
    for (int selector = 0; selector < matrix::kOperandFormats; ++selector)
      CHECK_FALSE(gather_follows(shape, *matrix::operand_format(selector), swapped));
  }
}

TEST_CASE("scales lie in the lane group of their block") {
  CHECK(matrix::scale_lane(k16x16x128, 5, 0) == 5);
  CHECK(matrix::scale_lane(k16x16x128, 5, 3) == 48 + 5);
  CHECK(matrix::scale_lane(k32x32x64, 31, 1) == 63);
  std::mt19937_64 random(3);
  for (const Shape shape : {k16x16x128, k32x32x64}) {
    std::vector<std::uint32_t> lanes(64);
    for (auto& lane : lanes) lane = std::uint32_t(random());
    std::set<int> seen;
    for (int byte = 0; byte < 4; ++byte) {
      std::vector<std::uint8_t> scales(matrix::kOperandScales);
      matrix::gather_scales(lanes.data(), byte, scales.data());
      for (int index = 0; index < shape.m; ++index)
        for (int block = 0; block < shape.blocks(); ++block) {
          const int lane = matrix::scale_lane(shape, index, block);
          seen.insert(lane);
          REQUIRE(matrix::scale_element(shape, lane) == matrix::ScaleElement{index, block});
          std::uint8_t bytes[4];
          std::memcpy(bytes, &lanes[std::size_t(lane)], 4);
          REQUIRE(scales[std::size_t(block * shape.m + index)] == bytes[byte]);
        }
    }
    CHECK(seen.size() == 64);
  }
}

TEST_CASE("accumulators: places, inverse, gather and scatter") {
  using matrix::RegisterLane;
  CHECK(matrix::accumulator_registers(k16x16x128) == 4);
  CHECK(matrix::accumulator_registers(k32x32x64) == 16);
  CHECK(matrix::accumulator_place(k16x16x128, 6, 9) == RegisterLane{2, 16 + 9});
  CHECK(matrix::accumulator_place(k16x16x128, 15, 0) == RegisterLane{3, 48});
  CHECK(matrix::accumulator_place(k32x32x64, 3, 31) == RegisterLane{3, 31});
  CHECK(matrix::accumulator_place(k32x32x64, 4, 2) == RegisterLane{0, 32 + 2});
  CHECK(matrix::accumulator_place(k32x32x64, 9, 2) == RegisterLane{5, 2});
  CHECK(matrix::accumulator_place(k32x32x64, 30, 2) == RegisterLane{14, 32 + 2});
  for (const Shape shape : {k16x16x128, k32x32x64}) {
    const std::vector<float> registers = random_floats(matrix::accumulator_registers(shape) * 64, 11);
    std::vector<float> c(std::size_t(shape.m * shape.n));
    matrix::gather_accumulator(shape, registers.data(), c.data());
    std::set<std::pair<int, int>> seen;
    for (int row = 0; row < shape.m; ++row)
      for (int col = 0; col < shape.n; ++col) {
        const RegisterLane at = matrix::accumulator_place(shape, row, col);
        seen.emplace(at.reg, at.lane);
        REQUIRE(matrix::accumulator_element(shape, at) == matrix::AccumulatorElement{row, col});
        REQUIRE(c[std::size_t(row * shape.n + col)] == registers[std::size_t(at.reg * 64 + at.lane)]);
      }
    CHECK(seen.size() == std::size_t(shape.m * shape.n));
    std::vector<float> back(registers.size());
    matrix::scatter_accumulator(shape, c.data(), back.data());
    CHECK(back == registers);
  }
}
