#include "tests/hardware/survey.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

#include "host/parallel_for.hpp"
#include "tests/hardware/project_model.hpp"

namespace lockstep::hardware {
namespace {

std::uint64_t outputs(const Instruction& in) {
  return std::uint64_t(in.m * in.n);
}

/// Tiles in whole rounds of every regime and chain length.
constexpr std::uint64_t kRound = 4 * kRegimeCount;

std::uint64_t tiles_for(const Instruction& in, std::uint64_t dots) {
  const std::uint64_t round = outputs(in) * kRound;
  return (dots + round - 1) / round * kRound;
}

}  // namespace

Layout check_layout(Silicon& silicon, Id id) {
  const Instruction& in = kInstructions[id];
  const Range range{0, 0, one_hot_tiles(in), true};
  Tally tally{};
  Layout result;
  result.ran = silicon.judge(id, range, {Candidate{}}, tally);
  result.dots = range.count * outputs(in);
  result.wrong = tally.wrong[0][kOneHot];
  return result;
}

std::uint64_t Survey::wrong(std::size_t candidate) const {
  std::uint64_t sum = 0;
  for (const std::uint64_t count : tally.wrong[candidate]) sum += count;
  return sum;
}

std::size_t Survey::best() const {
  std::size_t best = 0;
  for (std::size_t i = 1; i < candidates.size(); ++i)
    if (wrong(i) < wrong(best)) best = i;
  return best;
}

Survey survey(Silicon& silicon, Id id, std::uint64_t seed, std::uint64_t first_tile, std::uint64_t dots,
              std::vector<NamedCandidate> named) {
  const Range range{seed, first_tile, tiles_for(kInstructions[id], dots), false};
  Survey result;
  std::vector<Candidate> plain;
  for (const NamedCandidate& c : named) plain.push_back(c.candidate);
  result.candidates = std::move(named);
  result.tally = {};
  result.ran = silicon.judge(id, range, plain, result.tally);
  result.dots = range.count * outputs(kInstructions[id]);
  return result;
}

Comparison compare_project(Silicon& silicon, Id id, std::uint64_t seed, std::uint64_t first_tile,
                           std::uint64_t dots, double seconds, unsigned threads) {
  const Instruction& in = kInstructions[id];
  Comparison result;
  const Candidate measured = candidates(in).front().candidate;
  const auto start = std::chrono::steady_clock::now();
  const auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  const std::uint64_t most =
      std::max<std::uint64_t>(kRound, (std::uint64_t{1} << 24) / outputs(in) / kRound * kRound);
  const auto compare = [&](std::uint64_t begin, std::uint64_t tiles,
                           const std::vector<std::uint64_t>& observed) {
    std::vector<Comparison> parts(threads);
    host::parallel_for(tiles / kRound, int(threads), [&](std::uint64_t round, int thread) {
      Comparison& part = parts[std::size_t(thread)];
      for (const int steps : {1, 2, kMaxSteps}) {
        std::vector<Tile> batch;
        std::vector<std::uint64_t> where;
        for (std::uint64_t n = round * kRound; n < (round + 1) * kRound; ++n)
          if (const Tile t = tile(in, seed, begin + n); t.steps == steps) {
            batch.push_back(t);
            where.push_back(n);
          }
        const std::vector<std::uint64_t> expected = project_results(in, Implementation::fast, batch);
        for (std::size_t i = 0; i < expected.size(); ++i) {
          const std::size_t t = i / outputs(in);
          if (agrees(in.d, measured, expected[i], observed[where[t] * outputs(in) + i % outputs(in)]))
            continue;
          ++part.wrong;
          ++part.wrong_in[batch[t].regime];
        }
      }
      return host::Then::go_on;
    });
    for (const Comparison& part : parts) {
      result.wrong += part.wrong;
      for (int r = 0; r < kRegimeCount; ++r) result.wrong_in[r] += part.wrong_in[r];
    }
    result.dots += tiles * outputs(in);
  };
  // The device answers the next batch while the processors compare this one.
  std::uint64_t tiles = std::min(most, tiles_for(in, dots));
  std::vector<std::uint64_t> observed, coming;
  if (!silicon.results(id, {seed, first_tile, tiles, false}, observed)) return result;
  while (tiles != 0) {
    const std::uint64_t done = result.dots + tiles * outputs(in);
    const std::uint64_t more =
        done < dots && elapsed() < seconds ? std::min(most, tiles_for(in, dots - done)) : 0;
    bool answered = true;
    std::thread ahead([&] {
      if (more != 0) answered = silicon.results(id, {seed, first_tile + tiles, more, false}, coming);
    });
    compare(first_tile, tiles, observed);
    ahead.join();
    if (!answered) return result;
    first_tile += tiles;
    tiles = more;
    observed.swap(coming);
  }
  result.ran = true;
  return result;
}

}  // namespace lockstep::hardware
