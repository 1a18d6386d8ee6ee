// Draws for generators. RapidCheck supplies the randomness; every draw is one statement, so that its order
// does not depend on the compiler.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <rapidcheck/Random.h>  // alone: RapidCheck's other headers take a second to compile

namespace lockstep::cases {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  std::int64_t between(std::int64_t low, std::int64_t high);
  bool chance(int percent) { return between(0, 99) < percent; }
  template <typename T>
  T of(const std::vector<T>& choices) {
    return choices[below(choices.size())];
  }

 private:
  std::size_t below(std::size_t count);

  rc::Random random_;
};

}  // namespace lockstep::cases
