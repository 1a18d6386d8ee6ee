// A consumer that comes one wait state too early works on what was there before, under every schedule, and
// the finding names both instructions; with as many as the table says nothing is noticed.
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using findings::FindingKind;

constexpr std::uint32_t kOne = 0x3F800000, kThree = 0x40400000, k33 = 0x42040000, k35 = 0x420C0000,
                        k65 = 0x42820000, kOld = 0x1111;

Ran on(const std::string& arch, const std::string& kernel, machine::Schedule schedule = kEarliest,
       isa::WaitStateMode mode = isa::WaitStateMode::enforce, std::uint32_t threads = 64) {
  Setup setup;
  setup.launch.block[0] = threads;
  setup.wait_states = mode;
  setup.schedule = schedule;
  setup.model = arch == "gfx942" ? "cdna3" : "exact";
  setup.input = ramp(0x5000, 3, 64);
  return run("wait_states." + arch, kernel, setup);
}

bool too_early(const Ran& ran) {
  return !ran.outcome.stop && !ran.clean() && ran.only().kind == FindingKind::nop;
}

struct Row {
  const char* name;
  int slot, lane;
  std::uint32_t before, after;
};

TEST_CASE("one wait state too few delivers the old value") {
  // In lane 5 the DPP reads lane 4; lane 63 lies beyond v_cmpx's eight.
  constexpr Row kRows[] = {{"dpp", 0, 5, 7, 4},
                           {"store_base", 0, 0, 5, kUntouched},
                           {"store_base", 1, 0, kUntouched, 5},
                           {"lane_select", 0, 0, 3, 9},
                           {"trans", 0, 0, kOne, 0x41800000},
                           {"scalar_source", 0, 0, 3, 9},
                           {"wide_store", 0, 1, 9, 2},
                           {"lds_base", 0, 0, 0x5000, 0},
                           {"lds_base", 1, 0, 0, 0x5000},
                           {"exec_dpp", 0, 63, 63, 0},
                           {"mode_read", 0, 0, 3, 3}};
  for (const char* arch : {"gfx942", "gfx950"})
    for (const Row& row : kRows)
      for (const machine::Schedule schedule : {kEarliest, kLatest, random_schedule(3)}) {
        CAPTURE(arch, row.name, machine::to_string(schedule));
        const Ran early = on(arch, std::string(row.name) + "_short", schedule);
        CHECK(too_early(early));
        if (schedule.kind != machine::Schedule::Kind::random || std::string(row.name) != "wide_store")
          CHECK(early.at(row.slot, row.lane) == row.before);
        const Ran legal = on(arch, std::string(row.name) + "_enough", schedule);
        INFO(legal.complaints());
        CHECK(legal.clean());
        CHECK(legal.at(row.slot, row.lane) == row.after);
      }
}

TEST_CASE("gfx950 asks for one more than gfx942 behind four passes") {
  for (const char* arch : {"gfx942", "gfx950"}) {
    const bool newer = std::string(arch) == "gfx950";
    CAPTURE(arch);
    CHECK(too_early(on(arch, "matrix_read_6")));
    CHECK(on(arch, "matrix_read_6").at(0, 9) == kOld);
    CHECK(on(arch, "matrix_read_6").at(1, 9) == k33);  // late enough
    CHECK(too_early(on(arch, "matrix_read_7")) == newer);
    CHECK(on(arch, "matrix_read_7").at(0, 9) == (newer ? kOld : k33));
    CHECK(on(arch, "matrix_read_8").clean());
    CHECK(on(arch, "matrix_read_8").at(0, 9) == k33);
    CHECK(too_early(on(arch, "matrix_store_6")));
    CHECK(on(arch, "matrix_store_6").at(0, 9) == kOld);
    CHECK(on(arch, "matrix_store_8").at(0, 9) == k33);
  }
}

TEST_CASE("a matrix instruction between is worth the passes that it waits for") {
  for (const char* arch : {"gfx942", "gfx950"}) {
    CAPTURE(arch);
    const Ran one = on(arch, "matrix_behind_one");
    CHECK(too_early(one));
    CHECK(one.only().text.find("4 wait states after") != std::string::npos);
    CHECK(one.at(0, 9) == kOld);
    const Ran two = on(arch, "matrix_behind_two");
    INFO(two.complaints());
    CHECK(two.clean());
    CHECK(two.at(0, 9) == k33);
  }
}

