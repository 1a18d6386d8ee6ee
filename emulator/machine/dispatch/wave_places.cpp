#include "emulator/machine/dispatch/wave_places.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace lockstep::machine {

namespace {

constexpr std::size_t kMost = 6;  ///< places that are named

struct PlaceOfWaves {
  std::uint32_t pc;
  bool at_barrier;
  auto operator<=>(const PlaceOfWaves&) const = default;
};

std::string text(const PlaceOfWaves& place, std::uint64_t waves, const LoadedCode& code) {
  const isa::Instruction& i = code.program().instructions[place.pc];
  return fmt::format("{} {} {} @{:#x}", waves, waves == 1 ? "wave" : "waves",
                     (place.at_barrier ? "at the barrier " : "at ") + i.text, i.address);
}

}  // namespace

std::string wave_places(std::span<const Workgroup* const> groups, const LoadedCode& code,
                        const std::string& named) {
  std::map<PlaceOfWaves, std::uint64_t> counts;
  for (const Workgroup* const group : groups)
    for (const Wave* const wave : group->waves)
      if (wave->status != Wave::Status::ended) ++counts[{wave->pc, wave->status == Wave::Status::at_barrier}];
  std::vector<std::pair<PlaceOfWaves, std::uint64_t>> most(counts.begin(), counts.end());
  std::ranges::sort(most, [](const auto& a, const auto& b) {
    return std::pair(b.second, a.first) < std::pair(a.second, b.first);
  });
  std::vector<std::string> places, on_line;
  for (std::size_t n = 0; n < std::min(most.size(), kMost); ++n) {
    const auto& [place, waves] = most[n];
    const std::string source = code.object().lines.at(code.program().instructions[place.pc].address);
    const std::string here = text(place, waves, code);
    if (!source.empty() && source == named)
      on_line.push_back(here);
    else
      places.push_back(source.empty() ? here : fmt::format("{}, {}", here, source));
  }
  if (most.size() > kMost) places.push_back(fmt::format("others at {} places more", most.size() - kMost));
  std::ranges::move(on_line, std::back_inserter(places));
  return fmt::format("{}", fmt::join(places, "; "));
}

}  // namespace lockstep::machine
