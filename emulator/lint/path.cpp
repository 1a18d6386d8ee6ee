#include "emulator/lint/path.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <ranges>

#include <fmt/format.h>

#include "emulator/lint/finding.hpp"
#include "emulator/lint/fixed_point.hpp"
#include "emulator/lint/path_values.hpp"

namespace lockstep::lint {

namespace {

/// Arrival at a block's head.
struct Arrival {
  std::optional<std::size_t> before;  ///< the arrival that led here
  Edge edge;
  int younger = 0;
};

class Search {
 public:
  Search(const ControlFlow& flow, std::uint32_t from, std::uint32_t to, const Follow& follow)
      : flow_(flow), from_(from), to_(to), follow_(follow) {}

  Path run() {
    const Block* start = flow_.of(from_);
    if (start == nullptr) return {};
    if (walk(*start, from_ + 1, 0, std::nullopt)) return trace(std::nullopt);
    for (std::size_t next = 0; next < arrivals_.size(); ++next) {
      const Arrival now = arrivals_[next];
      const Block& block = flow_.blocks[now.edge.to];
      if (walk(block, block.first, now.younger, next)) return trace(next);
    }
    return {};
  }

 private:
  // True when the line leads to the end of the path.
  bool walk(const Block& block, std::uint32_t first, int younger, std::optional<std::size_t> arrival) {
    for (std::uint32_t i = first; i <= block.last; ++i) {
      if (i == to_) return true;
      if (i == from_) return false;  // begins anew
      const auto now = follow_(younger, i);
      if (!now) return false;
      younger = *now;
    }
    for (const Edge& e : block.out) {
      const auto [best, is_new] = best_.emplace(e.to, younger);
      if (!is_new && best->second <= younger) continue;
      best->second = younger;
      arrivals_.push_back({arrival, e, younger});
    }
    return false;
  }

  Path trace(std::optional<std::size_t> last) const {
    Path path;
    for (auto a = last; a; a = arrivals_[*a].before) path.edges.push_back(arrivals_[*a].edge);
    std::ranges::reverse(path.edges);
    std::uint32_t at = from_ + 1;
    const auto take_to = [&](std::uint32_t end) {
      for (; at < end; ++at) path.instructions.push_back(at);
    };
    for (const Edge& e : path.edges) {
      take_to(flow_.blocks[e.from].last + 1);
      at = flow_.blocks[e.to].first;
    }
    take_to(to_);
    return path;
  }

  const ControlFlow& flow_;
  std::uint32_t from_, to_;
  const Follow& follow_;
  std::deque<Arrival> arrivals_;
  std::map<std::uint32_t, int> best_;
};

}  // namespace

namespace {

// What every way to an instruction has in common: the blocks before its own, as long as one leads there
// alone.
PathValues values_at(const ControlFlow& flow, const isa::Program& program, Operations code,
                     std::uint32_t instruction, ValueNames& names) {
  constexpr std::size_t kMostBlocks = 32;
  PathValues values(program, code, names);
  std::vector<Edge> way;
  const Block* block = flow.of(instruction);
  const auto begins = [&](const Block& b) {
    const auto number = std::uint32_t(&b - flow.blocks.data());
    return std::ranges::find(flow.entries, number) != flow.entries.end() ||
           std::ranges::find(flow.resumed, number) != flow.resumed.end();
  };
  while (block != nullptr && !begins(*block) && block->in.size() == 1 && way.size() < kMostBlocks) {
    way.push_back(block->in.front());
    block = &flow.blocks[block->in.front().from];
  }
  const auto step_to = [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t i = first; i <= last; ++i) values.step(i);
  };
  for (const Edge& e : std::views::reverse(way)) {
    step_to(flow.blocks[e.from].first, flow.blocks[e.from].last);
    values.go(flow.blocks[e.from].last, e.way);
  }
  if (const Block* own = flow.of(instruction)) step_to(own->first, instruction);
  return values;
}

/// What is known where a path has come to.
struct Known {
  PathValues values;
  ScalarFacts analysis;
  ScalarFacts::State facts;

  void step(std::uint32_t instruction) {
    values.step(instruction);
    analysis.step(facts, instruction);
  }
  bool go(std::uint32_t branch, Edge::Way way) {
    return values.go(branch, way) && analysis.go(facts, branch, way);
  }
};

/// Depth first, each path with what is known on it.
class DepthFirst {
 public:
  DepthFirst(const ControlFlow& flow, std::uint32_t from, std::uint32_t to, const Follow& follow)
      : flow_(flow), from_(from), to_(to), follow_(follow) {}

