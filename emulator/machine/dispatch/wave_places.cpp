#include "emulator/machine/dispatch/wave_places.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

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
  const std::string source = code.object().lines.at(i.address);
  return fmt::format("{} {} {} @{:#x}{}{}", waves, waves == 1 ? "wave" : "waves",
                     (place.at_barrier ? "at the barrier " : "at ") + i.text, i.address,
                     source.empty() ? "" : ", ", source);
}

}  // namespace

std::string wave_places(std::span<const Workgroup* const> groups, const LoadedCode& code) {
  std::map<PlaceOfWaves, std::uint64_t> counts;
  for (const Workgroup* const group : groups)
    for (const Wave* const wave : group->waves)
      if (wave->status != Wave::Status::ended) ++counts[{wave->pc, wave->status == Wave::Status::at_barrier}];
  std::vector<std::pair<PlaceOfWaves, std::uint64_t>> most(counts.begin(), counts.end());
  std::ranges::sort(most, [](const auto& a, const auto& b) {
    return std::pair(b.second, a.first) < std::pair(a.second, b.first);
  });
  std::string all;
  for (std::size_t n = 0; n < std::min(most.size(), kMost); ++n)
    all += (n == 0 ? "" : "; ") + text(most[n].first, most[n].second, code);
  if (most.size() > kMost) all += fmt::format("; others at {} places more", most.size() - kMost);
  return all;
}

}  // namespace lockstep::machine
