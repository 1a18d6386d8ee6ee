// Matrix instructions end to end: registers in, registers out. Each probe puts one non-zero element into
// every row of one operand, so that every result is one product: which element met which, in every (row, k),
// is then plain to see, and exact under every model. The lane maps are restated here.
#include <cmath>

#include "host/random.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

struct Number {
  const char* name;
  int bits, mantissa, bias;
};
constexpr Number kFp8{"fp8", 8, 3, 7}, kBf8{"bf8", 8, 2, 15}, kFp6{"fp6", 6, 3, 1}, kBf6{"bf6", 6, 2, 3},
    kFp4{"fp4", 4, 1, 1};

double value_of(const Number& n, std::uint32_t code) {
  const int sign = int(code >> (n.bits - 1)) & 1, mantissa = int(code) & ((1 << n.mantissa) - 1);
  const int exponent = int(code >> n.mantissa) & ((1 << (n.bits - 1 - n.mantissa)) - 1);
  const double magnitude = exponent == 0
                               ? std::ldexp(mantissa, 1 - n.bias - n.mantissa)
                               : std::ldexp(mantissa + (1 << n.mantissa), exponent - n.bias - n.mantissa);
  return sign != 0 ? -magnitude : magnitude;
}

// A code that is neither zero nor infinite nor NaN.
std::uint32_t code_from(const Number& n, std::uint32_t random) {
  std::uint32_t code = random & ((1u << n.bits) - 1);
  if (n.bits == 8) code &= ~(1u << (n.mantissa + 1));  // keeps clear of the exponent of infinities and NaN
  return (code & ((1u << (n.bits - 1)) - 1)) == 0 ? 1 : code;
}

struct Form {
  int dim, k;
  Number a, b;
  int select_a, select_b;
  std::string kernel;
  int groups() const { return 64 / dim; }
};

// Lane and lowest bit of element (index, k) in the registers of an operand.
std::pair<int, int> place(const Form& f, const Number& n, int index, int k) {
  if (n.bits == 8) return {f.dim * (k / 16 % f.groups()) + index, 8 * (k / (16 * f.groups()) * 16 + k % 16)};
  return {f.dim * (k / 32) + index, n.bits * (k % 32)};
}

struct Block {  // what one workgroup reads
  std::vector<std::uint32_t> words = std::vector<std::uint32_t>(34 * 64);
  void put(int first_row, std::pair<int, int> at, std::uint32_t code) {
    for (int b = 0; b < 8; ++b)
      if ((code >> b & 1) != 0)
        word(first_row + (at.second + b) / 32, at.first) |= 1u << ((at.second + b) % 32);
  }
  std::uint32_t& word(int row, int lane) { return words[std::size_t(row * 64 + lane)]; }
};

std::uint32_t noise(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  return std::uint32_t(host::hash(host::hash(a, b), c) >> 17);
}

std::uint32_t scale_of(std::uint64_t operand, int index, int block) {
  return 120 + noise(operand, std::uint64_t(index), std::uint64_t(block)) % 16;
}

std::pair<int, int> accumulator_place(const Form& f, int row, int col) {
  if (f.dim == 16) return {row % 4, 16 * (row / 4) + col};
  return {4 * (row / 8) + row % 4, 32 * (row / 4 % 2) + col};
}

// Probe p: row i of the sparse operand is non-zero at k = (p + 7 i) mod K; the other operand is full.
int probed(const Form& f, int p, int index) {
  return (p + 7 * index) % f.k;
}

std::uint32_t element(const Form& f, const Number& n, bool sparse, int p, int index, int k) {
  if (sparse && k != probed(f, p, index)) return 0;
  return code_from(
      n, noise(std::uint64_t(p) + 1000 * std::uint64_t(sparse), std::uint64_t(index), std::uint64_t(k)));
}

