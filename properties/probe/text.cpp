#include <bit>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "properties/probe/parameters.hpp"
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

namespace {

std::string text(const std::optional<Width>& w) {
  if (!w) return "not determined";
  switch (w->below) {
    case Width::Below::nothing_seen:
      return fmt::format("at least {} fraction bits: no loss seen", w->bits);
    case Width::Below::zero:
      return fmt::format("{} fraction bits, a negative rest counts as zero", w->bits);
    case Width::Below::floor:
      return fmt::format("{} fraction bits, floored{}", w->bits,
                         w->window == 0 ? "" : fmt::format("; zero when more than {} below", w->window));
    case Width::Below::other:
      break;
  }
  return fmt::format("{} fraction bits; below that neither zero nor a floor", w->bits);
}

std::string text(const Parameters::Reach& reach, int k_of_shape) {
  if (!reach.products)
    return fmt::format("not consecutive: k 0 is together with k {}", fmt::join(reach.shares, " "));
  if (*reach.products >= k_of_shape) return "all products of the instruction";
  return *reach.products == 1 ? "1 product, as far as is seen" : fmt::format("{} products", *reach.products);
}

std::string rounding_text(const Parameters& p) {
  if (!p.rounding) return "not determined";
  constexpr const char* kTexts[] = {"to nearest, ties to even", "to nearest, ties away from zero",
                                    "toward zero", "toward minus infinity", "toward plus infinity"};
  return kTexts[std::size_t(*p.rounding)];
}

std::string text(const Parameters::Tail& t) {
  if (!t.lost) return fmt::format("at least {} fraction bits", t.bits);
  return t.bits < 24 + kTailUp.first ? fmt::format("fewer than {} fraction bits", 24 + kTailUp.first)
                                     : fmt::format("{} fraction bits", t.bits);
}

std::string tail_text(const Parameters& p) {
  if (!p.tail || !p.tail_below) return "hidden by the rounding of the result";
  std::string line = text(*p.tail);
  if (p.tail_below->lost) line += fmt::format("; {} when C's leading bit is borrowed", text(*p.tail_below));
  if (p.tail_floors) line += *p.tail_floors ? "; floored" : "; cut toward zero";
  return line;
}

std::string text(Infinite products) {
  constexpr const char* kTexts[] = {"infinite below 2^128 already", "infinite", "infinite past 2^128 only",
                                    "kept: opposite ones cancel"};
  return kTexts[std::size_t(products)];
}

}  // namespace

std::vector<std::pair<std::string, std::string>> describe(const Parameters& p, const Record& record,
                                                          const Instruction& instruction) {
  std::vector<std::pair<std::string, std::string>> lines{
      {"aligned together",
       p.aligned.shares.empty() ? "no loss between products seen" : text(p.aligned, instruction.row->k)},
      {"added to C at once", text(p.added, instruction.row->k)},
      {"product at even k", text(p.even)},
      {"product at odd k", text(p.odd)},
      {"parity", p.chain          ? "none; partial sums are rounded one by one"
                 : p.parity_split ? "even and odd k are summed apart"
                                  : "no difference seen between even and odd k"},
      {"C beside a larger product", text(p.accumulator)},
      {"sum beside a larger C", tail_text(p)},
      {"rounding of the result", rounding_text(p)},
  };
  if (p.scale_on_products)
    lines.push_back({"scale", *p.scale_on_products ? "acts before the sum is rounded"
                                                   : "acts on a sum rounded without C"});
  if (p.products) lines.push_back({"products of 2^128", text(*p.products)});
  const auto add = [&](const char* name, const char* probe) {
    if (const auto bits = record.bits(instruction, probe))
      lines.push_back({name, fmt::format("{:08X}", *bits)});
  };
  const auto kept = [&](const char* name, const char* probe, float expected) {
    if (const Answer* answer = record.find(instruction, probe)) {
      const float seen =
          std::bit_cast<float>(answer->bits) * enlargement(*record.probes[answer->probe].format);
      lines.push_back({name, seen == expected ? "kept" : seen == 0 ? "flushed to zero" : "changed"});
    }
  };
  if (const Answer* answer = record.find(instruction, "subnormal.operand")) {
    const Probe& asked = record.probes[answer->probe];
    const Term& t = asked.terms[0];
    const double product = formats::to_double(*asked.format, t.a) * formats::to_double(*asked.format, t.b);
    kept("subnormal operands", "subnormal.operand", float(product) * enlargement(*asked.format));
  }
  kept("subnormal results", "subnormal.result", 0x1p-140f);
  kept("subnormal C", "subnormal.c", 0x1.8p-140f);
  add("bits of a NaN", "nan.operand");
  add("NaN scale on zeros", "scale.nan");
  add("sum of negative zeros", "zero.negative");
  return lines;
}

}  // namespace lockstep::probe
