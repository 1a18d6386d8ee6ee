// Contiguous groups given by their ends: which rows are whose, which are filled with zeros, what is refused.
#include <string>

#include "reference/formats/formats.hpp"
#include "reference/operators/grouped_gemm.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"

namespace lockstep::tests {
namespace {

using namespace operators;

GroupedGemm ends(std::vector<std::int32_t> group_end, std::int64_t alignment, std::int64_t m) {
  GroupedGemm p;
  p.groups = std::int64_t(group_end.size());
  p.m = m;
  p.n = p.k = 128;
  p.out = &formats::bfloat16;
  p.groups_as = GroupsAs::ends;
  p.group_end = std::move(group_end);
  p.alignment = alignment;
  return p;
}

std::string refusal(const GroupedGemm& p) {
  const auto checked = check(p);
  return checked ? "accepted" : checked.error().text();
}

std::string rows_of(const GroupedGemm& p) {
  std::string s;
  for (const ActiveRow& row : active_rows(p))
    s += std::to_string(row.row) + ":" + std::to_string(row.group) + " ";
  return s;
}

std::string zeroed(GroupedGemm p) {
  p.zero_padding = true;
  std::string s;
  for (const std::int64_t row : zeroed_rows(p)) s += std::to_string(row) + " ";
  return s;
}

}  // namespace

TEST_CASE("a group starts at the end of the one before it, rounded up") {
  // DeepGEMM's psum layout, tests/generators.py: end = start + rows; start = align(end).
  CHECK(rows_of(ends({2, 5, 6}, 4, 8)) == "0:0 1:0 4:1 ");
  CHECK(rows_of(ends({2, 4, 5}, 4, 8)) ==
        "0:0 1:0 4:2 ");  // the second has no rows, and ends where it starts
  CHECK(rows_of(ends({1, 3}, 1, 3)) == "0:0 1:1 2:1 ");
  CHECK(rows_of(ends({0}, 4, 4)).empty());
}

TEST_CASE("zeros fill the rows of no group, and none where they are not asked for") {
  CHECK(zeroed(ends({2, 5}, 4, 8)) == "2 3 5 6 7 ");
  CHECK(zeroed(ends({0}, 4, 2)) == "0 1 ");
  CHECK(zeroed(ends({2, 4}, 4, 2)).empty());
  CHECK(zeroed_rows(ends({2, 5}, 4, 8)).empty());
  GroupedGemm ids;
  ids.m = 4;
  ids.row_group = {-1, 0, -1, 0};
  CHECK(zeroed(ids) == "0 2 ");
}

TEST_CASE("ends outside the contract are refused by argument, value and rule") {
  CHECK(refusal(ends({2, 5}, 4, 8)) == "accepted");
  CHECK(refusal(ends({2, 4}, 4, 2)) == "accepted");  // a group without rows may start past the last row
  CHECK(refusal(ends({2, 3}, 4, 8)) ==
        "group_end[1] = 3: must be at least 4, the end before it rounded up to 4");
  CHECK(refusal(ends({-1}, 4, 8)) ==
        "group_end[0] = -1: must be at least 0, the end before it rounded up to 4");
  CHECK(refusal(ends({2, 9}, 4, 8)) == "group_end[1] = 9: must be at most m = 8");
  CHECK(refusal(ends({2}, 0, 8)) == "alignment = 0: must be from 1 to 2^31 - 1");
  GroupedGemm short_list = ends({2, 5}, 4, 8);
  short_list.groups = 3;
  CHECK(refusal(short_list) == "group_end.size() = 2: must equal groups");
  GroupedGemm masked = ends({2}, 4, 8);
  masked.grouping = Grouping::masked;
  masked.masked_m = {2};
  CHECK(refusal(masked) == "groups_as = ends: belongs to contiguous groups only");
  masked.groups_as = GroupsAs::ids;
  masked.zero_padding = true;
  CHECK(refusal(masked) == "zero_padding = on: belongs to contiguous groups only");
}

TEST_CASE("every row is active in one group, zeroed, or past all groups' tiles") {
  check_property("rows", [] {
    const auto rows = *rc::gen::container<std::vector<std::int32_t>>(rc::gen::inRange<std::int32_t>(0, 50));
    const auto alignment = *rc::gen::inRange<std::int64_t>(1, 40);
    RC_PRE(!rows.empty());
    std::vector<std::int32_t> group_end;
    std::int64_t start = 0;
    for (const std::int32_t r : rows) {
      group_end.push_back(std::int32_t(start + r));
      start = (start + r + alignment - 1) / alignment * alignment;
    }
    GroupedGemm p = ends(group_end, alignment, start + *rc::gen::inRange<std::int64_t>(0, 9));
    p.zero_padding = true;
    RC_ASSERT(check(p).has_value());
    std::vector<int> seen(std::size_t(p.m));
    std::vector<std::int32_t> counted(rows.size());
    for (const ActiveRow& r : active_rows(p)) {
      ++seen[std::size_t(r.row)];
      ++counted[std::size_t(r.group)];
    }
    for (const std::int64_t r : zeroed_rows(p)) ++seen[std::size_t(r)];
    RC_ASSERT(counted == rows);
    RC_ASSERT(seen == std::vector<int>(seen.size(), 1));
  });
}

TEST_CASE("padded scales stand 16 bytes apart at least") {
  GroupedGemm p = ends({5}, 128, 5);
  CHECK(p.scale_stride() == 5);
  p.padded_scales = true;
  CHECK(p.scale_stride() == 16);
  p.scale = &formats::float32;
  CHECK(p.scale_stride() == 8);
  p.m = 8;
  CHECK(p.scale_stride() == 8);
}

}  // namespace lockstep::tests
