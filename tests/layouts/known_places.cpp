// Single places from elsewhere: AMD's calculator prints them, or a person derives them from its manuals.
#include <string_view>

#include "emulator/arithmetic/matrix/layouts/layout.hpp"
#include "emulator/arithmetic/matrix/layouts/layout_broadcast.hpp"
#include "emulator/arithmetic/matrix/layouts/sparse_table.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using namespace lockstep::matrix;

namespace {

Layout of(std::string_view name, Role operand, LayoutChoice choice = {}) {
  const MatrixInstruction* i = find_matrix_instruction(name);
  REQUIRE(i != nullptr);
  const auto l = layout(*i, operand, choice);
  REQUIRE(l);
  return *l;
}

// Whether a layout of gfx950's f8f6f4 family puts A where the gathering code of the emulator takes it from.
bool agrees_with_gather(const Layout& l, Shape shape, const formats::Format& format) {
  for (int row = 0; row < shape.m; ++row)
    for (int k = 0; k < shape.k; ++k)
      if (l.place({0, row, k}) != operand_place(shape, format, row, k)) return false;
  return true;
}

struct Family {
  std::string_view plain, scaled;
  Shape shape;
};
constexpr Family kFamily[] = {
    {"v_mfma_f32_16x16x128_f8f6f4", "v_mfma_scale_f32_16x16x128_f8f6f4", k16x16x128},
    {"v_mfma_f32_32x32x64_f8f6f4", "v_mfma_scale_f32_32x32x64_f8f6f4", k32x32x64}};

}  // namespace

TEST_CASE("the calculator's printed examples") {
  const Layout a = of("v_mfma_f32_4x4x4f16", Role::a);
  const Layout b = of("v_mfma_f32_4x4x4f16", Role::b);
  const Layout d = of("v_mfma_f32_4x4x4f16", Role::d);
  CHECK(a.place({4, 1, 2}) == RegisterBit{17, 32 + 0});       // A[1][2].B4 = v1{17}.[15:0]
  CHECK(a.element({17, 32 + 16}) == MatrixElement{4, 1, 3});  // v1{17}.[31:16] = A[1][3].B4
  CHECK(d.place({1, 3, 2}) == RegisterBit{6, 3 * 32});        // D[3][2].B1 = v3{6}
  CHECK(a.place({1, 3, 1}) == RegisterBit{7, 16});            // … += v0{7}.[31:16] * v0{6}.[31:16]
  CHECK(b.place({1, 1, 2}) == RegisterBit{6, 16});
  CHECK(d.element({33, 2 * 32}) == MatrixElement{8, 2, 1});  // v2{33} = D[2][1].B8
  const Layout f64 = of("v_mfma_f64_4x4x4f64", Role::d);
  CHECK(f64.place({0, 1, 0}) == RegisterBit{16, 0});
  CHECK(f64.place({1, 2, 3}) == RegisterBit{39, 0});
  CHECK(f64.place({3, 3, 1}) == RegisterBit{61, 0});
  CHECK(f64.element({42, 0}) == MatrixElement{2, 2, 2});
}

TEST_CASE("sparse: the manual's places of B and of indices, and gfx1250's hypothesis") {
  const auto of_sparse = [](std::string_view name, Role operand, int select = 0) {
    return *layout(*find_sparse_instruction(name), operand, select);
  };
  // CDNA4 ISA, v_smfmac_f32_16x16x32_f16: a lane has 8 consecutive k of B, and of A what is left of them: 4.
  constexpr std::string_view kF16 = "v_smfmac_f32_16x16x32_f16";
  CHECK(of_sparse(kF16, Role::b).place({0, 13, 5}) == RegisterBit{16 + 5, 5 * 16});
  CHECK(of_sparse(kF16, Role::a).place({0, 3, 5}) == RegisterBit{16 + 3, 16});
  CHECK(of_sparse(kF16, Role::index).place({0, 3, 5}) == RegisterBit{16 + 3, 2});
  CHECK(of_sparse(kF16, Role::index, 3).place({0, 3, 5}) == RegisterBit{16 + 3, 3 * 8 + 2});
  // 16 bytes of A and 32 of B at a time; of 32 stored elements each half of the wave has indices of 16 in a
  // row.
  constexpr std::string_view kWave32 = "v_swmmac_f32_16x16x64_f16";
  CHECK(of_sparse(kWave32, Role::a).place({0, 3, 17}) == RegisterBit{3, (8 + 1) * 16});
  CHECK(of_sparse(kWave32, Role::b).place({0, 17, 3}) == RegisterBit{16 + 3, 16});
  CHECK(of_sparse(kWave32, Role::index).place({0, 3, 17}) == RegisterBit{16 + 3, 2});
  CHECK(of_sparse("v_swmmac_f32_16x16x128_fp8_fp8", Role::index).registers() == 2);
  constexpr std::string_view kMixed = "v_swmmac_bf16f32_16x16x64_bf16";
  CHECK(of_sparse(kMixed, Role::c).registers() == 8);
  CHECK(of_sparse(kMixed, Role::d).registers() == 4);
  CHECK(of_sparse(kMixed, Role::d).place({0, 9, 3}) == RegisterBit{16 + 3, 16});
}

