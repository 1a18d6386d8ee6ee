#include "properties/judges/opinion.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace lockstep::judges {

namespace {

using Verdict = Opinion::Verdict;

// A reference that overflows the output's format can't be compared by any of the formulas.
bool is_comparable(const formats::Format& format, const std::vector<double>& want) {
  const double largest = formats::to_double(format, formats::largest_finite(format));
  return !want.empty() && std::ranges::all_of(want, [&](double w) { return std::abs(w) <= largest; });
}

std::vector<double> values_of(const formats::Format& format, const std::vector<std::uint32_t>& codes) {
  std::vector<double> values;
  values.reserve(codes.size());
  for (const std::uint32_t code : codes) values.push_back(formats::to_double(format, code));
  return values;
}

const std::vector<double>* reference(const References& r, Against against, std::size_t output) {
  if (against == Against::quantised) return &r.quantised[output].value;
  return r.unquantised ? &(*r.unquantised)[output] : nullptr;
}

void judge_output(const References& r, std::size_t output, const std::vector<double>& got, Opinion& opinion) {
  const operators::Output& o = r.outputs[output];
  const std::vector<double>* want = reference(r, opinion.judge->against, output);
  const Product product{r.operands, o.format};
  const std::optional<Threshold> threshold = opinion.judge->threshold(product);
  if (want == nullptr || !threshold || !is_comparable(*o.format, *want)) return;
  opinion.value = opinion.judge->value(product, {*want, got});
  opinion.threshold = threshold;
  opinion.verdict = threshold->holds(opinion.value) ? Verdict::passes : Verdict::notices;
}

}  // namespace

std::string_view name(Verdict verdict) {
  constexpr std::array kNames{"passes", "notices", "silent"};
  return kNames[std::size_t(verdict)];
}

std::vector<Opinion> opinions(std::span<const Judge* const> judges, const References& references,
                              const operators::Codes& got) {
  std::vector<Opinion> all;
  for (const Judge* judge : judges) all.push_back({judge});
  for (std::size_t o = 0; o < got.size(); ++o) {
    const formats::Format& format = *references.outputs[o].format;
    if (format.bits < 16) continue;
    const std::vector<double> values = values_of(format, got[o]);
    for (Opinion& opinion : all)
      if (opinion.verdict != Verdict::notices) judge_output(references, o, values, opinion);
  }
  return all;
}

}  // namespace lockstep::judges
