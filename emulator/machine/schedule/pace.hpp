// How fast one wave's asynchronous operations progress under schedule `random`.
#pragma once

#include <cstdint>

namespace lockstep::machine {

/// Under `random`: the probability, in 256ths, that an operation of each counter progresses while one
/// instruction executes. The extremes find bugs: one counter's operations done at once, the other's hardly
/// ever before their wait.
struct Pace {
  std::uint8_t vm = 0, lgkm = 0;
};
Pace draw_pace(std::uint64_t draw);

}  // namespace lockstep::machine
