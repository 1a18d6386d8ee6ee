#include <functional>
#include <vector>

#include "emulator/isa/constant.hpp"
#include "emulator/isa/line_parser.hpp"
#include "tests/catch.hpp"

using namespace lockstep::isa;

namespace {

struct Register {
  std::string_view text;
  Operand::Kind kind;
  int index, count;
};
// Register numbers: "MI300 ISA", scalar operand encodings.
constexpr Register kRegisters[] = {
    {"v0", Operand::Kind::vector, 0, 1},
    {"v255", Operand::Kind::vector, 255, 1},
    {"v[4:11]", Operand::Kind::vector, 4, 8},
    {"v[0:31]", Operand::Kind::vector, 0, 32},
    {"a17", Operand::Kind::accumulator, 17, 1},
    {"a[252:255]", Operand::Kind::accumulator, 252, 4},
    {"s101", Operand::Kind::scalar, 101, 1},
    {"s[2:3]", Operand::Kind::scalar, 2, 2},
    {"vcc", Operand::Kind::scalar, 106, 2},
    {"vcc_lo", Operand::Kind::scalar, 106, 1},
    {"vcc_hi", Operand::Kind::scalar, 107, 1},
    {"exec", Operand::Kind::scalar, 126, 2},
    {"exec_lo", Operand::Kind::scalar, 126, 1},
    {"exec_hi", Operand::Kind::scalar, 127, 1},
    {"m0", Operand::Kind::scalar, 124, 1},
    {"flat_scratch", Operand::Kind::scalar, 102, 2},
    {"flat_scratch_hi", Operand::Kind::scalar, 103, 1},
    {"xnack_mask_lo", Operand::Kind::scalar, 104, 1},
    {"ttmp3", Operand::Kind::scalar, 111, 1},
    {"ttmp[4:7]", Operand::Kind::scalar, 112, 4},
    {"src_shared_base", Operand::Kind::scalar, 235, 1},
    {"src_private_limit", Operand::Kind::scalar, 238, 1},
    {"src_vccz", Operand::Kind::scalar, 251, 1},
    {"src_execz", Operand::Kind::scalar, 252, 1},
    {"src_scc", Operand::Kind::scalar, 253, 1},
    {"src_lds_direct", Operand::Kind::scalar, 254, 1},
    {"off", Operand::Kind::off, 0, 1},
    {"hwreg(HW_REG_MODE, 0, 4)", Operand::Kind::text, 0, 1},
    {"sendmsg(MSG_INTERRUPT)", Operand::Kind::text, 0, 1},
    {"gpr_idx(SRC0,DST)", Operand::Kind::text, 0, 1},
};

struct Row {
  std::string_view text;
  std::uint64_t i16, f16, bf16, i32, f32, u64, i64, f64;
};
// Encodings of the inline constants: "MI300 ISA", "Scalar operands"; IEEE 754 for the rest.
constexpr Row kConstants[] = {
    {"0", 0, 0, 0, 0, 0, 0, 0, 0},
    {"64", 64, 64, 64, 64, 64, 64, 64, 64},
    {"-1", 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, ~0ull, ~0ull, ~0ull},
    {"-16", 0xFFFFFFF0, 0xFFFFFFF0, 0xFFFFFFF0, 0xFFFFFFF0, 0xFFFFFFF0, ~0ull - 15, ~0ull - 15, ~0ull - 15},
    {"0.5", 0x3F000000, 0x3800, 0x3F00, 0x3F000000, 0x3F000000, 0x3FE0000000000000, 0x3FE0000000000000,
     0x3FE0000000000000},
    {"-1.0", 0xBF800000, 0xBC00, 0xBF80, 0xBF800000, 0xBF800000, 0xBFF0000000000000, 0xBFF0000000000000,
     0xBFF0000000000000},
    {"2.0", 0x40000000, 0x4000, 0x4000, 0x40000000, 0x40000000, 0x4000000000000000, 0x4000000000000000,
     0x4000000000000000},
    {"-4.0", 0xC0800000, 0xC400, 0xC080, 0xC0800000, 0xC0800000, 0xC010000000000000, 0xC010000000000000,
     0xC010000000000000},
    {"0.15915494", 0x3E22F983, 0x3118, 0x3E22, 0x3E22F983, 0x3E22F983, 0x3FC45F306DC9C882, 0x3FC45F306DC9C882,
     0x3FC45F306DC9C882},
    {"0.15915494309189532", 0x3E22F983, 0x3118, 0x3E22, 0x3E22F983, 0x3E22F983, 0x3FC45F306DC9C882,
     0x3FC45F306DC9C882, 0x3FC45F306DC9C882},
    {"0x3c00", 0x3C00, 0x3C00, 0x3C00, 0x3C00, 0x3C00, 0x3C00, 0x3C00, 0x3C0000000000},
    {"lit(0x1)", 1, 1, 1, 1, 1, 1, 1, 0x100000000},
    {"0xdeadbeef", 0xDEADBEEF, 0xDEADBEEF, 0xDEADBEEF, 0xDEADBEEF, 0xDEADBEEF, 0xDEADBEEF, 0xFFFFFFFFDEADBEEF,
     0xDEADBEEF00000000},
};

struct Signs {
  std::string_view text;
  bool negate, absolute, sign_extend;
};
constexpr Signs kSigns[] = {
    {"v1", false, false, false},    {"-v1", true, false, false},      {"|v1|", false, true, false},
    {"-|v1|", true, true, false},   {"sext(v1)", false, false, true}, {"neg(1.0)", true, false, false},
    {"neg(2)", true, false, false}, {"-2", false, false, false},      {"-|s[2:3]|", true, true, false},
};

constexpr std::string_view kNonsense[] = {
    "",
    "v",
    "v[",
    "v[]",
    "v[3:2]",
    "v[0:64]",
    "v1024",
    "s106",
    "s[105:106]",
    "a256",
    "ttmp16",
    "v-1",
    "v1x",
    "-",
    "--1",
    "||",
    "|",
    "neg()",
    "sext()",
    "0x",
    "0xg",
    "1.5",
    "-0.15915494",
    "1e999",
    "nan",
    "vccc",
    "(x)",
    "hwreg(",
    "v[1:2",
    "0x10000000000000000",
    "99999999999999999999",
    "v[0:1:2]",
    "+1",
    "v 1",
};

}  // namespace

