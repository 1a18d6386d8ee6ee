// The matrix instructions without block scales multiply, on both archs and under every model.
#include <fmt/format.h>

#include "emulator/arithmetic/matrix/layouts/sparse_table.hpp"
#include "tests/catch.hpp"
#include "tests/machine/dense_forms.hpp"

namespace lockstep::tests::dense {
namespace {

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
      CHECK(isa::find(i.name, arch::kCdna34) != nullptr);
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
    CHECK(ran.outcome.stop->kind == findings::FindingKind::unsupported);
    CHECK_THAT(ran.outcome.stop->text, Catch::Contains(model));
  }
}

TEST_CASE("C may be a constant or overlap D, and operands in accumulation registers") {
  for (const auto& [name, model] :
       {std::pair{"dense.gfx942", "cdna3"}, {"dense.gfx950", "exact"}, {"dense.gfx950", "fma_post"}}) {
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
    for (const char* kernel : {"in_accumulators", "overlapping_c"}) {
      Form f = form("f32_16x16x16_f16");
      f.kernel = kernel;
      const Ran ran = run_dense(name, f, model);
      INFO(kernel << ": " << ran.complaints());
      REQUIRE(ran.clean());
      CHECK(wrong(ran, f, [&](int b, int i, int j) { return product(f, b, b, i, j) + c_number(b, i, j); }) ==
            0);
    }
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
  CHECK(run_dense("dense.gfx942", f, "cdna3").outcome.stop->kind == findings::FindingKind::unsupported);
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
      CHECK(ran.outcome.stop->kind == findings::FindingKind::unsupported);
      CHECK_THAT(ran.outcome.stop->text,
                 Catch::Contains("no instruction that LLVM decodes for this architecture"));
      ++absent;
    }
  CHECK(absent == 18 + 2);
}

}  // namespace
}  // namespace lockstep::tests::dense
