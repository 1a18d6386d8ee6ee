#include <array>
#include <bit>
#include <memory>

#include <fmt/format.h>

#include "bench/bench.hpp"
#include "bench/programs.hpp"
#include "emulator/arch/arch.hpp"
#include "emulator/arithmetic/matrix/fast/dot_products.hpp"
#include "emulator/arithmetic/matrix/fast/multiplication.hpp"
#include "emulator/arithmetic/matrix/units/units.hpp"
#include "host/random.hpp"
#include "properties/laws/evaluate.hpp"
#include "properties/problems/operator.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::bench {

namespace {

// Measures whole emulated runs: decoded once, every run with fresh memory, as a fuzz case has it.
double emulate(const kernels::Kernel& kernel, bool checks, double seconds) {
  laws::CodeCache cache;
  laws::Experiment::Options options;
  options.checks = checks;
  auto experiment = laws::Experiment::prepare(problems::timed_case(kernel), cache, options);
  if (!experiment) return 0;
  return best_rate(seconds, [&] {
    (*experiment)->forget_runs();
    (*experiment)->run({machine::Schedule::Kind::latest, 0}, laws::Poison::first);
    return double((*experiment)->macs());
  });
}

// What a kernel's matrix instructions would take with their operands at hand; decoding is part of it.
std::string limit_of(const kernels::Kernel& kernel) {
  const int bits = problems::benchmark_of(kernel).element_bits;
  if (bits == 0) return {};
  return fmt::format("model/{}{}", arch::default_model(kernel.arch), bits == 4 ? "/fp4" : "");
}

double model_rate(const matrix::Model& model, const formats::Format& format, double seconds,
                  matrix::Shape shape = matrix::k16x16x128) {
  std::vector<std::uint8_t> a(16 * 128), b(16 * 128), scales(16 * 4, 127);
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = std::uint8_t(host::hash(1, i) & 0xF7 & format.code_mask());
    b[i] = std::uint8_t(host::hash(2, i) & 0xF7 & format.code_mask());
    for (std::uint8_t* code : {&a[i], &b[i]})
      if (formats::is_nan(format, *code)) *code = 0;
  }
  const matrix::Operand left{&format, a.data(), scales.data()}, right{&format, b.data(), scales.data()};
  std::array<float, 256> c{};
  return best_rate(seconds, [&] {
    constexpr int kTimes = 64;
    for (int i = 0; i < kTimes; ++i) {
      c.fill(float(i));
      matrix::multiply(model, shape, left, right, c.data(), c.data());
    }
    return double(kTimes) * shape.m * shape.n * shape.k;
  });
}

template <typename Code>
Code code_of(const formats::Format& f, double x) {
  if constexpr (sizeof(Code) == sizeof x)
    return std::bit_cast<Code>(x);
  else
    return formats::encode_nearest_even(f, x, formats::Overflow::saturate);
}

// Finite operands of a narrow range, one step: what a comparison with silicon spends most of its time on.
template <typename Code>
double dots_rate(const matrix::Unit& unit, double seconds) {
  constexpr std::size_t kDots = 256;
  const formats::Format& a_format = unit.a != nullptr ? *unit.a : formats::float8_e4m3fn;
  const formats::Format& b_format = unit.b != nullptr ? *unit.b : formats::float8_e4m3fn;
  const auto k = std::size_t(std::max(16, matrix::least_k(unit)));
  const auto codes = [&](const formats::Format& f, std::uint64_t stream) {
    std::vector<Code> drawn(kDots * k);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      const double magnitude = 0.5 + double(host::hash(stream, i) % 1024) / 1024;
      drawn[i] = code_of<Code>(f, i % 3 == 0 ? -magnitude : magnitude);
    }
    return drawn;
  };
  const std::vector<Code> a = codes(a_format, 1), b = codes(b_format, 2);
  const std::size_t scales = unit.scale_block == 0 ? 0 : kDots * k / std::size_t(unit.scale_block);
  const std::vector<Code> scale(
      scales, unit.scale == nullptr ? 0 : Code(unit.scale->bias << unit.scale->mantissa_bits));
  std::vector<Code> d(kDots);
  const matrix::BasicDotBatch<Code> batch{kDots,    int(k),   &a_format,    &b_format,    a.data(),
                                          b.data(), d.data(), scale.data(), scale.data(), d.data()};
  return best_rate(seconds, [&] {
    std::fill(d.begin(), d.end(), Code{0});
    matrix::dot_products(unit, batch);
    return double(kDots * k);
  });
}

double unit_rate(const matrix::Unit& unit, double seconds) {
  return matrix::is_wide(unit) ? dots_rate<std::uint64_t>(unit, seconds)
                               : dots_rate<std::uint32_t>(unit, seconds);
}

