#include "properties/campaigns/account.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "properties/cases/case.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::campaigns {

void Timings::add(double took, const cases::Case& c) {
  ++cases;
  seconds += took;
  if (took <= longest) return;
  longest = took;
  longest_of = cases::print(c);
}

void Account::add(const Entry& entry) {
  tally.add(entry.index, entry.result);
  timings.add(entry.seconds, entry.result.the_case);
}

void Account::add(const Smallest& s) {
  const auto [at, is_new] = smallest.try_emplace(s.subject(), s);
  if (!is_new && s.index < at->second.index) at->second = s;
}

Account::Known Account::known_of(const Cause& cause, const Tally::Failures& failures) const {
  const auto shrunk = smallest.find(cause.kernel + " " + cause.law);
  const bool is_its = shrunk != smallest.end() && shrunk->second.cause == cause;
  if (!is_its) return {failures.smallest, cause.what, failures.finding};
  const auto& finding = shrunk->second.finding;
  if (!finding) return {shrunk->second.smallest, cause.what, failures.finding};
  return {shrunk->second.smallest, what_of(*finding), finding};
}

std::vector<const Smallest*> Account::reports() const {
  std::vector<const Smallest*> all;
  for (const auto& [subject, s] : smallest) all.push_back(&s);
  std::ranges::sort(all, {}, &Smallest::index);
  return all;
}

namespace {

using cases::Case;
using verdict::Verdict;

constexpr std::int64_t kFewValues = 10;  // an option of so many values has each of them counted

std::string size_class(std::uint64_t bytes) {
  const std::uint64_t gib = std::uint64_t{1} << 30;
  return bytes >= 8 * gib   ? ">= 8 GiB"
         : bytes >= 4 * gib ? ">= 4 GiB"
         : bytes >= 2 * gib ? ">= 2 GiB"
                            : "< 2 GiB";
}

std::string schedule_class(const Case& c) {
  if (c.hunts) return "hunt";
  return c.schedule.kind == machine::Schedule::Kind::random ? "random" : machine::to_string(c.schedule);
}

/// The law for which a case is inconclusive; nullptr: it could not be run.
const verdict::LawResult* undecided(const laws::CaseResult& r) {
  const auto found = std::ranges::find(r.laws, Verdict::inconclusive, &verdict::LawResult::verdict);
  return !r.error.empty() || found == r.laws.end() ? nullptr : &*found;
}

}  // namespace

void Tally::add(std::uint64_t index, const laws::CaseResult& r) {
  const Case& c = r.the_case;
  ++cases;
  switch (r.verdict) {
    case Verdict::holds:
      ++holds;
      break;
    case Verdict::falsified:
      ++falsified;
      break;
    case Verdict::not_applicable:
      ++not_applicable;
      break;
    case Verdict::inconclusive:
      ++inconclusive;
  }
  for (const verdict::LawResult& law : r.laws) {
    if (law.verdict == Verdict::holds) ++law_holds[std::string(law.law)];
    if (law.verdict == Verdict::falsified) ++law_falsified[std::string(law.law)];
    if (law.silent > 0) law_silent[std::string(law.law)] += law.silent;
    if (law.snr) add_snr(index, r, law.snr->db);
  }
  add_opinions(r);
  add_firsts(index, r);
  if (r.first_falsified() != nullptr) add_cause(index, r);
  findings::add(r.suppressed, suppressed);
  pairs.note(r);
  macs += r.macs;
  runs += r.runs;
  instructions += r.instructions;
  const auto tag = [&](const char* kind, const std::string& value) { ++tags[kind][value]; };
  tag("kernel", c.kernel + "@" + c.arch);
  tag("rows", cases::tail_class(c));
  tag("k blocks", c.k % 128 != 0 ? "a part" : c.k == 128 ? "1" : (c.k / 128) % 2 != 0 ? "odd" : "even");
  tag("largest tensor", size_class(r.largest_tensor));
  tag("data", std::string(cases::name(c.data)));
  tag("scales", std::string(cases::name(c.scales)));
  tag("model", c.model);
  tag("schedule", schedule_class(c));
  tag("out", c.out);
  for (const cases::Key* key : problems::grammar_of(c).keys)
    if (!key->is_number() || key->high - key->low < kFewValues)
      tag(std::string(key->name).c_str(), c.options.text(*key));
  coverage[c.kernel + "@" + c.arch + " " + c.build].merge(r.coverage);
}

void Tally::add_opinions(const laws::CaseResult& r) {
  using Opinion = judges::Opinion::Verdict;
  for (const judges::Opinion& o : r.judges) {
    JudgeCounts& counts = judges[std::string(o.judge->name)];
    if (o.verdict == Opinion::silent) continue;
    const bool notices = o.verdict == Opinion::notices;
    if (r.verdict == Verdict::falsified) {
      ++counts.falsified;
      counts.passed_falsified += notices ? 0 : 1;
    } else if (r.verdict == Verdict::holds) {
      ++counts.holding;
      counts.noticed_holding += notices ? 1 : 0;
    }
  }
}

void Tally::add_snr(std::uint64_t index, const laws::CaseResult& r, double db) {
  ++snr.cases;
  if (std::isinf(db) && db > 0) {
    ++snr.without_noise;
  } else if (!snr.least || std::tie(db, index) < std::tie(*snr.least, snr.least_index)) {
    snr.least = db;
    snr.least_index = index;
    snr.least_of = cases::print(r.the_case);
  }
}

void Tally::add_firsts(std::uint64_t index, const laws::CaseResult& r) {
  const auto keep = [&](std::optional<First>& first, const std::string& why, std::string_view law = {}) {
    if (!first || index < first->index) first = {index, r.the_case, why, std::string(law), r.trapped};
  };
  if (r.verdict == Verdict::falsified) keep(first_falsified, "");
  if (r.verdict == Verdict::inconclusive) {
    const verdict::LawResult* const law = undecided(r);
    const std::string& why = law != nullptr ? law->reason : r.error;
    keep(first_inconclusive, why, law != nullptr ? law->law : std::string_view());
    Reason& all = reasons[without_numbers(why)];
    if (all.cases++ == 0 || index < all.index) all = {all.cases, index, why};
  }
  if (r.error.empty()) return;
  keep(first_refused, r.error);
  refused += r.verdict == Verdict::not_applicable ? 1 : 0;
}

void Tally::add_cause(std::uint64_t index, const laws::CaseResult& r) {
  Failures& f = causes[cause_of(r)];
  if (f.cases++ == 0 || std::tie(r.macs, index) < std::tie(f.size, f.index))
    f = {f.cases, index, r.macs, cases::print(r.the_case), r.pattern, r.finding};
}

}  // namespace lockstep::campaigns