Block block_of(const Form& f, bool a_sparse, int p) {
  Block block;
  for (int i = 0; i < f.dim; ++i)
    for (int k = 0; k < f.k; ++k) {
      block.put(0, place(f, f.a, i, k), element(f, f.a, a_sparse, p, i, k));
      block.put(8, place(f, f.b, i, k), element(f, f.b, !a_sparse, p, i, k));
    }
  for (int lane = 0; lane < 64; ++lane) {
    // The scale of block b of row i is in lane dim b + i; the bytes that are not selected say NaN.
    const int index = lane % f.dim, b = lane / f.dim;
    block.word(32, lane) = ~(0xFFu << (8 * f.select_a)) | scale_of(1, index, b) << (8 * f.select_a);
    block.word(33, lane) = ~(0xFFu << (8 * f.select_b)) | scale_of(2, index, b) << (8 * f.select_b);
  }
  return block;
}

std::vector<Form> forms() {
  constexpr std::pair<Number, Number> kOperandFormats[] = {{kFp8, kFp8}, {kBf8, kBf8}, {kFp6, kFp6},
                                                           {kBf6, kBf6}, {kFp4, kFp4}, {kFp8, kFp4},
                                                           {kFp4, kFp6}, {kBf6, kFp8}, {kFp6, kBf8}};
  std::vector<Form> all;
  for (const auto& [dim, k] : {std::pair{16, 128}, std::pair{32, 64}}) {
    int n = 0;
    for (const auto& [a, b] : kOperandFormats) {
      all.push_back({dim, k, a, b, n % 4, (n * 3 + 1) % 4,
                     "scaled" + std::to_string(dim) + "_" + a.name + "_" + b.name});
      ++n;
    }
  }
  return all;
}

void probe(const Form& f, bool a_sparse, const char* model) {
  Setup setup;
  setup.model = model;
  setup.launch.grid[0] = std::uint32_t(f.k);
  setup.output_dwords = std::uint64_t(f.k) * 1024;
  for (int p = 0; p < f.k; ++p) {
    const Block block = block_of(f, a_sparse, p);
    setup.input.insert(setup.input.end(), block.words.begin(), block.words.end());
  }
  const Ran ran = run("matrix", f.kernel, setup);
  INFO(f.kernel << " " << model << (a_sparse ? " A " : " B ") << "sparse: " << ran.complaints());
  REQUIRE(ran.clean());
  std::size_t wrong = 0;
  for (int p = 0; p < f.k; ++p)
    for (int i = 0; i < f.dim; ++i)
      for (int j = 0; j < f.dim; ++j) {
        const int k = probed(f, p, a_sparse ? i : j);
        const int exponent = int(scale_of(1, i, k / 32)) + int(scale_of(2, j, k / 32)) - 254;
        const double product = value_of(f.a, element(f, f.a, a_sparse, p, i, k)) *
                               value_of(f.b, element(f, f.b, !a_sparse, p, j, k));
        const auto [reg, lane] = accumulator_place(f, i, j);
        const std::uint32_t bits = ran.output[std::size_t(p * 1024 + reg * 64 + lane)];
        wrong += bits != std::bit_cast<std::uint32_t>(float(std::ldexp(product, exponent)));
      }
  CHECK(wrong == 0);
}

TEST_CASE("every element of A and B meets its partner under its own scales") {
  for (const Form& f : forms())
    for (const bool a_sparse : {true, false}) probe(f, a_sparse, "exact");
}

TEST_CASE("single products are the same under every model") {
  for (const auto& model : matrix::models(arch::kDefault))
    for (const Form& f : forms())
      if (f.kernel == "scaled16_fp8_fp4" || f.kernel == "scaled32_bf6_fp8")
        probe(f, true, std::string(model.name).c_str());
}

