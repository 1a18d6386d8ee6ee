// Every layout of every instruction, enumerated: no two elements share a bit, and both directions agree.
#include <set>
#include <vector>

#include "emulator/arithmetic/matrix/layouts/layout.hpp"
#include "emulator/arithmetic/matrix/layouts/sparse_table.hpp"
#include "reference/formats/formats.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using namespace lockstep::matrix;

namespace {

// Empty, or the first objection.
std::string objection(const Layout& l, int lanes) {
  std::set<std::pair<int, int>> taken;
  for (int block = 0; block < l.blocks; ++block)
    for (int row = 0; row < l.rows; ++row)
      for (int col = 0; col < l.cols; ++col) {
        const RegisterBit at = l.place({block, row, col});
        if (at.lane < 0 || at.lane >= lanes) return "a lane out of range";
        if (at.bit < 0 || at.bit + l.dealing.bits > 32 * l.registers()) return "a bit out of range";
        for (int bit = at.bit; bit < at.bit + l.dealing.bits; ++bit) {
          if (!taken.emplace(at.lane, bit).second) return "two elements in one place";
          if (l.element({at.lane, bit}) != MatrixElement{block, row, col}) return "the inverse disagrees";
        }
      }
  for (int lane = -1; lane <= lanes; ++lane)
    for (int bit = -1; bit <= 32 * l.registers(); ++bit)
      if (l.element({lane, bit}).has_value() != taken.contains({lane, bit})) return "an element in no place";
  return "";
}

// A matrix operand fills its registers to the last bit; so do the scales of one selector their bytes.
bool fills(const Layout& l, int lanes) {
  return l.elements() * l.dealing.bits == lanes * 32 * l.registers();
}

std::vector<const formats::Format*> choices(const ElementType& type) {
  if (type.bits != 0) return {nullptr};
  std::vector<const formats::Format*> all{nullptr};
  for (int selector = 0; selector < kOperandFormats; ++selector) all.push_back(operand_format(selector));
  return all;
}

}  // namespace

TEST_CASE("every layout is a bijection that fills its registers") {
  int layouts = 0;
  for (const MatrixInstruction& i : matrix_instructions()) {
    CAPTURE(i.name);
    for (const Role operand : {Role::a, Role::b, Role::c, Role::d}) {
      const bool input = operand == Role::a || operand == Role::b;
      for (const formats::Format* format : input ? choices(operand == Role::a ? i.a : i.b) : choices(i.d)) {
        const auto l = layout(i, operand, {.format = format});
        REQUIRE(l);
        CHECK(objection(*l, i.lanes()) == "");
        CHECK(fills(*l, i.lanes()));
        ++layouts;
      }
    }
  }
  CHECK(layouts >= 4 * int(matrix_instructions().size()));
}

TEST_CASE("sparse instructions: A as stored, B, D, and an index for each element of A") {
  for (const SparseInstruction& i : sparse_instructions()) {
    CAPTURE(i.name);
    for (const Role operand : {Role::a, Role::b, Role::c, Role::d}) {
      const auto l = layout(i, operand);
      REQUIRE(l);
      CHECK(objection(*l, i.lanes()) == "");
      CHECK(fills(*l, i.lanes()));
    }
    CHECK(layout(i, Role::a)->elements() == i.m * i.k / 2);
    CHECK(layout(i, Role::b)->elements() == i.n * i.k);
    CHECK_FALSE(layout(i, Role::scale_a).has_value());
    // The sets of a register, one behind the other, leave none of its bits out.
    std::set<std::pair<int, int>> bits;
    int registers = 0;
    for (int set = 0; set < 32; ++set) {
      const auto l = layout(i, Role::index, set);
      if (!l) break;
      CHECK(objection(*l, i.lanes()) == "");
      CHECK(l->elements() == i.m * i.k / 2);
      registers = l->registers();
      for (int row = 0; row < l->rows; ++row)
        for (int col = 0; col < l->cols; ++col) {
          const RegisterBit at = l->place({0, row, col});
          CHECK(bits.emplace(at.lane, at.bit).second);
        }
    }
    CHECK(int(bits.size()) * 2 == i.lanes() * 32 * registers);
  }
}