TEST_CASE("one block: k by groups of lanes") {
  CHECK(of("v_mfma_f32_16x16x32_fp8_fp8", Role::a).place({0, 3, 17}) == RegisterBit{16 * 2 + 3, 8});
  CHECK(of("v_mfma_f32_32x32x16_fp8_bf8", Role::b).place({0, 15, 30}) == RegisterBit{32 + 30, 7 * 8});
  CHECK(of("v_mfma_f32_16x16x16_f16", Role::a).place({0, 9, 6}) == RegisterBit{16 + 9, 2 * 16});
  CHECK(of("v_mfma_f32_32x32x8_bf16", Role::a).place({0, 9, 3}) == RegisterBit{9, 3 * 16});
  CHECK(of("v_mfma_f32_16x16x32_f16", Role::a).place({0, 9, 23}) == RegisterBit{2 * 16 + 9, 7 * 16});
  CHECK(of("v_mfma_f32_32x32x16_bf16", Role::b).place({0, 8, 9}) == RegisterBit{32 + 9, 0});
  CHECK(of("v_mfma_i32_16x16x64_i8", Role::a).place({0, 1, 33}) == RegisterBit{2 * 16 + 1, 8});
  CHECK(of("v_mfma_f32_16x16x8_xf32", Role::a).place({0, 5, 7}) == RegisterBit{3 * 16 + 5, 32});
  CHECK(of("v_mfma_f32_32x32x2_f32", Role::b).place({0, 1, 7}) == RegisterBit{32 + 7, 0});
}

TEST_CASE("several blocks: lanes first, then registers") {
  CHECK(of("v_mfma_f32_32x32x1_2b_f32", Role::a).place({1, 4, 0}) == RegisterBit{32 + 4, 0});
  CHECK(of("v_mfma_f32_16x16x4_4b_bf16", Role::b).place({3, 2, 1}) == RegisterBit{48 + 1, 2 * 16});
  CHECK(of("v_mfma_f64_4x4x4_4b_f64", Role::a).place({2, 1, 3}) == RegisterBit{3 * 16 + 2 * 4 + 1, 0});
  CHECK(of("v_mfma_f32_16x16x1_4b_f32", Role::d).place({2, 6, 9}) == RegisterBit{16 + 9, (2 * 4 + 2) * 32});
  CHECK(of("v_mfma_i32_32x32x4_2b_i8", Role::c).place({1, 13, 2}) == RegisterBit{32 + 2, (16 + 5) * 32});
  CHECK(of("v_mfma_f64_16x16x4_f64", Role::d).place({0, 6, 9}) == RegisterBit{2 * 16 + 9, 64});
}

TEST_CASE("the f8f6f4 family of gfx950 is the emulator's lane map") {
  for (const Family& f : kFamily)
    for (const std::string_view name : {f.plain, f.scaled}) {
      for (int selector = 0; selector < kOperandFormats; ++selector) {
        const formats::Format& format = *operand_format(selector);
        const Layout a = of(name, Role::a, {.format = &format});
        const Layout b = of(name, Role::b, {.format = &format});
        CHECK(a.registers() == operand_registers(format));
        CHECK(agrees_with_gather(a, f.shape, format));
        for (int col = 0; col < f.shape.n; ++col)
          for (int k = 0; k < f.shape.k; ++k)
            REQUIRE(b.place({0, k, col}) == operand_place(f.shape, format, col, k));
      }
      const Layout d = of(name, Role::d);
      CHECK(d.registers() == accumulator_registers(f.shape));
      for (int row = 0; row < f.shape.m; ++row)
        for (int col = 0; col < f.shape.n; ++col) {
          const RegisterLane at = accumulator_place(f.shape, row, col);
          REQUIRE(d.place({0, row, col}) == RegisterBit{at.lane, 32 * at.reg});
        }
    }
}

