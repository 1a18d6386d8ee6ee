// What a row's definedness promises about the bits that may change when undefined source bits change.
#include <cstdint>
#include <random>
#include <utility>
#include <variant>

#include "tests/catch.hpp"
#include "tests/isa_semantics/harness.hpp"
#include "tests/property.hpp"

namespace lockstep::tests {
namespace {

using isa::Definedness;
using Sources = std::array<std::uint64_t, 3>;

std::uint64_t draw(std::mt19937& random) {
  return std::uint64_t{random()} << 32 | random();
}

struct Trial {
  Sources values, undefined, other;
  std::uint64_t old = 0;
  bool carry = false;
  std::uint8_t bitop3 = 0;
};

std::uint64_t run(const isa::VectorAlu& row, const Trial& trial, const Sources& sources) {
  LaneRegisters registers;
  for (std::size_t i = 0; i < 3; ++i) {
    registers.sources[i][0][0] = static_cast<std::uint32_t>(sources[i]);
    registers.sources[i][1][0] = static_cast<std::uint32_t>(sources[i] >> 32);
  }
  registers.old = {isa::Lanes{static_cast<std::uint32_t>(trial.old)},
                   isa::Lanes{static_cast<std::uint32_t>(trial.old >> 32)}};
  registers.carry = trial.carry;
  registers.bitop3 = trial.bitop3;
  registers.evaluate(row);
  return registers.result(0);
}
std::uint64_t run(const isa::ScalarAlu& row, const Trial& trial, const Sources& sources) {
  isa::ScalarInputs in;
  in.source = {sources[0], sources[1], sources[2]};
  in.old = trial.old;
  in.scc = trial.carry;
  isa::ScalarOutputs out;
  row.evaluate(in, out);
  return out.destination;
}

bool inverts(const isa::VectorAlu&, std::size_t) {
  return false;
}
bool inverts(const isa::ScalarAlu& row, std::size_t source) {
  return (row.inverted >> source & 1) != 0;
}

/// The result bits that the row's definedness lets depend on the undefined bits.
template <typename Alu>
std::uint64_t allowed(const Alu& row, const Trial& trial) {
  const Sources& u = trial.undefined;
  if (row.definedness == Definedness::merges) return u[0] | u[1] | u[2];
  if (row.definedness == Definedness::carries) {
    const std::uint64_t any = u[0] | u[1] | u[2];
    return any | (0 - any);
  }
  if (row.definedness == Definedness::halves) return (u[0] != 0 ? 0xFFFF : 0) | (u[1] != 0 ? 0xFFFF0000 : 0);
  Sources zeros, all_ones;
  for (std::size_t i = 0; i < 3; ++i) {
    zeros[i] = trial.values[i] & ~u[i];
    all_ones[i] = trial.values[i] | u[i];
    if (inverts(row, i)) std::swap(zeros[i], all_ones[i]);
  }
  return run(row, trial, zeros) ^ run(row, trial, all_ones);
}

template <typename Alu>
bool keeps_promise(const Alu& row, std::mt19937& random) {
  if (row.definedness == Definedness::strict) return true;
  Trial trial;
  for (std::size_t i = 0; i < 3; ++i) {
    const bool data =
        i < row.source.size() && (row.selectors >> i & 1) == 0 && row.source[i] != isa::Type::none;
    const std::uint64_t width = data && isa::bits(row.source[i]) == 64 ? ~std::uint64_t{0} : 0xFFFFFFFF;
    trial.values[i] = draw(random) & width;
    trial.undefined[i] = data ? draw(random) & draw(random) & width : 0;
    trial.other[i] = (trial.values[i] & ~trial.undefined[i]) | (draw(random) & trial.undefined[i]);
  }
  trial.old = draw(random);
  trial.carry = random() % 2 != 0;
  trial.bitop3 = static_cast<std::uint8_t>(random());
  const std::uint64_t changed = run(row, trial, trial.values) ^ run(row, trial, trial.other);
  return (changed & ~allowed(row, trial)) == 0;
}

}  // namespace

TEST_CASE("undefined bits reach only the result bits that a row's definedness names") {
  check_property("definedness", [](std::uint32_t seed) {
    std::mt19937 random(seed);
    for (const auto table : isa::tables()) {
      for (const isa::Semantics& row : table) {
        if (const auto* vector = std::get_if<isa::VectorAlu>(&row.operation)) {
          RC_ASSERT(keeps_promise(*vector, random) || !(RC_LOG() << row.mnemonic));
        }
        if (const auto* scalar = std::get_if<isa::ScalarAlu>(&row.operation)) {
          RC_ASSERT(keeps_promise(*scalar, random) || !(RC_LOG() << row.mnemonic));
        }
      }
    }
  });
}

TEST_CASE("an addition that claims to move bits is objected to") {
  isa::VectorAlu row = std::get<isa::VectorAlu>(isa::find("v_add_u32", isa::kGfx950)->operation);
  for (const Definedness claim : {Definedness::moves, Definedness::merges, Definedness::halves}) {
    row.definedness = claim;
    std::mt19937 random(3);
    bool objected = false;
    for (int i = 0; i < 1000; ++i) objected = objected || !keeps_promise(row, random);
    CHECK(objected);
  }
}

TEST_CASE("a high product that claims to carry upwards only is objected to") {
  isa::VectorAlu row = std::get<isa::VectorAlu>(isa::find("v_mul_hi_u32", isa::kGfx950)->operation);
  row.definedness = Definedness::carries;
  std::mt19937 random(3);
  bool objected = false;
  for (int i = 0; i < 1000; ++i) objected = objected || !keeps_promise(row, random);
  CHECK(objected);
}

}  // namespace lockstep::tests
