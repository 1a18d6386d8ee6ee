// The hunt names the pair that races, and nothing in a kernel that is right.
#include "properties/schedule_search/search.hpp"
#include "properties/wait_mutation/kill_matrix.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

const std::string kLine =
    "grouped_gemm_masked@gfx950 groups=1 m=128 m_max=128 n=128 k=512 data=codes scales=near seed=1";

schedule_search::SearchResult search_result(const std::string& line, laws::CodeCache& cache) {
  schedule_search::SearchOptions o;
  o.seeds = 2;
  const auto c = cases::parse(line);
  REQUIRE(c.has_value());
  auto result = schedule_search::search(*c, cache, o);
  REQUIRE(result.has_value());
  return std::move(*result);
}

TEST_CASE("a kernel that is right does the same under every schedule") {
  laws::CodeCache cache;
  const schedule_search::SearchResult result = search_result(kLine, cache);
  CHECK(!result.differs);
  CHECK(result.findings.empty());
  CHECK(result.runs == 6);
}

TEST_CASE("a copy into LDS that nobody waits for is the party of the race") {
  laws::CodeCache cache;
  const schedule_search::SearchResult result = search_result(kLine + " build=dropped_dma_wait", cache);
  REQUIRE(result.differs);
  REQUIRE(result.where.has_value());
  const auto& program =
      (*cache.get(*kernels::find_kernel("grouped_gemm_masked", "gfx950"), "dropped_dma_wait"))->program();
  const std::string text = schedule_search::text(result, program);
  INFO(text);
  CHECK(program.instructions[result.where->instruction].mnemonic.starts_with("ds_read"));
  REQUIRE(result.where->writer.has_value());
  CHECK(program.instructions[result.where->writer->instruction].mnemonic.starts_with("buffer_load"));
}

TEST_CASE("a register read before its wait is found at its reader") {
  laws::CodeCache original;
  const kernels::Kernel& kernel = *kernels::find_kernel("grouped_gemm_masked", "gfx950");
  const auto code = *original.get(kernel, "O3");
  const auto file = *laws::CodeCache::bytes(kernel, "O3");
  int found = 0;
  for (const wait_mutation::CodeMutant& m : wait_mutation::code_mutants(code->program(), code->object())) {
    const isa::Instruction& wait = code->program().instructions[m.instruction];
    if (m.kind != wait_mutation::CodeMutant::Kind::drop_wait || wait.modifiers.vmcnt ||
        wait.modifiers.lgkmcnt != 2)
      continue;
    laws::CodeCache cache;
    auto object = code_object::parse("mutant", wait_mutation::patched(file, code->object(), m));
    cache.put(kernel, "O3", *machine::LoadedCode::load(std::move(*object)));
    const schedule_search::SearchResult result = search_result(kLine, cache);
    if (!result.differs) continue;
    INFO(schedule_search::text(result, code->program()));
    REQUIRE(result.where.has_value());
    REQUIRE(result.where->outstanding.has_value());
    CHECK(result.where->instruction > m.instruction);
    CHECK(code->program().instructions[*result.where->outstanding].mnemonic.starts_with("ds_read"));
    if (++found == 3) break;
  }
  CHECK(found == 3);
}

}  // namespace
}  // namespace lockstep::tests
