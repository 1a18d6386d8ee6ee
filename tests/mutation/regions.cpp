// Kernels that load what is not to be read and throw it away: every law holds, no plain check objects, and
// the check of regions names the load. The kernels as they are load no such byte.
#include "properties/laws/evaluate.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using verdict::Verdict;

struct Row {
  const char *id, *arch, *tensor;
};
constexpr Row kRows[] = {
    {"rows_to_capacity_are_read", "gfx950", " of a, which is not to be read"},
    {"scales_of_a_whole_tile_are_read", "gfx950", " of a_scale, which is not to be read"},
    {"gfx942_rows_to_capacity_are_read", "gfx942", " of a, which is not to be read"},
};

laws::CaseResult result(const Row& row, const std::string& build, bool regions) {
  const auto c = cases::parse(std::string("grouped_gemm_masked@") + row.arch +
                              " groups=2 n=128 k=256 m=17,40 m_max=128 seed=3 build=" + build);
  REQUIRE(c.has_value());
  std::vector<const laws::Law*> all;
  for (const laws::Law& law : laws::laws())
    if (law.when != laws::When::named) all.push_back(&law);
  laws::CodeCache cache;
  laws::Experiment::Options options;
  options.policy.regions = regions;
  return laws::evaluate(*c, all, cache, options);
}

TEST_CASE("rows and scales that are loaded and thrown away are found by those who ask, by nothing else") {
  for (const Row& row : kRows) {
    const std::string build = std::string(LOCKSTEP_OBJECTS) + "/" + row.id + ".co";
    CAPTURE(row.id);
    const laws::CaseResult plain = result(row, build, false), asked = result(row, build, true);
    CHECK(plain.error.empty());
    CHECK(plain.verdict == Verdict::holds);
    REQUIRE(asked.first_falsified() != nullptr);
    INFO(asked.first_falsified()->reason);
    CHECK(asked.first_falsified()->law == "clean");
    CHECK(
        asked.first_falsified()->reason.starts_with("out-of-region: grouped_gemm_masked_bf16: buffer_load"));
    CHECK(asked.first_falsified()->reason.find(row.tensor) != std::string::npos);
    CHECK(result(row, "O3", true).verdict == Verdict::holds);
  }
}

}  // namespace
}  // namespace lockstep::tests
