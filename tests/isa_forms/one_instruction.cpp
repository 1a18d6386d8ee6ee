// Instructions of gfx1250 one by one: what they do beyond arithmetic on the values of lanes that are on.
#include <fmt/format.h>

#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/roles.hpp"
#include "tests/catch.hpp"
#include "tests/isa_forms/one_wave.hpp"

namespace lockstep::tests {
namespace {

isa::Program one_line(const std::string& line) {
  isa::Program p{arch::find("gfx1250"), isa::WaveWidth::lanes32, 0, {}, {0}};
  p.instructions.push_back(isa::read_line(line, 0, 8));
  isa::bind_semantics(p.instructions.back(), p.arch->instructions);
  return p;
}

/// Why the line stops a wave whose registers are all 0; empty: it does not.
std::string refusal(const std::string& line) {
  OneWave machine("gfx1250", {});
  machine.load(one_line(line));
  const auto stop = machine.execute(0);
  return stop ? fmt::format("{}: {}", findings::name(stop->kind), stop->text) : "";
}

std::string registers(int first, int count) {
  return count == 1 ? fmt::format("v{}", first) : fmt::format("v[{}:{}]", first, first + count - 1);
}

constexpr std::uint32_t kOld = 0x100;
constexpr int kTo = 60, kFrom = 16, kLanes = 32;

/// What v60 holds, from v16, in which each lane has its number; kOld where the lane keeps what it had. With
/// bit 31 set: undefined.
std::vector<std::uint32_t> permuted(const std::string& line, std::uint32_t exec) {
  constexpr std::uint64_t kAll = 0xFFFF'FFFF;
  OneWave machine("gfx1250", {});
  machine.load(one_line(line));
  machine.reset();
  machine::Wave& wave = machine.wave();
  machine::Lanes number{}, old{};
  for (std::uint32_t l = 0; l < kLanes; ++l) number[l] = l, old[l] = kOld;
  wave.vector.write(kFrom, kAll, machine::spread(kAll), number.data(), nullptr);
  wave.vector.write(kTo, kAll, machine::spread(kAll), old.data(), nullptr);
  wave.write_lane_mask(isa::scalar::kExec, {exec, 0});
  REQUIRE_FALSE(machine.go(0));
  const std::uint32_t* const undefined = wave.vector.undefined(kTo);
  std::vector<std::uint32_t> all;
  for (std::size_t l = 0; l < kLanes; ++l)
    all.push_back(undefined != nullptr && undefined[l] != 0 ? 1u << 31 : wave.vector.read(kTo)[l]);
  return all;
}

}  // namespace

TEST_CASE("gfx1250: which scales a conversion of blocks of 16 takes is not known, and none is taken") {
  int rows = 0;
  for (const isa::Semantics& row : isa::gfx1250_convert_rows()) {
    if (!row.mnemonic.starts_with("v_cvt_scale_pk")) continue;
    const auto& block = std::get<isa::BlockConvert>(row.operation);
    for (int select = 0; select < 16; ++select) {
      const std::string line =
          fmt::format("{} {}, {}, v40 scale_sel:{}", row.mnemonic, registers(8, block.destination_dwords),
                      registers(20, block.source_dwords[0]), select);
      INFO(line);
      const std::string refused =
          "unsupported: which scales blocks of 16 have (scale_sel:8 to 15) is not public";
      CHECK(refusal(line) == (select < 8 ? "" : refused));
    }
    ++rows;
  }
  CHECK(rows == 15);
}

TEST_CASE("gfx1250: permutes within groups take something undefined from a lane that is off") {
  constexpr std::uint32_t kExec = 0xFF00FFF7, kUndefined = 1u << 31;  // off: lanes 3 and 16 to 23
  const std::vector<std::uint32_t> bcast = permuted("v_permlane_bcast_b32 v60, v16, 3, 8", kExec),
                                   down = permuted("v_permlane_down_b32 v60, v16, 1, 8", kExec);
  for (std::uint32_t l = 0; l < kLanes; ++l) {
    INFO("lane " << l);
    const bool on = (kExec >> l & 1) != 0;
    CHECK(bcast[l] == (!on ? kOld : l < 8 ? kUndefined : l / 8 * 8 + 3));
    CHECK(down[l] == (!on ? kOld : l == 2 ? kUndefined : l % 8 == 7 ? l : l + 1));
  }
}

// FI and BOUND_CTRL are op_sel[0] and op_sel[1] (RDNA4 ISA, V_PERMLANE16_B32).
TEST_CASE("gfx1250: what permutes within rows take from a lane that is off is said by two bits") {
  constexpr std::uint32_t kExec = 0xFFFFFFFD;  // off: lane 1
  const std::string line = "v_permlane16_b32 v60, v16, 0x11111111, 0x11111111";
  struct Row {
    const char* modifier;
    std::uint32_t taken;
  };
  for (const Row& row :
       {Row{"", kOld}, Row{" op_sel:[1,0]", 1}, Row{" op_sel:[0,1]", 0}, Row{" op_sel:[1,1]", 1}}) {
    INFO(row.modifier);
    const std::vector<std::uint32_t> all = permuted(line + row.modifier, kExec);
    for (std::uint32_t l = 0; l < kLanes; ++l) CHECK(all[l] == (l == 1 ? kOld : l < 16 ? row.taken : 17));
  }
}

}  // namespace lockstep::tests
