#include "tests/isa_semantics/harness.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace lockstep::tests {
namespace {

template <std::size_t kCount>
std::size_t source_count(const std::array<isa::Type, kCount>& types) {
  return static_cast<std::size_t>(
      std::ranges::count_if(types, [](isa::Type t) { return t != isa::Type::none; }));
}

// Special values often, any bits else.
std::uint32_t draw(std::mt19937& random) {
  static constexpr std::array<std::uint32_t, 16> kEdges{
      0,          1,          0x80000000, 0xFFFFFFFF, 0x7FFFFFFF, 0x7F800000, 0xFF800000, 0x7FC00000,
      0x7F800001, 0x007FFFFF, 0x3F800000, 0xBF800000, 0x7C003C00, 0x7E010001, 31,         32};
  const std::uint32_t bits = static_cast<std::uint32_t>(random());
  return bits % 4 == 0 ? kEdges[bits / 4 % kEdges.size()] : bits;
}

LaneRegisters broadcast(const LaneRegisters& registers, std::size_t lane) {
  LaneRegisters copy = registers;
  for (auto& source : copy.sources) {
    for (auto& lanes : source) lanes.fill(lanes[lane]);
  }
  for (auto& lanes : copy.old) lanes.fill(lanes[lane]);
  copy.carry = (registers.carry >> lane & 1) != 0 ? ~std::uint64_t{0} : 0;
  return copy;
}

}  // namespace

bool lanes_agree(const isa::VectorAlu& row, LaneRegisters registers) {
  registers.evaluate(row);
  for (int lane = 0; lane < isa::kMaxLanes; ++lane) {
    LaneRegisters alone = broadcast(registers, static_cast<std::size_t>(lane));
    alone.evaluate(row);
    if (alone.result(lane) != registers.result(lane)) return false;
    if (row.writes_mask && (alone.mask >> lane & 1) != (registers.mask >> lane & 1)) return false;
  }
  return true;
}

LaneRegisters random_registers(std::mt19937& random) {
  LaneRegisters registers;
  for (auto& source : registers.sources) {
    for (auto& lanes : source) {
      for (auto& bits : lanes) bits = draw(random);
    }
  }
  for (auto& lanes : registers.old) {
    for (auto& bits : lanes) bits = draw(random);
  }
  registers.carry = std::uint64_t{random()} << 32 | random();
  registers.mode = draw(random) & (kIeeeMode | kF16Overflow);
  registers.bitop3 = static_cast<std::uint8_t>(random());
  return registers;
}

void LaneRegisters::evaluate(const isa::VectorAlu& row) {
  isa::LaneInputs in;
  for (std::size_t i = 0; i < 3; ++i) in.source[i] = {sources[i][0].data(), sources[i][1].data()};
  in.old = {old[0].data(), old[1].data()};
  in.carry = carry;
  in.mode = mode;
  in.bitop3 = bitop3;
  isa::LaneOutputs out;
  out.destination = {destination[0].data(), destination[1].data()};
  row.evaluate(in, out);
  mask = out.mask;
}

std::string check(const isa::VectorAlu& row, const VectorCase& expected) {
  if (expected.sources.size() != source_count(row.source)) return "number of sources";
  if (expected.mask_bit.has_value() != row.writes_mask) return "whether a mask is written";
  LaneRegisters registers;
  const auto lane = static_cast<std::size_t>(expected.lane_index);
  for (std::size_t i = 0; i < expected.sources.size(); ++i) {
    registers.sources[i][0][lane] = static_cast<std::uint32_t>(expected.sources[i]);
    registers.sources[i][1][lane] = static_cast<std::uint32_t>(expected.sources[i] >> 32);
  }
  registers.old[0][lane] = static_cast<std::uint32_t>(expected.old_value);
  registers.old[1][lane] = static_cast<std::uint32_t>(expected.old_value >> 32);
  registers.carry = std::uint64_t{expected.carry_in} << lane;
  registers.mode = expected.mode_bits;
  registers.bitop3 = expected.truth_table;
  registers.evaluate(row);
  const std::uint64_t result = registers.result(expected.lane_index);
  if (result != expected.result) return fmt::format("result {:#x}, expected {:#x}", result, expected.result);
  if (expected.mask_bit && (registers.mask >> lane & 1) != *expected.mask_bit) return "mask bit";
  return {};
}

std::string check(const isa::ScalarAlu& row, const ScalarCase& expected) {
  if (expected.sources.size() != source_count(row.source)) return "number of sources";
  if (expected.scc_out.has_value() != row.writes_scc) return "whether SCC is written";
  if (expected.exec_out.has_value() != row.writes_exec) return "whether EXEC is written";
  isa::ScalarInputs in;
  std::ranges::copy(expected.sources, in.source.begin());
  in.old = expected.old_value;
  in.scc = expected.scc_in;
  in.exec = expected.exec_in;
  isa::ScalarOutputs out;
  row.evaluate(in, out);
  const bool writes = row.destination != isa::Type::none && out.write;
  if (writes != expected.result.has_value()) return "whether the destination is written";
  if (writes && out.destination != *expected.result) {
    return fmt::format("result {:#x}, expected {:#x}", out.destination, *expected.result);
  }
  if (expected.scc_out && out.scc != *expected.scc_out) return "SCC";
  if (expected.exec_out && out.exec != *expected.exec_out) return "EXEC";
  return {};
}

std::vector<VectorCase> vector_cases(const isa::Semantics& row) {
  static const auto by_mnemonic = [] {
    std::map<std::string_view, std::vector<VectorCase>> cases;
    for (const auto& list :
         {integer_cases(), float_cases(), packed_cases(), conversion_cases(), scaled_cases()}) {
      for (const VectorCase& one : list) cases[one.mnemonic].push_back(one);
    }
    return cases;
  }();
  const auto found = by_mnemonic.find(row.mnemonic);
  if (found == by_mnemonic.end()) return compare_cases(row);
  std::vector<VectorCase> cases = found->second;
  std::erase_if(cases, [&](const VectorCase& one) { return (one.archs & row.archs) == 0; });
  return cases;
}

}  // namespace lockstep::tests
