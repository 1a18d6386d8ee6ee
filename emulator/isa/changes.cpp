#include "emulator/isa/changes.hpp"

#include <algorithm>

#include "emulator/isa/flow.hpp"

namespace lockstep::isa {

namespace {

/// Indices of the instructions at which execution may go on behind one.
struct Successors {
  bool falls = false;
  std::int32_t target = -1;
  bool operator==(const Successors&) const = default;
};

Successors successors(const Program& program, std::uint32_t at) {
  const Flow f = flow(program, at);
  return {f.falls, f.target ? program.at(*f.target) : -1};
}

struct Jump {
  std::uint32_t to, from;
};

}  // namespace

std::vector<bool> near_changes(const Program& before, const Program& program, int steps) {
  const auto count = std::uint32_t(program.instructions.size());
  std::vector<bool> near(count);
  std::vector<std::uint32_t> reached;
  std::vector<bool> falls(count);
  std::vector<Jump> jumps;
  const auto reach = [&](std::uint32_t i) {
    if (near[i]) return;
    near[i] = true;
    reached.push_back(i);
  };
  for (std::uint32_t i = 0; i < count; ++i) {
    const Successors now = successors(program, i);
    falls[i] = now.falls;
    if (now.target >= 0) jumps.push_back({std::uint32_t(now.target), i});
    if (program.instructions[i] != before.instructions[i] || now != successors(before, i)) reach(i);
  }
  std::ranges::sort(jumps, {}, &Jump::to);
  // Backwards, a step at a time: [begin, end) of `reached` was reached by the last.
  for (std::size_t begin = 0; steps > 0 && begin < reached.size(); --steps) {
    const std::size_t end = reached.size();
    for (; begin < end; ++begin) {
      const std::uint32_t at = reached[begin];
      if (at > 0 && falls[at - 1]) reach(at - 1);
      for (const Jump& j : std::ranges::equal_range(jumps, at, {}, &Jump::to)) reach(j.from);
    }
  }
  return near;
}

Program without(const Program& program, std::uint32_t instruction) {
  Program rest = program;
  rest.instructions.erase(rest.instructions.begin() + std::ptrdiff_t(instruction));
  for (std::int32_t& index : rest.index_of_dword)
    if (index > std::int32_t(instruction)) --index;
  return rest;
}

}  // namespace lockstep::isa
