// The tolerances of other projects: each formula against numbers worked out by hand, and each judge with an
// output that it passes and one that it notices.
#include <cmath>
#include <limits>

#include "properties/judges/opinion.hpp"
#include "reference/formats/formats.hpp"
#include "tests/properties/harness.hpp"

namespace lockstep::tests {

namespace {

using judges::Compared;
using judges::Judge;
using judges::Opinion;
using problems::Operands;
using Pass = Operands::Pass;
using Width = Operands::Width;

// |want| = 5, |got| = sqrt(18), their product 21, and one element is 1 off.
const std::vector<double> kWant{3, 4}, kGot{3, 3};
const Compared kPair{kWant, kGot};

std::vector<const Judge*> all_judges() {
  std::vector<const Judge*> all;
  for (const Judge& judge : judges::judges()) all.push_back(&judge);
  return all;
}

Operands operands_of(const std::string& line) {
  const auto c = cases::parse(line);
  REQUIRE(c.has_value());
  const kernels::Kernel& kernel = *kernels::find_kernel(c->kernel, c->arch);
  return problems::operator_of(kernel).operands(*c, kernel);
}

std::optional<double> limit(std::string_view judge, Operands operands,
                            const formats::Format& out = formats::bfloat16) {
  const auto threshold = judges::find_judge(judge)->threshold({operands, &out});
  return threshold ? std::optional(threshold->limit) : std::nullopt;
}

/// An output of 64 x 64 elements, with both references the same.
struct Output {
  std::vector<operators::Output> outputs{{"d", &formats::bfloat16, 64, 64, {}}};
  std::vector<operators::ExactOutput> exact{1};
  std::optional<std::vector<std::vector<double>>> unquantised;
  operators::Codes got{{}};

