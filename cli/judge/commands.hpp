// `judge`: what a pipeline is told of a kernel (properties/verdict/judgement.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "emulator/checks/policy.hpp"

namespace lockstep::cli {

struct JudgeOptions {
  std::string candidate;  ///< a capsule (a launch file or its folder), a code object, a HIP source
  std::string against;    ///< a capsule, an operator with keys, "nothing"; empty: what the capsule has
  double budget = 30;     ///< seconds
  std::optional<std::uint64_t> seed;   ///< seed of inputs that are drawn
  std::optional<std::uint64_t> draws;  ///< different inputs
  std::string kernel, model, schedule;
  checks::Policy policy;
  std::string json;
};
int judge(const JudgeOptions& options);

}  // namespace lockstep::cli
