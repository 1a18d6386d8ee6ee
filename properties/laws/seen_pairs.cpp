#include "properties/laws/seen_pairs.hpp"

#include <array>

#include <fmt/format.h>

#include "properties/cases/case.hpp"

namespace lockstep::laws {

namespace {

using cases::Data;

constexpr std::array kData{Data::full, Data::codes, Data::grid,      Data::cancelling, Data::one_hot,
                           Data::nan,  Data::zero,  Data::subnormal, Data::opposed,    Data::edges};

std::string class_of(const cases::Case& c) {
  return fmt::format("{}@{}: {}", c.kernel, c.arch, cases::tail_class(c));
}

}  // namespace

void SeenPairs::note(const CaseResult& result) {
  if (result.error.empty()) seen_[class_of(result.the_case)].insert(result.the_case.data);
}

std::vector<Data> SeenPairs::unseen_with(const cases::Case& c) const {
  const auto seen = seen_.find(class_of(c));
  std::vector<Data> unseen;
  for (const Data data : kData)
    if (seen == seen_.end() || !seen->second.contains(data)) unseen.push_back(data);
  return unseen;
}

std::string SeenPairs::unseen() const {
  std::uint64_t unseen = 0, all = 0;
  std::string some;
  constexpr std::uint64_t kShown = 3;
  for (const auto& [name, seen] : seen_)
    for (const Data data : kData) {
      ++all;
      if (seen.contains(data)) continue;
      if (unseen++ < kShown) some += fmt::format("; {}, data={}", name, cases::name(data));
    }
  if (unseen == 0) return fmt::format("all {} pairs of rows and data", all);
  return fmt::format("{} of {} pairs of rows and data not{}{}", unseen, all, some,
                     unseen > kShown ? "; …" : "");
}

}  // namespace lockstep::laws