  Output() {
    for (int i = 0; i < 64 * 64; ++i) {
      exact[0].value.push_back(std::sin(i) * 64);
      got[0].push_back(encode(exact[0].value.back()));
    }
    unquantised.emplace({exact[0].value});
  }
  static std::uint32_t encode(double value) {
    return formats::encode_nearest_even(formats::bfloat16, value, formats::Overflow::to_special);
  }
  std::vector<Opinion> opinions() const {
    return judges::opinions(all_judges(), {{}, outputs, exact, unquantised}, got);
  }
};

Opinion::Verdict verdict_of(const std::vector<Opinion>& opinions, std::string_view judge) {
  for (const Opinion& o : opinions)
    if (o.judge->name == judge) return o.verdict;
  return Opinion::Verdict::silent;
}

}  // namespace

TEST_CASE("formulas of judges give what is worked out by hand") {
  CHECK(judges::snr_with_floor(kPair) == Approx(13.97940009));
  CHECK(judges::sqnr(kPair) == Approx(13.97940009));
  CHECK(judges::similarity_difference(kPair) == Approx(1.0 / 43));
  CHECK(judges::relative_norm(kPair) == Approx(0.2));
  CHECK(judges::cosine(kPair) == Approx(21 / (5 * std::sqrt(18.0))));
  CHECK(judges::outside(kPair, {0.2, 0.1}) == 0.5);
  CHECK(judges::outside(kPair, {0.2, 0.2}) == 0);  // on the edge
  const std::vector<double> nan{3, std::nan("")};
  CHECK(judges::outside({kWant, nan}, {1, 1}) == 0.5);
  CHECK(std::isnan(judges::similarity_difference({kWant, nan})));
}

TEST_CASE("the floor of an SNR shows where the output is tiny") {
  const std::vector<double> want{1e-9, 1e-9};
  CHECK(judges::snr_with_floor({want, want}) < -50);
  CHECK(std::isinf(judges::sqnr({want, want})));
}

TEST_CASE("thresholds are those of the product") {
  CHECK(limit("primus_snr", {Width::fp8_e4m3, Pass::output}) == 25);
  CHECK(limit("primus_snr", {Width::fp8_e5m2, Pass::output}) == 20);
  CHECK(limit("primus_snr", {Width::mixed, Pass::output}) == 20);
  CHECK_FALSE(limit("primus_snr", {Width::fp4, Pass::output}).has_value());
  CHECK(limit("torchao_sqnr", {Width::fp8_e4m3, Pass::output}) == 27);
  CHECK(limit("torchao_sqnr", {Width::fp8_e4m3, Pass::input_gradient}) == 25);
  CHECK(limit("torchao_sqnr", {Width::fp8_e4m3, Pass::weight_gradient}) == 24);
  CHECK(limit("deepgemm_diff", {Width::fp8_e4m3, Pass::output}) == 0.001);
  CHECK(limit("deepgemm_diff", {Width::fp4, Pass::output}) == 0.02);
  CHECK(limit("cosine", {Width::mixed, Pass::output}) == 0.99);
  // What a project does not test has no threshold.
  CHECK_FALSE(limit("torchao_sqnr", {Width::mixed, Pass::output}).has_value());
  CHECK_FALSE(limit("deepgemm_diff", {Width::fp8_e5m2, Pass::output}).has_value());
  CHECK_FALSE(limit("cosine", {Width::fp4, Pass::output}).has_value());
}

TEST_CASE("a NaN passes no threshold") {
  using Passes = judges::Threshold::Passes;
  for (const Passes passes : {Passes::at_least, Passes::above, Passes::at_most, Passes::below})
    CHECK_FALSE(judges::Threshold{passes, 1}.holds(std::nan("")));
  CHECK(judges::Threshold{Passes::at_least, 1}.holds(1));
  CHECK_FALSE(judges::Threshold{Passes::above, 1}.holds(1));
  CHECK(judges::Threshold{Passes::at_most, 1}.holds(1));
  CHECK_FALSE(judges::Threshold{Passes::below, 1}.holds(1));
}

TEST_CASE("the product of a case is known to the judges") {
  const Operands nn = operands_of("tensorwise_nn@gfx950 m=40 n=256 k=512 a=e5m2 b=e5m2");
  CHECK((nn.pass == Pass::input_gradient && nn.width == Width::fp8_e5m2));
  const Operands tn = operands_of("tensorwise_tn@gfx950 m=40 n=256 k=512 a=e5m2");
  CHECK((tn.pass == Pass::weight_gradient && tn.width == Width::mixed));
  const Operands k = operands_of("grouped_gemm_k@gfx950 m=128 n=128 k=128 out=f32");
  CHECK((k.pass == Pass::weight_gradient && k.width == Width::fp8_e4m3));
  CHECK(operands_of("moe_down_flat@gfx950 m=3 n=256 k=512").width == Width::fp4);
  CHECK(operands_of("grouped_gemm_masked@gfx942 m_max=64 m=17").pass == Pass::output);
}

TEST_CASE("every judge passes a right output and notices one of zeros") {
  Output right, zeros;
  for (std::uint32_t& code : zeros.got[0]) code = 0;
  for (const Opinion& o : right.opinions()) {
    INFO(o.judge->name);
    CHECK(o.verdict == Opinion::Verdict::passes);
  }
  for (const Opinion& o : zeros.opinions()) {
    INFO(o.judge->name);
    CHECK(o.verdict == Opinion::Verdict::notices);
  }
}

TEST_CASE("a few wrong elements pass what averages and not what counts each") {
  Output output;
  for (std::size_t i = 100; i < 104; ++i) output.got[0][i] = 0;
  const auto opinions = output.opinions();
  for (const char* judge : {"primus_snr", "torchao_sqnr", "deepgemm_diff", "cosine", "flydsl_diff",
                            "flydsl_verify", "aiter_norm", "aiter_close"}) {
    INFO(judge);
    CHECK(verdict_of(opinions, judge) == Opinion::Verdict::passes);
  }
  CHECK(verdict_of(opinions, "torch_close") == Opinion::Verdict::notices);
  CHECK(verdict_of(opinions, "kernelbench") == Opinion::Verdict::notices);
}

TEST_CASE("judges say nothing without a reference that they can compare with") {
  Output overflows, no_source;
  overflows.exact[0].value[7] = std::numeric_limits<double>::infinity();
  no_source.unquantised.reset();
  const auto without = no_source.opinions();
  for (const Opinion& o : overflows.opinions())
    CHECK((o.verdict == Opinion::Verdict::silent) == (o.judge->against == judges::Against::quantised));
  for (const Opinion& o : without)
    CHECK((o.verdict == Opinion::Verdict::silent) == (o.judge->against == judges::Against::unquantised));
}

TEST_CASE("a case has the opinions of the judges that are asked, and its verdict without them") {
  laws::CodeCache cache;
  const auto c = cases::parse("grouped_gemm_masked@gfx950 m_max=64 m=17,0,64 k=256");
  REQUIRE(c.has_value());
  const Judge* const two[] = {judges::find_judge("primus_snr"), judges::find_judge("torch_close")};
  laws::Experiment::Options options;
  options.judges = two;
  const laws::CaseResult r = laws::evaluate(*c, all_laws(), cache, options);
  CHECK(r.verdict == verdict::Verdict::holds);
  REQUIRE(r.judges.size() == 2);
  for (const Opinion& o : r.judges) CHECK(o.verdict == Opinion::Verdict::passes);
  CHECK(laws::evaluate(*c, all_laws(), cache, {}).judges.empty());
}

}  // namespace lockstep::tests
