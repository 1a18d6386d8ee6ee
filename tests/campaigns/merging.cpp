// Counts that may be added in any order.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "properties/campaigns/account.hpp"
#include "properties/campaigns/merge.hpp"
#include "tests/catch.hpp"

using namespace lockstep;
using campaigns::Account;
using campaigns::Entry;
using campaigns::Verdicts;
using verdict::Verdict;

namespace {

Entry failing(std::uint64_t index, std::uint64_t macs, const std::string& pattern, double db) {
  Entry entry;
  entry.index = index;
  laws::CaseResult& r = entry.result;
  r.the_case = *cases::parse(fmt::format("small_m_gemv@gfx950 groups=1 n=11 k=1184 m=3 seed={}", index));
  r.verdict = Verdict::falsified;
  r.laws.push_back({laws::find_law("snr")->name, Verdict::falsified, "low"});
  r.laws.back().snr = {db, 50, {}};
  r.macs = macs;
  r.pattern = pattern;
  return entry;
}

}  // namespace

TEST_CASE("an account is the same in whatever order its cases come") {
  const std::vector<Entry> entries{failing(0, 9, "1 differs", 3), failing(1, 4, "2 differs", 2),
                                   failing(2, 4, "3 differs", 2), failing(3, 1, "nothing alike", 2)};
  std::vector<std::size_t> order{0, 1, 2, 3};
  do {
    Account account;
    for (const std::size_t i : order) {
      account.add(entries[i]);
      const campaigns::Cause cause = campaigns::cause_of(entries[i].result);
      account.add(
          campaigns::Smallest{i, cause, "smallest " + std::to_string(i), "report " + std::to_string(i)});
    }
    CHECK(account.tally.first_falsified->index == 0);
    CHECK(account.tally.snr.least_of == cases::print(entries[1].result.the_case));
    REQUIRE(account.tally.causes.size() == 2);
    const auto& [cause, failures] = *account.tally.causes.begin();
    CHECK(cause.what == "N differs");
    CHECK(failures.cases == 3);
    CHECK(failures.index == 1);  // the least work, of those the lowest number
    REQUIRE(account.reports().size() == 1);
    CHECK(account.reports().front()->text == "report 0");
    CHECK(account.known_of(cause, failures).smallest == "smallest 0");
    const auto& [other, others] = *std::next(account.tally.causes.begin());
    CHECK(account.known_of(other, others).smallest ==
          cases::print(entries[3].result.the_case));  // which was not shrunk
  } while (std::ranges::next_permutation(order).found);
}

TEST_CASE("what is said of a cause is what its shrunk case shows") {
  findings::Finding drawn, shrunk;
  drawn.instruction = "ds_read_b32 v1, v2";
  shrunk.instruction = "ds_read_b32 v3, v4";
  shrunk.severity = findings::Severity::risk;
  Entry entry = failing(7, 9, "", 3);
  entry.result.finding = drawn;
  const campaigns::Smallest smallest{7, campaigns::cause_of(entry.result), "smallest", "report", shrunk};
  Account account;
  account.add(entry);
  const auto known = [&] {
    const auto& [cause, failures] = *account.tally.causes.begin();
    return account.known_of(cause, failures);
  };
  CHECK(known().finding->instruction == drawn.instruction);
  account.add(smallest);
  CHECK(known().finding->instruction == shrunk.instruction);
  CHECK(known().what == campaigns::what_of(shrunk));
  // A journal keeps it: a merge says what the run said.
  const nlohmann::json line = nlohmann::json::parse(campaigns::to_line(smallest));
  CHECK(line.at("finding").at("instruction") == shrunk.instruction);
}

TEST_CASE("each case counts once, and verdicts that contradict each other are seen") {
  Verdicts verdicts;
  CHECK(verdicts.note(0, Verdict::holds) == Verdicts::Noted::first);
  CHECK(verdicts.note(1'000'000, Verdict::falsified) == Verdicts::Noted::first);
  CHECK(verdicts.note(0, Verdict::holds) == Verdicts::Noted::again);
  CHECK(verdicts.note(1'000'000, Verdict::holds) == Verdicts::Noted::otherwise);
  CHECK(verdicts.count_below(0) == 0);
  CHECK(verdicts.count_below(1) == 1);
  CHECK(verdicts.count_below(1'000'000) == 1);
  CHECK(verdicts.count_below(1'000'001) == 2);
}
