// Law `clean` notices a dropped or weakened wait of a real kernel also where the schedule hides it: under
// `earliest` every value is there at once.
#include "properties/laws/evaluate.hpp"
#include "properties/wait_mutation/code_mutant.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using Kind = wait_mutation::CodeMutant::Kind;
using verdict::Verdict;

struct Tally {
  int noticed = 0, hidden = 0;
};

std::map<std::string, Tally> judge(const std::string& line, std::size_t stride) {
  const auto c = cases::parse(line);
  REQUIRE(c.has_value());
  const kernels::Kernel& kernel = *kernels::find_kernel(c->kernel, c->arch);
  laws::CodeCache original;
  const auto code = *original.get(kernel, c->build);
  const auto file = *laws::CodeCache::bytes(kernel, c->build);
  const laws::Law* const both[] = {laws::find_law("bits"), laws::find_law("clean")};
  REQUIRE(laws::evaluate(*c, both, original, {}).verdict == Verdict::holds);

  std::map<std::string, Tally> tally;
  std::size_t n = 0;
  for (const wait_mutation::CodeMutant& m : wait_mutation::code_mutants(code->program(), code->object())) {
    if (m.kind != Kind::drop_wait && m.kind != Kind::weaken_wait) continue;
    if (n++ % stride != 0) continue;
    laws::CodeCache cache;
    auto object = code_object::parse("mutant", wait_mutation::patched(file, code->object(), m));
    cache.put(kernel, c->build, *code->load_like(std::move(*object)));
    const laws::CaseResult result = laws::evaluate(*c, both, cache, {});
    CAPTURE(m.address, result.laws[0].reason, result.laws[1].reason);
    CHECK(result.laws[0].verdict == Verdict::holds);
    if (result.laws[1].verdict != Verdict::falsified) continue;
    ++tally[wait_mutation::name(m)].noticed;
    tally[wait_mutation::name(m)].hidden += result.laws[1].reason.starts_with("wait: ");
  }
  return tally;
}

TEST_CASE("dropped and weakened waits are findings of clean where the schedule hides them") {
  auto tally = judge(
      "grouped_gemm_masked@gfx950 groups=1 m=128 m_max=128 n=128 k=512 data=codes scales=near seed=1 "
      "schedule=earliest",
      1);
  for (const char* kind : {"dropped", "vmcnt + 1", "lgkmcnt + 1"}) {
    CAPTURE(kind, tally[kind].noticed, tally[kind].hidden);
    CHECK(tally[kind].hidden >= 3);
  }
}

}  // namespace
}  // namespace lockstep::tests