TEST_CASE("scales of gfx950 lie in the lane group of their block, in the selected byte") {
  for (const Family& f : kFamily)
    for (int byte = 0; byte < 4; ++byte) {
      const Layout a = of(f.scaled, Role::scale_a, {.format = nullptr, .select = byte});
      const Layout b = of(f.scaled, Role::scale_b, {.format = nullptr, .select = byte});
      for (int index = 0; index < f.shape.m; ++index)
        for (int block = 0; block < f.shape.blocks(); ++block) {
          const RegisterBit expected{scale_lane(f.shape, index, block), 8 * byte};
          REQUIRE(a.place({0, index, block}) == expected);
          REQUIRE(b.place({0, block, index}) == expected);
        }
    }
}

TEST_CASE("wrongly dealt chunks, bijective as they are, are told from the right ones") {
  for (const Family& f : kFamily) {
    const Layout right = of(f.scaled, Role::a);
    Layout contiguous = right;
    contiguous.dealing.chunk = 32;
    CHECK_FALSE(agrees_with_gather(contiguous, f.shape, formats::float8_e4m3fn));
    Layout finer = right;
    finer.dealing.chunk = 8;
    CHECK_FALSE(agrees_with_gather(finer, f.shape, formats::float8_e4m3fn));
    bool swapped_agrees = true;
    for (int k = 0; k < f.shape.k; ++k)
      swapped_agrees &= right.place({0, 0, k ^ 16}) == operand_place(f.shape, formats::float8_e4m3fn, 0, k);
    CHECK_FALSE(swapped_agrees);
  }
}

TEST_CASE("16-bit WMMA: eight k in a row, alternately in either half of the lanes") {
  const Layout a = of("v_wmma_f32_16x16x16_f16", Role::a);
  CHECK(a.place({0, 5, 7}) == RegisterBit{5, 7 * 16});
  CHECK(a.place({0, 5, 8}) == RegisterBit{16 + 5, 0});
  const Layout wide = of("v_wmma_f32_16x16x32_bf16", Role::b);
  CHECK(wide.place({0, 8, 3}) == RegisterBit{16 + 3, 0});
  CHECK(wide.place({0, 16, 3}) == RegisterBit{3, 8 * 16});
  CHECK(wide.place({0, 31, 3}) == RegisterBit{16 + 3, 15 * 16});
  CHECK(of("v_wmma_f32_16x16x16_bf16", Role::d).place({0, 9, 4}) == RegisterBit{16 + 4, 32});
  const Layout packed = of("v_wmma_f16_16x16x16_f16", Role::d);
  CHECK(packed.registers() == 4);
  CHECK(packed.place({0, 11, 4}) == RegisterBit{16 + 4, 32 + 16});
}

// gfx1201 sums 0-3, 8-11, 4-7, 12-15 in waves of 32, as was measured: each step takes the same two registers
// of both halves of the lanes.
TEST_CASE("the layout of gfx1201's operands fits the order of its sums") {
  const Layout a = of("v_wmma_f32_16x16x16_f16", Role::a);
  const int steps[4][4] = {{0, 1, 2, 3}, {8, 9, 10, 11}, {4, 5, 6, 7}, {12, 13, 14, 15}};
  for (int step = 0; step < 4; ++step)
    for (const int k : steps[step]) {
      const RegisterBit at = a.place({0, 0, k});
      CHECK(at.bit / 64 == step / 2);
      CHECK(at.lane / 16 == step % 2);
    }
}

