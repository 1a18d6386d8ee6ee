// What is said of a dword of the output that nothing wrote: what had its address, what is nearest, who left.
#include "emulator/observe/missing_store.hpp"

#include "emulator/observe/undefined_origin.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using Catch::Matchers::Contains, Catch::Matchers::EndsWith, Catch::Matchers::StartsWith;

struct Launched {
  std::uint32_t workgroups = 1, threads = kRow;
  int times = 1;
};

/// Of dword `index` of the output, whose tiles are `tile` dwords long, by their parts of a wave.
observe::Writer asked(const std::string& kernel, std::uint64_t index, Launched launched = {},
                      std::uint64_t tile = 2 * kRow, std::uint64_t of_wave = kRow) {
  observe::Unwritten byte{kOutput + 4 * index, kOutput, kOutput + 4 * 16 * kRow};
  byte.tile = "tile";
  byte.name = [](std::uint64_t at) { return "D[" + std::to_string((at - kOutput) / 4) + "]"; };
  byte.nearness = [=](std::uint64_t at) -> std::optional<observe::Nearness> {
    const std::uint64_t other = (at - kOutput) / 4;
    const auto apart = [](std::uint64_t x, std::uint64_t y) { return x < y ? y - x : x - y; };
    const std::uint64_t part = other / tile != index / tile         ? observe::kOtherTile
                               : other / of_wave != index / of_wave ? observe::kSameTile
                                                                    : observe::kSameWave;
    return observe::Nearness{part, 0, apart(other % tile, index % tile), apart(other, index)};
  };
  const code_object::SourceLines no_lines;
  return observe::writer_of(byte, no_lines, [&](machine::Observer& observer) {
    Setup setup;
    setup.input = ramp(0, 1, kRow);
    setup.schedule = kLatest;
    setup.observer = &observer;
    setup.launch.grid[0] = launched.workgroups;
    setup.launch.block[0] = launched.threads;
    for (int i = 0; i < launched.times; ++i) CHECK_FALSE(run("missing_stores", kernel, setup).outcome.stop);
  });
}

TEST_CASE("missing stores: of what was written nothing is missing") {
  const observe::Writer by = asked("all_stored", 12);
  CHECK_THAT(by.text, StartsWith("written by global_store_dword"));
  CHECK(by.missing.empty());
}

TEST_CASE("missing stores: the store that has the address, and what held it back") {
  const observe::Writer off = asked("lane_off", 12);
  CHECK(off.text == "never written");
  CHECK_THAT(off.missing, StartsWith("; global_store_dword v1, v0, s[8:9] @0x"));
  CHECK_THAT(off.missing,
             EndsWith(", workgroup 0,0,0 wave 0 lane 12 has its address, but bit 12 of EXEC is 0"));
  CHECK(off.store.has_value());
  CHECK_FALSE(off.idle.has_value());

  const observe::Writer past = asked("past_records", 10);
  CHECK_THAT(past.missing, StartsWith("; buffer_store_dword v0, v1, s[12:15], 0 offen @0x"));
  CHECK_THAT(
      past.missing,
      EndsWith(" wave 0 lane 10 has its address, but num_records of its descriptor ends before it: dropped"));
}

TEST_CASE("missing stores: the nearest one, in the same wave's part, and its other lanes") {
  const observe::Writer by = asked("nowhere", 12);
  CHECK_THAT(by.missing, StartsWith("; nearest is D[9], written by buffer_store_dword v0, v2"));
  CHECK_THAT(by.missing, EndsWith(" wave 0 lane 9; of its lanes 54 are out of range and dropped"));
  CHECK_THAT(asked("lane_off", 64 + 12).missing,
             Contains("; nearest is D[9], written by global_store_dword") &&
                 Contains("lane 9; of its lanes 54 are off"));
}

TEST_CASE("missing stores: the branch by which a wave of the tile left") {
  const observe::Writer by = asked("second_wave_leaves", 64 + 5, {1, 2 * kRow});
  CHECK_THAT(by.missing, StartsWith("; nearest is D[63], written by global_store_dword"));
  CHECK_THAT(
      by.missing,
      Contains("; 1 of 2 waves of its workgroup stored nothing: workgroup 0,0,0 wave 1 branched past all "
               "stores at s_cbranch_scc1 "));
  // What is missing is the same wave's: it did not leave.
  CHECK_THAT(asked("second_wave_leaves", 64 + 5, {1, 2 * kRow}, 2 * kRow, 2 * kRow).missing,
             EndsWith("wave 0 lane 63"));
}

TEST_CASE("missing stores: the workgroup that left, where nothing of a tile is written") {
  const observe::Writer by = asked("second_workgroup_leaves", 64 + 5, {3, kRow}, kRow);
  CHECK_THAT(by.missing,
             StartsWith("; nothing of its tile is; at the same place of another is D[5], written by "));
  CHECK_THAT(by.missing, Contains("lane 5; 1 of 3 waves stored nothing: workgroup 1,0,0 wave 0 "
                                  "branched past all stores at s_cbranch_scc1 "));
}

TEST_CASE("missing stores: waves of several launches are counted each") {
  CHECK_THAT(asked("second_workgroup_leaves", 64 + 5, {3, kRow, 2}, kRow).missing,
             Contains("; 2 of 6 waves stored nothing: workgroup 1,0,0 wave 0 and 1 more branched past all "));
}

TEST_CASE("missing stores: a store of no lane, and code without any") {
  const observe::Writer all = asked("all_nowhere", 3, {1, 2 * kRow});
  CHECK_THAT(all.missing,
             StartsWith("; nothing of the rows to be written is; 2 of 2 waves stored nothing: workgroup "
                        "0,0,0 wave 0 and 1 more executed buffer_store_dword v0, v2, s[12:15], 0 offen @0x"));
  CHECK_THAT(all.missing, EndsWith(", of which no lane stores"));
  const observe::Writer none = asked("no_store", 3);
  CHECK(none.missing == "; nothing of the rows to be written is; the code that ran has no store to memory");
  CHECK_FALSE(none.store.has_value());
}

}  // namespace
}  // namespace lockstep::tests
