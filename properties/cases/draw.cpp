#include "properties/cases/draw.hpp"

#include <rapidcheck.h>

namespace lockstep::cases {

std::int64_t Draw::between(std::int64_t low, std::int64_t high) {
  const rc::Gen<std::int64_t> gen = rc::gen::inRange<std::int64_t>(low, high + 1);
  return gen(random_.split(), rc::kNominalSize).value();
}

// Chooses as rc::gen::elementOf does.
std::size_t Draw::below(std::size_t count) {
  return std::size_t(random_.split().next() % count);
}

}  // namespace lockstep::cases
