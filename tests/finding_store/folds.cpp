// What events come to, in whatever order they are read, and whatever of them was superseded.
#include <algorithm>

#include <fmt/format.h>

#include "properties/campaigns/known_finding.hpp"
#include "tests/property.hpp"

using namespace lockstep::campaigns;
using lockstep::tests::check_property;
using Kind = FindingEvent::Kind;

namespace {

Filed filed(Kind kind, std::uint64_t number, std::int64_t time, const std::string& object = "",
            std::uint64_t size = 9) {
  Filed f;
  f.file = fmt::format("{}-{}-{}-{}", name(kind), number, time, object);
  f.event.kind = kind;
  f.event.number = number;
  f.event.time = time;
  f.event.subject = {"kernel", "O3", "bits", "cause"};
  f.event.object = object;
  f.event.size = size;
  f.event.the_case = fmt::format("case of {} at {}", object, time);
  f.event.reason = kind == Kind::accepted ? fmt::format("reason {}", number) : "";
  return f;
}

std::vector<Filed> drawn() {
  std::vector<Filed> events;
  const auto count = *rc::gen::inRange(1, 12);
  for (int i = 0; i < count; ++i) {
    const auto kind = *rc::gen::element(Kind::seen, Kind::gone, Kind::accepted, Kind::reopened);
    events.push_back(filed(kind, *rc::gen::inRange(0u, 8u), *rc::gen::inRange(0, 6), fmt::format("0x{}", i),
                           *rc::gen::inRange(0u, 4u)));
  }
  return events;
}

bool same(const std::optional<KnownFinding>& a, const std::optional<KnownFinding>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->state == b->state && a->first_seen == b->first_seen && a->last_seen == b->last_seen &&
         a->first_object == b->first_object && a->last_object == b->last_object &&
         a->the_case == b->the_case && a->gone_time == b->gone_time && a->gone_object == b->gone_object &&
         a->reason == b->reason;
}

void remove(std::vector<Filed>& events, const std::set<std::string>& files) {
  std::erase_if(events, [&](const Filed& f) { return files.contains(f.file); });
}

}  // namespace

TEST_CASE("seen, gone and seen again") {
  std::vector<Filed> events{filed(Kind::seen, 0, 100, "0xa")};
  CHECK(known_finding_of(events)->state == FindingState::open);
  events.push_back(filed(Kind::seen, 1, 200, "0xb"));
  const auto twice = *known_finding_of(events);
  CHECK((twice.first_seen == 100 && twice.last_seen == 200 && twice.first_object == "0xa" &&
         twice.last_object == "0xb"));
  events.push_back(filed(Kind::gone, 2, 300, "0xc"));
  events.push_back(filed(Kind::gone, 3, 400, "0xd"));
  const auto gone = *known_finding_of(events);
  CHECK((gone.state == FindingState::gone && gone.gone_object == "0xc" && gone.gone_time == 300 &&
         gone.last_seen == 200));
  events.push_back(filed(Kind::seen, 4, 500, "0xa"));
  CHECK(known_finding_of(events)->state == FindingState::open);
}

TEST_CASE("what is accepted stays so until it is opened again, also when it comes back") {
  std::vector<Filed> events{filed(Kind::seen, 0, 1, "0xa"), filed(Kind::accepted, 1, 2)};
  CHECK((known_finding_of(events)->state == FindingState::accepted &&
         known_finding_of(events)->reason == "reason 1"));
  events.push_back(filed(Kind::gone, 2, 3, "0xb"));
  CHECK((known_finding_of(events)->state == FindingState::gone &&
         known_finding_of(events)->reason == "reason 1"));
  events.push_back(filed(Kind::seen, 3, 4, "0xa"));
  CHECK(known_finding_of(events)->state == FindingState::accepted);
  events.push_back(filed(Kind::reopened, 4, 5));
  CHECK((known_finding_of(events)->state == FindingState::open && known_finding_of(events)->reason.empty()));
}

TEST_CASE(
    "numbers say what came later and not clocks, and of writers at once what asks for attention counts") {
  CHECK(known_finding_of({filed(Kind::seen, 0, 500, "0xa"), filed(Kind::gone, 1, 3, "0xb")})->state ==
        FindingState::gone);
  CHECK(known_finding_of({filed(Kind::gone, 1, 500, "0xb"), filed(Kind::seen, 1, 3, "0xa"),
                          filed(Kind::seen, 0, 1, "0xa")})
            ->state == FindingState::open);
  CHECK(known_finding_of({filed(Kind::seen, 0, 1), filed(Kind::reopened, 1, 3), filed(Kind::accepted, 1, 4)})
            ->state == FindingState::open);
}

TEST_CASE("a finding that nobody saw is none") {
  CHECK(!known_finding_of({filed(Kind::gone, 0, 1), filed(Kind::accepted, 1, 2)}));
}

TEST_CASE("the order of reading says nothing") {
  check_property("order", [] {
    std::vector<Filed> events = drawn();
    const auto before = known_finding_of(events);
    const auto superfluous = superseded(events);
    std::ranges::reverse(events);
    RC_ASSERT(same(known_finding_of(events), before));
    RC_ASSERT(superseded(events) == superfluous);
  });
}

TEST_CASE("what is superseded says nothing, and not much is kept") {
  check_property("superseded", [] {
    std::vector<Filed> events = drawn();
    const auto before = known_finding_of(events);
    remove(events, superseded(events));
    RC_ASSERT(same(known_finding_of(events), before));
    RC_ASSERT(events.size() <= 7u);
  });
}

// Each has read a part of what there is, and removes what that part says is superseded.
TEST_CASE("those who remove at the same time take nothing away that was ever seen") {
  check_property(
      "two at once",
      [] {
        std::vector<Filed> events = drawn();
        const auto before = known_finding_of(events);
        std::set<std::string> removed;
        for (int writer = 0; writer < 2; ++writer) {
          std::vector<Filed> read;
          for (const Filed& f : events)
            if (*rc::gen::arbitrary<bool>()) read.push_back(f);
          removed.merge(superseded(read));
        }
        remove(events, removed);
        const auto after = known_finding_of(events);
        RC_ASSERT(before.has_value() == after.has_value());
        if (!before) return;
        RC_ASSERT(after->first_seen == before->first_seen && after->last_seen == before->last_seen);
        RC_ASSERT(after->the_case == before->the_case && after->reason == before->reason);
        RC_ASSERT((after->state == FindingState::gone) == (before->state == FindingState::gone));
      },
      20);
}
