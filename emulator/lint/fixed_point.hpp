// What holds on all paths to each block: states pushed forward until nothing changes.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "control_flow.hpp"

namespace lockstep::lint {

/// An analysis has a State, which it starts from (`entry`, and `resumed` behind code that is not known),
/// which an instruction changes (`step`), and into which another path's joins (`join`, true when that changed
/// it). Joins only ever lead to finitely many states.
///
/// The state at the head of each block; none where no path comes.
template <typename Analysis>
std::vector<std::optional<typename Analysis::State>> fixed_point(const ControlFlow& flow,
                                                                 const Analysis& analysis) {
  using State = typename Analysis::State;
  std::vector<std::optional<State>> heads(flow.blocks.size());
  std::set<std::uint32_t> open;
  const auto arrive = [&](std::uint32_t block, const State& state) {
    std::optional<State>& head = heads[block];
    if (!head)
      head = state;
    else if (!analysis.join(*head, state))
      return;
    open.insert(block);
  };
  for (const std::uint32_t b : flow.entries) arrive(b, analysis.entry());
  for (const std::uint32_t b : flow.resumed) arrive(b, analysis.resumed());
  while (!open.empty()) {
    const Block& block = flow.blocks[*open.begin()];
    State state = *heads[*open.begin()];
    open.erase(open.begin());
    for (std::uint32_t i = block.first; i <= block.last; ++i) analysis.step(state, i);
    for (const Edge& e : block.out) arrive(e.to, state);
  }
  return heads;
}

/// Calls visit(state before, instruction) for all reached instructions.
template <typename Analysis, typename Visit>
void for_each_instruction(const ControlFlow& flow, const Analysis& analysis, Visit visit) {
  const auto heads = fixed_point(flow, analysis);
  for (std::size_t b = 0; b < flow.blocks.size(); ++b) {
    if (!heads[b]) continue;
    typename Analysis::State state = *heads[b];
    for (std::uint32_t i = flow.blocks[b].first; i <= flow.blocks[b].last; ++i) {
      visit(state, i);
      analysis.step(state, i);
    }
  }
}

}  // namespace lockstep::lint
