// ByteMoves must never call a byte a copy that is none: its trials are held against random operands, for
// every row of the tables that says of itself that it only moves or merges bits.
#include "emulator/fingerprints/byte_moves.hpp"

#include <cstring>
#include <string>

#include "emulator/isa/semantics.hpp"
#include "host/random.hpp"
#include "tests/catch.hpp"

namespace lockstep::fingerprint {
namespace {

using isa::Definedness, isa::VectorAlu;

ByteMoves::Evaluate evaluation_of(const VectorAlu& row, bool carry) {
  return [&row, carry](std::span<const OperandBytes> operands, std::span<ResultBytes> results) {
    for (std::size_t t = 0; t < operands.size(); ++t) {
      std::array<isa::Lanes, 8> dwords{};
      for (std::size_t d = 0; d < 8; ++d) std::memcpy(&dwords[d][0], &operands[t][4 * d], 4);
      isa::LaneInputs in;
      for (std::size_t s = 0; s < 3; ++s) in.source[s] = {dwords[2 * s].data(), dwords[2 * s + 1].data()};
      in.old = {dwords[6].data(), dwords[7].data()};
      in.carry = carry ? 1 : 0;
      in.mode = 0xF0;
      in.bitop3 = 0xCA;
      std::array<isa::Lanes, 2> out{};
      isa::LaneOutputs to{{out[0].data(), out[1].data()}, 0};
      row.evaluate(in, to);
      for (std::size_t d = 0; d < 2; ++d) std::memcpy(&results[t][4 * d], &out[d][0], 4);
    }
  };
}

OperandBytes random_bytes(host::Random& random) {
  OperandBytes bytes;
  for (std::uint8_t& b : bytes) b = std::uint8_t(random.next() >> 20);
  return bytes;
}

/// Whether the sources found for the operands hold of other values of the bytes that depend on data.
bool hold(const ByteSources& sources, const OperandBytes& operands, std::uint32_t depends, std::size_t bytes,
          const ByteMoves::Evaluate& evaluate, host::Random& random) {
  std::array<OperandBytes, 2> in{operands, operands};
  for (OperandBytes& o : in)
    for (std::size_t b = 0; b < kOperandBytes; ++b)
      if ((depends >> b & 1) != 0) o[b] = std::uint8_t(random.next() >> 20);
  std::array<ResultBytes, 2> out;
  evaluate(in, out);
  for (std::size_t b = 0; b < bytes; ++b) {
    const int from = sources[b].byte;
    if (from >= 0 && out[0][b] != (in[0][std::size_t(from)] & sources[b].mask)) return false;
    if (from == ByteSource::kKnown && out[0][b] != out[1][b]) return false;
  }
  return true;
}

const VectorAlu& row_of(const char* mnemonic) {
  const isa::Semantics* const found = isa::find(mnemonic, isa::kGfx950);
  REQUIRE(found != nullptr);
  return std::get<VectorAlu>(found->operation);
}

TEST_CASE("bytes that are said to move do, in every row that moves or merges bits") {
  host::Random random(1);
  std::size_t rows = 0, copies = 0, parts = 0;
  for (const auto& table : isa::tables(isa::kEmulated))
    for (const isa::Semantics& s : table) {
      const auto* const row = std::get_if<VectorAlu>(&s.operation);
      if (row == nullptr || row->packed || row->destination == isa::Type::none) continue;
      if (row->definedness != Definedness::moves && row->definedness != Definedness::merges) continue;
      ++rows;
      std::uint32_t may_depend = row->accumulates ? 0xFF00'0000u : 0;
      for (std::size_t n = 0; n < 3; ++n)
        if (row->source[n] != isa::Type::none && (row->selectors >> n & 1) == 0)
          may_depend |= ((1u << isa::bits(row->source[n]) / 8) - 1) << 8 * n;
      INFO(s.mnemonic);
      ByteMoves moves;
      for (int trial = 0; trial < 40; ++trial) {
        OperandBytes operands = random_bytes(random);
        for (std::size_t b = 0; b < kOperandBytes; ++b)  // selectors and masks of whole bytes
          if (random.next() % 2 == 0)
            operands[b] = std::array<std::uint8_t, 4>{0, 0xFF, 8, 4}[random.next() % 4];
        const auto depends = std::uint32_t(random.next()) & may_depend;
        const bool carry = random.next() % 2 == 0;
        const auto evaluate = evaluation_of(*row, carry);
        if (depends == 0) continue;
        const ByteSources& sources = moves.find(carry ? "1" : "0", operands, depends, evaluate);
        const auto bytes = std::size_t(isa::bits(row->destination)) / 8;
        for (std::size_t b = 0; b < bytes; ++b) {
          copies += sources[b].byte >= 0 && sources[b].mask == 0xFF;
          parts += sources[b].byte >= 0 && sources[b].mask != 0xFF;
        }
        for (int again = 0; again < 20; ++again)
          CHECK(hold(sources, operands, depends, bytes, evaluate, random));
      }
    }
  CHECK(rows > 20);
  CHECK(copies > 500);
  CHECK(parts > 100);
}

TEST_CASE("a permutation of bytes is found, and a sum is none") {
  OperandBytes operands{};
  for (std::size_t b = 0; b < 4; ++b) operands[16 + b] = std::array<std::uint8_t, 4>{5, 0, 12, 3}[b];
  constexpr std::uint32_t kBoth = 0x0F0F;
  ByteMoves moves;
  const ByteSources& sources = moves.find("", operands, kBoth, evaluation_of(row_of("v_perm_b32"), false));
  // A selector of 0 to 3 takes a byte of source 1, of 4 to 7 one of source 0; 12 is the constant 0.
  CHECK(sources[0].byte == 1);
  CHECK(sources[1].byte == 8);
  CHECK(sources[2].byte == ByteSource::kKnown);
  CHECK(sources[3].byte == 11);

  // Not monotone: with trials for monotone rows a maximum would pass for a copy of one operand.
  ByteMoves others;
  const ByteSources& sum = others.find("", {}, 0x0101, evaluation_of(row_of("v_add_u32"), false));
  CHECK(sum[0].byte == ByteSource::kComputed);
}

TEST_CASE("bits of a byte that stay in place are found, and those that move, meet or turn are none") {
  const auto source = [](const char* mnemonic, std::uint32_t other, std::uint32_t depends, std::size_t byte) {
    OperandBytes operands{};
    std::memcpy(&operands[8], &other, sizeof other);
    ByteMoves moves;
    return moves.find("", operands, depends, evaluation_of(row_of(mnemonic), false))[byte];
  };
  constexpr std::uint32_t kFirst = 0x0F, kBoth = 0x0F0F;
  const ByteSource magnitude = source("v_and_b32", 0x7FFF, kFirst, 1);
  CHECK(magnitude.byte == 1);
  CHECK(magnitude.mask == 0x7F);
  CHECK(source("v_and_b32", 0x7FFF, kFirst, 2).byte == ByteSource::kKnown);
  CHECK(source("v_and_b32", 0x7FFF, kBoth, 1).byte == ByteSource::kComputed);  // both depend on data
  CHECK(source("v_or_b32", 0x8000, kFirst, 1).byte == ByteSource::kComputed);
  CHECK(source("v_xor_b32", 0x8000, kFirst, 1).byte == ByteSource::kComputed);
}

TEST_CASE("of one byte all values decide: times 0x01010101 it is there four times") {
  OperandBytes operands{};
  for (std::size_t b = 0; b < 4; ++b) operands[8 + b] = 1;
  ByteMoves moves;
  const ByteSources& sources = moves.find("", operands, 1, evaluation_of(row_of("v_mul_lo_u32"), false));
  for (std::size_t b = 0; b < 4; ++b) CHECK(sources[b].byte == 0);
  operands[8] = 3;  // a byte times 3 is no copy, although many values of it are below 256
  const ByteSources& tripled = moves.find("", operands, 1, evaluation_of(row_of("v_mul_lo_u32"), false));
  CHECK(tripled[0].byte == ByteSource::kComputed);
  CHECK_FALSE(ByteMoves::decides(false, 3));
}

}  // namespace
}  // namespace lockstep::fingerprint
