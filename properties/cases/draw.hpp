// Draws for generators. RapidCheck supplies the randomness; every draw is one statement, so that its order
// does not depend on the compiler.
#pragma once

#include <cstdint>
#include <vector>

#include <rapidcheck.h>

namespace lockstep::cases {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  std::int64_t between(std::int64_t low, std::int64_t high) {
    const rc::Gen<std::int64_t> gen = rc::gen::inRange<std::int64_t>(low, high + 1);
    return take(gen);
  }
  bool chance(int percent) { return between(0, 99) < percent; }
  template <typename T>
  T of(const std::vector<T>& choices) {
    const rc::Gen<T> gen = rc::gen::elementOf(choices);
    return take(gen);
  }

 private:
  template <typename T>
  T take(const rc::Gen<T>& gen) {
    return gen(random_.split(), rc::kNominalSize).value();
  }
  rc::Random random_;
};

}  // namespace lockstep::cases
