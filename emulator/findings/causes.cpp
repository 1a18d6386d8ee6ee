#include "emulator/findings/causes.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <ranges>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace lockstep::findings {

namespace {

/// What an instruction does to memory or LDS, by its name.
struct Deed {
  std::string_view part;  ///< of the mnemonic
  const char* noun;
  bool reads_alone;  ///< it writes neither memory nor LDS
};
// The first that fits. A load into LDS has "lds" as a modifier or in its name.
constexpr Deed kDeeds[] = {
    {"load_lds", "copy", false},
    {"load_async_to_lds", "copy", false},
    {"tensor_load_to_lds", "copy", false},
    {"atomic", "atomic", false},
    {"store", "store", false},
    {"write", "store", false},
    {"load", "load", true},
    {"read", "load", true},
};
constexpr Deed kOther{"", "instruction", false};

const Deed& deed_of(std::string_view instruction) {
  const std::string_view mnemonic = instruction.substr(0, instruction.find(' '));
  if (mnemonic.find("load") != std::string_view::npos && instruction.ends_with(" lds")) return kDeeds[0];
  const auto known = std::ranges::find_if(
      kDeeds, [&](const Deed& d) { return mnemonic.find(d.part) != std::string_view::npos; });
  return known == std::end(kDeeds) ? kOther : *known;
}

/// A finding's producer, and how far behind it what it concerns is.
struct Production {
  std::uint64_t producer = 0;  ///< an address; 0: there is none
  std::string_view instruction;
  std::int32_t distance = 0;  ///< negative: before it, where a loop comes to it
};

/// Waits and wait states are missing behind the other party; of a race the producer is the one that writes.
Production production_of(const Finding& f) {
  if (f.other_address == 0 || f.kind == FindingKind::erratum) return {};
  const bool writes = !deed_of(f.instruction).reads_alone, other = !deed_of(f.other).reads_alone;
  const bool this_one = is_race(f.kind) && writes && (!other || f.address < f.other_address);
  return this_one ? Production{f.address, f.instruction, -f.distance}
                  : Production{f.other_address, f.other, f.distance};
}

/// A copy that nobody waits for is a missing wait where its own wave reads, and a race where another does.
FindingKind of_cause(FindingKind kind) {
  return kind == FindingKind::lds_copy || kind == FindingKind::lds_race ? FindingKind::wait : kind;
}

using Cause = std::tuple<std::string_view, FindingKind, std::string_view, std::uint64_t>;

auto key_of(const Finding& f) {
  const auto [first, second] = std::minmax(f.address, f.other_address);
  return std::tuple(std::string_view(f.kernel), f.kind, f.severity, first, second);
}

/// The smallest leads.
auto rank_of(const Finding& f) {
  const std::int32_t distance = production_of(f).distance;
  return std::tuple(-int(f.severity), !is_race(f.kind), distance < 0, std::abs(distance), f.address,
                    f.other_address, f.kind);
}

}  // namespace

bool is_race(FindingKind kind) {
  return kind == FindingKind::lds_race || kind == FindingKind::memory_race;
}

bool is_same(const Finding& a, const Finding& b) {
  return key_of(a) == key_of(b);
}

std::vector<Finding> without_repetitions(const std::vector<Finding>& findings) {
  std::set<decltype(key_of(findings.front()))> seen;
  std::vector<Finding> once;
  for (const Finding& f : findings)
    if (seen.insert(key_of(f)).second) once.push_back(f);
  return once;
}

std::vector<Finding> by_cause(const std::vector<Finding>& findings) {
  const std::vector<Finding> all = without_repetitions(findings);
  std::map<Cause, std::size_t> places;
  std::vector<Finding> leads;
  for (const Finding& f : all) {
    const std::uint64_t producer = production_of(f).producer;
    const auto [place, is_new] =
        producer == 0 ? std::pair(places.end(), true)
                      : places.try_emplace(Cause(f.kernel, of_cause(f.kind), f.rule, producer), leads.size());
    if (is_new) {
      leads.push_back(f);
      continue;
    }
    Finding& lead = leads[place->second];
    const std::uint32_t more = lead.more + f.more + 1;
    if (rank_of(f) < rank_of(lead)) lead = f;
    lead.more = more;
  }
  std::map<std::tuple<int, bool, std::size_t>, Finding> in_order;
  for (Finding& f : leads) {
    const std::tuple place(-int(f.severity), !is_race(f.kind), in_order.size());
    in_order.emplace(place, std::move(f));
  }
  std::ranges::move(std::views::values(in_order), leads.begin());
  return leads;
}

std::string what_it_stands_for(const Finding& f) {
  if (f.distance == 0 && f.more == 0) return {};
  std::string text;
  if (const int n = std::abs(f.distance); n != 0)
    text = fmt::format("{} instruction{} apart", n, n == 1 ? "" : "s");
  if (f.more != 0)
    text += fmt::format("{}and {} more from this {}", text.empty() ? "" : "; ", f.more,
                        deed_of(production_of(f).instruction).noun);
  return fmt::format(" ({})", text);
}

}  // namespace lockstep::findings
