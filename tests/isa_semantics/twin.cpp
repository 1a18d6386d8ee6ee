// The naive twin of every vector row: 64 lanes at once against one lane at a time.
#include <cstdint>
#include <random>
#include <variant>

#include "host/simd_levels.hpp"
#include "tests/catch.hpp"
#include "tests/isa_semantics/harness.hpp"
#include "tests/property.hpp"

namespace lockstep::tests {
namespace {

/// A row that reads its neighbour's lane.
void shifted(const isa::LaneInputs& in, isa::LaneOutputs& out) {
  for (int lane = 0; lane < isa::kMaxLanes; ++lane) out.destination[0][lane] = in.source[0][0][lane ^ 1];
}

}  // namespace

TEST_CASE("every lane of a vector row stands alone") {
  check_property("lanes", [](std::uint32_t seed) {
    std::mt19937 random(seed);
    const LaneRegisters registers = random_registers(random);
    each_vector_row([&](const isa::Semantics& row, const isa::VectorAlu& alu) {
      RC_ASSERT(lanes_agree(alu, registers) || !(RC_LOG() << row.mnemonic));
    });
  });
}

TEST_CASE("a row that mixes lanes is objected to") {
  std::mt19937 random(1);
  isa::VectorAlu row = std::get<isa::VectorAlu>(isa::find("v_mov_b32", isa::kGfx950)->operation);
  row.evaluate = &shifted;
  CHECK_FALSE(lanes_agree(row, random_registers(random)));
}

// The destination's first dword is one of the source's, and its second the other.
bool may_be_shared(const isa::VectorAlu& row, isa::LaneFunction evaluate, std::size_t source,
                   std::size_t first, const LaneRegisters& before) {
  LaneRegisters apart = before, shared = before;
  apart.evaluate(row);
  isa::LaneInputs in;
  for (std::size_t i = 0; i < 3; ++i)
    in.source[i] = {shared.sources[i][0].data(), shared.sources[i][1].data()};
  in.old = {shared.old[0].data(), shared.old[1].data()};
  in.carry = shared.carry, in.mode = shared.mode, in.bitop3 = shared.bitop3;
  auto& both = source < 3 ? shared.sources[source] : shared.old;
  isa::LaneOutputs out;
  out.destination = {both[first].data(), both[1 - first].data()};
  evaluate(in, out);
  if (row.writes_mask && out.mask != apart.mask) return false;
  if (both[first] != apart.destination[0]) return false;
  return isa::dwords(row.destination) == 1 || both[1 - first] == apart.destination[1];
}

/// Writes a lane before it reads the next.
void overtakes_itself(const isa::LaneInputs& in, isa::LaneOutputs& out) {
  for (int lane = 0; lane < isa::kMaxLanes; ++lane)
    out.destination[0][lane] = lane == 0 ? 0 : in.source[0][0][lane - 1];
}

TEST_CASE("a destination may be a source") {
  std::mt19937 random(2);
  for (int draw = 0; draw < 8; ++draw) {
    const LaneRegisters before = random_registers(random);
    each_vector_row([&](const isa::Semantics& row, const isa::VectorAlu& alu) {
      if (alu.destination == isa::Type::none) return;
      INFO(row.mnemonic);
      for (const host::SimdLevel level : host::simd_levels())
        for (std::size_t source = 0; source < 4; ++source)
          for (const std::size_t first : {0u, 1u})
            CHECK(may_be_shared(alu, alu.by_level.at(level), source, first, before));
    });
  }
  isa::VectorAlu wrong = std::get<isa::VectorAlu>(isa::find("v_mov_b32", isa::kGfx950)->operation);
  wrong.evaluate = &overtakes_itself;
  CHECK_FALSE(may_be_shared(wrong, wrong.evaluate, 0, 0, random_registers(random)));
}

// ---- what is compiled for AVX2 and for AVX-512

bool level_agrees(const isa::VectorAlu& row, host::SimdLevel level, const LaneRegisters& registers) {
  isa::VectorAlu other = row;
  other.evaluate = row.by_level.at(level);
  LaneRegisters base = registers, compiled = registers;
  base.evaluate(row);
  compiled.evaluate(other);
  return base.destination == compiled.destination && base.mask == compiled.mask;
}

TEST_CASE("a row compiled for AVX2 or AVX-512 gives the same bits") {
  for (const host::SimdLevel level : host::simd_levels()) {
    check_property("rows of a level", [&](std::uint32_t seed) {
      std::mt19937 random(seed);
      const LaneRegisters registers = random_registers(random);
      int compared = 0;
      each_vector_row([&](const isa::Semantics& row, const isa::VectorAlu& alu) {
        ++compared;
        RC_ASSERT(level_agrees(alu, level, registers) || !(RC_LOG() << row.mnemonic));
      });
      RC_ASSERT(compared > 300);
    });
    std::mt19937 random(1);
    isa::VectorAlu wrong = std::get<isa::VectorAlu>(isa::find("v_mov_b32", isa::kGfx950)->operation);
    wrong.by_level = isa::LaneFunctions(&shifted);
    CHECK_FALSE(level_agrees(wrong, level, random_registers(random)));
  }
}

}  // namespace lockstep::tests