  enum class Found : std::uint8_t { none, one, gave_up };
  Found run(const Known& known) {
    const Block* start = flow_.of(from_);
    if (start == nullptr) return Found::gave_up;
    const bool found = walk(*start, from_ + 1, 0, known);
    return found ? Found::one : gave_up_ ? Found::gave_up : Found::none;
  }
  Path path() const {
    Path p{edges_, {}};
    std::uint32_t at = from_ + 1;
    const auto take_to = [&](std::uint32_t end) {
      for (; at < end; ++at) p.instructions.push_back(at);
    };
    for (const Edge& e : edges_) {
      take_to(flow_.blocks[e.from].last + 1);
      at = flow_.blocks[e.to].first;
    }
    take_to(to_);
    return p;
  }

 private:
  /// Visits of a block on one path at most: a loop's first, second and last turn.
  static constexpr int kMostVisits = 3;
  static constexpr int kMostSteps = 20'000;
  static constexpr std::size_t kMostEdges = 400;

  bool walk(const Block& block, std::uint32_t first, int younger, Known known) {
    for (std::uint32_t i = first; i <= block.last; ++i) {
      if (i == to_) return true;
      if (i == from_) return false;  // begins anew
      const auto now = follow_(younger, i);
      if (!now) return false;
      if (--steps_ < 0) return give_up();
      younger = *now;
      known.step(i);
    }
    for (const Edge& e : block.out) {
      Known behind = known;
      if (!behind.go(block.last, e.way)) continue;
      int& visits = visits_[e.to];
      if (visits == kMostVisits || edges_.size() == kMostEdges) {
        give_up();
        continue;
      }
      ++visits;
      edges_.push_back(e);
      if (walk(flow_.blocks[e.to], flow_.blocks[e.to].first, younger, std::move(behind))) return true;
      edges_.pop_back();
      --visits;
      if (steps_ < 0) return false;
    }
    return false;
  }

  bool give_up() {
    gave_up_ = true;
    return false;
  }

  const ControlFlow& flow_;
  std::uint32_t from_, to_;
  const Follow& follow_;
  std::vector<Edge> edges_;
  std::map<std::uint32_t, int> visits_;
  int steps_ = kMostSteps;
  bool gave_up_ = false;
};

bool is_possible(const ControlFlow& flow, const Path& path, Known known) {
  std::size_t next = 0;
  for (const Edge& e : path.edges) {
    for (; next < path.instructions.size(); ++next) {
      known.step(path.instructions[next]);
      if (path.instructions[next] == flow.blocks[e.from].last) break;
    }
    ++next;
    if (!known.go(flow.blocks[e.from].last, e.way)) return false;
  }
  return true;
}

}  // namespace

ScalarFacts::State PossiblePaths::facts_at(std::uint32_t instruction) {
  const ScalarFacts analysis(program_, code_);
  if (!heads_) heads_ = fixed_point(flow_, analysis);
  const Block* const block = flow_.of(instruction);
  if (block == nullptr || heads_->empty()) return {};
  const auto& head = (*heads_)[std::size_t(block - flow_.blocks.data())];
  ScalarFacts::State facts = head.value_or(ScalarFacts::State{});
  for (std::uint32_t i = block->first; i <= instruction; ++i) analysis.step(facts, i);
  return facts;
}

std::optional<Path> PossiblePaths::find(std::uint32_t from, std::uint32_t to, const Follow& follow) {
  Path shortest = find_path(flow_, from, to, follow);
  if (shortest.edges.empty()) return shortest;
  ValueNames names;
  const Known known{values_at(flow_, program_, code_, from, names), {program_, code_}, facts_at(from)};
  if (is_possible(flow_, shortest, known)) return shortest;
  DepthFirst paths(flow_, from, to, follow);
  switch (paths.run(known)) {
    case DepthFirst::Found::none:
      return std::nullopt;
    case DepthFirst::Found::one:
      return paths.path();
    case DepthFirst::Found::gave_up:
      break;
  }
  return shortest;
}

Path find_path(const ControlFlow& flow, std::uint32_t from, std::uint32_t to, const Follow& follow) {
  return Search(flow, from, to, follow).run();
}

std::string describe(const Path& path, const ControlFlow& flow, const isa::Program& program) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> branches;
  for (const Edge& e : path.edges)
    if (e.way != Edge::Way::falls)
      branches.push_back(fmt::format("{} {}", place(program.instructions[flow.blocks[e.from].last]),
                                     e.way == Edge::Way::taken ? "taken" : "not taken"));
  const std::size_t left_out = branches.size() > kMost ? branches.size() - kMost : 0;
  return (left_out > 0 ? fmt::format("{} branches, ", left_out) : std::string()) +
         fmt::format("{}", fmt::join(branches.begin() + std::ptrdiff_t(left_out), branches.end(), ", "));
}

}  // namespace lockstep::lint
