// Which registers a mask takes, and which widths are decoded.
#include <algorithm>
#include <string>
#include <vector>

#include "emulator/isa/dataflow.hpp"
#include "emulator/isa/disassembler.hpp"
#include "emulator/isa/line_parser.hpp"
#include "emulator/isa/roles.hpp"
#include "tests/catch.hpp"

using namespace lockstep::isa;

namespace {

Instruction line(const std::string& text) {
  Instruction i = read_line(text, 0, 8);
  bind_semantics(i, lockstep::arch::kGfx950);
  return i;
}

/// The scalar registers of a role.
std::vector<RegisterAccess> scalars(const std::string& text, Role role, WaveWidth width) {
  std::vector<RegisterAccess> all = dataflow(line(text), width);
  std::erase_if(all, [&](const RegisterAccess& a) { return a.file != File::scalar || a.role != role; });
  return all;
}

struct Mask {
  const char* text;
  Role role;
  std::uint16_t first;
};
constexpr Mask kMasks[] = {
    {"v_cmp_lt_f32_e32 vcc, v1, v2", Role::destination, scalar::kVcc},
    {"v_cmp_lt_f32_e32 vcc_lo, v1, v2", Role::destination, scalar::kVcc},
    {"v_cmp_lt_f32_e64 s[4:5], v1, v2", Role::destination, 4},
    {"v_add_co_u32_e64 v1, s[6:7], v2, v3", Role::destination, 6},
    {"v_cndmask_b32_e64 v1, v2, v3, s[8:9]", Role::mask, 8},
    {"v_div_fmas_f32 v1, v2, v3, v4", Role::mask, scalar::kVcc},
    {"v_mov_b32_e32 v1, v2", Role::exec, scalar::kExec},
    {"ds_read_b32 v1, v2", Role::exec, scalar::kExec},
    {"v_readfirstlane_b32 s1, v2", Role::exec, scalar::kExec},
    {"s_cbranch_vccz 4", Role::source, scalar::kVcc},
    {"s_cbranch_execnz 4", Role::source, scalar::kExec},
    {"v_unknown_b32 v1, v2", Role::exec, scalar::kExec},
};

}  // namespace

TEST_CASE("a mask takes one register of a narrow wave, and two of a wide one") {
  for (const Mask& mask : kMasks)
    for (const WaveWidth width : {WaveWidth::lanes32, WaveWidth::lanes64}) {
      INFO(mask.text << ", " << lane_count(width) << " lanes");
      const std::uint16_t count = width == WaveWidth::lanes32 ? 1 : 2;
      const RegisterAccess expected{File::scalar, mask.role, mask.first, count};
      CHECK(scalars(mask.text, mask.role, width) == std::vector{expected});
    }
}

TEST_CASE("a pair that is no mask stays one") {
  for (const WaveWidth width : {WaveWidth::lanes32, WaveWidth::lanes64})
    CHECK(scalars("s_mov_b64 s[2:3], s[4:5]", Role::source, width)[0].count == 2);
}

TEST_CASE("a program is of the width that it was decoded for") {
  CHECK(disassemble("gfx950", 0, {})->width == WaveWidth::lanes64);
  CHECK(disassemble("gfx942", 0, {}, WaveWidth::lanes64)->width == WaveWidth::lanes64);
  CHECK(disassemble("gfx1250", 0, {})->width == WaveWidth::lanes32);
  const auto refused = disassemble("gfx950", 0, {}, WaveWidth::lanes32);
  REQUIRE_FALSE(refused);
  CHECK(refused.error() == "gfx950 has no waves of 32 lanes");
}
