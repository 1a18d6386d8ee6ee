#include <algorithm>
#include <ctime>
#include <deque>

#include "bench/bench.hpp"

namespace lockstep::bench {

namespace {

/// This thread's: time that other processes have the core for does not count.
double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

}  // namespace

double best_rate(double seconds, const std::function<double()>& work) {
  work();  // once unmeasured: tables, pages and decoded code are warm
  double best = 0;
  for (int round = 0; round < 3; ++round) {
    const double start = cpu_seconds();
    double units = 0, elapsed = 0;
    do {
      units += work();
      elapsed = cpu_seconds() - start;
    } while (elapsed < seconds / 3);
    best = std::max(best, units / elapsed);
  }
  return best;
}

namespace {

constexpr int kTurns = 5;

struct Row {
  const Benchmark* benchmark;
  Row* limit;  ///< nullptr: none
  double best = 0;
  std::vector<double> ratios{};

  double run(double seconds) {
    const double rate = benchmark->measure(seconds);
    best = std::max(best, rate);
    return rate;
  }
  void take_turn(double seconds) {
    if (limit == nullptr) {
      run(seconds);
      return;
    }
    const double most = limit->run(seconds / 3);
    ratios.push_back(run(seconds) / most);
  }
  std::optional<double> median() {
    if (ratios.empty()) return std::nullopt;
    const auto middle = ratios.begin() + std::ptrdiff_t(ratios.size() / 2);
    std::ranges::nth_element(ratios, middle);
    return *middle;
  }
};

// The benchmarks with their limits, each before the first that needs it.
std::deque<Row> rows_of(const std::vector<Benchmark>& all, std::span<const Benchmark* const> wanted) {
  std::deque<Row> rows;  // stay where they are
  const auto row_of = [&](const Benchmark* b) {
    const auto known = std::ranges::find(rows, b, &Row::benchmark);
    return known != rows.end() ? &*known : &rows.emplace_back(b, nullptr);
  };
  for (const Benchmark* b : wanted) {
    Row* const limit =
        b->limit.empty() ? nullptr : row_of(&*std::ranges::find(all, b->limit, &Benchmark::name));
    row_of(b)->limit = limit;
  }
  return rows;
}

}  // namespace

std::vector<Figure> measure(const std::vector<Benchmark>& all, std::span<const Benchmark* const> wanted,
                            double seconds, const BeforeMeasurement& before) {
  std::deque<Row> rows = rows_of(all, wanted);
  const std::size_t total = rows.size() * kTurns;
  for (std::size_t done = 0; done < total; ++done) {
    Row& row = rows[done % rows.size()];
    if (!before(done, total, *row.benchmark)) break;
    row.take_turn(seconds / kTurns);
  }
  std::vector<Figure> figures;
  for (Row& row : rows)
    if (row.best > 0) figures.push_back({row.benchmark, row.best, row.median()});
  return figures;
}

}  // namespace lockstep::bench
