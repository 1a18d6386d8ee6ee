// `judge`: what a pipeline is told of a kernel (properties/verdict/judgement.hpp).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "emulator/checks/policy.hpp"

namespace lockstep::cli {

struct JudgeOptions {
  std::string candidate;  ///< a capsule (a launch file, its folder, an archive), a code object, a launch
                          ///< recipe, a HIP source, FILE.py:FUNCTION
  std::string against;    ///< a capsule, an operator with keys, FILE.py:FUNCTION, "nothing"; empty: what the
                          ///< capsule has
  double budget = 30;     ///< seconds
  std::optional<std::uint64_t> seed;   ///< seed of inputs that are drawn
  std::optional<std::uint64_t> draws;  ///< different inputs
  std::string kernel, model, schedule;
  std::string arch;       ///< where a function in Python runs; empty: the operator's, or the default
  bool own_code = false;  ///< kernels that no source beside the candidate defines are a finding
  checks::Policy policy;
  std::string json;
  std::vector<std::string> read;  ///< inputs on which the reference depends, where it is no launch
  bool serve = false;             ///< answers requests (docs/agents.md); `candidate` is the folder
};
int judge(const JudgeOptions& options);
/// Answers requests from standard input about files in the folder, until there are no more.
int serve(const std::string& folder);

}  // namespace lockstep::cli
