// The matrix instructions without block scales, as machine code of gfx942 and gfx950: their names taken
// apart, their operands, and what D must be. Operands are small whole numbers, so that every product and sum
// is exact however an instruction adds, and D is the product that school teaches. Lane maps and codes are
// restated here.
#pragma once

#include "tests/machine/rig.hpp"

namespace lockstep::tests::dense {

struct Type {
  const char* name;
  int bits;
  // The codes of 0, 1, 2, -1, -2; those of 8-bit floats by arch: FNUZ on gfx942, OCP on gfx950.
  std::array<std::uint64_t, 5> gfx942, gfx950;
};

struct Form {
  std::string kernel;
  int m, k, blocks;
  Type a, b;
  std::string d;  // f32, i32 or f64
};
/// From "f32_32x32x4_2b_f16" or "f32_16x16x32_fp8_bf8".
Form form(const std::string& kernel);
/// Kernels of a program that are named so.
const std::vector<std::string>& kernels_of(const std::string& program_name);

/// Lane and first bit, counted through the lane's registers, of element (row, k) of A, or (column, k) of B.
std::pair<int, int> place(const Form& f, const Type& t, int block, int index, int k);
/// Of element (row, col) of C and D.
std::pair<int, int> accumulator_place(const Form& f, int block, int row, int col);

struct Registers {
  std::vector<std::uint32_t> words = std::vector<std::uint32_t>(48 * 64);
  void put(int first_row, std::pair<int, int> at, int bits, std::uint64_t code) {
    for (int bit = 0; bit < bits; bit += 8) {
      std::uint32_t& w = words[std::size_t(64 * (first_row + (at.second + bit) / 32) + at.first)];
      w |= std::uint32_t(code >> bit & 0xFF) << ((at.second + bit) % 32);
    }
  }
};

/// A in registers 0 and on, B in 8 and on, C in 16 and on.
Registers inputs(const Form& f, bool gfx942);
int c_number(int block, int row, int col);
/// Of row `row` of A's block with column `col` of B's.
int product(const Form& f, int block_a, int block_b, int row, int col);
std::uint64_t code_of(const std::string& type, int x);

std::uint64_t result(const Ran& ran, const Form& f, int block, int row, int col);
Ran run_dense(const std::string& program_name, const Form& f, const char* model);

/// How many elements of D are not `expected(block, row, col)`.
template <typename Expected>
int wrong(const Ran& ran, const Form& f, const Expected& expected) {
  int count = 0;
  for (int block = 0; block < f.blocks; ++block)
    for (int row = 0; row < f.m; ++row)
      for (int col = 0; col < f.m; ++col)
        count += result(ran, f, block, row, col) != code_of(f.d, expected(block, row, col));
  return count;
}

}  // namespace lockstep::tests::dense
