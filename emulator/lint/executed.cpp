#include "emulator/lint/executed.hpp"

#include <optional>

namespace lockstep::lint {

ControlFlow executed_part(const ControlFlow& flow, const Executed& executed) {
  ControlFlow part;
  std::vector<std::optional<std::uint32_t>> place(flow.blocks.size());
  for (std::uint32_t b = 0; b < flow.blocks.size(); ++b) {
    if (!executed.has(flow.blocks[b].first)) continue;
    place[b] = std::uint32_t(part.blocks.size());
    part.blocks.push_back({flow.blocks[b].first, flow.blocks[b].last, {}, {}});
  }
  const auto went = [&](const Edge& e) {
    const std::uint32_t branch = flow.blocks[e.from].last;
    if (e.way == Edge::Way::taken) return executed.jumps[branch] > 0;
    return e.way == Edge::Way::falls || executed.times[branch] > executed.jumps[branch];
  };
  for (const Block& block : flow.blocks)
    for (const Edge& e : block.out) {
      if (!place[e.from] || !place[e.to] || !went(e)) continue;
      const Edge edge{*place[e.from], *place[e.to], e.way};
      part.blocks[edge.from].out.push_back(edge);
      part.blocks[edge.to].in.push_back(edge);
    }
  const auto keep = [&](const std::vector<std::uint32_t>& from, std::vector<std::uint32_t>& to) {
    for (const std::uint32_t b : from)
      if (place[b]) to.push_back(*place[b]);
  };
  keep(flow.entries, part.entries);
  keep(flow.resumed, part.resumed);
  for (const Undecided& u : flow.undecided)
    if (executed.has(u.instruction)) part.undecided.push_back(u);
  return part;
}

}  // namespace lockstep::lint
