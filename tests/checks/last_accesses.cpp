// Records of sixteen bytes of LDS at once, until some of them are used alone.
#include "emulator/checks/last_accesses.hpp"

#include <vector>

#include "tests/catch.hpp"

using namespace lockstep::checks;

namespace {

/// Clocks of what a visit of the place sees.
template <typename Place>
std::vector<std::uint32_t> clocks(const LastAccesses& of, Place place) {
  std::vector<std::uint32_t> all;
  of.visit(place, [&](std::uint32_t, const LdsAccess& access) { all.push_back(access.clock); });
  return all;
}

LdsAccess at(std::uint32_t clock) {
  return {.clock = clock, .instruction = 0, .bytes = 15, .wave = 0, .atomic = false};
}

}  // namespace

TEST_CASE("a dword that is used alone leaves the record of the others of its sixteen bytes") {
  using Clocks = std::vector<std::uint32_t>;
  LastAccesses accesses;
  accesses.resize(9);
  accesses.set(LdsCell{1}, at(5));
  CHECK(clocks(accesses, LdsCell{1}) == Clocks{5});
  CHECK(clocks(accesses, LdsDword{6}) == Clocks{5});
  accesses.set(LdsDword{6}, at(7));
  CHECK(clocks(accesses, LdsCell{1}) == Clocks{5, 5, 7, 5});
  CHECK(clocks(accesses, LdsDword{6}) == Clocks{7});
  CHECK(clocks(accesses, LdsDword{7}) == Clocks{5});
  CHECK(clocks(accesses, LdsCell{0}) == Clocks{0});
  accesses.set(LdsCell{1}, at(8));
  CHECK(clocks(accesses, LdsCell{1}) == Clocks{8});
  CHECK(clocks(accesses, LdsDword{6}) == Clocks{8});
}