TEST_CASE("gfx1250: half the lanes, chunks of 16 bytes or 32 narrow elements") {
  const std::string_view name = "v_wmma_scale_f32_16x16x128_f8f6f4";
  const Layout a8 = of(name, Role::a, {.format = &formats::float8_e5m2});
  CHECK(a8.place({0, 5, 15}) == RegisterBit{5, 15 * 8});
  CHECK(a8.place({0, 5, 16}) == RegisterBit{16 + 5, 0});
  CHECK(a8.place({0, 5, 32}) == RegisterBit{5, 16 * 8});
  CHECK(a8.place({0, 5, 127}) == RegisterBit{16 + 5, 63 * 8});
  const Layout b6 = of(name, Role::b, {.format = &formats::float6_e2m3fn});
  CHECK(b6.place({0, 33, 2}) == RegisterBit{16 + 2, 6});
  CHECK(b6.place({0, 69, 2}) == RegisterBit{2, 37 * 6});
  const Layout d = of(name, Role::d);
  CHECK(d.place({0, 9, 3}) == RegisterBit{16 + 3, 32});
  CHECK(of(name, Role::scale_a).place({0, 7, 3}) == RegisterBit{7, 24});
  CHECK(of(name, Role::scale_b, {.format = nullptr, .select = 1}).place({0, 2, 9}) ==
        RegisterBit{16 + 9, 16});
  CHECK(of("v_wmma_scale16_f32_16x16x128_f8f6f4", Role::scale_a).place({0, 7, 5}) == RegisterBit{7, 40});
  const std::string_view tall = "v_wmma_scale_f32_32x16x128_f4";
  CHECK(of(tall, Role::a).place({0, 20, 32}) == RegisterBit{16 + 4, 8 * 32});
  CHECK(of(tall, Role::a).place({0, 4, 65}) == RegisterBit{4, 33 * 4});
  CHECK(of(tall, Role::d).place({0, 27, 3}) == RegisterBit{16 + 3, (8 + 3) * 32});
  CHECK(of(tall, Role::scale_a).place({0, 20, 1}) == RegisterBit{20, 8});
}

TEST_CASE("gfx1250: without a choice of formats, chunks of eight, and results of 16 bits two to a register") {
  const std::string_view bytes = "v_wmma_f16_16x16x64_fp8_bf8";
  CHECK(of(bytes, Role::a).place({0, 5, 7}) == RegisterBit{5, 7 * 8});
  CHECK(of(bytes, Role::a).place({0, 5, 8}) == RegisterBit{16 + 5, 0});
  CHECK(of(bytes, Role::b).place({0, 17, 2}) == RegisterBit{2, 9 * 8});
  CHECK(of(bytes, Role::b).place({0, 63, 2}) == RegisterBit{16 + 2, 31 * 8});
  CHECK(of(bytes, Role::d).place({0, 3, 4}) == RegisterBit{4, 32 + 16});
  CHECK(of(bytes, Role::c).place({0, 9, 4}) == RegisterBit{16 + 4, 16});
  const std::string_view mixed = "v_wmma_bf16f32_16x16x32_bf16";
  CHECK(of(mixed, Role::c).place({0, 3, 4}) == RegisterBit{4, 3 * 32});
  CHECK(of(mixed, Role::d).place({0, 3, 4}) == RegisterBit{4, 32 + 16});
  CHECK(of("v_wmma_f32_16x16x4_f32", Role::a).place({0, 2, 3}) == RegisterBit{16 + 2, 32});
  CHECK(of("v_wmma_i32_16x16x64_iu8", Role::a).place({0, 2, 24}) == RegisterBit{16 + 2, 8 * 8});
  CHECK(of("v_wmma_f32_32x16x128_f4", Role::a).place({0, 20, 32}) == RegisterBit{16 + 4, 8 * 32});
}

TEST_CASE("CBSZ, ABID and BLGP") {
  CHECK(broadcast_block(5, 16, 0, 0) == 5);
  CHECK(broadcast_block(5, 16, 1, 0) == 5);
  CHECK(broadcast_block(5, 16, 1, 1) == 13);
  CHECK(broadcast_block(13, 16, 2, 3) == 13);
  CHECK(broadcast_block(13, 16, 4, 9) == 9);
  CHECK(broadcast_block(0, 4, 1, 1) == 2);
  CHECK(lane_group_pattern(40, 0) == 40);
  CHECK(lane_group_pattern(40, 1) == 8);
  CHECK(lane_group_pattern(8, 2) == 40);
  CHECK(lane_group_pattern(50, 3) == 2);
  CHECK(lane_group_pattern(50, 4) == 2);
  CHECK(lane_group_pattern(50, 7) == 50);
  CHECK(lane_group_pattern(3, 6) == 35);
}
