// Findings that have their producer in common are one, told by the pair to begin with.

#include <algorithm>

#include "emulator/checks/findings.hpp"
#include "emulator/findings/finding_lines.hpp"
#include "emulator/machine/waves/wave.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using findings::Finding;
using Kind = findings::FindingKind;
using findings::Severity;

namespace {

constexpr const char *kLoad = "global_load_dword v1, v0, s[0:1]", *kStore = "ds_write_b32 v1, v2",
                     *kRead = "ds_read_b32 v3, v1", *kUse = "v_add_u32_e32 v2, v1, v1",
                     *kCopy = "buffer_load_dwordx4 v90, s[4:7], 0 offen lds";

/// Instructions of four bytes, so that addresses say how far apart they are.
Finding finding(Kind kind, const char* instruction, int at, const char* other, int other_at,
                Severity severity = Severity::wrong) {
  Finding f;
  f.kind = kind;
  f.instruction = instruction;
  f.address = std::uint64_t(4 * at);
  f.other = other;
  f.other_address = std::uint64_t(4 * other_at);
  f.distance = at - other_at;
  f.severity = severity;
  f.kernel = "k";
  return f;
}

std::vector<Finding> waits(int producer, std::initializer_list<int> consumers) {
  std::vector<Finding> all;
  for (const int at : consumers) all.push_back(finding(Kind::wait, kUse, at, kLoad, producer));
  return all;
}

std::string lead(const std::vector<Finding>& findings) {
  const std::vector<Finding> all = findings::by_cause(findings);
  REQUIRE(all.size() == 1);
  return findings::what_it_stands_for(all.front());
}

}  // namespace

TEST_CASE("causes: a missing wait is one finding, told at the next use behind the load") {
  std::vector<Finding> all = waits(10, {17, 13, 40});
  const std::vector<Finding> found = findings::by_cause(all);
  REQUIRE(found.size() == 1);
  CHECK(found[0].address == 4 * 13);
  CHECK(found[0].more == 2);
  CHECK(found[0].line().ends_with("(3 instructions apart; and 2 more from this load)"));
  std::ranges::sort(all, {}, &Finding::address);  // the order in which they are found makes no difference
  do CHECK(findings::by_cause(all)[0].line() == found[0].line());
  while (std::ranges::next_permutation(all, {}, &Finding::address).found);
}

TEST_CASE("causes: a use before the load, where a loop comes to it, is farther than any behind it") {
  CHECK(lead(waits(10, {9, 30})) == " (20 instructions apart; and 1 more from this load)");
  CHECK(lead(waits(10, {9})) == " (1 instruction apart)");
  CHECK(lead(waits(10, {5, 9})) == " (1 instruction apart; and 1 more from this load)");
}

TEST_CASE("causes: of those as far apart the one further up leads, and what they stood for is kept") {
  std::vector<Finding> all = waits(10, {17, 13});
  for (Finding& f : all) f.distance = 0;
  all[0].more = 3, all[1].more = 2;
  const std::vector<Finding> found = findings::by_cause(all);
  REQUIRE(found.size() == 1);
  CHECK(found[0].address == 4 * 13);
  CHECK(found[0].more == 6);
}

TEST_CASE("causes: rules and kinds are causes of their own, a copy that is used too early is not") {
  std::vector<Finding> all{finding(Kind::nop, kUse, 11, kUse, 10), finding(Kind::nop, kUse, 12, kUse, 10)};
  all[1].rule = "another rule";
  all.push_back(finding(Kind::wait, kUse, 13, kUse, 10));
  CHECK(findings::by_cause(all).size() == 3);
  CHECK(lead({finding(Kind::wait, kRead, 12, kCopy, 10), finding(Kind::lds_copy, kRead, 13, kCopy, 10)}) ==
        " (2 instructions apart; and 1 more from this copy)");
  all = {finding(Kind::erratum, kUse, 11, kUse, 10), finding(Kind::erratum, kUse, 12, kUse, 10)};
  CHECK(findings::by_cause(all).size() == 2);
}

TEST_CASE("causes: what the producer is called") {
  const auto called = [](const char* producer) {
    return lead({finding(Kind::wait, kUse, 12, producer, 10), finding(Kind::wait, kUse, 13, producer, 10)});
  };
  for (const char* copy : {"global_load_lds_dword v1, s[0:1]", kCopy, "tensor_load_to_lds s[0:3], s[4:11]",
                           "global_load_async_to_lds_b128 v3, v0, s[4:5]"})
    CHECK(called(copy) == " (2 instructions apart; and 1 more from this copy)");
  CHECK(called("ds_add_u32 v1, v2").ends_with(" from this instruction)"));
  CHECK(called("global_atomic_add v1, v0, v2, s[0:1] sc0").ends_with(" from this atomic)"));
}

TEST_CASE("causes: two loads that nobody waits for are two") {
  std::vector<Finding> all = waits(10, {13, 14}), others = waits(11, {13, 14});
  all.insert(all.end(), others.begin(), others.end());
  CHECK(findings::by_cause(all).size() == 2);
  all = waits(10, {13});
  all.push_back(all.front());
  all.back().kernel = "another";
  CHECK(findings::by_cause(all).size() == 2);
}

