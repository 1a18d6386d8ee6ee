// Sparse matrix instructions, as machine code of gfx942 and gfx950. Operands are small whole numbers, so that
// every sum is exact however an instruction adds. Lane maps are the manual's tables (CDNA4 ISA, 7.5.1),
// restated here.
#include <bit>
#include <map>

#include "host/random.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

constexpr int kNumbers[] = {0, 1, 2, -1, -2};
using Codes = std::array<std::uint32_t, 5>;

struct Element {
  int bits;
  Codes gfx942, gfx950;
};
const std::map<std::string, Element>& elements() {
  constexpr Codes kHalf{0, 0x3C00, 0x4000, 0xBC00, 0xC000}, kBfloat{0, 0x3F80, 0x4000, 0xBF80, 0xC000},
      kByte{0, 1, 2, 0xFF, 0xFE};
  static const std::map<std::string, Element> all{
      {"f16", {16, kHalf, kHalf}},
      {"bf16", {16, kBfloat, kBfloat}},
      {"i8", {8, kByte, kByte}},
      {"fp8", {8, {0, 0x40, 0x48, 0xC0, 0xC8}, {0, 0x38, 0x40, 0xB8, 0xC0}}},
      {"bf8", {8, {0, 0x40, 0x44, 0xC0, 0xC4}, {0, 0x3C, 0x40, 0xBC, 0xC0}}}};
  return all;
}

struct Form {
  bool integers = false;
  int m = 0, k = 0, set = 0;
  Element a, b;
};

/// From "f32_16x16x64_fp8_bf8__1".
Form form_of(const std::string& kernel) {
  Form f;
  f.integers = kernel.starts_with("i32");
  int n = 0, length = 0;
  REQUIRE(std::sscanf(kernel.c_str() + 4, "%dx%dx%d_%n", &f.m, &n, &f.k, &length) == 3);
  std::string types = kernel.substr(std::size_t(4 + length));
  if (const auto at = types.find("__"); at != std::string::npos) {
    f.set = std::stoi(types.substr(at + 2));
    types = types.substr(0, at);
  }
  const auto bar = types.find('_');
  f.a = elements().at(types.substr(0, bar));
  f.b = bar == std::string::npos ? f.a : elements().at(types.substr(bar + 1));
  return f;
}

/// Lane, and element of the lane: 128 bits of B's column and 64 of A's row by turns to the groups of m lanes.
std::pair<int, int> place(const Form& f, bool of_b, int across, int along) {
  const int chunk = (of_b ? 128 : 64) / f.a.bits, groups = 64 / f.m, turn = along / chunk;
  return {f.m * (turn % groups) + across, chunk * (turn / groups) + along % chunk};
}
std::pair<int, int> accumulator_place(const Form& f, int row, int col) {
  if (f.m == 16) return {16 * (row / 4) + col, row % 4};
  return {32 * (row / 4 % 2) + col, 4 * (row / 8) + row % 4};
}

int drawn(int operand, int across, int along) {
  return std::min(int(host::hash(std::uint64_t(operand), std::uint64_t(across * 256 + along)) >> 40) & 7, 4);
}
/// Which of four k stored element p of a row is: the two of a pair differ and ascend.
int of_four(int row, int p) {
  constexpr int kPairs[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  return kPairs[host::hash(7, std::uint64_t(row * 64 + p / 2)) % 6][p % 2];
}
int c_number(int row, int col) {
  return 40 * row + col - 300;
}

std::vector<std::uint32_t> inputs(const Form& f, bool gfx942) {
  std::vector<std::uint32_t> words(48 * 64);
  const auto put = [&](int first_row, std::pair<int, int> at, int bits, std::uint32_t code) {
    const int bit = bits * at.second;
    words[std::size_t(64 * (first_row + bit / 32) + at.first)] |= code << (bit % 32);
  };
  for (int row = 0; row < f.m; ++row)
    for (int p = 0; p < f.k / 2; ++p) {
      const auto at = place(f, false, row, p);
      const Codes& codes = gfx942 ? f.a.gfx942 : f.a.gfx950;
      put(0, at, f.a.bits, codes[std::size_t(drawn(1, row, p))]);
      const int per_lane = f.k / 2 * f.m / 64;
      put(7, {at.first, f.set * per_lane + at.second}, 2, std::uint32_t(of_four(row, p)));
    }
  for (int col = 0; col < f.m; ++col)
    for (int k = 0; k < f.k; ++k)
      put(8, place(f, true, col, k), f.b.bits,
          (gfx942 ? f.b.gfx942 : f.b.gfx950)[std::size_t(drawn(2, col, k))]);
  for (int row = 0; row < f.m; ++row)
    for (int col = 0; col < f.m; ++col) {
      const int c = c_number(row, col);
      put(16, accumulator_place(f, row, col), 32,
          f.integers ? std::uint32_t(c) : std::bit_cast<std::uint32_t>(float(c)));
    }
  return words;
}

int expected(const Form& f, int row, int col) {
  int sum = c_number(row, col);
  for (int p = 0; p < f.k / 2; ++p)
    sum += kNumbers[drawn(1, row, p)] * kNumbers[drawn(2, col, 4 * (p / 2) + of_four(row, p))];
  return sum;
}

Ran run_sparse(const std::string& program_name, const std::string& kernel, const Form& f, const char* model) {
  Setup setup;
  setup.model = model;
  setup.output_dwords = 32 * kRow;
  setup.input = inputs(f, program_name == "sparse.gfx942");
  return run(program_name, kernel, setup);
}

struct Target {
  const char *program, *model;
};

TEST_CASE("every sparse matrix instruction multiplies with the half of B that its indices choose") {
  int instructions = 0;
  for (const Target& target :
       {Target{"sparse.gfx942", "cdna3"}, {"sparse.gfx950", "exact"}, {"sparse_gfx950", "fma_post"}})
    for (const code_object::Kernel& kernel : program(target.program)->object().kernels) {
      const Form f = form_of(kernel.name);
      const Ran ran = run_sparse(target.program, kernel.name, f, target.model);
      INFO(target.program << " " << kernel.name << ": " << ran.complaints());
      REQUIRE(ran.clean());
      int wrong = 0;
      for (int row = 0; row < f.m; ++row)
        for (int col = 0; col < f.m; ++col) {
          const auto [lane, slot] = accumulator_place(f, row, col);
          const int sum = expected(f, row, col);
          wrong += ran.at(slot, lane) !=
                   (f.integers ? std::uint32_t(sum) : std::bit_cast<std::uint32_t>(float(sum)));
        }
      CHECK(wrong == 0);
      ++instructions;
    }
  CHECK(instructions == 2 * 17 + 15);
}

TEST_CASE("another index is another sum") {
  Form f = form_of("f32_16x16x32_f16");
  f.set = 1;  // the kernel reads set 0, which is zero now: indices 0 and 0
  const Ran ran = run_sparse("sparse.gfx950", "f32_16x16x32_f16", f, "exact");
  int wrong = 0;
  for (int row = 0; row < f.m; ++row)
    for (int col = 0; col < f.m; ++col) {
      const auto [lane, slot] = accumulator_place(f, row, col);
      wrong += ran.at(slot, lane) != std::bit_cast<std::uint32_t>(float(expected(f, row, col)));
    }
  CHECK(wrong > 50);
}

}  // namespace
}  // namespace lockstep::tests
