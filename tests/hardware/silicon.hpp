// What is asked of a device: run the instruction on numbered tiles, and judge candidates where the results
// are.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "tests/hardware/candidate.hpp"
#include "tests/hardware/tile.hpp"

namespace lockstep::hardware {

inline constexpr int kMaxCandidates = 64;
inline constexpr int kKept = 64;  ///< disagreements kept per regime
inline constexpr int kNanCodes = 8;

/// An output element on which the first candidate disagreed.
struct Disagreement {
  std::uint64_t tile, observed, predicted;
  int row, column;
};

/// Counts per candidate and regime; column kOneHot counts wrong elements of one-hot tiles.
struct Tally {
  std::uint64_t wrong[kMaxCandidates][kRegimeCount + 1];
  unsigned long long nan_codes[kNanCodes];  ///< distinct NaN results, 0: free
  unsigned kept[kRegimeCount + 1];          ///< how many disagreements there were to keep
  Disagreement disagreements[kRegimeCount + 1][kKept];
};

/// Tiles first .. first + count of a seed; or, with one_hot, of the layout test.
struct Range {
  std::uint64_t seed, first, count;
  bool one_hot;
};

class Silicon {
 public:
  virtual ~Silicon() = default;
  virtual std::string device() const = 0;
  virtual std::string driver() const = 0;  ///< driver and CUDA versions
  virtual bool judge(Id id, const Range& range, const std::vector<Candidate>& candidates, Tally& tally) = 0;
  /// Codes of D: [tile][row][column].
  virtual bool results(Id id, const Range& range, std::vector<std::uint64_t>& codes) = 0;
  virtual std::string error() const = 0;  ///< of the last call that returned false
};

/// Defined once per program: by the CUDA backend, or by the rehearsal.
std::unique_ptr<Silicon> open_silicon(std::string& error);

}  // namespace lockstep::hardware
