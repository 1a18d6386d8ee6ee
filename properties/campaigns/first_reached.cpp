#include "properties/campaigns/first_reached.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace lockstep::campaigns {

namespace {

std::string image_of(const cases::Case& c) {
  return fmt::format("{}@{} {}", c.kernel, c.arch, c.build);
}

}  // namespace

observe::Coverage FirstReached::news(std::uint64_t index, const laws::CaseResult& r) const {
  const auto first = first_.find(image_of(r.the_case));
  if (first == first_.end()) return r.coverage;
  observe::Coverage news = r.coverage;
  bool any = false;
  news.keep([&](std::size_t fact) {
    const bool is_news = index < first->second[fact];
    any |= is_news;
    return is_news;
  });
  return any ? news : observe::Coverage();
}

void FirstReached::note(std::uint64_t index, const cases::Case& c, observe::Coverage said) {
  if (said.code() == nullptr) return;
  std::vector<std::uint64_t>& first = first_[image_of(c)];
  first.resize(said.facts(), std::numeric_limits<std::uint64_t>::max());
  said.keep([&](std::size_t fact) {
    first[fact] = std::min(first[fact], index);
    return true;
  });
}

}  // namespace lockstep::campaigns
