// gfx1250's encodings and lines. The words are LLVM 22's assembler's, unless the test says otherwise.
#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "emulator/isa/disassembler.hpp"
#include "emulator/isa/semantics.hpp"
#include "tests/catch.hpp"

namespace lockstep::isa {
namespace {

std::vector<Instruction> decode(const std::vector<std::uint32_t>& words) {
  auto program = disassemble("gfx1250", 0x100, std::as_bytes(std::span(words)));
  REQUIRE(program);
  return program->instructions;
}
Instruction only(const std::vector<std::uint32_t>& words) {
  const auto all = decode(words);
  REQUIRE(all.size() == 1);
  INFO(all[0].text);
  CHECK(all[0].unreadable == "");
  CHECK(all[0].semantics != nullptr);
  return all[0];
}

}  // namespace

TEST_CASE("gfx1250: operands of 16 bits are halves, which op_sel says") {
  const Instruction i = only({0xd5324800, 0x20501});  // v_add_f16_e64 v0.h, v1.h, v2.l
  CHECK(i.mnemonic == "v_add_f16");
  CHECK(i.operands[0].half == Operand::Half::high);
  CHECK(i.operands[2].half == Operand::Half::low);
  CHECK(i.modifiers.op_sel == 0b1001);
}

TEST_CASE("gfx1250: byte_sel chooses a byte of the source, or of the destination") {
  CHECK(only({0xd5ec0800, 0x101}).modifiers.op_sel == 2);         // v_cvt_f32_fp8_e64 v0, v1 byte_sel:2
  CHECK(only({0xd76b6000, 0x20501}).modifiers.op_sel == 3 << 2);  // v_cvt_sr_fp8_f32 v0, v1, v2 byte_sel:3
}

TEST_CASE("gfx1250: null is 0 where it is read") {
  const Instruction i = only({0xc405007c, 0x40800800, 0x1001});  // buffer_load_b32 v0, v1, s[4:7], null offen
  CHECK(i.operand(OperandRole::offset)->kind == Operand::Kind::constant);
  CHECK(i.operand(OperandRole::offset)->integer == 0);
  const Instruction sum = only({0xd7007c00, 0x20501});  // v_add_co_u32 v0, null, v1, v2
  CHECK(sum.mask()->index == scalar::kNull);
}

TEST_CASE("gfx1250: a literal of 64 bits is the whole value") {
  const Instruction i = only({0xbe8001fe, 0x9abcdef0, 0x12345678});  // s_mov_b64 s[0:1], 0x123456789abcdef0
  CHECK(i.size == 12);
  CHECK(i.source(0)->integer == 0x123456789abcdef0);
  CHECK_FALSE(i.source(0)->is_literal);
  const Instruction negative = only({0xbe8001fe, 0x865e5a2a, 0xffffffff});  // ... 0xffffffff865e5a2a
  CHECK(negative.source(0)->integer == std::int64_t{-2040636886});
  CHECK_FALSE(negative.source(0)->is_literal);
}

TEST_CASE("gfx1250: cache policies, scaled offsets, and atomics that return") {
  const Instruction load = only({0xee05c082, 0x190000, 0x1004});
  CHECK(load.modifiers.scale_offset);
  CHECK(load.modifiers.offset == 16);
  const Instruction atomic = only({0xee0d407c, 0x100006, 0x4});  // th:TH_ATOMIC_RETURN
  CHECK(atomic.modifiers.sc0);
  CHECK(atomic.destination()->index == 6);
  CHECK(atomic.data(0)->index == 0);
}

TEST_CASE("gfx1250: waits name their counters") {
  const Modifiers both = only({0xbfc80102}).modifiers;  // s_wait_loadcnt_dscnt 0x102
  CHECK(both.vmcnt == 1);
  CHECK(both.lgkmcnt == 2);
  CHECK_FALSE(both.storecnt);
  const Modifiers idle = only({0xbf8a0000}).modifiers;
  CHECK((idle.vmcnt == 0 && idle.storecnt == 0 && idle.kmcnt == 0 && idle.asynccnt == 0 &&
         idle.tensorcnt == 0));
  CHECK(only({0xbf870111}).mnemonic == "s_delay_alu");
}

TEST_CASE("gfx1250: DPP of eight lanes, and of lanes by the bits of their numbers") {
  CHECK(only({0x7e0002e9, 0x5397701}).modifiers.dpp->eight ==
        std::array<std::uint8_t, 8>{7, 6, 5, 4, 3, 2, 1, 0});
  const Dpp mask = *only({0x7e0002fa, 0xff056301}).modifiers.dpp;
  CHECK((mask.control == Dpp::Control::row_xmask && mask.amount == 3 && mask.fetch_inactive));
}

TEST_CASE("gfx1250: a pair is two instructions in an order in which both read before either writes") {
  // v_dual_mov_b32 v4, v2 :: v_dual_add_nc_u32 v5, v4, v5
  const auto y_first = decode({0xca200102, 0x4040b04});
  REQUIRE(y_first.size() == 2);
  CHECK(y_first[0].text == ":: v_dual_add_nc_u32 v5, v4, v5");
  CHECK(y_first[1].text == "v_dual_mov_b32 v4, v2 ::");
  CHECK((y_first[0].address == 0x100 && y_first[1].address == 0x104 && y_first[1].continues));
  // v_dual_fma_f32 v0, v1, v2, v3 :: v_dual_fma_f32 v3, v4, -v5, v6: Y writes what X reads
  const auto x_first = decode({0xcf4d3101, 0x3022104, 0x3060500});
  REQUIRE(x_first.size() == 2);
  CHECK(x_first[0].text.starts_with("v_dual_fma_f32 v0"));
  CHECK(x_first[1].size == 8);
  CHECK(x_first[1].source(1)->negate);
  // v_dual_mov_b32 v4, v5 :: v_dual_mov_b32 v5, v4
  for (const Instruction& half : decode({0xca100105, 0x4040104})) CHECK(half.unreadable != "");
}

TEST_CASE("gfx1250: no jump leads into a pair, and none is changed by half") {
  const std::vector<std::uint32_t> words{0xca200102, 0x4040b04, 0xbfb00000},
      other{0xca200102, 0x4050b04, 0xbfb00000};
  const auto before = disassemble("gfx1250", 0, std::as_bytes(std::span(words)));
  REQUIRE(before);
  CHECK(before->at(0) == 0);
  CHECK(before->at(4) == -1);
  CHECK(before->at(8) == 2);
  const auto after = redisassemble(*before, std::as_bytes(std::span(words)), std::as_bytes(std::span(other)));
  REQUIRE(after);
  CHECK(*after == *disassemble("gfx1250", 0, std::as_bytes(std::span(other))));
}

TEST_CASE("gfx1250: bits that mean nothing may be as other assemblers set them") {
  CHECK(decode({0xd0710001, 0x7c000000, 0x7c7c0400})[0].mnemonic == "tensor_load_to_lds");
  CHECK(decode({0xd0310000, 0x00000000, 0x7c7c0400})[0].mnemonic == "tensor_load_to_lds");
  CHECK(decode({0xcc884000, 0x1c024110})[0].mnemonic == "v_wmma_f32_32x16x128_f4");
  CHECK(decode({0xcc880000, 0x1c024110})[0].mnemonic == "v_wmma_f32_32x16x128_f4");
}

TEST_CASE("gfx1250: what follows an unknown encoding is not read as code") {
  // The prefix of a matrix instruction with scales cut off from what it belongs to, then that, then an end.
  const auto all = decode({0xffffffff, 0xcc884000, 0x1c024110, 0xbfb00000, 0xbf9f0000, 0xbfb00000});
  REQUIRE(all.size() == 6);
  for (std::size_t i = 0; i < 4; ++i) CHECK(all[i].mnemonic == ".long");
  CHECK(all[4].mnemonic == "s_code_end");
  CHECK(all[5].mnemonic == "s_endpgm");
}

TEST_CASE("gfx1250: every row is found under its name, once, and has a source") {
  std::vector<std::string_view> names;
  for (const Semantics& row : gfx12_rows()) {
    INFO(row.mnemonic);
    CHECK(row.archs == kGfx1250);
    CHECK(find(row.mnemonic, kGfx1250) == &row);
    CHECK_FALSE(row.source.empty());
    CHECK(std::ranges::find(names, row.mnemonic) == names.end());
    names.push_back(row.mnemonic);
  }
  CHECK(names.size() > 700);
  CHECK(find("v_add_u32", kGfx1250) == nullptr);
  CHECK(find("v_add_nc_u32", kGfx950) == nullptr);
  CHECK(find("s_waitcnt", kGfx1250) == nullptr);
}

TEST_CASE("gfx1250: what differs from gfx950 although the name does not") {
  const auto alu = [](const char* mnemonic) {
    return std::get<VectorAlu>(find(mnemonic, kGfx1250)->operation);
  };
  CHECK((alu("v_add_f16").op_sel_halves && alu("v_add_f16").keeps_half));
  CHECK_FALSE(alu("v_pk_add_f16").op_sel_halves);
  CHECK((alu("v_cmpx_lt_u32").writes_exec && !alu("v_cmpx_lt_u32").writes_mask));
  CHECK(alu("v_cmp_lt_u32").writes_mask);
  CHECK((alu("v_mad_co_u64_u32").writes_mask && !alu("v_mad_nc_u64_u32").writes_mask));
}

}  // namespace lockstep::isa