TEST_CASE("causes: a race is told of the store, whichever of the two was found at the other") {
  CHECK(lead({finding(Kind::lds_race, kRead, 20, kStore, 10), finding(Kind::lds_race, kStore, 10, kRead, 20),
              finding(Kind::lds_race, kStore, 10, kRead, 15)}) ==
        " (5 instructions apart; and 1 more from this store)");
  // Of two stores the first is it.
  CHECK(lead({finding(Kind::lds_race, kStore, 10, kStore, 20),
              finding(Kind::lds_race, kStore, 10, kStore, 30)}) ==
        " (10 instructions apart; and 1 more from this store)");
  // Loads of two stores have nothing in common with each other.
  CHECK(findings::by_cause(
            {finding(Kind::lds_race, kRead, 20, kStore, 10), finding(Kind::lds_race, kRead, 20, kStore, 11)})
            .size() == 2);
}

TEST_CASE("causes: a race stands for the missing waits of the same copy, and before all others") {
  std::vector<Finding> all = waits(3, {4});
  all.push_back(finding(Kind::wait, kRead, 12, kCopy, 10));
  all.push_back(finding(Kind::lds_race, kRead, 18, kCopy, 10));
  const std::vector<Finding> found = findings::by_cause(all);
  REQUIRE(found.size() == 2);
  CHECK(found[0].kind == Kind::lds_race);
  CHECK(findings::what_it_stands_for(found[0]) == " (8 instructions apart; and 1 more from this copy)");
  CHECK(found[1].address == 4 * 4);
}

TEST_CASE("causes: the gravest stands for those that are less, and no verdict changes") {
  const std::vector<Finding> found = findings::by_cause(
      {finding(Kind::memory_race, kLoad, 11, "global_store_dword v[0:1], v2, off", 10, Severity::note),
       finding(Kind::memory_race, kLoad, 30, "global_store_dword v[0:1], v2, off", 10)});
  REQUIRE(found.size() == 1);
  CHECK(found[0].severity == Severity::wrong);
  CHECK(found[0].more == 1);
  const Finding note = finding(Kind::wait, kUse, 4, kLoad, 3, Severity::note),
                wrong = finding(Kind::wait, kUse, 9, kLoad, 8),
                again = finding(Kind::wait, kUse, 4, kLoad, 3);
  CHECK(findings::by_cause({note, wrong})[0].severity == Severity::wrong);
  CHECK(findings::without_repetitions({note, again, note}).size() == 2);
}

TEST_CASE("causes: findings of one instruction alone stay as they are") {
  std::vector<Finding> all;
  for (const int at : {1, 2, 3}) {
    all.push_back(finding(Kind::bounds, kLoad, at, "", 0));
    all.back().distance = 0;
  }
  const std::vector<Finding> found = findings::by_cause(all);
  CHECK(found.size() == 3);
  CHECK(found[0].line().ends_with("wave 0: "));
}

TEST_CASE("listed: races come first, and notes are counted") {
  std::vector<Finding> all = waits(10, {13});
  all.push_back(finding(Kind::lds_race, kRead, 20, kStore, 15));
  for (const int at : {50, 51, 52, 53})
    all.push_back(finding(Kind::nop, kUse, at, kUse, at - 1, Severity::note));
  const auto listed = [&](findings::Shown shown, Severity fails = findings::kFailsByDefault) {
    return findings::listed({all.begin(), all.end()}, shown, fails);
  };
  std::vector<std::string> lines = listed({});
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].starts_with("lds-race"));
  CHECK(lines[1].starts_with("wait"));
  CHECK(lines[2] == "4 notes (--notes prints them)");
  lines = listed({2, true});
  REQUIRE(lines.size() == 2 + 2 + 1);
  CHECK(lines[4] == "2 more like these: nop at v_add_u32_e32 (--limit 0 prints all)");
  CHECK(listed({0, true}).size() == all.size());
  CHECK(listed({0, false}, Severity::note).size() == all.size());  // what fails a run is printed
}

TEST_CASE("listed: the gravest, then the most numerous of those alike in kind, rule and mnemonic") {
  std::vector<Finding> all{finding(Kind::nop, kUse, 1, kUse, 0, Severity::risk),
                           finding(Kind::nop, kUse, 2, kUse, 0),
                           finding(Kind::nop, kRead, 3, kUse, 0),
                           finding(Kind::nop, kUse, 4, kUse, 0),
                           finding(Kind::nop, kRead, 5, kUse, 0),
                           finding(Kind::nop, kRead, 6, kUse, 0, Severity::note)};
  all[3].rule = "another rule";
  const std::vector<std::string> lines =
      findings::listed({all.begin(), all.end()}, {1, false}, findings::kFailsByDefault);
  REQUIRE(lines.size() == 6);
  CHECK(lines[0].find("@0xc") != std::string::npos);
  CHECK(lines[1] == "1 more like this: nop at ds_read_b32 (--limit 0 prints all)");
  CHECK(lines[2].find("@0x8") != std::string::npos);
  CHECK(lines[3].find("@0x10") != std::string::npos);
  CHECK(lines[4].find("@0x4") != std::string::npos);
  CHECK(lines[5] == "1 note (--notes prints it)");
}

TEST_CASE("limit: of many findings of a kind and severity, none of another is lost") {
  machine::Workgroup group;
  machine::Wave wave;
  wave.group = &group;
  checks::Findings all;
  const isa::Instruction instruction;
  for (const Kind kind : {Kind::bounds, Kind::misaligned})
    for (const Severity severity : {Severity::wrong, Severity::note})
      for (std::uint32_t n = 0; n < 100; ++n)
        all.add(kind, wave, {nullptr, &instruction, n}, -1, n, "", severity);
  CHECK(all.all().size() == 4 * checks::Findings::kLimit);
}