TEST_CASE("a matrix result that arrives late takes the place of what was written meanwhile") {
  for (const char* arch : {"gfx942", "gfx950"}) {
    const Ran lost = on(arch, "matrix_overwritten_6");
    CHECK(too_early(lost));
    CHECK(lost.at(0, 9) == k33);
    CHECK(lost.at(1, 9) == k33);
    const Ran kept = on(arch, "matrix_overwritten_8");
    CHECK(kept.clean());
    CHECK(kept.at(0, 9) == 5);
  }
}

TEST_CASE("an accumulator overwritten while it is read shows in the sum") {
  for (const char* arch : {"gfx942", "gfx950"}) {
    const Ran mixed = on(arch, "accumulator_overwritten_short");
    CHECK(too_early(mixed));
    CHECK(mixed.at(0, 9) == k33);
    CHECK(mixed.at(1, 9) == k35);
    CHECK(mixed.at(2, 9) == kThree);
    const Ran legal = on(arch, "accumulator_overwritten_enough");
    INFO(legal.complaints());
    CHECK(legal.clean());
    CHECK(legal.at(1, 9) == k33);
  }
}

TEST_CASE("the same accumulator is forwarded, another that overlaps is not") {
  for (const char* arch : {"gfx942", "gfx950"}) {
    const Ran chain = on(arch, "matrix_chain");
    CHECK(chain.clean());
    CHECK(chain.at(0, 9) == k65);
    CHECK(too_early(on(arch, "matrix_other_c")));
  }
}

TEST_CASE("only paths that are taken count") {
  for (const char* arch : {"gfx942", "gfx950"}) {
    CHECK(on(arch, "path_not_taken").clean());
    const Ran around = on(arch, "back_edge_short");
    CHECK(too_early(around));
    CHECK(around.at(0, 9) == kOld);
    CHECK(on(arch, "back_edge_enough").clean());
    CHECK(on(arch, "back_edge_enough").at(0, 9) == k33);
  }
}

using findings::Severity;
using isa::WaitStateMode;

struct Felt {
  const char* kernel;
  int slot, lane;
  std::uint32_t before, after;
  bool by_default;
  Severity severity;  // by default
};

TEST_CASE("what shipping kernels contradict is a note that changes no value") {
  constexpr Felt kRows[] = {{"trans_short", 0, 0, kOne, 0x41800000, true, Severity::wrong},
                            {"matrix_read_2", 0, 9, kOld, k33, true, Severity::wrong},
                            {"matrix_read_3", 0, 9, kOld, k33, false, Severity::note},
                            {"matrix_overwritten_2", 0, 9, k33, 5, true, Severity::wrong},
                            {"matrix_overwritten_3", 0, 9, k33, 5, false, Severity::note},
                            {"matrix_store_6", 0, 9, kOld, k33, true, Severity::wrong},
                            {"packed_between", 0, 9, kOld, k33, false, Severity::note},
                            {"dpp_at_once", 0, 5, 7, 4, true, Severity::wrong},
                            {"dpp_second_source", 0, 5, 11, 9, false, Severity::note},
                            {"wide_store_short", 0, 1, 9, 2, true, Severity::wrong},
                            {"wide_store_first", 0, 0, 9, 1, false, Severity::note},
                            {"lane_select_short", 0, 0, 3, 9, true, Severity::wrong},
                            {"mode_read_short", 0, 0, 3, 3, true, Severity::manual},
                            {"dpp_short", 0, 5, 7, 4, false, Severity::note},
                            {"scalar_source_short", 0, 0, 3, 9, false, Severity::note},
                            {"lds_base_short", 0, 0, 0x5000, 0, false, Severity::note}};
  for (const Felt& row : kRows)
    for (const WaitStateMode mode :
         {WaitStateMode::evidence, WaitStateMode::enforce, WaitStateMode::report, WaitStateMode::off}) {
      CAPTURE(row.kernel, isa::name(mode));
      const Ran ran = on("gfx950", row.kernel, kEarliest, mode);
      const bool felt = mode == WaitStateMode::enforce || (mode == WaitStateMode::evidence && row.by_default);
      CHECK(ran.at(row.slot, row.lane) == (felt ? row.before : row.after));
      CHECK(ran.clean() == (mode == WaitStateMode::off));
      if (mode == WaitStateMode::evidence) CHECK(ran.only().severity == row.severity);
      if (mode == WaitStateMode::report)
        CHECK(ran.only().severity == std::min(row.severity, Severity::manual));
      if (row.severity == Severity::note && !ran.clean())
        CHECK(ran.only().text.find("; contradicted: ") != std::string::npos);
    }
}

