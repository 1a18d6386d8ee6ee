// What waves are told through memory: what was done before a release, by whom, and whoever passed it on.
#include "emulator/checks/releases.hpp"

#include "tests/catch.hpp"

using namespace lockstep::checks;
using lockstep::isa::Counter;

namespace {

WaveProgress up_to(std::uint32_t done) {
  WaveProgress progress;
  progress.issued = done + 2;
  progress.done.fill(done);
  return progress;
}

std::shared_ptr<const Knowledge> knows(std::vector<WaveProgress> waves, ReleaseId acquired = 0) {
  auto all = std::make_shared<Knowledge>();
  all->waves = std::move(waves);
  all->acquired = acquired;
  return all;
}

bool is_done(Releases& releases, ReleaseId id, std::uint32_t group, std::uint8_t wave, std::uint32_t number) {
  return releases.told(id, group, wave).is_done(Counter::vm, number);
}

}  // namespace

TEST_CASE("releases: what was done before one is told, what came later not, and nothing of other waves") {
  Releases releases;
  const ReleaseId one = releases.add(1, 0, up_to(5), knows({{}, {}}));
  CHECK(is_done(releases, one, 1, 0, 4));
  CHECK_FALSE(is_done(releases, one, 1, 0, 5));
  CHECK_FALSE(is_done(releases, one, 1, 1, 0));
  CHECK_FALSE(is_done(releases, one, 2, 0, 0));
  CHECK_FALSE(is_done(releases, 0, 1, 0, 0));
  CHECK(releases.told(one, 1, 0).issued == 7);
}

TEST_CASE("releases: a wave tells what it knows of its workgroup, and what it was told itself") {
  Releases releases;
  const ReleaseId first = releases.add(1, 0, up_to(5), knows({{}, up_to(3)}));
  CHECK(is_done(releases, first, 1, 1, 2));
  CHECK_FALSE(is_done(releases, first, 1, 1, 3));
  const ReleaseId second = releases.add(2, 0, up_to(9), knows({{}}, first));
  CHECK(is_done(releases, second, 2, 0, 8));
  CHECK(is_done(releases, second, 1, 0, 4));
  CHECK(is_done(releases, second, 1, 1, 2));
  CHECK_FALSE(is_done(releases, first, 2, 0, 0));
}

TEST_CASE("releases: who adds to a location passes on what it told before, each up to where it had come") {
  Releases releases;
  ReleaseId location = 0;
  for (std::uint32_t group = 1; group <= 50; ++group)
    location = releases.join(location, releases.add(group, 0, up_to(group), knows({{}})));
  const ReleaseId later = releases.join(location, releases.add(7, 0, up_to(20), knows({{}})));
  for (std::uint32_t group = 1; group <= 50; ++group) {
    CHECK(is_done(releases, location, group, 0, group - 1));
    CHECK_FALSE(is_done(releases, location, group, 0, group));
  }
  CHECK(is_done(releases, later, 7, 0, 19));
  CHECK(is_done(releases, later, 8, 0, 7));
  CHECK(releases.join(later, later) == later);
  CHECK(releases.join(0, later) == later);
}

TEST_CASE(
    "releases: a mark tells what its release does, and only who was told it was told of its operation") {
  Releases releases;
  const ReleaseId release = releases.add(1, 0, up_to(5), knows({{}}));
  const ReleaseId one = releases.mark(release), other = releases.mark(release);
  CHECK(is_done(releases, one, 1, 0, 4));
  CHECK_FALSE(is_done(releases, one, 1, 0, 5));
  const ReleaseId later = releases.add(2, 0, up_to(9), knows({{}}, one));
  CHECK(releases.contains(one, one));
  CHECK(releases.contains(releases.join(release, later), one));
  CHECK_FALSE(releases.contains(later, other));
  CHECK_FALSE(releases.contains(release, one));
  CHECK_FALSE(releases.contains(0, one));
  CHECK(releases.contains(releases.join(later, other), other));
}
