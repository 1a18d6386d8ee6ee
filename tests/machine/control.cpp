// Where the program goes, and what stops it.
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using findings::FindingKind;

TEST_CASE("calls, loops and conditions") {
  CHECK(run("control", "call").at(0, 0) == 107);
  CHECK(run("control", "loop").at(0, 0) == 55);
  CHECK(run("control", "conditions").at(0, 0) == 31);
  const Ran nobody = run("control", "nobody");
  CHECK(nobody.clean());
  CHECK(nobody.at(0, 11) == kUntouched);
  CHECK(nobody.at(1, 11) == 1);
}

struct Stop {
  const char* kernel;
  FindingKind kind;
  const char* instruction;
  std::uint64_t after;  ///< bytes from the kernel's entry to the instruction
};

TEST_CASE("what cannot be run stops with its text and address") {
  constexpr std::uint64_t kBegin = 8 + 4 + 4;  // bytes of the begin macro
  const Stop stops[] = {
      {"endless", FindingKind::step_limit, "s_", 0},
      {"unknown", FindingKind::unsupported, "s_sethalt 1", kBegin},
      {"trapping", FindingKind::trap, "s_trap 2", kBegin},
      {"foreign", FindingKind::unsupported, "v_trig_preop_f64", kBegin},
      {"no_instruction", FindingKind::unsupported, ".long 0xffffffff", kBegin},
      {"wild_jump", FindingKind::illegal_instruction, "s_setpc_b64 s[20:21]", 4},
      {"into_literal", FindingKind::illegal_instruction, "s_branch 1", 0},
      {"vector_beyond", FindingKind::register_bounds, "v_mov_b32_e32 v32, 0", 0},
      {"vector_beyond_accumulators", FindingKind::register_bounds, "v_mov_b32_e32 v64, 0", 4},
      {"accumulator_beyond", FindingKind::register_bounds, "v_accvgpr_write_b32 a32, 1", 8},
      {"load_beyond", FindingKind::register_bounds, "global_load_dwordx4 v[30:33]", kBegin + 8},
      {"past_the_end", FindingKind::illegal_instruction, "s_nop 0", 0},
  };
  const auto code = program("control");
  for (const Stop& stop : stops) {
    Setup setup;
    setup.input = ramp(0, 1, 1024);
    setup.step_limit = 1000;
    const Ran ran = run("control", stop.kernel, setup);
    INFO(stop.kernel << ": " << ran.complaints());
    REQUIRE(ran.outcome.stop);
    CHECK(ran.outcome.stop->kind == stop.kind);
    CHECK_THAT(ran.outcome.stop->instruction, Catch::Matchers::Contains(stop.instruction));
    if (stop.kind != FindingKind::step_limit)
      CHECK(ran.outcome.stop->address == code->object().find(stop.kernel)->entry + stop.after);
  }
}

namespace {

Setup on_gfx1250(const machine::Schedule& schedule) {
  Setup setup;
  setup.schedule = schedule;
  setup.model = "wmma_functional";
  setup.launch = {{1, 1, 1}, {32, 1, 1}, 0, kArguments};
  return setup;
}

/// Four cycles each for the instructions of both clocks, the wait and a hundred s_nop; 100 MHz beside the
/// clock.
void check_clocks(const Ran& ran, const char* arch) {
  INFO(arch << ": " << ran.complaints());
  REQUIRE(ran.clean());
  const std::uint32_t cycles = 4 * 103;
  CHECK(ran.at(0, 0) == cycles);
  const auto clock_khz = std::uint32_t(arch::find(arch)->device.clock_khz);
  const std::uint32_t ticks = cycles * 100'000u / clock_khz;  // rounded down, as both readings are
  CHECK((ran.at(1, 0) == ticks || ran.at(1, 0) == ticks + 1));
}

}  // namespace

TEST_CASE("clocks go on by what the wave issues") {
  for (const auto& schedule : {kEarliest, kLatest}) {
    Setup setup;
    setup.schedule = schedule;
    check_clocks(run("control", "clocks", setup), "gfx950");
    check_clocks(run("clocks_gfx1250", "clocks", on_gfx1250(schedule)), "gfx1250");
  }
}

