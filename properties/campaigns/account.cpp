#include "properties/campaigns/account.hpp"

#include <algorithm>

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

std::string Account::smallest_of(const Cause& cause, const Tally::Failures& failures) const {
  const auto shrunk = smallest.find(cause.kernel + " " + cause.law);
  const bool is_its = shrunk != smallest.end() && shrunk->second.cause == cause;
  return is_its ? shrunk->second.smallest : failures.smallest;
}

std::vector<const Smallest*> Account::reports() const {
  std::vector<const Smallest*> all;
  for (const auto& [subject, s] : smallest) all.push_back(&s);
  std::ranges::sort(all, {}, &Smallest::index);
  return all;
}

}  // namespace lockstep::campaigns
