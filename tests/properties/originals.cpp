// The kernels as shipped satisfy every law, in both builds.
#include "kernels/grouped_gemm/launch.hpp"
#include "reference/formats/formats.hpp"
#include "tests/properties/harness.hpp"

namespace lockstep::tests {

TEST_CASE("forty drawn cases satisfy every law") {
  laws::CodeCache cache;
  for (std::uint64_t i = 0; i < 40; ++i) {
    problems::Space space;
    space.wide_offsets = i % 20 == 0;
    const laws::CaseResult r = laws::evaluate(problems::draw(space, 2024, i), all_laws(), cache, {});
    INFO(text(r));
    CHECK(r.verdict == verdict::Verdict::holds);
  }
}

TEST_CASE("ten drawn cases give the expected bits under each matrix model") {
  laws::CodeCache cache;
  const laws::Law* const bits[] = {laws::find_law("bits")};
  for (const matrix::Model& model : matrix::models(arch::kDefault)) {
    problems::Space space;
    space.models = {std::string(model.name)};
    space.wide_offsets = false;
    for (std::uint64_t i = 0; i < 10; ++i) {
      const laws::CaseResult r = laws::evaluate(problems::draw(space, 31, i), bits, cache, {});
      INFO(text(r));
      CHECK(r.verdict == verdict::Verdict::holds);
    }
  }
}

TEST_CASE("the corners named by known bugs satisfy every law") {
  laws::CodeCache cache;
  for (const char* line : {
           "grouped_gemm_contiguous@gfx950 n=128 k=128 m=0",
           "grouped_gemm_contiguous@gfx950 n=128 k=128 m=0,0,1",
           "grouped_gemm_contiguous@gfx950 n=256 k=384 m=1,127,129 pad=head data=grid scales=near",
           "grouped_gemm_contiguous@gfx950 n=128 k=640 m=100,0,200 pad=scattered gap=1 data=codes "
           "scales=extreme",
           "grouped_gemm_contiguous@gfx950 n=128 k=128 m=33 pad=middle ragged=1 data=nan scales=nan",
           "grouped_gemm_masked@gfx950 m_max=1 n=128 k=128 m=1",
           "grouped_gemm_masked@gfx950 m_max=200 n=256 k=256 m=0,200,190 data=codes scales=distinct "
           "schedule=latest",
           "grouped_gemm_masked@gfx950 m_max=8192 n=128 k=128 m=1024,0,0,0 data=cancelling schedule=random:3",
           "grouped_gemm_masked@gfx950 m_max=64 n=128 k=896 m=64,17 data=grid scales=equal out=f16 build=O2",
           "grouped_gemm_contiguous@gfx942 n=128 k=128 m=0",
           "grouped_gemm_contiguous@gfx942 n=128 k=384 m=1,5 pad=head data=grid scales=near",
           "grouped_gemm_contiguous@gfx942 n=128 k=128 m=33 pad=middle ragged=1 data=nan scales=nan",
           "grouped_gemm_masked@gfx942 m_max=1 n=128 k=128 m=1 model=cdna3_v2a",
           "grouped_gemm_masked@gfx942 m_max=9 n=128 k=256 m=0,9,3 data=codes scales=extreme schedule=latest",
           "grouped_gemm_masked@gfx942 m_max=64 n=128 k=256 m=17 out=f16 build=O2 place=straddle_4g",
       }) {
    const laws::CaseResult r = run(line, all_laws(), cache);
    INFO(text(r));
    CHECK(r.verdict == verdict::Verdict::holds);
  }
}

TEST_CASE("the number of host threads does not show") {
  laws::CodeCache cache;
  const std::string line =
      "grouped_gemm_masked@gfx950 m_max=300 n=384 k=384 m=300,17,128 data=codes scales=distinct "
      "schedule=random:5 seed=0x77";
  const auto c = cases::parse(line);
  REQUIRE(c.has_value());
  operators::Codes outputs[3];
  std::uint64_t instructions[3] = {};
  for (int i = 0; i < 3; ++i) {
    laws::Experiment::Options options;
    options.threads = 1 + 2 * i;
    auto e = laws::Experiment::prepare(*c, cache, options);
    REQUIRE(e.has_value());
    outputs[i] = (*e)->first_run().output;
    instructions[i] = (*e)->first_run().outcome.instructions;
  }
  CHECK(outputs[1] == outputs[0]);
  CHECK(outputs[2] == outputs[0]);
  CHECK(instructions[1] == instructions[0]);
  CHECK(instructions[2] == instructions[0]);
}

// Wherever several threads saw it, the report is the one of a run on one thread.
TEST_CASE("the number of host threads does not show in a case that touches too much memory") {
  laws::CodeCache cache;
  const auto c = cases::parse(
      "grouped_gemm_masked@gfx950 m_max=300 n=384 k=384 m=300,17,128 data=codes scales=distinct seed=0x77");
  REQUIRE(c.has_value());
  laws::Experiment::Options options;
  const auto outcome = [&](int threads) {
    options.threads = threads;
    return (*laws::Experiment::prepare(*c, cache, options))->first_run().outcome;
  };
  const auto whole = laws::Experiment::prepare(*c, cache, options);
  REQUIRE(whole.has_value());
  const laws::Run& in_full = (*whole)->first_run();
  REQUIRE_FALSE(in_full.outcome.stop);
  options.page_limit = in_full.touched_bytes / machine::kPageBytes / 2;
  for (const bool checks : {true, false}) {
    options.checks = checks;
    const machine::Outcome on_one = outcome(1);
    REQUIRE(on_one.stop);
    CHECK(on_one.stop->kind == findings::FindingKind::step_limit);
    CHECK(on_one.workgroups > 1);
    CHECK(on_one.workgroups < in_full.outcome.workgroups);
    for (const int threads : {2, 4}) {
      const machine::Outcome on_several = outcome(threads);
      INFO(threads << " threads, " << (checks ? "checked" : "unchecked"));
      REQUIRE(on_several.stop);
      CHECK(on_several.stop->text == on_one.stop->text);
      CHECK(on_several.stop->address == on_one.stop->address);
      CHECK(on_several.stop->workgroup == on_one.stop->workgroup);
      CHECK(on_several.stop->wave == on_one.stop->wave);
      CHECK(on_several.instructions == on_one.instructions);
      CHECK(on_several.executed == on_one.executed);
      CHECK(on_several.findings.size() == on_one.findings.size());
    }
  }
}

TEST_CASE("what a kernel can't take is refused by argument, value and rule") {
  laws::CodeCache cache;
  struct Row {
    const char* line;
    const char* says;
  };
  for (const Row& row : {
           Row{"grouped_gemm_masked@gfx950 m_max=128 n=128 k=100 m=1",
               "k = 100: must be a multiple of 128 that is not negative"},
           Row{"grouped_gemm_masked@gfx950 m_max=128 n=192 k=128 m=1",
               "n = 192: must be a multiple of 128 that is not negative"},
           Row{"grouped_gemm_masked@gfx950 m_max=128 n=128 k=128 m=-1", "masked_m[0] = -1"},
           Row{"grouped_gemm_masked@gfx950 m_max=128 n=128 k=128 m=5,129", "masked_m[1] = 129"},
           Row{"grouped_gemm_contiguous@gfx950 n=128 k=128 m=100,100 pad=none",
               "only group of its aligned tile"},
           Row{"grouped_gemm_contiguous@gfx950 n=128 k=128 m=-5", "m[0] = -5"},
           Row{"grouped_gemm_masked@gfx950 m_max=128 n=128 k=16777216 m=1", "k = 16777216"},
           Row{"grouped_gemm_masked@gfx942 m_max=128 n=128 k=100 m=1",
               "k = 100: must be a multiple of 128 that is not negative"},
           Row{"grouped_gemm@gfx950 m=1", "no kernel grouped_gemm@gfx950"},
           Row{"grouped_gemm_masked@gfx90a m=1", "no kernel grouped_gemm_masked@gfx90a"},
           Row{"grouped_gemm_masked@gfx950 m_max=128 m=1 model=silicon", "no matrix model 'silicon'"},
           Row{"grouped_gemm_masked@gfx950 m_max=128 m=1 build=O7", "no build 'O7'"},
           Row{"grouped_gemm_masked@gfx950 m_max=128 m=1 recipe=sideways", "recipe=sideways"},
           Row{"grouped_gemm_masked@gfx950 m_max=128 m=1 out=f32",
               "out=f32: grouped_gemm_masked gives bf16 or f16"},
           Row{"grouped_gemm_masked@gfx950 m_max=128 m=1 colour=red", "unknown key 'colour'"},
           Row{"grouped_gemm_masked@gfx950 m_max=many m=1", "m_max=many: expected a number"},
           Row{"grouped_gemm_masked@gfx950 m_max=128 m=1 gap=1",
               "gap = 1: belongs to the contiguous kernels only"},
           Row{"grouped_gemm_contiguous@gfx950 m=1 m_max=128",
               "m_max = 128: belongs to the masked kernels only"},
           Row{"grouped_gemm_contiguous@gfx950 m=1 pad=left", "pad=left: expected one of tail, head"},
       }) {
    const laws::CaseResult r = run(row.line, all_laws(), cache);
    INFO(row.line << "\n" << r.error);
    CHECK(r.error.find(row.says) != std::string::npos);
    CHECK(r.verdict == verdict::Verdict::inconclusive);
  }
}

TEST_CASE("misaligned pointers are refused") {
  operators::GroupedGemm p;
  p.grouping = operators::Grouping::masked;
  p.m = p.n = p.k = 128;
  p.masked_m = {5};
  p.out = &formats::bfloat16;
  const kernels::Kernel* kernel = kernels::find_kernel("grouped_gemm_masked", "gfx950");
  REQUIRE(kernel != nullptr);
  kernels::GroupedGemmAddresses at{0x1000, 0x2000, 0x3001, 0x4000, 0x5003, 0x6000};
  CHECK(kernels::plan(*kernel, p, at).has_value());
  for (std::uint64_t* pointer : {&at.d, &at.a, &at.b, &at.routing}) {
    *pointer += 2;
    const auto plan = kernels::plan(*kernel, p, at);
    REQUIRE_FALSE(plan.has_value());
    CHECK(plan.error().text().find("must be aligned") != std::string::npos);
    *pointer -= 2;
  }
}

TEST_CASE("scales of four bytes must be aligned, and an arch takes its own formats") {
  operators::GroupedGemm p;
  p.grouping = operators::Grouping::masked;
  p.m = p.n = p.k = 128;
  p.masked_m = {5};
  p.out = &formats::bfloat16;
  const kernels::Kernel* kernel = kernels::find_kernel("grouped_gemm_masked", "gfx942");
  REQUIRE(kernel != nullptr);
  kernels::GroupedGemmAddresses at{0x1000, 0x2000, 0x3004, 0x4000, 0x500c, 0x6000};
  REQUIRE_FALSE(kernels::plan(*kernel, p, at).has_value());
  CHECK(kernels::plan(*kernel, p, at).error().text().find("must be float8_e4m3fnuz on gfx942") !=
        std::string::npos);
  p.element = kernels::formats_of(*kernel).element;
  REQUIRE_FALSE(kernels::plan(*kernel, p, at).has_value());
  CHECK(kernels::plan(*kernel, p, at).error().text().find("float8_e4m3fnuz scaled by float8_e8m0fnu") !=
        std::string::npos);
  p.scale = kernels::formats_of(*kernel).scale;
  CHECK(kernels::plan(*kernel, p, at).has_value());
  for (std::uint64_t* pointer : {&at.a_scale, &at.b_scale}) {
    *pointer += 2;
    REQUIRE_FALSE(kernels::plan(*kernel, p, at).has_value());
    CHECK(kernels::plan(*kernel, p, at).error().text().find("aligned to 4 bytes") != std::string::npos);
    *pointer -= 2;
  }
}

}  // namespace lockstep::tests