TEST_CASE("a message's answer is there after a wait, and is the real time alone") {
  CHECK(run("clocks_gfx1250", "not_waited", on_gfx1250(kLatest)).undefined_at(0, 0) != 0);
  const Ran ran = run("clocks_gfx1250", "another_message", on_gfx1250(kEarliest));
  REQUIRE(ran.outcome.stop);
  CHECK(ran.outcome.stop->kind == FindingKind::unsupported);
}

TEST_CASE("the host hears interrupts where somebody listens") {
  const Ran nobody = run("control", "interrupts");
  REQUIRE(nobody.outcome.stop);
  CHECK(nobody.outcome.stop->kind == FindingKind::unsupported);
  int heard = 0;
  Setup setup;
  setup.host = [&](machine::Memory&) { ++heard; };
  const Ran ran = run("control", "interrupts", setup);
  INFO(ran.complaints());
  CHECK(ran.clean());
  CHECK(ran.at(0, 5) == 1);
  CHECK(heard == 1);
}

TEST_CASE("vector registers go on where the accumulation registers begin") {
  const Ran ran = run("control", "vector_into_accumulators");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  CHECK(ran.at(0, 5) == 5);
  CHECK(ran.at(1, 5) == 20);
}

TEST_CASE("a source register beyond the allocation is a register out of bounds") {
  const Ran ran = run("control", "vector_source_beyond");
  REQUIRE(ran.outcome.stop);
  CHECK(ran.outcome.stop->kind == FindingKind::register_bounds);
}

TEST_CASE("a literal that an inline constant could replace is a number") {
  const Ran ran = run("control", "literal");
  INFO(ran.complaints());
  CHECK(ran.at(0, 0) == 3 + 28);
}

TEST_CASE("the step limit counts instructions of a wave") {
  Setup setup;
  setup.step_limit = 1000;
  CHECK(run("control", "endless", setup).outcome.instructions == 1001);
}

// A launch that walked a wide tensor held 19 GB before it ended.
TEST_CASE("the page limit ends a launch that walks a tensor, by its memory and not by its time") {
  constexpr std::uint64_t kPages = 200, kTensor = std::uint64_t{1} << 36;
  Setup setup;
  setup.prepare = [](machine::Memory& memory) { memory.add("wide", kData, kTensor, false, {}); };
  CHECK(run("control", "walks", setup).memory->page_touches() > 10 * kPages);  // the step limit alone
  setup.page_limit = kPages;
  setup.launch.grid[0] = 3;
  for (const bool checked : {false, true})
    for (const int threads : {1, 2, 4}) {
      setup.all_checks = checked;
      setup.threads = threads;
      const Ran ran = run("control", "walks", setup);
      INFO(threads << " threads, " << (checked ? "checked" : "unchecked"));
      REQUIRE(ran.outcome.stop);
      CHECK(ran.outcome.stop->kind == FindingKind::step_limit);
      CHECK_THAT(ran.outcome.stop->text,
                 Catch::Matchers::Contains("touched 3 MiB of memory, more than its problem"));
      CHECK(ran.memory->page_touches() < kPages + 64 * std::uint64_t(threads));
      CHECK(ran.outcome.instructions < 10 * kPages);
    }
}

TEST_CASE("a page that threads fill at once is counted once") {
  Setup setup;
  setup.prepare = [](machine::Memory& memory) { memory.add("wide", kData, 1 << 26, false, {}); };
  setup.step_limit = 5'000;
  setup.launch.grid[0] = 8;
  setup.threads = 4;
  for (int i = 0; i < 20; ++i) {
    const Ran ran = run("control", "walks", setup);
    CHECK(ran.memory->page_touches() == ran.memory->touched_bytes() / machine::kPageBytes);
  }
}

