// Records of sixteen bytes of LDS at once, until some of them are used alone.
#include "emulator/checks/last_accesses.hpp"

#include <vector>

#include "tests/catch.hpp"

using namespace lockstep::checks;

namespace {

using Numbers = std::vector<LdsAccessNumber>;

/// What a visit of the place sees.
template <typename Place>
Numbers numbers(const LastAccesses& of, Place place) {
  Numbers all;
  of.visit(place, [&](std::uint32_t, LdsAccessNumber number) { all.push_back(number); });
  return all;
}

/// What all_of() asks of some cells.
Numbers asked(const LastAccesses& of, std::uint32_t first, std::uint32_t count) {
  Numbers all;
  CHECK(of.all_of(LdsCell{first}, count, [&](LdsAccessNumber number) {
    all.push_back(number);
    return true;
  }));
  return all;
}

}  // namespace

TEST_CASE("a dword that is used alone leaves the record of the others of its sixteen bytes") {
  LastAccesses accesses;
  accesses.resize(9);
  accesses.set(LdsCell{1}, 5);
  CHECK(numbers(accesses, LdsCell{1}) == Numbers{5});
  CHECK(numbers(accesses, LdsDword{6}) == Numbers{5});
  accesses.set(LdsDword{6}, 7);
  CHECK(numbers(accesses, LdsCell{1}) == Numbers{5, 5, 7, 5});
  CHECK(numbers(accesses, LdsDword{6}) == Numbers{7});
  CHECK(numbers(accesses, LdsDword{7}) == Numbers{5});
  CHECK(numbers(accesses, LdsCell{0}) == Numbers{0});
  accesses.set(LdsCell{1}, 8);
  CHECK(numbers(accesses, LdsCell{1}) == Numbers{8});
  CHECK(numbers(accesses, LdsDword{6}) == Numbers{8});
}

TEST_CASE(
    "a row of cells is asked once of neighbours with the same record, and dword by dword where they have "
    "their own") {
  LastAccesses accesses;
  accesses.resize(8 * kCellDwords);
  accesses.set(LdsCell{1}, 4, 3);
  accesses.set(LdsCell{6}, 3);
  CHECK(asked(accesses, 0, 8) == Numbers{0, 3, 0, 3, 0});
  accesses.set(LdsDword{2 * kCellDwords + 1}, 9);
  accesses.set(LdsDword{3 * kCellDwords + 3}, 9);
  CHECK(asked(accesses, 1, 4) == Numbers{3, 3, 9, 3, 3, 3, 3, 3, 9, 3});
  for (const std::uint32_t first : {1u, 2u, 3u}) {
    INFO("from cell " << first);
    CHECK_FALSE(
        accesses.all_of(LdsCell{first}, 4 - first, [](LdsAccessNumber number) { return number != 9; }));
  }
  CHECK(accesses.all_of(LdsCell{4}, 4, [](LdsAccessNumber number) { return number != 9; }));
  accesses.renumber([](LdsAccessNumber number) { return number + 1; });
  CHECK(asked(accesses, 0, 4) == Numbers{1, 4, 4, 10, 4, 4, 4, 4, 4, 10});
}

TEST_CASE("cells anywhere are asked once where all have the same record, else each") {
  LastAccesses accesses;
  accesses.resize(8 * kCellDwords);
  const std::vector<LdsCell> cells{{6}, {1}, {4}, {3}};
  accesses.set(cells, 3);
  CHECK(asked(accesses, 0, 8) == Numbers{0, 3, 0, 3, 0, 3, 0});
  int times = 0;
  const auto count = [&](LdsAccessNumber number) { return ++times, number == 3; };
  CHECK(accesses.all_of(cells, count));
  CHECK(times == 1);
  for (const LdsCell other : cells) {
    INFO("cell " << other.cell);
    accesses.set(other, 2);
    CHECK_FALSE(accesses.all_of(cells, count));
    accesses.set(other, 3);
    accesses.set(LdsDword{other.cell * kCellDwords + 2}, 3);  // a record of its own, and the same
    CHECK(accesses.all_of(cells, count));
    accesses.set(LdsDword{other.cell * kCellDwords + 2}, 9);
    CHECK_FALSE(accesses.all_of(cells, count));
    accesses.set(other, 3);
  }
}

TEST_CASE("numbers that are known are forgotten, never mistaken") {
  KnownNumbers known;
  CHECK(known.has(0));
  for (LdsAccessNumber number = 1; number < 40; ++number) {
    CHECK_FALSE(known.has(number));
    known.add(number);
    CHECK(known.has(number));
    if (number > 1) CHECK(known.has(number - 1));
  }
}
