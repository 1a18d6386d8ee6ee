// The matrix instructions without block scales, as machine code of gfx942 and gfx950. Operands are small
// whole numbers, so that every product and sum is exact however an instruction adds, and D must be the
// product that school teaches. Lane maps and codes are restated here.
#include <fmt/format.h>

#include <bit>

#include "catch.hpp"
#include "emulator/matrix/sparse_table.hpp"
#include "rig.hpp"

namespace lockstep::tests {
namespace {

struct Type {
  const char* name;
  int bits;
  // The codes of 0, 1, 2, -1, -2; those of 8-bit floats by arch: FNUZ on gfx942, OCP on gfx950.
  std::array<std::uint64_t, 5> gfx942, gfx950;
};
constexpr std::array<std::uint64_t, 5> kFloat{0, 0x3F800000, 0x40000000, 0xBF800000, 0xC0000000},
    kHalf{0, 0x3C00, 0x4000, 0xBC00, 0xC000}, kBfloat{0, 0x3F80, 0x4000, 0xBF80, 0xC000},
    kByte{0, 1, 2, 0xFF, 0xFE},
    kDouble{0, 0x3FF0000000000000, 0x4000000000000000, 0xBFF0000000000000, 0xC000000000000000};
constexpr Type kTypes[] = {
    {"f32", 32, kFloat, kFloat},
    {"xf32", 32, kFloat, kFloat},
    {"f16", 16, kHalf, kHalf},
    {"bf16", 16, kBfloat, kBfloat},
    {"i8", 8, kByte, kByte},
    {"f64", 64, kDouble, kDouble},
    {"fp8", 8, {0, 0x40, 0x48, 0xC0, 0xC8}, {0, 0x38, 0x40, 0xB8, 0xC0}},
    {"bf8", 8, {0, 0x40, 0x44, 0xC0, 0xC4}, {0, 0x3C, 0x40, 0xBC, 0xC0}},
};
constexpr int kNumbers[] = {0, 1, 2, -1, -2};

const Type& type_of(std::string_view name) {
  for (const Type& t : kTypes)
    if (t.name == name) return t;
  FAIL("no type " << name);
  return kTypes[0];
}

struct Form {
  std::string kernel;
  int m, k, blocks;
  Type a, b;
  std::string d;  // f32, i32 or f64
};

// From "f32_32x32x4_2b_f16" or "f32_16x16x32_fp8_bf8".
Form form(const std::string& kernel) {
  Form f{kernel, 0, 0, 1, {}, {}, kernel.substr(0, 3)};
  int n = 0, length = 0;
  REQUIRE(std::sscanf(kernel.c_str() + 4, "%dx%dx%d%n", &f.m, &n, &f.k, &length) == 3);
  std::string rest = kernel.substr(std::size_t(4 + length + 1));
  if (std::isdigit(rest[0]) != 0) {
    f.blocks = std::stoi(rest);
    rest = rest.substr(rest.find('_') + 1);
  }
  const auto bar = rest.find('_');
  f.a = type_of(rest.substr(0, bar));
  f.b = bar == std::string::npos ? f.a : type_of(rest.substr(bar + 1));
  return f;
}

const std::vector<std::string>& kernels_of(const std::string& name) {
  static std::map<std::string, std::vector<std::string>> all;
  std::vector<std::string>& found = all[name];
  if (found.empty())
    for (const code_object::Kernel& k : program(name)->object().kernels)
      if (k.name.find("32_") == 1 || k.name.find("64_") == 1) found.push_back(k.name);
  return found;
}

// Lane and first bit, counted through the lane's registers, of element (row, k) of A, or (column, k) of B.
std::pair<int, int> place(const Form& f, const Type& t, int block, int index, int k) {
  const int lanes = f.m * f.blocks, per_lane = f.k * lanes / 64;
  return {lanes * (k / per_lane) + f.m * block + index, t.bits * (k % per_lane)};
}

// Of element (row, col) of C and D.
std::pair<int, int> accumulator_place(const Form& f, int block, int row, int col) {
  if (f.d == "f64" && f.m == 16) return {16 * (row % 4) + col, 64 * (row / 4)};
  if (f.d == "f64") return {16 * row + 4 * block + col, 0};
  if (f.m == 4) return {4 * block + col, 32 * row};
  if (f.m == 16) return {16 * (row / 4) + col, 32 * (4 * block + row % 4)};
  return {32 * (row / 4 % 2) + col, 32 * (16 * block + 4 * (row / 8) + row % 4)};
}

struct Registers {
  std::vector<std::uint32_t> words = std::vector<std::uint32_t>(48 * 64);
  void put(int first_row, std::pair<int, int> at, int bits, std::uint64_t code) {
    for (int bit = 0; bit < bits; bit += 8) {
      std::uint32_t& w = words[std::size_t(64 * (first_row + (at.second + bit) / 32) + at.first)];
      w |= std::uint32_t(code >> bit & 0xFF) << ((at.second + bit) % 32);
    }
  }
};

int number(int operand, int block, int index, int k) {
  return int(machine::scatter(std::uint64_t(operand * 64 + block), std::uint64_t(index * 256 + k)) >> 30) & 7;
}
int drawn(int operand, int block, int index, int k) {
  return std::min(number(operand, block, index, k), 4);
}
int c_number(int block, int row, int col) {
  return 1000 * block + 32 * row + col - 500;
}
std::uint64_t code_of(const std::string& type, int x) {
  if (type == "f32") return std::bit_cast<std::uint32_t>(float(x));
  if (type == "f64") return std::bit_cast<std::uint64_t>(double(x));
  return std::uint32_t(x);
}

Registers inputs(const Form& f, bool gfx942) {
  Registers r;
  for (int block = 0; block < f.blocks; ++block)
    for (int i = 0; i < f.m; ++i) {
      for (int k = 0; k < f.k; ++k) {
        const auto& a = gfx942 ? f.a.gfx942 : f.a.gfx950;
        const auto& b = gfx942 ? f.b.gfx942 : f.b.gfx950;
        r.put(0, place(f, f.a, block, i, k), f.a.bits, a[std::size_t(drawn(0, block, i, k))]);
        r.put(8, place(f, f.b, block, i, k), f.b.bits, b[std::size_t(drawn(1, block, i, k))]);
      }
      for (int col = 0; col < f.m; ++col)
        r.put(16, accumulator_place(f, block, i, col), f.d == "f64" ? 64 : 32,
              code_of(f.d, c_number(block, i, col)));
    }
  return r;
}

int product(const Form& f, int block_a, int block_b, int row, int col) {
  int sum = 0;
  for (int k = 0; k < f.k; ++k)
    sum += kNumbers[drawn(0, block_a, row, k)] * kNumbers[drawn(1, block_b, col, k)];
  return sum;
}

std::uint64_t result(const Ran& ran, const Form& f, int block, int row, int col) {
  const auto [lane, bit] = accumulator_place(f, block, row, col);
  const std::uint64_t low = ran.at(bit / 32, lane);
  return f.d == "f64" ? low | std::uint64_t{ran.at(bit / 32 + 1, lane)} << 32 : low;
}

Ran run_dense(const std::string& program_name, const Form& f, const char* model) {
  Setup setup;
  setup.model = model;
  setup.output_dwords = 32 * kRow;
  setup.input = inputs(f, program_name.ends_with("gfx942")).words;
  return run(program_name, f.kernel, setup);
}

// How many elements of D are not `expected(block, row, col)`.
template <typename Expected>
int wrong(const Ran& ran, const Form& f, const Expected& expected) {
  int count = 0;
  for (int block = 0; block < f.blocks; ++block)
    for (int row = 0; row < f.m; ++row)
      for (int col = 0; col < f.m; ++col)
        count += result(ran, f, block, row, col) != code_of(f.d, expected(block, row, col));
  return count;
}

struct Target {
  const char *program, *arch, *model;
};
constexpr Target kTargets[] = {{"dense.gfx942", "gfx942", "cdna3"},
                               {"dense_gfx942", "gfx942", "cdna3_v2a"},
                               {"dense.gfx950", "gfx950", "gtr32_inexp"},
                               {"dense_gfx950", "gfx950", "fma_post"}};

TEST_CASE("rows and register layouts agree on the archs of a matrix instruction") {
  for (const isa::Semantics& row : isa::matrix_table()) {
    INFO(row.mnemonic);
    const matrix::MatrixInstruction* i = matrix::find_matrix_instruction(row.mnemonic);
    const matrix::SparseInstruction* sparse = matrix::find_sparse_instruction(row.mnemonic);
    REQUIRE((i != nullptr) != (sparse != nullptr));
    CHECK((sparse != nullptr) == std::get<isa::Matrix>(row.operation).sparse);
    const unsigned archs = i != nullptr ? i->archs : sparse->archs;
    CHECK(((archs & matrix::kGfx942) != 0) == ((row.archs & isa::kGfx942) != 0));
    CHECK(((archs & matrix::kGfx950) != 0) == ((row.archs & isa::kGfx950) != 0));
  }
  // ... and every layout of the two archs has a row.
  for (const matrix::MatrixInstruction& i : matrix::matrix_instructions())
    if ((i.archs & (matrix::kGfx942 | matrix::kGfx950)) != 0) {
      INFO(i.name);
      CHECK((isa::find(i.name, "gfx942") != nullptr || isa::find(i.name, "gfx950") != nullptr));
    }
}

TEST_CASE("every dense matrix instruction multiplies, on both archs") {
  int instructions = 0;
  for (const Target& target : kTargets) {
    CHECK(program(target.program)->object().arch == target.arch);
    for (const std::string& kernel : kernels_of(target.program)) {
      const Form f = form(kernel);
      const Ran ran = run_dense(target.program, f, target.model);
      INFO(target.program << " " << kernel << ": " << ran.complaints());
      REQUIRE(ran.clean());
      CHECK(wrong(ran, f, [&](int block, int row, int col) {
              return product(f, block, block, row, col) + c_number(block, row, col);
            }) == 0);
      ++instructions;
    }
  }
  CHECK(instructions == 30 + 2 + 30 + 6);
}

TEST_CASE("under every model of its arch") {
  for (const auto& [name, arch] : {std::pair{"dense.gfx942", "gfx942"}, {"dense.gfx950", "gfx950"}})
    for (const matrix::Model& model : matrix::models(arch))
      for (const char* kernel : {"f32_16x16x32_fp8_bf8", "f32_32x32x8_bf16"}) {
        const Form f = form(kernel);
        const Ran ran = run_dense(name, f, std::string(model.name).c_str());
        INFO(model.name << " " << kernel << ": " << ran.complaints());
        REQUIRE(ran.clean());
        CHECK(wrong(ran, f, [&](int block, int row, int col) {
                return product(f, block, block, row, col) + c_number(block, row, col);
              }) == 0);
      }
}

TEST_CASE("a model of another arch is refused") {
  const Form f = form("f32_16x16x32_fp8_fp8");
  for (const auto& [name, model] : {std::pair{"dense.gfx942", "exact"}, {"dense.gfx950", "cdna3"}}) {
    const Ran ran = run_dense(name, f, model);
    REQUIRE(ran.outcome.stop);
    CHECK(ran.outcome.stop->kind == machine::FindingKind::unsupported);
    CHECK_THAT(ran.outcome.stop->text, Catch::Contains(model));
  }
}

TEST_CASE("C may be a constant, and operands in accumulation registers") {
  for (const auto& [name, model] : {std::pair{"dense.gfx942", "cdna3"}, {"dense.gfx950", "exact"}}) {
    struct Row {
      const char *kernel, *form;
      int c;
    };
    for (const Row& row :
         {Row{"constant_c", "f32_16x16x16_f16", 1}, Row{"constant_c_f64", "f64_16x16x4_f64", -2},
          Row{"constant_c_i32", "i32_16x16x32_i8", -3}}) {
      Form f = form(row.form);
      f.kernel = row.kernel;
      const Ran ran = run_dense(name, f, model);
      INFO(row.kernel << ": " << ran.complaints());
      REQUIRE(ran.clean());
      CHECK(wrong(ran, f, [&](int b, int i, int j) { return product(f, b, b, i, j) + row.c; }) == 0);
    }
    Form f = form("f32_16x16x16_f16");
    f.kernel = "in_accumulators";
    const Ran ran = run_dense(name, f, model);
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    CHECK(wrong(ran, f, [&](int b, int i, int j) { return product(f, b, b, i, j) + c_number(b, i, j); }) ==
          0);
  }
}

TEST_CASE("A is broadcast, B rotated, and f64 negated, as the modifiers say") {
  Form f = form("f32_16x16x4_4b_f16");
  f.kernel = "broadcast_a";  // cbsz:2 abid:1
  CHECK(wrong(run_dense("dense.gfx942", f, "cdna3"), f, [&](int block, int row, int col) {
          return product(f, 1, block, row, col) + c_number(block, row, col);
        }) == 0);
  f.kernel = "rotate_b";  // blgp:3: lanes take the B of those 16 further on, which hold the next block
  CHECK(wrong(run_dense("dense.gfx942", f, "cdna3"), f, [&](int block, int row, int col) {
          return product(f, block, (block + 1) % 4, row, col) + c_number(block, row, col);
        }) == 0);
  f.kernel = "broadcast_some";  // cbsz:1 abid:1: lanes 32 to 63, blocks 2 and 3, serve the first 32 lanes too
  CHECK(wrong(run_dense("dense.gfx942", f, "cdna3"), f, [&](int block, int row, int col) {
          return product(f, 2 + block % 2, block, row, col) + c_number(block, row, col);
        }) == 0);
  f.kernel = "broadcast_undefined";  // cbsz:3 of 4 blocks
  CHECK(run_dense("dense.gfx942", f, "cdna3").outcome.stop->kind == machine::FindingKind::unsupported);
  f = form("f64_16x16x4_f64");
  f.kernel = "negate_f64";  // neg:[1,0,1]
  CHECK(wrong(run_dense("dense.gfx942", f, "cdna3"), f, [&](int block, int row, int col) {
          return -product(f, block, block, row, col) - c_number(block, row, col);
        }) == 0);
}

TEST_CASE("CDNA3 floors a small C beside a product of f16, and drops it beside one of fp8") {
  // 1 * 1 and C = -2^-30 in every element: the published asymmetry.
  struct Row {
    const char *kernel, *model;
    std::uint32_t one, c, expected;
  };
  for (const Row& row : {Row{"f32_16x16x16_f16", "cdna3", 0x3C00, 0xB0800000, 0x3F7FFFFF},
                         Row{"f32_16x16x16_f16", "cdna3", 0x3C00, 0x30800000, 0x3F800000},
                         Row{"f32_16x16x32_fp8_fp8", "cdna3", 0x40, 0xB0800000, 0x3F800000},
                         Row{"f32_16x16x32_fp8_fp8", "cdna3", 0x40, 0xB3800000, 0x3F7FFFFF}}) {
    const Form f = form(row.kernel);
    Registers r;
    for (int i = 0; i < 16; ++i) {
      r.put(0, place(f, f.a, 0, i, 0), f.a.bits, row.one);
      r.put(8, place(f, f.b, 0, i, 0), f.b.bits, row.one);
      for (int col = 0; col < 16; ++col) r.put(16, accumulator_place(f, 0, i, col), 32, row.c);
    }
    Setup setup;
    setup.model = row.model;
    setup.output_dwords = 32 * kRow;
    setup.input = r.words;
    const Ran ran = run("dense.gfx942", row.kernel, setup);
    REQUIRE(ran.clean());
    CHECK(ran.at(0, 0) == row.expected);
    CHECK(ran.at(3, 63) == row.expected);
  }
}

TEST_CASE("8-bit floats are converted as FNUZ on gfx942 and as OCP on gfx950") {
  const auto bits = [](float x) { return std::bit_cast<std::uint32_t>(x); };
  for (const bool gfx942 : {true, false}) {
    Setup setup;
    setup.model = gfx942 ? "cdna3" : "exact";
    setup.output_dwords = 32 * kRow;
    setup.input.assign(48 * 64, 0);
    for (std::size_t lane = 0; lane < 64; ++lane) {
      // Lane 1: a negative zero, a quarter of the smallest fp8 of gfx942, and numbers past some formats'
      // largest.
      const bool odd = lane % 2 == 1;
      setup.input[0 * 64 + lane] = bits(odd ? -0.0f : 1.0f);
      setup.input[1 * 64 + lane] = bits(odd ? 0x1p-12f : -2.0f);
      setup.input[2 * 64 + lane] = bits(odd ? 300.0f : 240.0f);
      setup.input[3 * 64 + lane] = bits(odd ? -100000.0f : 0.5f);
      setup.input[8 * 64 + lane] = odd ? 0x80014880 : 0x38C04038;
    }
    const Ran ran = run(gfx942 ? "dense.gfx942" : "dense.gfx950", "conversions", setup);
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    // e4m3fnuz: 1 is 0x40, the largest 240 is 0x7F. e4m3fn: 1 is 0x38, 240 is 0x77.
    CHECK(ran.at(0, 0) == (gfx942 ? 0x387FC840u : 0x3077C038u));
    // -0 has no code in FNUZ, whose 0x80 is NaN; 300 lies past 240, and between 288 and 320.
    CHECK(ran.at(0, 1) == (gfx942 ? 0x80800000u : 0xFF790080u));
    // e5m2fnuz: 1 is 0x40; 240 lies midway between 224 and 256, which is even. e5m2: 1 is 0x3C.
    CHECK(ran.at(1, 0) == (gfx942 ? 0x3C60C440u : 0x385CC03Cu));
    // 2^-12; 300 is nearest to 320, past 57344 is NaN, or infinity.
    CHECK(ran.at(1, 1) == (gfx942 ? 0x80611000u : 0xFC5D0C80u));
    // Byte 0 (0x38, 0x80), byte 1 (0x40, 0x48) and both; then as bf8, and its upper half.
    const std::uint32_t nan = 0x7FC00000;
    CHECK(ran.at(2, 0) == bits(gfx942 ? 0.5f : 1.0f));
    CHECK(ran.at(2, 1) == (gfx942 ? nan : bits(-0.0f)));
    CHECK(ran.at(3, 0) == bits(gfx942 ? 1.0f : 2.0f));
    CHECK(ran.at(3, 1) == bits(gfx942 ? 2.0f : 4.0f));
    CHECK(ran.at(4, 0) == bits(gfx942 ? 0.5f : 1.0f));
    CHECK(ran.at(5, 0) == bits(gfx942 ? 1.0f : 2.0f));
    CHECK(ran.at(6, 0) == bits(gfx942 ? 0.25f : 0.5f));
    CHECK(ran.at(8, 0) == bits(gfx942 ? -1.0f : -2.0f));
    CHECK(ran.at(9, 0) == bits(gfx942 ? 0.25f : 0.5f));
    CHECK(ran.at(8, 1) == bits(gfx942 ? 0x1p-17f : 0x1p-16f));
    CHECK(ran.at(9, 1) == (gfx942 ? nan : bits(-0.0f)));
  }
}

TEST_CASE("what an arch lacks stops the wave") {
  int absent = 0;
  for (const auto& [name, model] : {std::pair{"dense_gfx942", "cdna3"}, {"dense_gfx950", "exact"}})
    for (const code_object::Kernel& kernel : program(name)->object().kernels) {
      if (!kernel.name.starts_with("absent_")) continue;
      Setup setup;
      setup.model = model;
      const Ran ran = run(name, kernel.name, setup);
      INFO(kernel.name);
      REQUIRE(ran.outcome.stop);
      CHECK(ran.outcome.stop->kind == machine::FindingKind::unsupported);
      CHECK_THAT(ran.outcome.stop->text,
                 Catch::Contains("no instruction that LLVM decodes for this architecture"));
      ++absent;
    }
  CHECK(absent == 18 + 2);
}

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
}  // namespace lockstep::tests