TEST_CASE("a matrix result that is read behind a barrier of two waves") {
  for (const char* arch : {"gfx942", "gfx950"})
    for (const machine::Schedule schedule : {kEarliest, kLatest}) {
      CAPTURE(arch, machine::to_string(schedule));
      const auto read = [&](const char* kernel) {
        return on(arch, kernel, schedule, WaitStateMode::evidence, /*threads=*/128);
      };
      const Ran early = read("matrix_read_over_barrier_1"), legal = read("matrix_read_over_barrier_2");
      CHECK(early.only().severity == Severity::wrong);
      CHECK(early.at(0, 9) == kOld);
      CHECK(legal.only().severity == Severity::note);
      CHECK(legal.at(0, 9) == k33);
    }
}

TEST_CASE("packed f32 waits for the matrix result that it reads or overwrites") {
  for (const WaitStateMode mode : {WaitStateMode::evidence, WaitStateMode::enforce}) {
    const Ran read = on("gfx950", "packed_reads", kEarliest, mode),
              overwritten = on("gfx950", "packed_overwrites", kEarliest, mode);
    INFO(read.complaints() << overwritten.complaints());
    CHECK(read.clean());
    CHECK(read.at(0, 9) == k33);
    CHECK(overwritten.clean());
    CHECK(overwritten.at(0, 9) == kOne);
    CHECK(on("gfx950", "packed_halves_read", kEarliest, mode).only().severity == Severity::wrong);
  }
}

TEST_CASE("of a wide store only what lies behind the first dword is stored too new") {
  for (const machine::Schedule schedule : {kEarliest, kLatest}) {
    const Ran two = on("gfx950", "wide_store_first_two", schedule, WaitStateMode::evidence);
    CHECK(two.at(0, 0) == 1);
    CHECK(two.at(0, 1) == 9);
    Setup setup;
    setup.schedule = schedule;
    const Ran first = run("wait_states_gfx950", "wide_store_offset_first", setup),
              second = run("wait_states_gfx950", "wide_store_offset_second", setup);
    INFO(first.complaints());
    CHECK(first.clean());
    CHECK(first.at(0, 0) == 1);
    CHECK(second.only().severity == Severity::wrong);
    CHECK(second.at(0, 1) == 9);
  }
}

TEST_CASE("v_permlane reads a VALU result too early, another v_permlane's in time") {
  const Ran early = run("wait_states_gfx950", "permlane_short"),
            late = run("wait_states_gfx950", "permlane_enough"),
            next = run("wait_states_gfx950", "permlane_behind_permlane");
  CHECK(early.only().severity == Severity::wrong);
  CHECK(early.at(0, 8) == 7);
  CHECK(late.clean());
  CHECK(late.at(0, 8) == 40);
  CHECK(next.only().severity == Severity::note);
  CHECK(next.at(0, 3) == 51);
}

TEST_CASE("a rule that only a compiler keeps is a risk") {
  // EXEC written by v_cmpx, then v_permlane: three wait states of four.
  const Ran ran = run("wait_states_gfx950", "exec_permlane_short");
  INFO(ran.complaints());
  CHECK(ran.only().severity == Severity::risk);
  CHECK(ran.only().text.find("; LLVM's rule, which the ISA manual does not state") != std::string::npos);
  CHECK(run("wait_states_gfx950", "exec_permlane_enough").clean());
}

TEST_CASE("a finding names both instructions, what is needed and what was found") {
  const std::string line = on("gfx950", "matrix_read_7").only().line();
  INFO(line);
  CHECK(line.starts_with("nop: matrix_read_7: v_mov_b32_e32 v16, v7 @0x"));
  CHECK(line.find("7 wait states after v_mfma_f32_16x16x32_fp8_fp8 v[4:7]") != std::string::npos);
  CHECK(line.find("of 8 needed for v[4:7]") != std::string::npos);
}

}  // namespace
}  // namespace lockstep::tests
