#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "properties/probe/probe.hpp"

namespace lockstep::probe {

namespace {

std::string number(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  if (std::abs(fraction) == 0.5 && (exponent < -2 || exponent > 11))
    return fmt::format("{}2^{}", std::signbit(x) ? "-" : "", exponent - 1);
  return fmt::format("{:.9g}", x);
}

// Numbered by 32 of k, or by 16 where that matters.
std::string scales(const char* name, const Scales& s) {
  std::string text;
  const int block = s.paired() ? 32 : 16;
  for (int k = 0; k < kLargestK; k += block)
    if (s.at(k) != kOne)
      text += fmt::format("{}{}[{}] {}", text.empty() ? "" : ", ", name, k / block, s.at(k));
  return text;
}

}  // namespace

std::string inputs(const Probe& p) {
  constexpr std::size_t kListed = 4;
  std::string text = fmt::format("C {}", number(std::bit_cast<float>(p.c)));
  if (p.terms.size() > kListed) text += fmt::format("; {} products of {}", p.terms.size(), p.format->name);
  for (std::size_t i = 0; i < p.terms.size() && p.terms.size() <= kListed; ++i) {
    const Term& t = p.terms[i];
    text += fmt::format("{}k{} {}*{}", i == 0 ? "; " : ", ", t.k, number(formats::to_double(*p.format, t.a)),
                        number(formats::to_double(*p.format, t.b)));
  }
  const bool dense = p.terms.size() > kListed && p.scale_a.at(0) != kOne;
  if (dense) text += ", and scales";
  for (const std::string& s : {scales("scale A", p.scale_a), scales("scale B", p.scale_b)})
    if (!s.empty() && !dense) text += "; " + s;
  return text;
}

}  // namespace lockstep::probe
