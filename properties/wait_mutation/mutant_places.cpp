#include "properties/wait_mutation/mutant_places.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace lockstep::wait_mutation {

namespace {

constexpr std::size_t kNearest = 3;

std::string what_is_at(std::uint64_t address, const isa::Program& program) {
  const std::int32_t i = program.at(address);
  return i < 0 ? "where no instruction begins" : fmt::format("which is `{}`", program.instructions[i].text);
}

/// In the order of addresses.
std::string nearest(std::uint64_t address, const isa::Program& program,
                    const std::set<std::uint64_t>& places) {
  std::vector<std::uint64_t> closest(places.begin(), places.end());
  const auto distance = [&](std::uint64_t place) {
    return std::max(place, address) - std::min(place, address);
  };
  std::ranges::sort(closest, {}, [&](std::uint64_t place) { return std::pair(distance(place), place); });
  closest.resize(std::min(closest.size(), kNearest));
  std::ranges::sort(closest);
  std::vector<std::string> words;
  for (const std::uint64_t place : closest)
    words.push_back(fmt::format("{:#x} {}", place, program.instructions[program.at(place)].text));
  return words.empty() ? "nor anywhere else" : fmt::format("nearest to it: {}", fmt::join(words, ", "));
}

}  // namespace

tl::expected<void, std::string> find_places(std::span<const std::uint64_t> at, const isa::Program& program,
                                            std::span<const CodeMutant> mutants) {
  std::set<std::uint64_t> places;
  for (const CodeMutant& m : mutants) places.insert(program.instructions[m.instruction].address);
  for (const std::uint64_t address : at)
    if (!places.contains(address))
      return tl::unexpected(fmt::format("nothing can be dropped at {:#x}, {}; {}", address,
                                        what_is_at(address, program), nearest(address, program, places)));
  return {};
}

}  // namespace lockstep::wait_mutation
