// How fast one wave's asynchronous operations go on under schedule `random`.
#pragma once

#include <cstdint>

namespace lockstep::machine {

/// Under `random`: how likely an operation of each counter makes progress while one instruction executes, in
/// 256ths. The extremes are what finds bugs: one counter's operations done at once, the other's hardly ever
/// before their wait.
struct Pace {
  std::uint8_t vm = 0, lgkm = 0;
};
Pace draw_pace(std::uint64_t draw);

}  // namespace lockstep::machine
