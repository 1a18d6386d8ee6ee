// Who uses which byte, kept for ranges of bytes, is what a set of users for each byte would say.
#include <bit>
#include <map>
#include <random>
#include <set>

#include "properties/wait_mutation/byte_uses.hpp"
#include "tests/catch.hpp"

namespace lockstep::tests {
namespace {

using wait_mutation::ByteRun;
using wait_mutation::ByteRuns;
using wait_mutation::ByteUsers;

std::set<std::uint64_t> bytes_of(const ByteRuns& runs) {
  std::set<std::uint64_t> all;
  for (const ByteRun& run : runs)
    for (std::uint64_t b = 0; b < run.bytes; ++b) all.insert(run.first + b);
  return all;
}

/// The same account, byte by byte.
class PlainUsers {
 public:
  void note(const ByteRuns& runs, ByteUsers::Use use, std::uint32_t users, std::uint64_t moved_by) {
    for (const std::uint64_t byte : bytes_of(runs)) all_[byte + moved_by][std::size_t(use)] |= users;
  }
  bool any_conflict() const {
    for (const auto& [byte, by] : all_) {
      const auto [load, store, atomic] = by;
      if (std::popcount(load | store | atomic) > 1 && (store != 0 || (atomic != 0 && load != 0))) return true;
    }
    return false;
  }

 private:
  std::map<std::uint64_t, std::array<std::uint32_t, 3>> all_;
};

class Drawn {
 public:
  std::uint64_t below(std::uint64_t n) {
    return std::uniform_int_distribution<std::uint64_t>(0, n - 1)(random_);
  }
  /// Some beside each other, some one in another, some across the pages that are kept.
  ByteRuns runs(std::uint64_t spread) {
    ByteRuns all(below(6));
    for (ByteRun& run : all) run = {below(spread), below(4) == 0 ? below(600) : below(9)};
    return all;
  }

 private:
  std::mt19937_64 random_{5};
};

TEST_CASE("runs of bytes in order are the bytes, each once") {
  Drawn drawn;
  for (int n = 0; n < 2000; ++n) {
    const ByteRuns a = drawn.runs(2000), b = drawn.runs(2000);
    const ByteRuns in_order = wait_mutation::in_order(a), others = wait_mutation::in_order(b);
    REQUIRE(bytes_of(in_order) == bytes_of(a));
    for (std::size_t i = 0; i + 1 < in_order.size(); ++i) REQUIRE(in_order[i].end() < in_order[i + 1].first);
    bool both = false;
    for (const std::uint64_t byte : bytes_of(a)) both |= bytes_of(b).contains(byte);
    REQUIRE(wait_mutation::meet(in_order, others) == both);
  }
}

TEST_CASE("conflicts over runs of bytes are those of each byte") {
  Drawn drawn;
  int conflicts = 0;
  constexpr int kRounds = 3000;
  for (int n = 0; n < kRounds; ++n) {
    ByteUsers fast;
    PlainUsers plain;
    const std::uint64_t uses = 1 + drawn.below(6), spread = drawn.below(2) == 0 ? 600 : 20000;
    for (std::uint64_t i = 0; i < uses; ++i) {
      const ByteRuns runs = wait_mutation::in_order(drawn.runs(spread));
      const auto use = ByteUsers::Use(drawn.below(3));
      const std::uint32_t user = 1u << drawn.below(4) * 10;
      const std::uint64_t moved_by = drawn.below(4) == 0 ? std::uint64_t{3} << 32 : 0;
      fast.note(runs, use, user, moved_by);
      plain.note(runs, use, user, moved_by);
      REQUIRE(fast.any_conflict() == plain.any_conflict());
    }
    conflicts += plain.any_conflict();
  }
  CHECK(conflicts > kRounds / 10);
  CHECK(conflicts < kRounds * 9 / 10);
}

TEST_CASE("what one alone uses, what all only load, and what all use by atomics is no conflict") {
  using Use = ByteUsers::Use;
  const ByteRuns bytes{{1020, 8}};
  ByteUsers loads, atomics, alone;
  for (const std::uint32_t user : {1u, 2u, 1u << 31}) {
    loads.note(bytes, Use::load, user);
    atomics.note(bytes, Use::atomic, user);
    alone.note(bytes, Use::store, 1u << 31);
  }
  CHECK(!loads.any_conflict());
  CHECK(!atomics.any_conflict());
  CHECK(!alone.any_conflict());
  loads.note({{1027, 1}}, Use::atomic, 4);
  CHECK(loads.any_conflict());
  atomics.note({{1020, 1}}, Use::load, 1);
  CHECK(atomics.any_conflict());
  alone.note({{1028, 1}}, Use::load, 1);
  CHECK(!alone.any_conflict());
  alone.note({{1019, 2}}, Use::load, 1);
  CHECK(alone.any_conflict());
}

}  // namespace
}  // namespace lockstep::tests
