// Probes of OCP formats, put in the formats of CDNA3.
#include <algorithm>
#include <bit>

#include "properties/probe/probe.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::probe {

namespace {

using formats::Format;

std::optional<std::uint32_t> same_code(const Format& from, const Format& to, std::uint32_t code) {
  const double value = formats::to_double(from, code);
  if (value != value) return formats::nan_code(to);
  if (code == from.sign_mask()) return std::nullopt;  // -0
  return formats::to_double(to, code) == value / 2 ? std::optional(code) : std::nullopt;
}

std::optional<std::uint32_t> same_value(const Format& from, const Format& to, std::uint32_t code) {
  const double value = formats::to_double(from, code);
  if (value != value) return formats::nan_code(to);
  const std::uint32_t there = formats::encode_nearest_even(to, value, formats::Overflow::saturate);
  return formats::to_double(to, there) == value ? std::optional(there) : std::nullopt;
}

}  // namespace

float enlargement(const Format& format) {
  return format.specials == formats::Specials::fnuz ? 4 : 1;
}

std::optional<Probe> carried_over(const Probe& probe, const Format& format) {
  if (!probe.unscaled()) return std::nullopt;
  const bool fnuz = format.specials == formats::Specials::fnuz;
  const auto convert = fnuz ? same_code : same_value;
  Probe p = probe;
  p.format = &format;
  p.c = std::bit_cast<std::uint32_t>(std::bit_cast<float>(probe.c) / enlargement(format));
  for (Term& t : p.terms) {
    const auto a = convert(*probe.format, format, t.a), b = convert(*probe.format, format, t.b);
    if (!a || !b) return std::nullopt;
    t = {t.k, *a, *b};
  }
  return p;
}

}  // namespace lockstep::probe
