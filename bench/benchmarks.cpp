#include <fmt/format.h>

#include <memory>

#include "bench.hpp"
#include "eigen_sgemm.hpp"
#include "emulator/machine/random.hpp"
#include "properties/cases/generate.hpp"
#include "properties/laws/evaluate.hpp"
#include "quantise_blocks.hpp"
#include "vector_stream.hpp"

namespace lockstep::bench {

namespace {

// About 33 M multiply-accumulates: 128 rows, 512 columns, 512 deep, in two groups.
cases::Case typical(std::string_view kernel, std::string_view model) {
  cases::Case c;
  c.kernel = kernel;
  c.model = model;
  c.m = {100, 28};
  if (c.masked()) c.m_max = 128;
  c.n = 512;
  c.k = 512;
  c.data = cases::Data::codes;
  c.scales = cases::Scales::distinct;
  c.seed = 1;
  return c;
}

// Whole emulated runs: decoded once, every run with fresh memory, as a fuzz case has it.
double emulate(std::string_view kernel, bool checks, double seconds) {
  laws::CodeCache cache;
  laws::Experiment::Options options;
  options.checks = checks;
  auto experiment = laws::Experiment::prepare(typical(kernel, "fma_post"), cache, options);
  if (!experiment) return 0;
  std::uint64_t round = 0;
  return best_rate(seconds, [&] {
    (*experiment)->forget_runs();
    (*experiment)->run({machine::Schedule::Kind::latest, 0}, round++ % 2 == 0 ? laws::Poison::first : laws::Poison::second);
    return double((*experiment)->macs());
  });
}

double model_rate(const matrix::Model& model, double seconds) {
  constexpr matrix::Shape kShape = matrix::k16x16x128;
  std::vector<std::uint8_t> a(16 * 128), b(16 * 128), scales(16 * 4, 127);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = std::uint8_t(machine::scatter(1, i)) & 0xF7;
    b[i] = std::uint8_t(machine::scatter(2, i)) & 0xF7;
  }
  const formats::Format* e4m3 = matrix::operand_format(0);
  const matrix::Operand left{e4m3, a.data(), scales.data()}, right{e4m3, b.data(), scales.data()};
  std::array<float, 256> c{};
  return best_rate(seconds, [&] {
    constexpr int kTimes = 64;
    for (int i = 0; i < kTimes; ++i) {
      c.fill(float(i));
      matrix::multiply(model, kShape, left, right, c.data(), c.data());
    }
    return double(kTimes) * kShape.m * kShape.n * kShape.k;
  });
}

double cases_rate(double seconds) {
  laws::CodeCache cache;
  std::vector<const laws::Law*> all;
  for (const laws::Law& law : laws::laws()) all.push_back(&law);
  cases::Case c = typical("grouped_gemm_masked", "fma_post");
  return best_rate(seconds, [&] {
    ++c.seed;
    laws::evaluate(c, all, cache, {});
    return 1.0;
  });
}

}  // namespace

std::vector<Benchmark> benchmarks() {
  std::vector<Benchmark> all{{"eigen/sgemm", "MAC/s", eigen_sgemm}};
  for (const kernels::Kernel& k : kernels::kernels())
    for (const bool checks : {true, false})
      all.push_back({fmt::format("emulate/{}/{}", k.name, checks ? "checked" : "bare"), "MAC/s",
                     [&k, checks](double s) { return emulate(k.name, checks, s); }});
  for (const matrix::Model& m : matrix::models())
    all.push_back({fmt::format("model/{}", m.name), "MAC/s", [&m](double s) { return model_rate(m, s); }});
  for (const char* line : {"v_add_u32_e32 v1, v2, v3", "v_fma_f32 v1, v2, v3, v4", "v_mov_b32_e32 v1, v2", "v_lshl_or_b32 v1, v2, 3, v4"}) {
    const std::string text = line;
    all.push_back({"vector/" + text.substr(0, text.find(' ')), "wave-instructions/s", [text](double s) { return vector_stream(text, s); }});
  }
  all.push_back({"quantise/1x32/float8_e4m3fn", "bytes/s", quantise_1x32_e4m3});
  all.push_back({"dequantise/1x32/float8_e4m3fn", "bytes/s", dequantise_1x32_e4m3});
  all.push_back({"cases/33mmac", "cases/s", cases_rate});
  return all;
}

}  // namespace lockstep::bench
