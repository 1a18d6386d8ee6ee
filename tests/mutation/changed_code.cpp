// A mutant that is loaded by what it changes is the mutant as a whole, for every mutant of a kernel.
#include <map>

#include "emulator/isa/disassembler.hpp"
#include "emulator/lint/lint.hpp"
#include "properties/laws/experiment.hpp"
#include "properties/wait_mutation/code_mutant.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using Kind = wait_mutation::CodeMutant::Kind;

std::vector<std::string> lines(const lint::KernelReport& report) {
  std::vector<std::string> all;
  for (const findings::Finding& f : report.findings) all.push_back(lint::line(f));
  return all;
}

struct Tally {
  std::map<Kind, int> kinds;
  int too_close = 0, linted = 0;
  int elsewhere = 0;  ///< kernels that don't come to the mutant
};

/// Kernels that don't come to the mutant are what they were; the others are looked at alone.
void compare_lint(const std::vector<lint::KernelReport>& before, const machine::LoadedCode& mutant,
                  const wait_mutation::CodeMutant& m, Tally& tally) {
  const auto whole = lint::lint(mutant.object(), mutant.program());
  REQUIRE(whole.size() == before.size());
  for (std::size_t k = 0; k < whole.size(); ++k) {
    if (!before[k].reaches(m.instruction) && !before[k].reaches(m.instruction + 1)) {
      ++tally.elsewhere;
      REQUIRE(lines(whole[k]) == lines(before[k]));
      continue;
    }
    const auto alone =
        lint::lint(mutant.object(), mutant.program(), mutant.too_close(), mutant.object().kernels[k]);
    REQUIRE(lines(alone) == lines(whole[k]));
    tally.linted += lines(alone) != lines(before[k]);
  }
}

Tally compare(const char* name) {
  laws::CodeCache cache;
  const kernels::Kernel& kernel = *kernels::find_kernel(name, "gfx950");
  const auto code = *cache.get(kernel, "O3");
  const auto file = *laws::CodeCache::bytes(kernel, "O3");
  const auto before = lint::lint(code->object(), code->program());
  Tally tally;
  for (const wait_mutation::CodeMutant& m : wait_mutation::code_mutants(code->program(), code->object())) {
    CAPTURE(name, m.address, wait_mutation::name(m));
    const auto object = code_object::parse("mutant", wait_mutation::patched(file, code->object(), m));
    REQUIRE(object.has_value());
    const auto whole = isa::disassemble(object->arch, object->text_address, object->text);
    REQUIRE(whole.has_value());
    const auto quick = code->load_like(*object);
    REQUIRE(quick.has_value());
    REQUIRE((*quick)->program() == *whole);
    REQUIRE((*quick)->too_close() == isa::too_close(*whole));
    REQUIRE((*quick)->object().text == object->text);
    compare_lint(before, **quick, m, tally);
    ++tally.kinds[m.kind];
    tally.too_close += (*quick)->too_close() != code->too_close();
  }
  return tally;
}

TEST_CASE("a mutant loaded by what it changes is the mutant loaded as a whole") {
  Tally moe = compare("small_m_moe"), k = compare("grouped_gemm_k");
  for (const Kind kind :
       {Kind::drop_wait, Kind::weaken_wait, Kind::drop_barrier, Kind::drop_nop, Kind::weaken_nop})
    CHECK(moe.kinds[kind] + k.kinds[kind] >= 2);
  CHECK(moe.too_close + k.too_close >= 20);
  CHECK(moe.linted + k.linted >= 100);
  CHECK(moe.elsewhere >= 100);
}

TEST_CASE("an object of another place or arch is loaded as a whole") {
  laws::CodeCache cache;
  const auto code = *cache.get(*kernels::find_kernel("small_m_moe", "gfx950"), "O3");
  const auto other = *cache.get(*kernels::find_kernel("grouped_gemm_k", "gfx942"), "O3");
  const auto loaded = code->load_like(other->object());
  REQUIRE(loaded.has_value());
  CHECK((*loaded)->program() == other->program());
  CHECK((*loaded)->too_close() == other->too_close());
}

}  // namespace
}  // namespace lockstep::tests