TEST_CASE("scales: one byte each, and the selectors share the register out") {
  for (const MatrixInstruction& i : matrix_instructions()) {
    CAPTURE(i.name);
    for (const Role operand : {Role::scale_a, Role::scale_b}) {
      std::set<std::pair<int, int>> bytes;
      int select = 0;
      int registers = 0;
      for (; select < 8; ++select) {
        const auto l = layout(i, operand, {.format = nullptr, .select = select});
        if (!l) break;
        CHECK(objection(*l, i.lanes()) == "");
        CHECK(l->elements() == (operand == Role::scale_a ? i.m : i.n) * i.k / i.scale_block);
        registers = l->registers();
        for (int row = 0; row < l->rows; ++row)
          for (int col = 0; col < l->cols; ++col) {
            const RegisterBit at = l->place({0, row, col});
            CHECK(bytes.emplace(at.lane, at.bit).second);
          }
      }
      CHECK((select != 0) == (i.scale_block != 0));
      CHECK(int(bytes.size()) == 4 * registers * i.lanes() * (i.scale_block != 0));
    }
  }
}

TEST_CASE("a broken layout meets an objection") {
  const auto right = layout(*find_matrix_instruction("v_mfma_f32_16x16x128_f8f6f4"), Role::a);
  REQUIRE(right);
  REQUIRE(objection(*right, 64) == "");
  Layout uneven = *right;
  uneven.dealing.chunk = 12;  // does not divide what a lane holds
  CHECK(objection(uneven, 64) != "");
  Layout wide = *right;
  wide.dealing.lanes = 128;
  CHECK(objection(wide, 64) == "a lane out of range");
  Layout shifted = *right;
  shifted.dealing.first_bit = 8;
  CHECK_FALSE(fills(shifted, 64));
  const auto blocks = layout(*find_matrix_instruction("v_mfma_f32_32x32x1_2b_f32"), Role::d);
  REQUIRE(blocks);
  REQUIRE(objection(*blocks, 64) == "");
  Layout stacked = *blocks;
  stacked.dealing.length = 16;  // the second block starts inside the first
  CHECK(objection(stacked, 64) != "");
}

TEST_CASE("what cannot be is refused") {
  const MatrixInstruction& scaled = *find_matrix_instruction("v_mfma_scale_f32_32x32x64_f8f6f4");
  const MatrixInstruction& plain = *find_matrix_instruction("v_mfma_f32_32x32x8f16");
  const MatrixInstruction& f4 = *find_matrix_instruction("v_wmma_scale_f32_32x16x128_f4");
  CHECK_FALSE(layout(plain, Role::scale_a));
  CHECK_FALSE(layout(plain, Role::a, {.format = &formats::float8_e4m3fn}));
  CHECK_FALSE(layout(scaled, Role::a, {.format = &formats::bfloat16}));
  CHECK_FALSE(layout(scaled, Role::d, {.format = &formats::float8_e4m3fn}));
  CHECK_FALSE(layout(scaled, Role::a, {.format = nullptr, .select = 1}));
  CHECK_FALSE(layout(scaled, Role::scale_b, {.format = nullptr, .select = 4}));
  CHECK_FALSE(layout(scaled, Role::scale_b, {.format = nullptr, .select = -1}));
  CHECK(layout(f4, Role::scale_b, {.format = nullptr, .select = 1}));
  CHECK_FALSE(layout(f4, Role::scale_a, {.format = nullptr, .select = 1}));
  CHECK(find_matrix_instruction("") == nullptr);
  CHECK(find_matrix_instruction("v_mfma_f32_16x16x4bf16") == nullptr);
}