TEST_CASE("registers are read by file, number and width") {
  for (const Register& row : kRegisters) {
    INFO(row.text);
    const auto operand = read_operand(row.text);
    REQUIRE(operand);
    CHECK(operand->kind == row.kind);
    CHECK(int(operand->index) == row.index);
    CHECK(int(operand->count) == row.count);
  }
}

TEST_CASE("constants have the bits of the width and type that reads them") {
  for (const Row& row : kConstants) {
    INFO(row.text);
    const auto operand = read_operand(row.text);
    REQUIRE(operand);
    CHECK(operand->kind == Operand::Kind::constant);
    CHECK_FALSE(operand->negate);
    CHECK(constant_bits(*operand, Type::i16) == row.i16);
    CHECK(constant_bits(*operand, Type::u16) == row.i16);
    CHECK(constant_bits(*operand, Type::f16) == row.f16);
    CHECK(constant_bits(*operand, Type::bf16) == row.bf16);
    CHECK(constant_bits(*operand, Type::i32) == row.i32);
    CHECK(constant_bits(*operand, Type::f32) == row.f32);
    CHECK(constant_bits(*operand, Type::u64) == row.u64);
    CHECK(constant_bits(*operand, Type::i64) == row.i64);
    CHECK(constant_bits(*operand, Type::f64) == row.f64);
  }
}

TEST_CASE("signs wrap registers and constants") {
  for (const Signs& row : kSigns) {
    INFO(row.text);
    const auto operand = read_operand(row.text);
    REQUIRE(operand);
    CHECK(operand->negate == row.negate);
    CHECK(operand->absolute == row.absolute);
    CHECK(operand->sign_extend == row.sign_extend);
  }
}

TEST_CASE("nonsense is no operand") {
  for (const std::string_view text : kNonsense) {
    INFO("'" << text << "'");
    CHECK_FALSE(read_operand(text));
  }
}
