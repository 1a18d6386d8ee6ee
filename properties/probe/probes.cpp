#include <algorithm>
#include <iterator>

#include "probe.hpp"
#include "reference/formats/float8_e4m3fn.hpp"

namespace lockstep::probe {

Term e4m3(int k, double a, double b) {
  const auto code = [](double x) {
    return std::uint8_t(formats::encode_nearest_even(formats::float8_e4m3fn, x, formats::Overflow::saturate));
  };
  return {k, code(a), code(b)};
}

std::vector<Probe> probes() {
  std::vector<Probe> all = directed_probes();
  for (std::vector<Probe> more : {ladder_probes(), random_probes()})
    std::ranges::move(more, std::back_inserter(all));
  return all;
}

bool takes(const Instruction& instruction, const Probe& probe) {
  const auto fits = [&](const Term& t) { return t.k < instruction.shape.k; };
  const int blocks = instruction.scaled ? instruction.shape.blocks() : 0;
  const auto neutral = [&](const Scales& s) {
    return std::all_of(s.begin() + blocks, s.end(), [](auto x) { return x == kOne; });
  };
  return std::ranges::all_of(probe.terms, fits) && neutral(probe.scale_a) && neutral(probe.scale_b);
}

}  // namespace lockstep::probe
