// Every map of tiles is a bijection: proven by enumeration.
#include "kernels/primitives/tile_order.hpp"

#include <set>
#include <vector>

#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using namespace device;

// Whether map(0) … map(count - 1) are 0 … count - 1 in some order.
template <typename Map>
bool is_bijection(int count, Map map) {
  std::vector<char> seen(std::size_t(count), 0);
  for (int i = 0; i < count; ++i) {
    const int to = map(i);
    if (to < 0 || to >= count || seen[std::size_t(to)] != 0) return false;
    seen[std::size_t(to)] = 1;
  }
  return true;
}

TEST_CASE("xcd_run is a bijection for every number of tiles and XCDs") {
  int wrong = 0;
  for (int xcds = 1; xcds <= 64; ++xcds)
    for (int count = 0; count <= 400; ++count)
      wrong += !is_bijection(count, [&](int pid) { return xcd_run(pid, count, xcds); });
  for (const int count : {333, 9382, 65537, 99991})
    for (const int xcds : {4, 6, 7, 8, 38, 304})
      wrong += !is_bijection(count, [&](int pid) { return xcd_run(pid, count, xcds); });
  CHECK(wrong == 0);
}

// 16 of 333 tiles went missing where the remainder was left out.
TEST_CASE("xcd_run without its remainder is no bijection, and enumeration sees it") {
  const auto without = [](int count, int xcds) {
    return is_bijection(count, [&](int pid) { return pid % xcds * (count / xcds) + pid / xcds; });
  };
  CHECK_FALSE(without(333, 8));
  CHECK(without(336, 8));
}

TEST_CASE("xcd_run gives each XCD one run of neighbours") {
  for (const int count : {5, 8, 100, 333})
    for (int pid = 8; pid < count; ++pid) CHECK(xcd_run(pid, count, 8) == xcd_run(pid - 8, count, 8) + 1);
}

TEST_CASE("in_bands is a bijection for every shape and every band") {
  int wrong = 0;
  for (int rows = 1; rows <= 14; ++rows)
    for (int columns = 1; columns <= 14; ++columns)
      for (int group_m = 0; group_m <= 16; ++group_m)
        for (const int group_n : {0, 1, 2, 3, 5, 14, 16})
          wrong += !is_bijection(rows * columns, [&](int t) {
            const TilePlace place = in_bands(t, rows, columns, group_m, group_n);
            const bool inside =
                place.row >= 0 && place.row < rows && place.column >= 0 && place.column < columns;
            return inside ? place.row * columns + place.column : -1;
          });
  CHECK(wrong == 0);
}

TEST_CASE("in_bands walks a band before the next, whichever way it is cut") {
  // 5 x 3 tiles in bands of two rows: the first six tiles are the first two rows, column by column.
  const std::vector<std::pair<int, int>> by_rows{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}, {2, 0}};
  for (std::size_t t = 0; t < by_rows.size(); ++t) {
    const TilePlace place = in_bands(int(t), 5, 3, 2, 0);
    CHECK(std::pair(place.row, place.column) == by_rows[t]);
    const TilePlace mirrored = in_bands(int(t), 3, 5, 7, 2);  // group_n goes before group_m
    CHECK(std::pair(mirrored.column, mirrored.row) == by_rows[t]);
  }
}

TEST_CASE("interleave_groups is a bijection for every number of groups, tiles and band") {
  int wrong = 0;
  for (int groups = 1; groups <= 12; ++groups)
    for (int tiles = 1; tiles <= 20; ++tiles)
      for (int band = 1; band <= 22; ++band)
        wrong += !is_bijection(groups * tiles, [&](int t) {
          const GroupTile at = interleave_groups(t, groups, tiles, band);
          const bool inside = at.group >= 0 && at.group < groups && at.tile >= 0 && at.tile < tiles;
          return inside ? at.group * tiles + at.tile : -1;
        });
  CHECK(wrong == 0);
}

TEST_CASE("interleave_groups gives every group its turn early") {
  std::set<int> groups;
  for (int t = 0; t < 8 * 4; ++t) groups.insert(interleave_groups(t, 8, 100, 4).group);
  CHECK(groups.size() == 8);
}

}  // namespace
}  // namespace lockstep::tests
