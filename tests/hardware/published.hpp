// Answers of GPUs that others published, as dot products of one matrix unit each. One file of text per unit:
//
//   source WHERE                   of all lines until the next
//   gpu NAME                       likewise
//   a... / b... / c = d            as `lockstep arith mma` reads a line; what the GPU gave
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "emulator/arithmetic/matrix/units/unit.hpp"

namespace lockstep::hardware {

/// Of one GPU.
struct Published {
  const matrix::Unit* unit;
  std::string gpu, source;
  int k;
  std::vector<std::uint32_t> a, b;  ///< [count][k]
  std::vector<std::uint32_t> c, d;

  matrix::DotBatch batch(std::uint32_t* results) const;
};

/// Of every file in tests/hardware/published. On failure empty, and `error` says where and why.
std::vector<Published> read_published(std::string& error);
/// Of one text, in the unit's name.
bool parse_published(const std::string& unit, const std::string& text, std::vector<Published>& all,
                     std::string& error);

}  // namespace lockstep::hardware
