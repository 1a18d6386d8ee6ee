#include "emulator/lint/path.hpp"

#include <algorithm>
#include <deque>
#include <map>

#include <fmt/format.h>

#include "emulator/lint/finding.hpp"

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
