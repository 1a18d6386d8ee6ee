#include "parameters.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "ladder.hpp"

namespace lockstep::probe {

namespace {

class Reader {
 public:
  Reader(const Record& record, const Instruction& instruction) : record_(record), instruction_(instruction) {}

  std::optional<float> value(const std::string& probe) const {
    const auto bits = record_.bits(instruction_, probe);
    return bits ? std::optional(std::bit_cast<float>(*bits)) : std::nullopt;
  }
  std::optional<float> rung(const Ladder& ladder, int n) const { return value(fmt::format("{} {}", ladder.name, n)); }

  /// Of a ladder whose rung n answers -2^(16-n) when the term is kept.
  std::optional<Width> width(const Ladder& ladder) const {
    int n = ladder.first;
    while (n <= ladder.last && rung(ladder, n) == -std::ldexp(1.0f, 16 - n)) ++n;
    if (n == ladder.first) return std::nullopt;
    Width w{n - 1, Width::Below::nothing_seen, 0};
    if (n > ladder.last) return w;
    const float unit = -std::ldexp(1.0f, 16 - w.bits);
    w.below = rung(ladder, n) == unit ? Width::Below::floor : Width::Below::zero;
    for (; n <= ladder.last; ++n) {
      const auto seen = rung(ladder, n);
      if (w.below == Width::Below::floor && w.window == 0 && seen == unit) continue;
      if (seen != 0.0f) w.below = Width::Below::other;
      if (w.below == Width::Below::floor && w.window == 0) w.window = n - 1;
    }
    return w;
  }

  /// Up to which n every rung answers `seen`.
  Parameters::Tail tail(const Ladder& ladder, float seen) const {
    int n = ladder.first;
    while (n <= ladder.last && rung(ladder, n) == seen) ++n;
    return {24 + n - 1, n <= ladder.last};
  }

