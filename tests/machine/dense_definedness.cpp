// What of D is undefined when elements of A or B are.
#include "tests/catch.hpp"
#include "tests/machine/dense_forms.hpp"

namespace lockstep::tests::dense {
namespace {

// With an undefined dword in the registers from `first_row` on, where that place is.
Ran run_undefined(const Form& f, int first_row, std::pair<int, int> undefined_place) {
  Setup setup;
  setup.model = "cdna3";
  setup.output_dwords = 32 * kRow;
  setup.prepare = [&](machine::Memory& memory) {
    const auto [lane, bit] = undefined_place;
    const std::uint64_t at = 4 * std::uint64_t(64 * (first_row + bit / 32) + lane);
    const Registers r = inputs(f, true);
    memory.add("input", kInput, 4 * r.words.size(), false,
               [=, fill = fill_with(r.words)](std::uint64_t offset, std::span<std::uint8_t> data,
                                              std::span<std::uint8_t> undefined) {
                 fill(offset, data, undefined);
                 for (std::uint64_t b = at; b < at + 4; ++b)
                   if (b >= offset && b - offset < undefined.size()) undefined[b - offset] = 1;
               });
  };
  return run("dense.gfx942", f.kernel, setup);
}

// Elements of D of which `expected(block, row, col)` is not whether they are undefined.
template <typename Expected>
int wrong_shadows(const Ran& ran, const Form& f, const Expected& expected) {
  int count = 0;
  for (int block = 0; block < f.blocks; ++block)
    for (int row = 0; row < f.m; ++row)
      for (int col = 0; col < f.m; ++col) {
        const auto [lane, bit] = accumulator_place(f, block, row, col);
        count += (ran.undefined_at(bit / 32, lane) != 0) != expected(block, row, col);
      }
  return count;
}

TEST_CASE("an undefined element makes its row or column of D undefined, in its block alone") {
  Form f = form("f32_16x16x4_4b_f16");
  const Ran plain = run_undefined(f, 0, place(f, f.a, 2, 5, 3));
  INFO(plain.complaints());
  CHECK(wrong_shadows(plain, f, [](int block, int row, int) { return block == 2 && row == 5; }) == 0);
  f.kernel = "rotate_b";  // D's block 1 has B's block 2
  const Ran rotated = run_undefined(f, 8, place(f, f.b, 2, 5, 3));
  INFO(rotated.complaints());
  CHECK(wrong_shadows(rotated, f, [](int block, int, int col) { return block == 1 && col == 5; }) == 0);
}

}  // namespace
}  // namespace lockstep::tests::dense
