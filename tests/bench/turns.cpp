// Turns: who is measured when, and what is made of it, by benchmarks of known rates.
#include <map>

#include "bench/bench.hpp"
#include "tests/catch.hpp"

using namespace lockstep;

namespace {

/// Benchmarks whose every measurement is written down and gives the next of the rates they are told.
class Played {
 public:
  void add(const std::string& name, std::vector<double> rates, const std::string& limit = {}) {
    all_.push_back({.name = name,
                    .unit = "MAC/s",
                    .measure =
                        [this, name, rates = std::move(rates)](double seconds) {
                          calls_ += name + " ";
                          seconds_[name] += seconds;
                          return rates[std::size_t(times_[name]++) % rates.size()];
                        },
                    .limit = limit});
  }
  std::vector<bench::Figure> measure(std::span<const bench::Benchmark* const> wanted,
                                     std::size_t until = 1000) {
    return bench::measure(all_, wanted, 5, [&](std::size_t done, std::size_t total, const bench::Benchmark&) {
      CHECK(done < total);
      return done < until;
    });
  }
  const bench::Benchmark* operator[](std::size_t i) const { return &all_[i]; }
  const std::string& calls() const { return calls_; }
  double seconds(const std::string& name) { return seconds_[name]; }

 private:
  std::vector<bench::Benchmark> all_;
  std::map<std::string, int> times_;
  std::map<std::string, double> seconds_;
  std::string calls_;
};

}  // namespace

TEST_CASE("turns: all others come between two turns of one") {
  Played played;
  played.add("a", {1});
  played.add("b", {1});
  played.add("c", {1});
  const std::vector wanted{played[0], played[2]};
  CHECK(played.measure(wanted).size() == 2);
  CHECK(played.calls() == "a c a c a c a c a c ");
  CHECK(played.seconds("a") == 5);
}

TEST_CASE("turns: a limit is measured, right before what is held against it") {
  Played played;
  played.add("x", {1}, "limit");
  played.add("y", {1}, "limit");
  played.add("limit", {1});
  const std::vector wanted{played[0], played[1]};
  const auto figures = played.measure(wanted);
  CHECK(played.calls().substr(0, 33) == "limit limit x limit y limit limit");
  REQUIRE(figures.size() == 3);
  CHECK(figures[0].benchmark->name == "limit");
  CHECK(!figures[0].of_limit);
}

TEST_CASE("turns: the rate is the best, the ratio the median of ratios") {
  Played played;
  played.add("x", {30, 2, 40, 8, 20}, "limit");
  // Of each pair the first is the limit's own turn.
  played.add("limit", {1, 60, 1, 10, 1, 50, 1, 10, 1, 100});
  const std::vector wanted{played[0]};
  const auto figures = played.measure(wanted);
  REQUIRE(figures.size() == 2);
  CHECK(figures[0].rate == 100);
  CHECK(figures[1].rate == 40);
  REQUIRE(figures[1].of_limit);
  CHECK(*figures[1].of_limit == 0.5);  // of 0.5, 0.2, 0.8, 0.8, 0.2
}

TEST_CASE("turns: ended early, what had a turn is told") {
  Played played;
  played.add("a", {3});
  played.add("b", {4});
  const std::vector wanted{played[0], played[1]};
  const auto figures = played.measure(wanted, 1);
  REQUIRE(figures.size() == 1);
  CHECK(figures[0].rate == 3);
  CHECK(played.measure(wanted, 0).empty());
}
