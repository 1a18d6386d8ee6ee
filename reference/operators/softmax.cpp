#include "reference/operators/softmax.hpp"

#include <algorithm>

namespace lockstep::operators {

Weights softmax_weights(std::span<const double> x, double scores_lose) {
  Weights w;
  double largest = -std::numeric_limits<double>::infinity(), sum = 0, lost = 0;
  for (const double v : x)
    largest = std::isnan(v) || std::isnan(largest) ? std::nan("") : std::max(largest, v);
  for (const double v : x) {
    const double d = v - largest, e = std::exp(d);
    w.weight.push_back(e);
    w.relative.push_back(e == 0 ? 0 : 3 * kUnit * std::abs(d) + 4 * kUnit + 2 * scores_lose);
    sum += e;
    lost += e * w.relative.back();
  }
  const auto n = double(x.size());
  w.flushed = n * kFlushed / sum;
  const double of_all = lost / sum + of_sum(n) + 4 * kUnit + w.flushed;
  for (std::size_t j = 0; j < w.weight.size(); ++j) {
    w.weight[j] /= sum;
    w.relative[j] += of_all;
  }
  return w;
}

Answer softmax(std::span<const double> x, std::int64_t columns) {
  Answer answer;
  for (std::size_t at = 0; at < x.size(); at += std::size_t(columns)) {
    const auto row = x.subspan(at, std::size_t(columns));
    const Weights w = softmax_weights(row);
    double largest = 0;
    for (const double v : row) largest = std::max(largest, std::abs(v));
    for (std::size_t j = 0; j < row.size(); ++j)
      answer.add(w.weight[j], claimed(w.weight[j] * w.relative[j], 2 * largest, w.relative[j]));
  }
  return answer;
}

}  // namespace lockstep::operators
