// What explains a survivor must not explain a mutant that something notices: the plain account of bytes sees
// every barrier and every copy into LDS that the checks of a run see missing.
#include "emulator/checks/observer_list.hpp"
#include "properties/laws/experiment.hpp"
#include "properties/wait_mutation/explain.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using Kind = wait_mutation::CodeMutant::Kind;
constexpr machine::Schedule kLatest{machine::Schedule::Kind::latest, 0};

/// A case's kernel, as it is and with one mutant.
class Bench {
 public:
  explicit Bench(const char* line) : case_(*cases::parse(line)) {
    const kernels::Kernel& kernel = *kernels::find_kernel(case_.kernel, case_.arch);
    laws::CodeCache cache;
    code_ = *cache.get(kernel, case_.build);
    file_ = *laws::CodeCache::bytes(kernel, case_.build);
  }
  const machine::LoadedCode& code() const { return *code_; }
  std::vector<wait_mutation::CodeMutant> mutants() const {
    return wait_mutation::code_mutants(code_->program(), code_->object());
  }

  /// Runs under `latest`; nullptr: the kernel as it is.
  laws::Run run(const wait_mutation::CodeMutant* mutant, machine::Observer* observer) const {
    laws::CodeCache cache;
    if (mutant != nullptr) {
      auto object = code_object::parse("mutant", wait_mutation::patched(file_, code_->object(), *mutant));
      cache.put(*kernels::find_kernel(case_.kernel, case_.arch), case_.build,
                *code_->load_like(std::move(*object)));
    }
    laws::Experiment::Options options;
    options.observer = observer;
    auto e = laws::Experiment::prepare(case_, cache, options);
    REQUIRE(e.has_value());
    return (*e)->run(kLatest, laws::Poison::first);
  }

 private:
  cases::Case case_;
  std::shared_ptr<const machine::LoadedCode> code_;
  std::vector<std::byte> file_;
};

bool races(const laws::Run& run) {
  for (const findings::Finding& f : run.outcome.findings)
    if (f.kind == findings::FindingKind::lds_race || f.kind == findings::FindingKind::memory_race)
      return true;
  return false;
}

bool uses_registers_early(const laws::Run& run) {
  for (const findings::Finding& f : run.outcome.findings)
    if (f.kind == findings::FindingKind::wait) return true;
  return false;
}

struct Seen {
  int barriers = 0, waits = 0;
};

/// Mutants that show in bytes alone, by a race or another output, and which no rule explains. Of the waits
/// each `stride`-th.
Seen unexplained(const char* line, int stride) {
  const Bench bench(line);
  wait_mutation::RetireLog original;
  wait_mutation::ByteUses uses;
  checks::ObserverList both({&original, &uses});
  const laws::Run right = bench.run(nullptr, &both);
  CHECK(!uses.shared());
  CHECK(!uses.before_copy());
  Seen seen;
  int n = 0;
  for (const wait_mutation::CodeMutant& m : bench.mutants()) {
    const bool run = wait_mutation::shows(m, bench.code().program()) == wait_mutation::Shows::in_runs;
    if (!run || right.outcome.executed[m.instruction] == 0) continue;
    if (m.kind != Kind::drop_barrier && n++ % stride != 0) continue;
    wait_mutation::RetireLog log;
    wait_mutation::ByteUses mutated;
    checks::ObserverList observers({&log, &mutated});
    const laws::Run got = bench.run(&m, &observers);
    const bool changed = got.output.size() != right.output.size() || got.output != right.output;
    if (uses_registers_early(got) || !(races(got) || changed || got.undefined_output_bytes > 0)) continue;
    const auto why =
        wait_mutation::explain({&m, &bench.code().program(), &original, &log, &mutated, false, false, false});
    CAPTURE(m.address, wait_mutation::name(m), why ? why->text : "");
    CHECK(!why.has_value());
    ++(m.kind == Kind::drop_barrier ? seen.barriers : seen.waits);
  }
  return seen;
}

TEST_CASE("no rule explains a barrier or a copy into LDS that is missed") {
  const Seen masked = unexplained(
      "grouped_gemm_masked@gfx950 groups=1 m=128 m_max=128 n=128 k=512 data=codes scales=near seed=1", 1);
  CHECK(masked.barriers >= 2);
  CHECK(masked.waits >= 2);
  const Seen gfx942 = unexplained("grouped_gemm_k@gfx942 groups=1 n=128 k=128 m=384 out=f32 seed=1", 20);
  CHECK(gfx942.barriers >= 1);
}

}  // namespace
}  // namespace lockstep::tests
