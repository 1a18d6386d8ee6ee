#include <algorithm>

#include "reference/operators/array_operators.hpp"

namespace lockstep::operators {

Answer rope(const Rope& p, std::span<const double> x, std::span<const double> cos,
            std::span<const double> sin) {
  Answer answer;
  const std::int64_t half = p.size / 2;
  for (std::int64_t position = 0; position < p.positions; ++position)
    for (std::int64_t head = 0; head < p.heads; ++head)
      for (std::int64_t j = 0; j < p.size; ++j) {
        const bool is_second = p.interleaved ? j % 2 == 1 : j >= half;
        const std::int64_t pair = p.interleaved ? j / 2 : j % half;
        const std::int64_t other = p.interleaved ? j ^ 1 : (j + half) % p.size;
        const auto first = std::size_t((position * p.heads + head) * p.size);
        const auto angle = std::size_t(position * half + pair);
        const double a = x[first + std::size_t(j)] * cos[angle];
        const double b = x[first + std::size_t(other)] * sin[angle] * (is_second ? 1 : -1);
        answer.add(a + b,
                   claimed(2 * kUnit * (std::abs(a) + std::abs(b)), std::max(std::abs(a), std::abs(b))));
      }
  return answer;
}

}  // namespace lockstep::operators
