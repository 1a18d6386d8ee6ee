// The table. A row's source is where its formula and threshold are read; what is not said there is not here.
#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "properties/judges/judge.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::judges {

namespace {

using Passes = Threshold::Passes;
using Pass = problems::Operands::Pass;
using Width = problems::Operands::Width;
using Demand = std::optional<Threshold>;

Demand primus_snr(const Product& p) {
  if (p.operands.width == Width::fp4) return std::nullopt;
  return Threshold{Passes::above, p.operands.width == Width::fp8_e4m3 ? 25.0 : 20.0};
}

Demand torchao_sqnr(const Product& p) {
  if (p.operands.width != Width::fp8_e4m3) return std::nullopt;
  const double limit = p.operands.pass == Pass::output           ? 27
                       : p.operands.pass == Pass::input_gradient ? 25
                                                                 : 24;
  return Threshold{Passes::at_least, limit};
}

// 0.01 is for one operand in FP4, which no kernel here has.
Demand deepgemm_diff(const Product& p) {
  if (p.operands.width != Width::fp8_e4m3 && p.operands.width != Width::fp4) return std::nullopt;
  return Threshold{Passes::below, p.operands.width == Width::fp4 ? 0.02 : 0.001};
}

Demand flashinfer_cosine(const Product& p) {
  if (p.operands.width == Width::fp4) return std::nullopt;
  return Threshold{Passes::above, 0.99};
}

/// A threshold that is the same for every product.
template <Passes kPasses, int kMillionths>
Demand always(const Product&) {
  return Threshold{kPasses, kMillionths / 1e6};
}

template <double (*kFormula)(const Compared&)>
double plain(const Product&, const Compared& values) {
  return kFormula(values);
}

constexpr Tolerance kHundredth{1e-2, 1e-2};

double share_outside_hundredth(const Product&, const Compared& values) {
  return outside(values, kHundredth);
}

// The formula of DeepGEMM, but that two outputs of zeros do not differ.
double flydsl_diff(const Product&, const Compared& values) {
  const auto is_zero = [](double x) { return x == 0; };
  if (std::ranges::all_of(values.want, is_zero) && std::ranges::all_of(values.got, is_zero)) return 0;
  return similarity_difference(values);
}

// verify_output() returns at once where fewer than 5 % are outside, and looks at the difference only then.
double flydsl_verify(const Product& p, const Compared& values) {
  return outside(values, kHundredth) < 0.05 ? 0 : flydsl_diff(p, values);
}

double outside_torch(const Product& p, const Compared& values) {
  const double relative = p.out == &formats::bfloat16 ? 1.6e-2 : p.out == &formats::float16 ? 1e-3 : 1.3e-6;
  return outside(values, {relative, 1e-5});
}

double outside_kernelbench(const Product& p, const Compared& values) {
  const double both = p.out == &formats::float32 ? 1e-4 : 1e-2;
  return outside(values, {both, both});
}

std::string_view sign(Passes passes) {
  constexpr std::array kNames{">=", ">", "<=", "<"};
  return kNames[std::size_t(passes)];
}

}  // namespace

std::string_view name(Against against) {
  return against == Against::quantised ? "the quantised operands" : "the operands before quantisation";
}

bool Threshold::holds(double value) const {
  switch (passes) {
    case Passes::at_least:
      return value >= limit;
    case Passes::above:
      return value > limit;
    case Passes::at_most:
      return value <= limit;
    case Passes::below:
      return value < limit;
  }
  return false;
}

std::string Threshold::text() const {
  return fmt::format("{} {:g}", sign(passes), limit);
}

const Judge* find_judge(std::string_view name) {
  for (const Judge& judge : judges())
    if (judge.name == name) return &judge;
  return nullptr;
}

std::span<const Judge> judges() {
  static constexpr std::array kJudges{
      Judge{"primus_snr", "10 log10(sum want^2 / (sum (got - want)^2 + 1e-12)) dB",
            "above 25 dB for e4m3, above 20 dB for e5m2 or a mix", Against::unquantised,
            "AMD-AGI/Primus-Turbo, tests/pytorch/test_utils.py, compute_snr", plain<snr_with_floor>,
            primus_snr},
      Judge{
          "torchao_sqnr", "20 log10(norm(want) / norm(got - want)) dB",
          "at least 27 dB for an output, 25 dB for a gradient of inputs, 24 dB for one of weights; e4m3 only",
          Against::unquantised, "pytorch/ao, test/prototype/moe_training/test_mxfp8_grouped_mm.py",
          plain<sqnr>, torchao_sqnr},
      Judge{"deepgemm_diff", "1 - 2 sum got want / sum (got^2 + want^2)",
            "below 0.001 for e4m3, below 0.02 for FP4", Against::unquantised,
            "deepseek-ai/DeepGEMM, deep_gemm/testing/numeric.py, calc_diff; tests/generators.py, max_diff",
            plain<similarity_difference>, deepgemm_diff},
      Judge{"cosine", "sum got want / (norm(got) norm(want))", "above 0.99; FP8 only", Against::unquantised,
            "flashinfer-ai/flashinfer, tests/gemm/test_bmm_fp8.py", plain<cosine>, flashinfer_cosine},
      Judge{"flydsl_diff", "that of deepgemm_diff; 0 where all are zeros", "at most 0.001",
            Against::quantised,
            "ROCm/FlyDSL, tests/test_common.py, verify_output, the threshold of its block-scaled GEMM",
            flydsl_diff, always<Passes::at_most, 1'000>},
      Judge{"flydsl_verify",
            "0 if fewer than 5 % of elements are outside 0.01 + 0.01 abs(want), else the difference of "
            "flydsl_diff",
            "at most 0.001", Against::quantised, "ROCm/FlyDSL, tests/test_common.py, verify_output",
            flydsl_verify, always<Passes::at_most, 1'000>},
      Judge{"aiter_norm", "norm(got - want) / norm(want)", "below 0.05", Against::quantised,
            "ROCm/aiter, pull request 3783, its tests", plain<relative_norm>, always<Passes::below, 50'000>},
      Judge{"aiter_close", "share of elements outside 0.01 + 0.01 abs(want)", "at most 0.05",
            Against::quantised, "ROCm/aiter, aiter/test_common.py, checkAllclose", share_outside_hundredth,
            always<Passes::at_most, 50'000>},
      Judge{
          "torch_close",
          "share of elements outside 1e-5 + r abs(want); r is 1.6e-2 for bf16, 1e-3 for f16, 1.3e-6 for f32",
          "it is 0", Against::quantised, "pytorch/pytorch, torch/testing/_comparison.py, assert_close",
          outside_torch, always<Passes::at_most, 0>},
      Judge{"kernelbench", "share of elements outside t + t abs(want); t is 0.01, for f32 0.0001", "it is 0",
            Against::quantised, "ScalingIntelligence/KernelBench, src/eval.py", outside_kernelbench,
            always<Passes::at_most, 0>},
  };
  return kJudges;
}

}  // namespace lockstep::judges
