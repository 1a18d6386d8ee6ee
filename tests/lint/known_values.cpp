// What lint knows of a thread's registers is what they hold when a kernel runs, at every instruction.
#include "emulator/lint/known_values.hpp"

#include <memory>

#include "emulator/lint/fixed_point.hpp"
#include "emulator/machine/waves/wave.hpp"
#include "properties/laws/experiment.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using lint::Bits;
using lint::KnownValues;
using States = std::vector<std::optional<KnownValues::State>>;

/// Of all kernels of a code object, by instruction; none where nothing leads.
States known(const machine::LoadedCode& code, std::uint32_t thread) {
  States states(code.program().instructions.size());
  for (const code_object::Kernel& kernel : code.object().kernels) {
    std::vector<std::uint32_t> entries{std::uint32_t(code.program().at(kernel.entry))};
    if (code_object::has_preload_prologue(code.object(), kernel))
      entries.push_back(std::uint32_t(code.program().at(kernel.entry + code_object::kPreloadPrologueBytes)));
    const lint::ControlFlow flow = lint::control_flow(code.program(), entries);
    const auto operations = lint::operations(code.program(), flow, kernel.descriptor.accum_offset);
    const lint::ThreadValues values(code.program(), operations, thread);
    const bool done = lint::for_each_instruction(
        flow, values,
        [&](const lint::ThreadValues::State& state, std::uint32_t at) { states[at] = state.values; });
    REQUIRE(done);
  }
  return states;
}

/// Compares before each instruction of the thread's wave in every workgroup.
class Comparison final : public machine::Observer {
 public:
  Comparison(States states, std::uint32_t thread)
      : states_(std::move(states)), wave_(int(thread / 64)), lane_(thread % 64) {}
  machine::Interest interest(const machine::Wave& wave) override {
    return wave.id == wave_ ? machine::Interest::before : machine::Interest::nothing;
  }
  std::uint32_t executes(machine::Wave& wave, const machine::PreparedInstruction& prepared) override {
    const auto& state = states_[prepared.index];
    unreached += !state;
    if (!state) return 0;
    for (std::size_t r = 0; r < state->scalars.size() - 2; ++r)
      compare(state->scalars[r], std::uint32_t(wave.scalar.read32(int(r)).value), prepared);
    compare(state->scalars[isa::scalar::kExec], std::uint32_t(wave.exec()), prepared);
    compare(state->scalars[isa::scalar::kExec + 1], std::uint32_t(wave.exec() >> 32), prepared);
    for (int r = 0; r < wave.vector.count(); ++r)
      compare(state->vectors[std::size_t(r)], wave.vector.read(r)[lane_], prepared);
    if (state->scc && *state->scc != wave.scc) note(prepared);
    bases += prepared.instruction->modifiers.lds && state->scalars[isa::scalar::kM0].whole();
    addresses += prepared.instruction->mnemonic.starts_with("ds_read_b") &&
                 state->vectors[prepared.instruction->operands[1].index].whole();
    return 0;
  }

  std::string wrong;
  int unreached = 0;             ///< executed, though lint thinks that thread 0 never comes there
  int bases = 0, addresses = 0;  ///< that were known
 private:
  void compare(const Bits& known, std::uint32_t is, const machine::PreparedInstruction& prepared) {
    if ((is & known.known) != known.value) note(prepared);
  }
  void note(const machine::PreparedInstruction& prepared) {
    if (wrong.empty()) wrong = prepared.instruction->text;
  }

  States states_;
  int wave_;
  std::size_t lane_;
};

/// What a run of the case shows of what is known, once `change` has been at it.
template <typename Change>
std::unique_ptr<Comparison> compared(const char* line, Change change, std::uint32_t thread = 0) {
  const auto c = cases::parse(line);
  REQUIRE(c.has_value());
  laws::CodeCache cache;
  States states = known(**cache.get(*kernels::find_kernel(c->kernel, c->arch), c->build), thread);
  change(states);
  auto comparison = std::make_unique<Comparison>(std::move(states), thread);
  laws::Experiment::Options options;
  options.observer = comparison.get();
  auto e = laws::Experiment::prepare(*c, cache, options);
  REQUIRE(e.has_value());
  const laws::Run& run = (*e)->run({machine::Schedule::Kind::earliest, 0}, laws::Poison::first);
  CHECK(!run.outcome.stop);
  return comparison;
}

const char* const kMasked = "grouped_gemm_masked@gfx950 groups=2 m=128,5 m_max=128 n=256 k=512 seed=1";

TEST_CASE("what is known of thread 0 is so") {
  for (const char* line : {kMasked, "grouped_gemm_contiguous@gfx942 groups=2 n=256 k=384 m=128,128 seed=1",
                           "moe_down_flat@gfx950 groups=4 n=768 k=1024 m=3,7,1,3 seed=1"}) {
    INFO(line);
    const auto comparison = compared(line, [](States&) {});
    INFO(comparison->wrong);
    CHECK(comparison->wrong.empty());
    CHECK(comparison->unreached == 0);
    if (std::string(line).find("gfx950") != std::string::npos) {
      CHECK(comparison->bases > 10);
      CHECK(comparison->addresses > 10);
    }
  }
}

TEST_CASE("what is known of other threads is so") {
  for (const std::uint32_t thread : {1u, 40u, 64u, 129u}) {
    const auto comparison = compared(kMasked, [](States&) {}, thread);
    INFO(thread << ": " << comparison->wrong);
    CHECK(comparison->wrong.empty());
    CHECK(comparison->unreached == 0);
    CHECK(comparison->bases > 10);
    CHECK(comparison->addresses > 10);
  }
  const auto another = compared(
      kMasked,
      [](States& states) {
        for (auto& s : states)
          if (s && s->vectors[0].whole()) s->vectors[0].value ^= 1;
      },
      64);
  CHECK(!another->wrong.empty());
}

TEST_CASE("what is known wrongly of thread 0 is noticed") {
  const auto other_lane = compared(kMasked, [](States& states) {
    for (auto& s : states)
      if (s && s->lane_executes()) s->scalars[isa::scalar::kExec].value ^= 1;
  });
  CHECK(!other_lane->wrong.empty());
  const auto one_more = compared(kMasked, [](States& states) {
    for (auto& s : states)
      if (s)
        for (Bits& b : s->vectors) b.value += b.whole() ? 4 : 0;
  });
  CHECK(!one_more->wrong.empty());
  const auto never_there = compared(kMasked, [](States& states) {
    for (auto& s : states) s.reset();
  });
  CHECK(never_there->unreached > 0);
}

}  // namespace
}  // namespace lockstep::tests
