#include "tests/hardware/silicon_rehearsal.hpp"

#include "tests/hardware/candidates.hpp"

namespace lockstep::hardware {
namespace {

class Rehearsal final : public Silicon {
 public:
  explicit Rehearsal(Plant plant) : plant_(std::move(plant)) {}
  std::string device() const override { return "rehearsal"; }
  std::string driver() const override { return "none"; }
  std::string error() const override { return ""; }

  bool judge(Id id, const Range& range, const std::vector<Candidate>& candidates, Tally& tally) override {
    tally = {};
    const Instruction& in = kInstructions[id];
    const Candidate truth = plant_(in);
    for (std::uint64_t n = range.first; n < range.first + range.count; ++n) {
      const Tile t = range.one_hot ? one_hot_tile(in, n) : tile(in, range.seed, n);
      for (int row = 0; row < in.m; ++row)
        for (int column = 0; column < in.n; ++column) {
          const std::uint64_t observed = chain(in, truth, t, row, column);
          if (is_nan(in.d, observed)) note_nan(tally, observed);
          for (std::size_t j = 0; j < candidates.size(); ++j) {
            const std::uint64_t predicted =
                range.one_hot ? one_hot_result(in, t, row, column) : chain(in, candidates[j], t, row, column);
            if (agrees(in.d, candidates[j], predicted, observed)) continue;
            ++tally.wrong[j][t.regime];
            if (j == 0) keep(tally, t.regime, {n, observed, predicted, row, column});
          }
        }
    }
    return true;
  }

  bool results(Id id, const Range& range, std::vector<std::uint64_t>& codes) override {
    const Instruction& in = kInstructions[id];
    const Candidate truth = plant_(in);
    codes.clear();
    for (std::uint64_t n = range.first; n < range.first + range.count; ++n) {
      const Tile t = range.one_hot ? one_hot_tile(in, n) : tile(in, range.seed, n);
      for (int row = 0; row < in.m; ++row)
        for (int column = 0; column < in.n; ++column) codes.push_back(chain(in, truth, t, row, column));
    }
    return true;
  }

 private:
  static void note_nan(Tally& tally, std::uint64_t nan) {
    for (auto& slot : tally.nan_codes) {
      if (slot == nan) return;
      if (slot != 0) continue;
      slot = nan;
      return;
    }
  }

  static void keep(Tally& tally, int regime, const Disagreement& one) {
    const unsigned at = tally.kept[regime]++;
    if (at < unsigned(kKept)) tally.disagreements[regime][at] = one;
  }

  Plant plant_;
};

}  // namespace

std::uint64_t chain(const Instruction& in, const Candidate& candidate, const Tile& t, int row, int column) {
  std::uint64_t d = accumulator(in, t, row, column);
  for (int step = 0; step < t.steps; ++step)
    d = predict(
        in, candidate, [&](int k) { return element(in, t, 0, row, step * in.k + k); },
        [&](int k) { return element(in, t, 1, column, step * in.k + k); }, d);
  return d;
}

std::unique_ptr<Silicon> rehearse(Plant plant) {
  return std::make_unique<Rehearsal>(std::move(plant));
}

}  // namespace lockstep::hardware