TEST_CASE("barriers") {
  Setup setup;
  setup.launch.block[0] = 256;
  for (const auto& schedule : {kEarliest, kLatest, random_schedule(9)}) {
    setup.schedule = schedule;
    const Ran two = run("control", "two_barriers", setup);
    CHECK_FALSE(two.outcome.stop);
    INFO(two.complaints());
    CHECK(two.clean());  // it counts waves, wherever they wait
    const Ran one = run("control", "one_leaves", setup);
    INFO(one.complaints());
    CHECK(one.clean());
    CHECK(one.output[200] == 200);
  }
}

TEST_CASE("vector registers relative to M0") {
  const Ran ran = run("control", "relative_registers");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  CHECK(ran.at(0, 0) == 103);              // v20 + 3
  CHECK(ran.at(1, 0) == 104 + 100);        // only source 0 moves
  CHECK(ran.at(2, 0) == 900);              // source 0 is a constant, source 1 stays
  CHECK(ran.at(3, 0) == 100 + 104);        // only source 1
  CHECK(ran.at(4, 0) == 100 + 100 + 104);  // only source 2
  CHECK(ran.at(5, 0) == 107);              // the destination v5 + 3
  CHECK(ran.at(6, 0) == 105);              // v4 + 5 from v20 + 5
  CHECK(ran.at(7, 0) == 100);              // off
  CHECK(ran.at(8, 0) == 0xABCD1F13);       // M0[15:12] and M0[7:0], the rest as it was
  CHECK(ran.at(9, 0) == 0xABCD1F13);
  CHECK(ran.at(10, 0) == 0);  // v25 is 105, not v29's 0; the destination is a mask
}

TEST_CASE("v_writelane writes the register that M0 moves it to") {
  const Ran ran = run("control", "relative_writelane");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  for (int lane = 0; lane < kRow; ++lane) {
    INFO("lane " << lane);
    CHECK(ran.at(0, lane) == (lane == 6 || lane == 7 ? 77u : 1u));  // without DST it stays
    CHECK(ran.at(1, lane) == (lane == 5 ? 77u : 2u));
  }
}

TEST_CASE("VSKIP skips what is a vector's") {
  for (const auto& schedule : {kEarliest, kLatest}) {
    Setup setup;
    setup.schedule = schedule;
    const Ran ran = run("control", "skipping", setup);
    INFO(ran.complaints());
    REQUIRE(ran.clean());
    CHECK(ran.at(0, 5) == kUntouched);
    CHECK(ran.at(1, 5) == 1);
    CHECK(ran.at(2, 5) == 1);
    CHECK(ran.at(3, 0) == 42);
  }
}

TEST_CASE("scalar registers relative to M0, and a call") {
  const Ran ran = run("control", "relative_scalars");
  INFO(ran.complaints());
  REQUIRE(ran.clean());
  CHECK(ran.at(0, 0) == 109);
  CHECK(ran.at(1, 0) == 9);
  CHECK(ran.at(2, 0) == 7);
}

/// Cancels once the wave has begun.
class Canceller final : public machine::Observer {
 public:
  const std::atomic<bool>& flag() const { return flag_; }
  machine::Interest interest(const machine::Wave&) override { return machine::Interest::before; }
  std::uint32_t executes(machine::Wave&, const machine::PreparedInstruction&) override {
    flag_ = true;
    return 0;
  }

 private:
  std::atomic<bool> flag_{false};
};

TEST_CASE("a wave that loops for long ends soon when it is cancelled") {
  for (const machine::Schedule& schedule : {kEarliest, kLatest, random_schedule(3)}) {
    Canceller canceller;
    Setup setup;
    setup.schedule = schedule;
    setup.observer = &canceller;
    setup.cancel = &canceller.flag();
    setup.step_limit = 2'000'000;
    setup.arguments = {1'000'000};
    const machine::Outcome outcome = run("spins", "counts", setup).outcome;
    CHECK(outcome.cancelled);
    CHECK(!outcome.stop);
    CHECK(outcome.instructions < setup.step_limit / 10);
  }
}

}  // namespace
}  // namespace lockstep::tests
