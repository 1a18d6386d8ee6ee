// What is said of a byte that a launch left undefined: who stored it, and what left the value undefined.
#include "emulator/observe/undefined_origin.hpp"

#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

std::string origin(const std::string& kernel, int row, const machine::Schedule& schedule = kEarliest) {
  return observe::origin_of_undefined(kOutput + 4 * std::uint64_t(row * kRow),
                                      [&](machine::Observer& observer) {
                                        Setup setup;
                                        setup.input = ramp(0, 1, kRow);
                                        setup.schedule = schedule;
                                        setup.observer = &observer;
                                        run("origins", kernel, setup);
                                      });
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
  CHECK(loaded.ends_with(" loaded, undefined, from LDS 0x0"));
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

}  // namespace
}  // namespace lockstep::tests
