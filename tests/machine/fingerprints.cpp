// Terms of results that differ in one thing are different terms; what no term can say is an obstacle.
#include <array>

#include "emulator/fingerprints/tracker.hpp"
#include "tests/catch.hpp"
#include "tests/machine/rig.hpp"

namespace lockstep::tests {
namespace {

using fingerprint::Fingerprint, fingerprint::Hasher, fingerprint::Tracker;

/// A launch whose input is data, followed.
class FollowedRun {
 public:
  explicit FollowedRun(const std::string& kernel, std::uint32_t workgroups = 1, bool stops = false) {
    Setup setup;
    setup.launch.grid[0] = workgroups;
    go("fingerprints", kernel, setup, stops);
  }
  /// A cluster of two workgroups of a wave each.
  static std::unique_ptr<FollowedRun> of_cluster(const std::string& kernel) {
    Setup setup;
    setup.launch.grid[0] = setup.launch.cluster[0] = 2;
    setup.launch.cluster[1] = setup.launch.cluster[2] = 1;
    setup.launch.block[0] = 32;
    setup.model = "wmma_functional";
    std::unique_ptr<FollowedRun> run(new FollowedRun);
    run->go("fingerprints_gfx1250", kernel, setup, /*stops=*/false);
    return run;
  }
  const Tracker& tracker() const { return tracker_; }
  /// The value of a dword of a row of the output, of lane 5.
  Fingerprint value(std::uint64_t row) const { return value_at(kOutput + 256 * row + 4 * 5); }
  Fingerprint input(std::uint64_t row) const { return value_at(kInput + 256 * row + 4 * 5); }

 private:
  FollowedRun() = default;
  void go(const std::string& program, const std::string& kernel, Setup setup, bool stops) {
    setup.input = ramp(1, 1, 256);
    setup.observer = &tracker_;
    const Ran ran = run(program, kernel, setup);
    INFO(ran.complaints());
    CHECK(ran.outcome.stop.has_value() == stops);
  }
  Fingerprint value_at(std::uint64_t address) const {
    std::array<fingerprint::Byte, 4> bytes;
    for (std::size_t b = 0; b < bytes.size(); ++b) bytes[b].from = tracker_.memory().at(address + b);
    return hasher_.value(bytes);
  }

  Hasher hasher_{1};
  Tracker tracker_{hasher_, [this](std::uint64_t address) {
                     const bool is_data = address >= kInput && address < kInput + 1024;
                     return is_data ? hasher_.leaf(0, address - kInput) : Fingerprint{};
                   }};
};

TEST_CASE("fingerprints: a known carry belongs to the term") {
  const FollowedRun run("carries");
  CHECK_FALSE(run.tracker().obstacle());
  CHECK(run.value(0) != run.value(1));
  CHECK(run.value(0) == run.value(2));
}

TEST_CASE("fingerprints: the sign of a known half belongs to the term, and products commute") {
  const FollowedRun run("signs");
  CHECK_FALSE(run.tracker().obstacle());
  CHECK(run.value(0) != run.value(1));
  CHECK(run.value(0) == run.value(2));
}

TEST_CASE("fingerprints: EXEC that data decides is an obstacle where a comparison writes it alone") {
  const auto run = FollowedRun::of_cluster("exec_compared");
  REQUIRE(run->tracker().obstacle());
  CHECK(run->tracker().obstacle()->text == "EXEC depends on data");
}

TEST_CASE("fingerprints: what also depends on the lane, or comes from another workgroup, is an obstacle") {
  const FollowedRun lanes("lane_numbers");
  REQUIRE(lanes.tracker().obstacle());
  CHECK(lanes.tracker().obstacle()->instruction.starts_with("v_mbcnt_lo_u32_b32"));
  const FollowedRun others("handed_on", 2);
  REQUIRE(others.tracker().obstacle());
  CHECK(others.tracker().obstacle()->text == "reads what another workgroup of this kernel wrote");
  CHECK_FALSE(FollowedRun("handed_on").tracker().obstacle());
}

TEST_CASE("fingerprints: workgroups of a cluster have LDS of their own, and of what they share a copy each") {
  const auto run = FollowedRun::of_cluster("in_cluster");
  CHECK_FALSE(run->tracker().obstacle());
  for (const std::uint64_t rank : {0u, 1u}) {
    CHECK(run->value(rank) == run->input(rank));
    CHECK(run->value(2 + rank) == run->input(2));
  }
}

TEST_CASE("fingerprints: what another wave, machine or time has otherwise is an obstacle, and MODE is none") {
  const FollowedRun id("hardware_id", 1, /*stops=*/true), clock("clock");
  REQUIRE(id.tracker().obstacle());
  CHECK(id.tracker().obstacle()->text ==
        "a hardware register is read, whose value is no function of the launch");
  REQUIRE(clock.tracker().obstacle());
  CHECK(clock.tracker().obstacle()->text == "a clock is read");
  CHECK_FALSE(FollowedRun("mode").tracker().obstacle());
}

}  // namespace
}  // namespace lockstep::tests
