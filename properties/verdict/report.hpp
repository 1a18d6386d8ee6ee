// The five lines of a failure: verdict, smallest case, first difference, pattern, how to see it again.
#pragma once

#include <optional>
#include <string>

#include "emulator/findings/finding.hpp"
#include "properties/cases/case.hpp"
#include "properties/verdict/verdict.hpp"
#include "reference/operators/output.hpp"
#include "reference/operators/tiling.hpp"

namespace lockstep::verdict {

struct FailureReport {
  cases::Case smallest;
  LawResult result;                          ///< what the law says of the smallest case
  std::string progress;                      ///< "case 31 of 1000, shrunk 5 times"
  std::optional<findings::Finding> finding;  ///< the leading one, whichever law it is
  std::string race;  ///< whole lines: a race, of which what a law says may be the consequence; often empty
  std::string first_difference;
  std::string inlined;  ///< whole lines: the inlined calls to what the first difference names; often empty
  std::string pattern;
  std::string model_label;  ///< "fma_post (hypothesis)"
  std::string again;        ///< a command
  std::string others;       ///< whole lines: what else the smallest case falsifies; often empty
  std::string details;  ///< whole lines behind the pattern: the pair that raced, a map of tiles; often empty
};

/// What the two values of a mismatch are called: two runs, where a law compares runs.
struct Compared {
  std::string want = "want", got = "got";
};

/// The mismatch that is told first, of those there are: of an output of scales if one has any, since wrong
/// codes under a wrong scale follow from it.
const Mismatch& told_first(const std::vector<operators::Output>& outputs, const LawResult& result);

/// Whether one number may come of the other's operations in another order, or rounded otherwise: of formats
/// of few bits only neighbours do.
bool may_be_rounding(const formats::Format& format, const Mismatch& mismatch);

/// The exact value, where rounding it otherwise gives the mismatch: "; the exact value is 128.5, half way
/// between them". Empty where the two codes are no neighbours.
std::string unrounded_text(const formats::Format& format, double exact, const Mismatch& mismatch);

/// "D[16, 0]"; `row`: of the tensor.
std::string element_name(const operators::Output& output, std::int64_t row, std::int64_t column);

/// "D[16, 0] group 0 tile (1,0): want 0x4300 128, got 0xa5a5 -2.9e-16"; the tile as far as a tiling says.
/// Behind them, how many ulp a value that is close lies from what is wanted, or that it is the other zero.
std::string describe_mismatch(const std::vector<operators::Output>& outputs,
                              const std::vector<operators::Tiling>& tilings, const Mismatch& mismatch,
                              const Compared& compared = {});

std::string text(const FailureReport& report);

}  // namespace lockstep::verdict
