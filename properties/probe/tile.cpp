#include "tile.hpp"

#include <bit>
#include <cstring>

#include "emulator/matrix/lane_map.hpp"

namespace lockstep::probe {

namespace {

using matrix::kLanes;
using matrix::Shape;

constexpr std::size_t kOperandBytes = 32;  // per lane, in memory; narrow formats leave the rest unused

void fill_scales(const Shape& shape, const Scales& one, std::vector<std::uint8_t>& all) {
  for (int row = 0; row < shape.m; ++row)
    for (int block = 0; block < shape.blocks(); ++block) all.push_back(one[std::size_t(block)]);
}

// Elements of up to 8 bits may straddle bytes.
void place(std::byte* lane, int bit, std::uint8_t code) {
  const unsigned shifted = unsigned(code) << (bit % 8);
  lane[bit / 8] |= std::byte(shifted);
  if (shifted > 0xFF) lane[bit / 8 + 1] |= std::byte(shifted >> 8);
}

void place_operand(const Shape& shape, const formats::Format& format, const std::vector<std::uint8_t>& codes,
                   std::byte* lanes) {
  for (int row = 0; row < shape.m; ++row)
    for (int k = 0; k < shape.k; ++k) {
      const matrix::RegisterBit at = matrix::operand_place(shape, format, row, k);
      place(lanes + std::size_t(at.lane) * kOperandBytes, at.bit, codes[std::size_t(row * shape.k + k)]);
    }
}

void place_scales(const Shape& shape, const std::vector<std::uint8_t>& scales, std::byte* lanes) {
  for (int row = 0; row < shape.m; ++row)
    for (int block = 0; block < shape.blocks(); ++block)
      lanes[matrix::scale_lane(shape, row, block) * 4] =
          std::byte(scales[std::size_t(row * shape.blocks() + block)]);
}

std::size_t accumulator_offset(const Shape& shape, int row, int col) {
  const matrix::RegisterLane at = matrix::accumulator_place(shape, row, col);
  return std::size_t(at.lane * matrix::accumulator_registers(shape) + at.reg) * 4;
}

}  // namespace

Tile::Tile(const Instruction& instruction, const Probe& probe) {
  const Shape& shape = instruction.shape;
  a.resize(std::size_t(shape.m * shape.k));
  b = a;
  for (const Term& t : probe.terms)
    for (int row = 0; row < shape.m; ++row) {
      a[std::size_t(row * shape.k + t.k)] = t.a;
      b[std::size_t(row * shape.k + t.k)] = t.b;
    }
  fill_scales(shape, probe.scale_a, scale_a);
  fill_scales(shape, probe.scale_b, scale_b);
  c.assign(std::size_t(shape.m * shape.n), std::bit_cast<float>(probe.c));
}

std::vector<devices::Buffer> buffers(const Instruction& instruction, std::span<const Probe* const> probes) {
  const Shape& shape = instruction.shape;
  const std::size_t operand = kLanes * kOperandBytes, scale = kLanes * 4,
                    accumulator = std::size_t(shape.m * shape.n) * 4;
  const auto buffer = [&](std::string_view name, std::size_t bytes) {
    return devices::Buffer{name, std::vector<std::byte>(bytes * probes.size())};
  };
  std::vector<devices::Buffer> all{buffer("d", accumulator), buffer("a", operand),
                                   buffer("b", operand),     buffer("c", accumulator),
                                   buffer("scale_a", scale), buffer("scale_b", scale)};
  all[0].written = true;
  for (std::size_t i = 0; i < probes.size(); ++i) {
    const Tile tile(instruction, *probes[i]);
    place_operand(shape, *probes[i]->format, tile.a, &all[1].bytes[i * operand]);
    place_operand(shape, *probes[i]->format, tile.b, &all[2].bytes[i * operand]);
    place_scales(shape, tile.scale_a, &all[4].bytes[i * scale]);
    place_scales(shape, tile.scale_b, &all[5].bytes[i * scale]);
    for (int row = 0; row < shape.m; ++row)
      for (int col = 0; col < shape.n; ++col)
        std::memcpy(&all[3].bytes[i * accumulator + accumulator_offset(shape, row, col)], &probes[i]->c, 4);
  }
  return all;
}

std::vector<std::optional<std::uint32_t>> results(const Instruction& instruction, const devices::Buffer& d) {
  const std::size_t elements = std::size_t(instruction.shape.m * instruction.shape.n);
  std::vector<std::optional<std::uint32_t>> all;
  for (std::size_t first = 0; first < d.bytes.size(); first += elements * 4) {
    std::vector<std::uint32_t> bits(elements);
    std::memcpy(bits.data(), &d.bytes[first], elements * 4);
    bool same = true;
    for (const std::uint32_t x : bits) same &= x == bits[0];
    all.push_back(same ? std::optional(bits[0]) : std::nullopt);
  }
  return all;
}

}  // namespace lockstep::probe