 private:
  const Record& record_;
  const Instruction& instruction_;
};

constexpr float kC = 0x1p24f, kAbove = kC + 2, kBelow = kC - 1;

std::string addition(int k) {
  constexpr std::pair<int, const char*> kNamed[] = {{8, "A5 "}, {16, "A6 "}, {32, "A7 "}, {64, "A8 "}};
  std::string prefix;
  for (const auto& [at, name] : kNamed)
    if (at == k) prefix = name;
  return fmt::format("{}add.{}", prefix, k);
}

void find_products(Parameters::Reach& reach) {
  int next = reach.shares.empty() || reach.shares[0] == 1 ? 1 : 2;
  for (const int k : reach.shares) {
    if (k != next) return;
    next *= 2;
  }
  reach.products = next;
}

// A tiny term is lost beside large ones that are aligned with it; ones meet above C's last bit when added at once.
void read_reach(const Reader& read, int k_of_shape, Parameters& p) {
  for (const int k : kSharing) {
    if (k >= k_of_shape) break;
    if (read.value(addition(k)) == kAbove) p.added.shares.push_back(k);
    if (k > 1 && read.value(fmt::format("cancel.{}", k)) == 0.0f) p.aligned.shares.push_back(k);
  }
  find_products(p.added);
  if (!p.aligned.shares.empty()) find_products(p.aligned);
}

// An odd answer above and below zero tells all directions apart.
std::optional<Direction> read_rounding(const Reader& read) {
  const auto up = read.value("round.up"), down = read.value("round.down"), tie = read.value("round.tie");
  if (up == kC + 4 && down == -(kC + 4)) return tie == kC ? Direction::nearest_even : Direction::nearest_away;
  if (up == kC + 2 && down == -(kC + 2)) return Direction::toward_zero;
  if (up == kC + 2 && down == -(kC + 4)) return Direction::down;
  if (up == kC + 4 && down == -(kC + 2)) return Direction::up;
  return std::nullopt;
}

void read_tail(const Reader& read, Parameters& p) {
  if (p.rounding != Direction::nearest_even) return;
  p.tail = read.tail(kTailUp, kAbove);
  const Parameters::Tail floored = read.tail(kTailDown, kBelow), cut = read.tail(kTailZero, kBelow);
  if (floored.lost != cut.lost) p.tail_floors = floored.lost;
  p.tail_below = floored.lost ? floored : cut;
}

void read_scale(const Reader& read, Parameters& p) {
  const auto under = read.value("scale.underflow");
  if (p.rounding != Direction::nearest_even || !under) return;
  if (*under == 0x1p-148f) p.scale_on_products = true;
  if (*under == 0x1p-149f) p.scale_on_products = false;
}

}  // namespace

Parameters read_parameters(const Record& record, const Instruction& instruction) {
  const Reader read(record, instruction);
  Parameters p;
  read_reach(read, instruction.shape.k, p);
  p.even = read.width(kEvenLadder);
  p.odd = read.width(kOddLadder);
  p.accumulator = read.width(kAccumulatorLadder);
  p.chain = p.even && p.odd && p.even->below == Width::Below::nothing_seen && p.odd->below != Width::Below::nothing_seen;
  p.parity_split = p.even && p.odd && !p.chain && p.even != p.odd;
  p.rounding = read_rounding(read);
  read_tail(read, p);
  read_scale(read, p);
  return p;
}

namespace {

std::string text(const std::optional<Width>& w) {
  if (!w) return "not determined";
  switch (w->below) {
    case Width::Below::nothing_seen: return fmt::format("at least {} fraction bits: no loss seen", w->bits);
    case Width::Below::zero: return fmt::format("{} fraction bits, a negative rest counts as zero", w->bits);
    case Width::Below::floor:
      return fmt::format("{} fraction bits, floored{}", w->bits, w->window == 0 ? "" : fmt::format("; zero when more than {} below", w->window));
    case Width::Below::other: break;
  }
  return fmt::format("{} fraction bits; below that neither zero nor a floor", w->bits);
}

std::string text(const Parameters::Reach& reach, int k_of_shape) {
  if (!reach.products) return fmt::format("not consecutive: k 0 is together with k {}", fmt::join(reach.shares, " "));
  if (*reach.products >= k_of_shape) return "all products of the instruction";
  return *reach.products == 1 ? "1 product, as far as is seen" : fmt::format("{} products", *reach.products);
}

std::string rounding_text(const Parameters& p) {
  if (!p.rounding) return "not determined";
  constexpr const char* kTexts[] = {"to nearest, ties to even", "to nearest, ties away from zero", "toward zero",
                                    "toward minus infinity", "toward plus infinity"};
  return kTexts[std::size_t(*p.rounding)];
}

std::string text(const Parameters::Tail& t) {
  if (!t.lost) return fmt::format("at least {} fraction bits", t.bits);
  return t.bits < 24 + kTailUp.first ? fmt::format("fewer than {} fraction bits", 24 + kTailUp.first) : fmt::format("{} fraction bits", t.bits);
}

std::string tail_text(const Parameters& p) {
  if (!p.tail || !p.tail_below) return "hidden by the rounding of the result";
  std::string line = text(*p.tail);
  if (p.tail_below->lost) line += fmt::format("; {} when C's leading bit is borrowed", text(*p.tail_below));
  if (p.tail_floors) line += *p.tail_floors ? "; floored" : "; cut toward zero";
  return line;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> describe(const Parameters& p, const Record& record,
                                                          const Instruction& instruction) {
  const Reader read(record, instruction);
  std::vector<std::pair<std::string, std::string>> lines{
      {"aligned together", p.aligned.shares.empty() ? "no loss between products seen" : text(p.aligned, instruction.shape.k)},
      {"added to C at once", text(p.added, instruction.shape.k)},
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
    lines.push_back({"scale", *p.scale_on_products ? "acts before the sum is rounded" : "acts on a sum rounded without C"});
  const auto add = [&](const char* name, const char* probe) {
    if (const auto bits = record.bits(instruction, probe)) lines.push_back({name, fmt::format("{:08X}", *bits)});
  };
  const auto kept = [&](const char* name, const char* probe, float expected) {
    if (const auto seen = read.value(probe)) lines.push_back({name, *seen == expected ? "kept" : *seen == 0 ? "flushed to zero" : "changed"});
  };
  kept("subnormal operands", "subnormal.operand", 0x1p-9f);
  kept("subnormal results", "subnormal.result", 0x1p-140f);
  kept("subnormal C", "subnormal.c", 0x1.8p-140f);
  add("bits of a NaN", "nan.operand");
  add("NaN scale on zeros", "scale.nan");
  add("sum of negative zeros", "zero.negative");
  return lines;
}

}  // namespace lockstep::probe
