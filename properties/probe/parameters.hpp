// How an instruction adds, read from the probes directly: what is known even when no named model survives.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "emulator/arithmetic/matrix/models/facts.hpp"
#include "properties/probe/record.hpp"

namespace lockstep::probe {

/// Probes that differ in the size of one small term: rungs n = first .. last, called "name n". How far down
/// the term is seen is a width; what happens below that a direction.
struct Ladder {
  const char* name;
  int first, last;
};

// The term -2^(16-n), where products of 2^16 and -2^16 cancel.
inline constexpr Ladder kEvenLadder{"product.even", 12, 32};  ///< a product at even k, as the large ones
inline constexpr Ladder kOddLadder{"product.odd", 12, 32};  ///< a product at odd k, the large ones at even k
inline constexpr Ladder kAccumulatorLadder{"c", 12, 40};    ///< C

// A term of 2^-n that breaks a tie between C = 2^24 and a sum.
inline constexpr Ladder kTailUp{"tail.up", 1, 14};  ///< 1 + 2^-n: seen when the result is 2^24 + 2
inline constexpr Ladder kTailDown{"tail.down", 1,
                                  14};  ///< -1.5 + 2^-n: seen when 2^24 - 1; never under a floor's width
inline constexpr Ladder kTailZero{"tail.zero", 1,
                                  14};  ///< -0.5 - 2^-n: seen when 2^24 - 1; always under a floor

inline constexpr Ladder kLadders[] = {kEvenLadder, kOddLadder, kAccumulatorLadder,
                                      kTailUp,     kTailDown,  kTailZero};

// A term of 2^-18 at even k = n, beside products of 2^16 and -2^16 at k 0 and 1: lost when it shares their
// step.
inline constexpr int kSharing[] = {1, 2, 4, 8, 16, 32, 64};

/// What a ladder tells of a term: it keeps `bits` fraction bits under the largest exponent; `below` says what
/// becomes of the rest.
struct Width {
  enum class Below {
    nothing_seen,  ///< no rung was lost: at least `bits`
    zero,          ///< the rest counts as zero: truncated, or rounded
    floor,         ///< a negative rest counts as one unit
    other,         ///< the rest counts as neither
  };
  int bits = 0;
  Below below = Below::nothing_seen;
  int window = 0;  ///< floor only: beyond these bits it counts as zero; 0: not seen
  bool operator==(const Width&) const = default;
};

enum class Direction { nearest_even, nearest_away, toward_zero, down, up };

/// The size from which on a scaled product counts as infinite, so that opposite ones do not cancel.
enum class Infinite { below_2_128, from_2_128, past_2_128, never };

/// What probes tell of how an instruction adds; nothing where they leave a parameter open.
struct Parameters {
  /// Products that are aligned together, where a loss shows it, and those that are added to C at once. A
  /// number when they are consecutive; the whole k of the instruction means at least that.
  struct Reach {
    std::vector<int> shares;  ///< those of the k 1, 2, 4 ... that are together with k 0
    std::optional<int> products;
  };
  Reach aligned, added;
  std::optional<Width> even, odd, accumulator;
  bool parity_split = false;  ///< even and odd k are summed apart, where that is seen
  bool chain = false;         ///< partial sums are rounded one by one, in k order
  std::optional<Direction> rounding;
  /// Fraction bits that a sum keeps under a larger C; nothing where the rounding hides it.
  struct Tail {
    int bits = 0;
    bool lost = false;  ///< a loss was seen; else `bits` are the least
  };
  std::optional<Tail> tail, tail_below;  ///< with the result's leading bit at C's, and one below it
  std::optional<bool> tail_floors;
  std::optional<bool> scale_on_products;  ///< they act there; else on the step's sum, after it was rounded
  std::optional<Infinite> products;       ///< a sum that is scaled after it was rounded hides `never`
};

Parameters read_parameters(const Record& record, const Instruction& instruction);

/// One line per parameter: its name and what was read.
std::vector<std::pair<std::string, std::string>> describe(const Parameters& parameters, const Record& record,
                                                          const Instruction& instruction);

}  // namespace lockstep::probe
