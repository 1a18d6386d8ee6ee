#include <algorithm>

#include "reference/operators/array_operators.hpp"

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

Answer rms_norm(std::span<const double> x, std::span<const double> w, double eps) {
  Answer answer;
  const auto n = double(w.size());
  for (std::size_t at = 0; at < x.size(); at += w.size()) {
    double squares = 0;
    for (std::size_t j = 0; j < w.size(); ++j) squares += x[at + j] * x[at + j];
    const double root = std::sqrt(squares / n + eps), relative = of_sum(n + 2) / 2 + 6 * kUnit;
    // Squares that are flushed count where eps does not hide them.
    const double flushed = n * kFlushed / (squares + n * eps);
    for (std::size_t j = 0; j < w.size(); ++j) {
      const double y = x[at + j] / root * w[j];
      answer.add(
          y, claimed(std::abs(y) * (relative + flushed), std::max(squares, std::abs(y)), relative + flushed));
    }
  }
  return answer;
}

Answer layer_norm(std::span<const double> x, std::span<const double> w, std::span<const double> b,
                  double eps) {
  Answer answer;
  const auto n = double(w.size());
  for (std::size_t at = 0; at < x.size(); at += w.size()) {
    double sum = 0, magnitude = 0, squares = 0, differences = 0;
    for (std::size_t j = 0; j < w.size(); ++j) sum += x[at + j], magnitude += std::abs(x[at + j]);
    const double mean = sum / n, mean_lost = of_sum(n + 1) * magnitude / n;
    for (std::size_t j = 0; j < w.size(); ++j) {
      const double d = x[at + j] - mean;
      squares += d * d;
      differences += std::abs(d);
    }
    const double variance = squares / n;
    const double variance_lost = 2 * differences / n * mean_lost + mean_lost * mean_lost +
                                 of_sum(n + 4) * (variance + mean_lost * mean_lost) + kFlushed;
    const double root = std::sqrt(variance + eps),
                 relative = variance_lost / (variance + eps) / 2 + 6 * kUnit;
    for (std::size_t j = 0; j < w.size(); ++j) {
      const double d = x[at + j] - mean, scaled = d / root * w[j], y = scaled + b[j];
      const double difference_lost = mean_lost + kUnit * std::abs(d);
      const double lost = std::abs(w[j]) / root * difference_lost + std::abs(scaled) * relative +
                          kUnit * (std::abs(y) + std::abs(b[j]));
      answer.add(y, claimed(lost, std::max({squares, magnitude, std::abs(scaled)}), relative));
    }
  }
  return answer;
}

}  // namespace lockstep::operators
