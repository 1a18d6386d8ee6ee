// What holds on all paths to each block: states pushed forward until nothing changes.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "emulator/lint/control_flow.hpp"

namespace lockstep::lint {

/// An analysis has a State, which it starts from (`entry`, and `resumed` behind code that is not known),
/// which an instruction changes (`step`), and into which another path's joins (`join`, true when that changed
/// it). Joins only ever lead to finitely many states. `size` says what a step costs. One that
/// knows more of branches says which way they may go (`may_go`), and what is known behind one (`went`).
///
/// Code that somebody wrote takes a fraction of this: so many instructions and edges, each times the
/// `size` of the state it changes.
inline constexpr std::uint64_t kMostWork = 50'000'000;

/// The state at the head of each block; none where no path comes. Empty when it would take too much work.
template <typename Analysis>
std::vector<std::optional<typename Analysis::State>> fixed_point(const ControlFlow& flow,
                                                                 const Analysis& analysis) {
  using State = typename Analysis::State;
  std::vector<std::optional<State>> heads(flow.blocks.size());
  std::uint64_t work = 0;
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
    work += (block.last - block.first + 1 + block.out.size()) * (1 + Analysis::size(state));
    if (work > kMostWork) return {};
    for (const Edge& e : block.out) {
      if constexpr (requires { analysis.may_go(state, block.last, e.way); })
        if (!analysis.may_go(state, block.last, e.way)) continue;
      if constexpr (requires(State there) { analysis.went(there, block.last, e.way); }) {
        State there = state;
        analysis.went(there, block.last, e.way);
        arrive(e.to, there);
      } else {
        arrive(e.to, state);
      }
    }
  }
  return heads;
}

/// Calls visit(state before, instruction) for all reached instructions; false when that is too much work.
template <typename Analysis, typename Visit>
bool for_each_instruction(const ControlFlow& flow, const Analysis& analysis, Visit visit) {
  const auto heads = fixed_point(flow, analysis);
  if (heads.empty()) return flow.blocks.empty();
  for (std::size_t b = 0; b < flow.blocks.size(); ++b) {
    if (!heads[b]) continue;
    typename Analysis::State state = *heads[b];
    for (std::uint32_t i = flow.blocks[b].first; i <= flow.blocks[b].last; ++i) {
      visit(state, i);
      analysis.step(state, i);
    }
  }
  return true;
}

}  // namespace lockstep::lint
