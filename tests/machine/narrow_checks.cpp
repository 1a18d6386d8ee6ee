// What the checks and the trace say of waves of 32 lanes.
#include "emulator/checks/sanitizers.hpp"
#include "emulator/observe/trace.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using findings::Finding;
using findings::FindingKind;

constexpr int kNarrow = 32;  ///< lanes of a wave

std::vector<Finding> races(const std::string& kernel) {
  checks::Sanitizers sanitizers(*program("narrow_wave"), nullptr);
  Setup setup;
  setup.schedule = kLatest;
  setup.observer = &sanitizers;
  const Ran ran = run_narrow("narrow_wave", kernel, setup);
  INFO(ran.complaints());
  REQUIRE_FALSE(ran.outcome.stop);
  return sanitizers.findings();
}

TEST_CASE("narrow waves: 64 threads are two waves, which race where nothing orders them") {
  CHECK(races("exchange").empty());
  const std::vector<Finding> in_lds = races("exchange_without_barrier");
  REQUIRE_FALSE(in_lds.empty());
  CHECK(in_lds[0].kind == FindingKind::lds_race);
  CHECK(in_lds[0].lane < kNarrow);
  const std::vector<Finding> in_memory = races("memory_without_barrier");
  REQUIRE_FALSE(in_memory.empty());
  CHECK(in_memory[0].kind == FindingKind::memory_race);
  CHECK(in_memory[0].lane < kNarrow);
}

TEST_CASE("narrow waves: what no lane wrote is undefined, and 32 lanes are a whole register") {
  const Ran ran = run_narrow("narrow_wave", "undefined_lanes");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  for (int t = 0; t < 64; ++t) {
    INFO("thread " << t);
    const int l = t % kNarrow;
    CHECK(ran.undefined_at(0, t) == (l < 16 ? 0u : 0xFu));
    CHECK(ran.undefined_at(1, t) == 0);
    CHECK(ran.at(1, t) == std::uint32_t(t + (l < 16 ? 1 : 2)));
  }
}

TEST_CASE("narrow waves: an undefined value may be written beside EXEC, not into it") {
  const Ran beside = run_narrow("narrow_wave", "beside_exec"), into = run_narrow("narrow_wave", "into_exec");
  INFO(beside.complaints());
  CHECK(beside.clean());
  CHECK(beside.at(0, 63) == 63);
  CHECK(into.found(FindingKind::undefined_exec));
}

/// Whether a register counts as defined in every lane once the instruction before s_endpgm is done.
class Defined final : public machine::Observer {
 public:
  explicit Defined(int r) : r_(r) {}
  bool defined = false;
  machine::Interest interest(const machine::Wave&) override { return machine::Interest::both; }
  bool executed(machine::Wave& wave, const machine::PreparedInstruction&, machine::Step) override {
    defined = wave.vector.defined(r_);
    return true;
  }

 private:
  int r_;
};

TEST_CASE("narrow waves: a register that all lanes wrote is defined, whatever storage it has beyond") {
  for (const int r : {2, 4}) {  // half of its lanes were written, or computed from those
    Defined observer(r);
    Setup setup;
    setup.observer = &observer;
    run_narrow("narrow_wave", "undefined_lanes", setup);
    CHECK_FALSE(observer.defined);
  }
  Defined observer(1);
  Setup setup;
  setup.observer = &observer;
  run_narrow("narrow_wave", "undefined_lanes", setup);
  CHECK(observer.defined);
}

TEST_CASE("narrow waves: a transposing read with all of 32 lanes has none off") {
  Setup setup;
  setup.launch.block[0] = 32;
  const Ran ran = run_narrow("narrow_wave", "transposed", setup);
  INFO(ran.complaints());
  REQUIRE_FALSE(ran.outcome.stop);
  CHECK(ran.only().kind == FindingKind::exec);
  CHECK(ran.only().lane == 31);
  // Of four elements a lane its own number is the first, four times that the third.
  const auto element = [](int lane, int n) { return std::uint32_t(n == 0 ? lane : n == 2 ? 4 * lane : 0); };
  for (int l = 0; l < kNarrow; ++l) {
    const int group = l / 16 * 16, column = l % 16, from = group + column / 4;
    CHECK(ran.undefined_at(0, l) == 0);
    CHECK(ran.at(0, l) == (element(from, column % 4) | element(from + 4, column % 4) << 16));
  }
}

std::string traced(const std::string& kernel) {
  std::string text;
  observe::Trace trace({}, [&](const observe::TraceStep& step) {
    text += observe::text(step);
    return true;
  });
  Setup setup;
  setup.observer = &trace;
  const Ran ran = run_narrow("narrow_wave", kernel, setup);
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  return text;
}

TEST_CASE("narrow waves: the trace shows 32 lanes, and masks of one register") {
  using Catch::Matchers::Contains;
  const std::string masks = traced("masks");
  CHECK_THAT(masks, Contains("arrives exec = 0xffffffff\n"));
  CHECK_THAT(masks, Contains("v_and_b32_e32 v2, 31, v0\n            v0 = 0x0 +0x1\n"));
  CHECK_THAT(masks, Contains("writes  v2 = 0x0 +0x1\n"));
  CHECK_THAT(masks, Contains("writes  vcc_lo = 0x1f\n"));
  CHECK_THAT(masks, !Contains("[32-63]"));
  const std::string branches = traced("branches");
  CHECK_THAT(branches, Contains("\n            vcc_lo = 0x0\n"));
  CHECK_THAT(branches, Contains("\n            exec_lo = 0x0\n"));
}

}  // namespace
}  // namespace lockstep::tests
