// What the process tells the shell. Documented in --help, README.md and docs/json.md.
#pragma once

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>

#include <fmt/format.h>

namespace lockstep::cli {

enum ExitCode : int {
  kHolds = 0,
  kFalsified = 1,
  kUsage = 2,         ///< options, numbers, files: nothing was proven either way
  kInconclusive = 3,  ///< the emulator lacks something, or no case was executed
  kTrapped = 4,       ///< the kernel itself could not go on
  kSkipped = 77,
  kInterrupted = 130,
};

/// The exit code that stands for both: a trap, then a falsified law, before what could not be told.
constexpr int worse(int a, int b) {
  constexpr std::array kOrder{kHolds, kSkipped, kInconclusive, kUsage, kFalsified, kTrapped, kInterrupted};
  const auto rank = [&](int code) { return std::find(kOrder.begin(), kOrder.end(), code) - kOrder.begin(); };
  return rank(a) >= rank(b) ? a : b;
}

/// The verdict on a launch, by its exit code.
constexpr const char* verdict_of(int code) {
  switch (code) {
    case kHolds:
      return "holds";
    case kFalsified:
      return "falsified";
    case kTrapped:
      return "trapped";
    default:
      return "inconclusive";
  }
}

/// Why a command can't go on, and how it ends.
struct Problem {
  ExitCode code;
  std::string text;
};

/// What a command that can't go on says: prints "lockstep COMMAND: problem" on standard error and returns
/// `code`.
inline int complain(std::string_view command, std::string_view problem, ExitCode code = kUsage) {
  fmt::print(stderr, "lockstep {}: {}\n", command, problem);
  return code;
}

}  // namespace lockstep::cli
