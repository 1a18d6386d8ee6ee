// What processes of one run share: its cases, and the processors of the machine.
#include "properties/campaigns/sharing.hpp"

#include "tests/catch.hpp"

using namespace lockstep;
using namespace std::chrono_literals;
using campaigns::SharedProcessors;

namespace {

bool in_vain() {
  return true;
}
bool never() {
  return false;
}

}  // namespace

TEST_CASE("processes that share cases have each once, in ascending order, their own among them") {
  std::vector<bool> done(10);
  for (const int index : {2, 5, 7}) done[std::size_t(index)] = true;
  const auto shared = campaigns::SharedCases::of(12, done);
  REQUIRE(shared);
  const auto processors = campaigns::SharedProcessors::of(2, std::chrono::hours(1));
  REQUIRE(processors);
  const std::atomic<bool> cancel = false;
  campaigns::Dealt first({**shared, **processors, 1, cancel}, {2, 7}),
      second({**shared, **processors, 2, cancel}, {5});
  CHECK(first.index(1) == 1);  // what is asked for by another thread first
  CHECK(first.index(0) == 0);
  CHECK(second.index(0) == 3);
  CHECK(first.index(2) == 2);
  CHECK(first.index(3) == 4);
  CHECK(second.index(1) == 5);
  CHECK(second.index(2) == 6);
  CHECK(first.index(4) == 7);
  second.end_with(9);
  CHECK(first.index(5) == 8);
  CHECK(second.index(3) == 9);
  CHECK_FALSE(second.index(4));
  CHECK_FALSE(first.index(6));
}

TEST_CASE("a process takes no case before it has a processor") {
  const auto shared = campaigns::SharedCases::of(4, {});
  const auto processors = SharedProcessors::of(1, 1h);
  REQUIRE((shared && processors));
  const std::atomic<bool> cancel = false, cancelled = true;
  campaigns::Dealt first({**shared, **processors, 1, cancel}, {}),
      second({**shared, **processors, 2, cancelled}, {});
  CHECK(first.index(0) == 0);
  CHECK_FALSE(second.index(0));
  CHECK(first.index(1) == 1);
  (*shared)->end_with(1);
  campaigns::Dealt third({**shared, **processors, 3, cancel}, {});
  CHECK_FALSE(third.index(0));  // and does not wait for a processor
  CHECK_FALSE(first.index(2));  // which gives the processor back
  CHECK(SharedProcessors::Processor(**processors, 4).keep(in_vain));
}

TEST_CASE("as many processes work as there are processors, and others when these have ended") {
  const auto processors = SharedProcessors::of(2, 1h);
  REQUIRE(processors);
  SharedProcessors::Processor first(**processors, 1), third(**processors, 3);
  {
    SharedProcessors::Processor second(**processors, 2);
    CHECK(first.keep(in_vain));
    CHECK(second.keep(in_vain));
    CHECK_FALSE(third.keep(in_vain));
    CHECK(first.keep(in_vain));
    CHECK(second.keep(in_vain));
  }
  CHECK(third.keep(in_vain));
  SharedProcessors::Processor fourth(**processors, 4);
  CHECK_FALSE(fourth.keep(in_vain));
  (*processors)->give_back(1);  // as of one that was killed
  CHECK(fourth.keep(in_vain));
  CHECK_FALSE(first.keep(in_vain));
  CHECK(third.keep(in_vain));
}

TEST_CASE("a process that gets no further is relieved; one that begins cases is not") {
  const auto processors = SharedProcessors::of(1, 50ms);
  REQUIRE(processors);
  SharedProcessors::Processor first(**processors, 1), second(**processors, 2);
  REQUIRE(first.keep(in_vain));
  int begun = 0;
  CHECK_FALSE(second.keep(
      [&] { return !first.keep(in_vain) || ++begun == 10; }));  // waited for four times its patience
  CHECK(begun == 10);
  CHECK(second.keep(never));
  CHECK_FALSE(first.keep(in_vain));
}
