#include <algorithm>
#include <iterator>

#include "properties/probe/probe.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::probe {

namespace {

template <typename... Lists>
std::vector<Probe> together(Lists... lists) {
  std::vector<Probe> all;
  (std::ranges::move(lists, std::back_inserter(all)), ...);
  return all;
}

/// Half of the smallest normal number, times 16.
std::vector<Term> subnormal_product(const formats::Format& format) {
  const std::uint32_t half = 1u << (format.mantissa_bits - 1);
  return {{0, half, formats::encode_nearest_even(format, 16, formats::Overflow::saturate)}};
}

/// The questions to e4m3fn, in all formats of CDNA3.
std::vector<Probe> cdna3_probes() {
  std::vector<Probe> all;
  for (const formats::Format* format : {&formats::float8_e4m3fnuz, &formats::float8_e5m2fnuz,
                                        &formats::float16, &formats::bfloat16, &formats::float32})
    for (const Probe& p : together(directed_probes(), ladder_probes())) {
      // e5m2fnuz has no code for some values of e4m3fn, and those it has are codes of e5m2.
      std::optional<Probe> through = p;
      if (format == &formats::float8_e5m2fnuz) through = carried_over(p, formats::float8_e5m2);
      if (through) through = carried_over(*through, *format);
      if (!through) continue;
      // What is subnormal in e4m3fn need not be so elsewhere.
      if (p.name == "subnormal.operand") through->terms = subnormal_product(*format);
      all.push_back(std::move(*through));
    }
  return together(std::move(all), random_probes_cdna3());
}

}  // namespace

Term e4m3(int k, double a, double b) {
  const auto code = [](double x) {
    return formats::encode_nearest_even(formats::float8_e4m3fn, x, formats::Overflow::saturate);
  };
  return {k, code(a), code(b)};
}

bool Scales::paired() const {
  for (std::size_t i = 0; i < per_16.size(); i += 2)
    if (per_16[i] != per_16[i + 1]) return false;
  return true;
}

bool Probe::unscaled() const {
  return *scale == formats::float8_e8m0fnu && scale_a == Scales{} && scale_b == Scales{};
}

std::vector<Probe> probes(std::string_view arch) {
  if (arch == "gfx950") return together(directed_probes(), ladder_probes(), random_probes());
  if (arch == "gfx1250")
    return together(directed_probes(), ladder_probes(), random_probes(), scale_probes(),
                    random_probes_scaled_by_16());
  if (arch == "gfx942") return cdna3_probes();
  return {};
}

bool takes(const Instruction& instruction, const Probe& probe) {
  const auto fits = [&](const Term& t) { return t.k < instruction.row->k; };
  if (!std::ranges::all_of(probe.terms, fits) || !has_kernel(instruction, *probe.format)) return false;
  if (probe.unscaled()) return true;
  if (!instruction.scaled() || *instruction.scale != *probe.scale) return false;
  if (instruction.row->scale_block == 32 && !(probe.scale_a.paired() && probe.scale_b.paired())) return false;
  for (int k = instruction.row->k; k < kLargestK; k += 16)
    if (probe.scale_a.at(k) != kOne || probe.scale_b.at(k) != kOne) return false;
  return true;
}

}  // namespace lockstep::probe