TEST_CASE("C comes in where D goes out") {
  for (const Form& f : forms()) {
    Block block;
    for (int lane = 0; lane < 64; ++lane) block.word(32, lane) = block.word(33, lane) = 0x7F7F7F7F;
    for (int i = 0; i < f.dim; ++i)
      for (int j = 0; j < f.dim; ++j) {
        const auto [reg, lane] = accumulator_place(f, i, j);
        block.word(16 + reg, lane) = std::bit_cast<std::uint32_t>(float(100 * i + j + 1));
      }
    // 1.0 * 1.0 at row 3, column 5, k 40.
    const auto one = [](const Number& n) { return std::uint32_t(n.bias) << n.mantissa; };
    block.put(0, place(f, f.a, 3, 40), one(f.a));
    block.put(8, place(f, f.b, 5, 40), one(f.b));
    Setup setup;
    setup.input = block.words;
    const Ran ran = run("matrix", f.kernel, setup);
    REQUIRE(ran.clean());
    for (int i = 0; i < f.dim; ++i)
      for (int j = 0; j < f.dim; ++j) {
        const auto [reg, lane] = accumulator_place(f, i, j);
        CHECK(std::bit_cast<float>(ran.at(reg, lane)) == float(100 * i + j + 1 + (i == 3 && j == 5)));
      }
  }
}

TEST_CASE("without scales, products are taken as they are") {
  for (const auto& [dim, k] : {std::pair{16, 128}, std::pair{32, 64}}) {
    const Form f{dim, k, kFp8, kFp4, 0, 0, "plain" + std::to_string(dim) + "_fp8_fp4"};
    Setup setup;
    setup.input = block_of(f, true, 9).words;
    const Ran ran = run("matrix", f.kernel, setup);
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    for (int i = 0; i < f.dim; ++i)
      for (int j = 0; j < f.dim; ++j) {
        const int at = probed(f, 9, i);
        const auto [reg, lane] = accumulator_place(f, i, j);
        CHECK(double(std::bit_cast<float>(ran.at(reg, lane))) ==
              value_of(f.a, element(f, f.a, true, 9, i, at)) *
                  value_of(f.b, element(f, f.b, false, 9, j, at)));
      }
  }
}

TEST_CASE("a result may lie across the registers of C") {
  for (const char* model : {"exact", "fma_post"}) {
    Setup setup;
    setup.model = model;
    for (std::uint32_t i = 0; i < 12 * 64; ++i)
      setup.input.push_back(i < 8 * 64 ? noise(i, 1, 2) : std::bit_cast<std::uint32_t>(float(i)));
    const Ran ran = run("matrix", "across_accumulator", setup);
    INFO(model << ": " << ran.complaints());
    REQUIRE(ran.clean());
    for (int row = 0; row < 4; ++row)
      for (int lane = 0; lane < 64; ++lane) {
        INFO("register " << row << " lane " << lane);
        REQUIRE(ran.at(row, lane) == ran.at(4 + row, lane));
        REQUIRE(ran.at(row, lane) == ran.at(8 + row, lane));
      }
  }
}

// A has no number. Each register of D has all four codes, in the place of the canonical one.
TEST_CASE("NaNs are the canonical one, or of both signs and of several payloads") {
  for (const bool any : {false, true}) {
    Setup setup;
    setup.any_nans = any;
    setup.input.assign(34 * kRow, 0x7F7F7F7F);
    const Ran ran = run("matrix", "plain16_fp8_fp4", setup);
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    for (int r = 0; r < 4; ++r) {
      const auto lanes = ran.output.begin() + kRow * r;
      for (const std::uint32_t nan : {0x7FC00000u, 0xFFC00000u, 0x7FFFFFFFu, 0xFFFFFFFFu})
        CHECK(std::count(lanes, lanes + kRow, nan) == (any ? kRow / 4 : nan == 0x7FC00000u ? kRow : 0));
    }
  }
}

TEST_CASE("what is undefined of C is undefined of D, and nothing else") {
  for (const char* model : {"exact", "fma_post"}) {
    Setup setup;
    setup.model = model;
    setup.input.assign(12 * 64, 0x22222222u);  // 1.0 in every element
    const Ran ran = run("matrix", "undefined_accumulator", setup);
    INFO(model << ": " << ran.complaints());
    REQUIRE_FALSE(ran.outcome.stop);
    for (int row = 0; row < 4; ++row)
      for (int lane = 0; lane < 64; ++lane) {
        const bool undefined = row == 1 || (row == 2 && lane >= 32);
        INFO("register " << row << " lane " << lane);
        REQUIRE(ran.undefined_at(row, lane) == (undefined ? 0xFu : 0u));
      }
  }
}

}  // namespace
}  // namespace lockstep::tests
