// What is said of a byte that a launch left undefined: who stored it, and what left the value undefined.
#include "emulator/observe/undefined_origin.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using Catch::Matchers::Contains, Catch::Matchers::EndsWith;

void add_undefined(machine::Memory& memory) {
  memory.add("unread", kData, 1024, false,
             [](std::uint64_t, std::span<std::uint8_t>, std::span<std::uint8_t> undefined) {
               std::fill(undefined.begin(), undefined.end(), std::uint8_t{1});
             });
}

std::string origin(const std::string& kernel, int row, const machine::Schedule& schedule = kEarliest,
                   std::uint32_t threads = kRow, const std::string& program = "origins") {
  const code_object::SourceLines no_lines;
  return observe::origin_of_undefined({kOutput + 4 * std::uint64_t(row * kRow)}, no_lines,
                                      [&](machine::Observer& observer) {
                                        Setup setup;
                                        setup.input = ramp(0, 1, kRow);
                                        setup.schedule = schedule;
                                        setup.observer = &observer;
                                        setup.launch.block[0] = threads;
                                        setup.prepare = add_undefined;
                                        if (program != "origins") setup.model = "wmma_functional";
                                        const Ran ran = run(program, kernel, setup);
                                        INFO(ran.complaints());
                                        CHECK_FALSE(ran.outcome.stop);
                                      })
      .text;
}

TEST_CASE("undefined origins: a byte that nothing stored") {
  CHECK(origin("never_written", 5) == "never written");
}

TEST_CASE("undefined origins: through registers to the one that nothing wrote") {
  for (const machine::Schedule& schedule : {kEarliest, kLatest, random_schedule(3)}) {
    const std::string said = origin("from_register", 1, schedule);
    INFO(said);
    CHECK(said.starts_with("written by global_store_dword v1, v4, s[8:9] offset:256 @0x"));
    CHECK(said.ends_with(", workgroup 0,0,0 wave 0 lane 0 from v7, which nothing wrote"));
  }
}

TEST_CASE("undefined origins: what a load found undefined, and what it was still to fill") {
  const std::string loaded = origin("from_lds", 1);
  INFO(loaded);
  CHECK(loaded.find(" from what ds_read_b32 v5, v1 @0x") != std::string::npos);
  CHECK(loaded.ends_with(" loaded, undefined, from LDS 0x0, which nothing wrote"));
  const std::string early = origin("not_waited_for", 1, kLatest);
  INFO(early);
  CHECK(early.find(" from what global_load_dword v5, v1, s[10:11] @0x") != std::string::npos);
  CHECK(early.ends_with(" was still to fill"));
}

TEST_CASE("undefined origins: a value that was overwritten is forgotten") {
  const std::string said = origin("overwritten", 1);
  INFO(said);
  CHECK(said.ends_with("wave 0 lane 0"));  // what was stored is defined
  CHECK(origin("loaded_over", 1, kLatest).ends_with(" was still to fill"));
}

TEST_CASE("undefined origins: the last of several stores counts") {
  CHECK(origin("stored_twice", 1).ends_with("from v8, which nothing wrote"));
}

// Reports ended at the address in LDS.
TEST_CASE("undefined origins: through LDS to the wave that stored it, and its register") {
  for (const machine::Schedule& schedule : {kEarliest, kLatest, random_schedule(3)}) {
    const std::string said = origin("from_other_wave", 1, schedule, 2 * kRow);
    CHECK_THAT(said, Contains("loaded, undefined, from LDS 0x100, written by ds_write_b32 v1, v7 @0x"));
    CHECK_THAT(said, EndsWith(", wave 1 lane 0 from v7, which nothing wrote"));
  }
  const std::string pair = origin("second_of_pair", 1);
  CHECK_THAT(pair, Contains("from LDS 0x100, written by ds_write2_b32 v1, v0, v7 offset1:64 @0x"));
  CHECK_THAT(pair, EndsWith(" from v7, which nothing wrote"));
}

TEST_CASE("undefined origins: through copies into LDS, and out of it") {
  CHECK_THAT(origin("copied_to_lds", 1),
             Contains("from LDS 0x0, which global_load_lds_dword v1, s[20:21] @0x") &&
                 EndsWith(" copied from byte 0x100 of unread"));
  CHECK_THAT(origin("copy_not_waited_for", 1, kLatest), EndsWith(" was still to fill"));
  const std::string out = origin("copied_from_lds", 0, kEarliest, 32, "origins_gfx1250");
  CHECK_THAT(out, Contains("wave 0 lane 0 from LDS 0x0, written by ds_store_b32 v1, v7 @0x"));
  CHECK_THAT(out, EndsWith(" from v7, which nothing wrote"));
}

}  // namespace
}  // namespace lockstep::tests