// The matrix units that are measured, one of every kind.
constexpr std::array kMeasuredUnits{"cdna1_f16",
                                    "cdna2_f16",
                                    "cdna3_f16",
                                    "cdna3_fp8",
                                    "cdna3_f64",
                                    "cdna4_f8f6f4/gfx12_dot4",
                                    "gfx1250_wmma_scale/functional",
                                    "rdna3_dot2_f32_f16",
                                    "hopper_wgmma_f16_f32",
                                    "hopper_wgmma_f16_f16",
                                    "hopper_wgmma_e4m3_f32",
                                    "hopper_mma_e4m3_f32",
                                    "blackwell_mxf8f6f4",
                                    "blackwell_mxf4nvf4"};

/// Whole cases of 33 M multiply-accumulates under all laws: two runs, the declared order and the exact
/// answer.
struct CaseShape {
  const char* name;
  const char* keys;
};

constexpr std::array kCaseShapes{
    CaseShape{"cases/33mmac", "m=128 n=128 k=2048"},         // one tile, as deep as those of language models
    CaseShape{"cases/33mmac/shallow", "m=128 n=512 k=512"},  // four tiles, and four times as many results
    CaseShape{"cases/33mmac/padded", "m=100,28 n=512 k=512"}};  // half of its eight tiles are padding

double cases_rate(const CaseShape& shape, laws::CodeCache& cache, double seconds) {
  cases::Case c = *cases::parse(
      fmt::format("grouped_gemm_masked@gfx950 m_max=128 {} data=codes scales=distinct seed=1", shape.keys));
  return best_rate(seconds, [&] {
    ++c.seed;
    laws::evaluate(c, laws::laws_of(c), cache, {});
    return 1.0;
  });
}

}  // namespace

std::vector<Benchmark> benchmarks() {
  std::vector<Benchmark> all{{"eigen/sgemm", "MAC/s", eigen_sgemm}};
  for (const kernels::Kernel& k : kernels::kernels())
    for (const bool checks : {true, false})
      all.push_back(
          {fmt::format("emulate/{}/{}",
                       k.arch == arch::kDefault ? std::string(k.name) : fmt::format("{}@{}", k.name, k.arch),
                       checks ? "checked" : "bare"),
           "MAC/s", [&k, checks](double s) { return emulate(k, checks, s); }, limit_of(k),
           cases::print(problems::timed_case(k))});
  for (const matrix::Model& m : matrix::models(arch::kDefault))
    all.push_back({fmt::format("model/{}", m.name), "MAC/s",
                   [&m](double s) { return model_rate(m, formats::float8_e4m3fn, s); }});
  for (const auto& [name, format] : {std::pair{"model/exact/fp4", &formats::float4_e2m1fn},
                                     {"model/exact/fp6", &formats::float6_e2m3fn},
                                     {"model/exact/bf8", &formats::float8_e5m2}})
    all.push_back(
        {name, "MAC/s", [format](double s) { return model_rate(*matrix::find_model("exact"), *format, s); }});
  all.push_back({"model/fma_post/fp4", "MAC/s", [](double s) {
                   return model_rate(*matrix::find_model("fma_post"), formats::float4_e2m1fn, s);
                 }});
  all.push_back({"model/cdna3", "MAC/s", [](double s) {
                   return model_rate(*matrix::find_model("cdna3"), formats::float8_e4m3fnuz, s,
                                     matrix::k16x16x32);
                 }});
  all.push_back({"model/wmma_functional", "MAC/s", [](double s) {
                   return model_rate(*matrix::find_model("wmma_functional"), formats::float8_e4m3fn, s);
                 }});
  all.push_back({"model/wmma_functional/fp4", "MAC/s", [](double s) {
                   return model_rate(*matrix::find_model("wmma_functional"), formats::float4_e2m1fn, s);
                 }});
  for (const char* name : kMeasuredUnits)
    all.push_back({fmt::format("unit/{}", name), "MAC/s",
                   [name](double s) { return unit_rate(*matrix::find_unit(name), s); }});
  for (const char* line : {"v_add_u32_e32 v1, v2, v3", "v_fma_f32 v1, v2, v3, v4", "v_mov_b32_e32 v1, v2",
                           "v_lshl_or_b32 v1, v2, 3, v4"}) {
    const std::string text = line;
    all.push_back({"vector/" + text.substr(0, text.find(' ')), "wave-instructions/s",
                   [text](double s) { return vector_stream(text, s); }, "lanes/add"});
  }
  for (Benchmark& of_program : program_benchmarks()) all.push_back(std::move(of_program));
  all.push_back({"lanes/add", "wave-instructions/s", lane_add});
  all.push_back({"quantise/1x32/float8_e4m3fn", "bytes/s", quantise_1x32_e4m3});
  all.push_back({"dequantise/1x32/float8_e4m3fn", "bytes/s", dequantise_1x32_e4m3});
  const auto cache = std::make_shared<laws::CodeCache>();
  for (const CaseShape& shape : kCaseShapes)
    all.push_back({.name = shape.name, .unit = "cases/s", .measure = [&shape, cache](double s) {
                     return cases_rate(shape, *cache, s);
                   }});
  return all;
}

}  // namespace lockstep::bench
