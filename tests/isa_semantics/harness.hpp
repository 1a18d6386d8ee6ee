// What a row must do, written down by hand from the ISA text, and the check that it does.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "emulator/isa/semantics.hpp"

namespace lockstep::tests {

inline std::uint64_t f(float x) {
  return std::bit_cast<std::uint32_t>(x);
}
inline std::uint64_t d(double x) {
  return std::bit_cast<std::uint64_t>(x);
}

inline constexpr std::uint32_t kIeeeMode = 1u << 9, kF16Overflow = 1u << 23;

/// One lane of a vector row. Operands are register bits, in assembly order.
struct VectorCase {
  std::string_view mnemonic;
  std::vector<std::uint64_t> sources;
  std::uint64_t result = 0;
  std::uint64_t old_value = 0;
  bool carry_in = false;
  std::optional<bool> mask_bit = std::nullopt;
  std::uint32_t mode_bits = 0;
  std::uint8_t truth_table = 0;
  int lane_index = 5;
  std::uint8_t archs = isa::kCdna34;

  VectorCase old(std::uint64_t bits) const {
    return with([&](VectorCase& c) { c.old_value = bits; });
  }
  VectorCase carry() const {
    return with([](VectorCase& c) { c.carry_in = true; });
  }
  VectorCase mask(bool bit) const {
    return with([&](VectorCase& c) { c.mask_bit = bit; });
  }
  VectorCase mode(std::uint32_t bits) const {
    return with([&](VectorCase& c) { c.mode_bits = bits; });
  }
  VectorCase table(std::uint8_t bits) const {
    return with([&](VectorCase& c) { c.truth_table = bits; });
  }
  VectorCase on(std::uint8_t only) const {
    return with([&](VectorCase& c) { c.archs = only; });
  }
  VectorCase lane(int index) const {
    return with([&](VectorCase& c) { c.lane_index = index; });
  }

  template <typename Change>
  VectorCase with(const Change& change) const {
    VectorCase copy = *this;
    change(copy);
    return copy;
  }
};
inline VectorCase v(std::string_view mnemonic, std::initializer_list<std::uint64_t> sources,
                    std::uint64_t result) {
  return {.mnemonic = mnemonic, .sources = sources, .result = result};
}

struct ScalarCase {
  std::string_view mnemonic;
  std::vector<std::uint64_t> sources;
  std::optional<std::uint64_t> result;  ///< absent: the destination keeps its value, or there is none
  std::uint64_t old_value = 0;
  bool scc_in = false;
  std::optional<bool> scc_out = std::nullopt;
  std::uint64_t exec_in = 0;
  std::optional<std::uint64_t> exec_out = std::nullopt;

  ScalarCase old(std::uint64_t bits) const {
    return with([&](ScalarCase& c) { c.old_value = bits; });
  }
  ScalarCase with_scc() const {
    return with([](ScalarCase& c) { c.scc_in = true; });
  }
  ScalarCase scc(bool bit) const {
    return with([&](ScalarCase& c) { c.scc_out = bit; });
  }
  ScalarCase exec(std::uint64_t before, std::uint64_t after) const {
    return with([&](ScalarCase& c) { c.exec_in = before, c.exec_out = after, c.scc_out = after != 0; });
  }

  template <typename Change>
  ScalarCase with(const Change& change) const {
    ScalarCase copy = *this;
    change(copy);
    return copy;
  }
};
inline ScalarCase s(std::string_view mnemonic, std::initializer_list<std::uint64_t> sources,
                    std::optional<std::uint64_t> result = std::nullopt) {
  return {.mnemonic = mnemonic, .sources = sources, .result = result};
}

/// Registers for 64 lanes of a row's operands.
struct LaneRegisters {
  std::array<std::array<isa::Lanes, 2>, 3> sources{};
  std::array<isa::Lanes, 2> old{};
  std::array<isa::Lanes, 2> destination{};
  std::uint64_t carry = 0, mask = 0;
  std::uint32_t mode = 0;
  std::uint8_t bitop3 = 0;

  void evaluate(const isa::VectorAlu& row);
  std::uint64_t result(int lane) const {
    return destination[0][lane] | std::uint64_t{destination[1][lane]} << 32;
  }
  bool operator==(const LaneRegisters&) const = default;
};

/// What is wrong with the row; empty when nothing is.
std::string check(const isa::VectorAlu& row, const VectorCase& expected);
std::string check(const isa::ScalarAlu& row, const ScalarCase& expected);

LaneRegisters random_registers(std::mt19937& random);
/// 64 lanes at once against one lane at a time: the lane's operands in every lane, its own result read back.
bool lanes_agree(const isa::VectorAlu& row, LaneRegisters registers);

template <typename Visit>
void each_vector_row(const Visit& visit) {
  for (const auto table : isa::tables()) {
    for (const isa::Semantics& row : table) {
      if (const auto* alu = std::get_if<isa::VectorAlu>(&row.operation)) visit(row, *alu);
    }
  }
}

std::vector<VectorCase> integer_cases();
std::vector<VectorCase> float_cases();
std::vector<VectorCase> packed_cases();
std::vector<VectorCase> conversion_cases();
std::vector<VectorCase> scaled_cases();
std::vector<VectorCase> compare_cases(const isa::Semantics& row);  ///< empty: not a comparison by its name
std::vector<ScalarCase> scalar_cases();
std::set<std::string_view> block_cases();  ///< mnemonics that block_conversions.cpp holds to the formats

/// All of a row's expectations.
std::vector<VectorCase> vector_cases(const isa::Semantics& row);

}  // namespace lockstep::tests
