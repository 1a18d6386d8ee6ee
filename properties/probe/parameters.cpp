#include "properties/probe/parameters.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>

#include "properties/probe/probe.hpp"
#include "reference/formats/formats.hpp"

namespace lockstep::probe {

namespace {

// 2^exponent, at most 2^16, as a product of two powers of e4m3fn.
Term power(int k, int exponent, bool negative = false) {
  const int half = std::max(exponent / 2, -9);
  return e4m3(k, (negative ? -1 : 1) * std::ldexp(1, half), std::ldexp(1, exponent - half));
}

class Ladders {
 public:
  void add(std::string name, const char* reads, float c, std::vector<Term> terms) {
    probes.push_back(
        {std::move(name), reads, &formats::float8_e4m3fn, std::bit_cast<std::uint32_t>(c), std::move(terms)});
  }
  template <typename Rung>
  void climb(const Ladder& ladder, const char* reads, Rung rung) {
    for (int n = ladder.first; n <= ladder.last; ++n) {
      auto [c, terms] = rung(n);
      add(fmt::format("{} {}", ladder.name, n), reads, c, std::move(terms));
    }
  }
  std::vector<Probe> probes;
};

using Inputs = std::pair<float, std::vector<Term>>;

}  // namespace

std::vector<Probe> ladder_probes() {
  const Term up = e4m3(0, 256, 256);
  Ladders all;
  for (const int k : kSharing)
    if (k > 1)
      all.add(fmt::format("cancel.{}", k), "whether k 0, 1 and this k share a step", 0,
              {up, e4m3(1, -256, 256), power(k, -18)});
  all.climb(kEvenLadder, "fraction bits of a product at even k",
            [&](int n) { return Inputs{0, {up, e4m3(1, -256, 256), power(2, 16 - n, true)}}; });
  all.climb(kOddLadder, "fraction bits of a product at odd k",
            [&](int n) { return Inputs{0, {up, power(1, 16 - n, true), e4m3(2, -256, 256)}}; });
  all.climb(kAccumulatorLadder, "fraction bits and window of C",
            [&](int n) { return Inputs{-std::ldexp(1.0f, 16 - n), {up, e4m3(1, -256, 256)}}; });
  all.climb(kTailUp, "bits kept below a larger C",
            [](int n) { return Inputs{0x1p24f, {e4m3(0, 1, 1), power(2, -n)}}; });
  all.climb(kTailDown, "bits kept below a larger C, floored",
            [](int n) { return Inputs{0x1p24f, {e4m3(0, -1.5, 1), power(2, -n)}}; });
  all.climb(kTailZero, "bits kept below a larger C, cut toward zero",
            [](int n) { return Inputs{0x1p24f, {e4m3(0, -.5, 1), power(2, -n, true)}}; });
  return all.probes;
}

namespace {

class Reader {
 public:
  Reader(const Record& record, const Instruction& instruction) : record_(record), instruction_(instruction) {}

  std::optional<float> value(const std::string& probe) const {
    const Answer* answer = record_.find(instruction_, probe);
    if (answer == nullptr) return std::nullopt;
    return std::bit_cast<float>(answer->bits) * enlargement(*record_.probes[answer->probe].format);
  }
  std::optional<float> rung(const Ladder& ladder, int n) const {
    return value(fmt::format("{} {}", ladder.name, n));
  }

  /// Reads a ladder whose rung n answers -2^(16-n) when the term is kept.
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

// A tiny term is lost beside large ones that are aligned with it; ones meet above C's last bit when added at
// once.
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

// Opposite products that are infinite give NaN, others nothing.
void read_overflow(const Reader& read, Parameters& p) {
  constexpr std::pair<const char*, Infinite> kProbes[] = {{"product.largest", Infinite::below_2_128},
                                                          {"product.overflow", Infinite::from_2_128},
                                                          {"scale.overflow", Infinite::past_2_128}};
  bool all_cancel = true;
  for (const auto& [name, infinite] : kProbes) {
    const auto sum = read.value(name);
    if (sum && std::isnan(*sum)) {
      p.products = infinite;
      return;
    }
    all_cancel = all_cancel && sum == 0.0f;
  }
  if (all_cancel && p.scale_on_products == true) p.products = Infinite::never;
}

}  // namespace

Parameters read_parameters(const Record& record, const Instruction& instruction) {
  const Reader read(record, instruction);
  Parameters p;
  read_reach(read, instruction.row->k, p);
  p.even = read.width(kEvenLadder);
  p.odd = read.width(kOddLadder);
  p.accumulator = read.width(kAccumulatorLadder);
  p.chain = p.even && p.odd && p.even->below == Width::Below::nothing_seen &&
            p.odd->below != Width::Below::nothing_seen;
  p.parity_split = p.even && p.odd && !p.chain && p.even != p.odd;
  p.rounding = read_rounding(read);
  read_tail(read, p);
  read_scale(read, p);
  read_overflow(read, p);
  return p;
}

}  // namespace lockstep::probe
