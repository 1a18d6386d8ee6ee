#include "tests/matrix/changed_facts.hpp"

#include "emulator/arithmetic/matrix/models/idle_cuts.hpp"

namespace lockstep::tests {
namespace {

using matrix::Facts;
using matrix::Rounding;
using matrix::ScaleAt;
using matrix::Summation;
using matrix::Toward;

bool always(const Facts&) {
  return true;
}
bool aligned(const Facts& f) {
  return f.summation == Summation::aligned;
}
bool split(const Facts& f) {
  return aligned(f) && f.parity_split;
}
bool fused(const Facts& f) {
  return f.summation == Summation::fused;
}
bool grid(const Facts& f) {
  return f.summation == Summation::grid;
}
bool exact(const Facts& f) {
  return f.summation == Summation::exact;
}
bool cuts_products(const Facts& f) {
  return aligned(f) || fused(f);
}
bool rounds(const Facts& f) {
  return cuts_products(f) || grid(f);
}
bool scales_products(const Facts& f) {
  return f.scale_at == ScaleAt::product && f.step != 0;
}
bool scales_sums(const Facts& f) {
  return f.scale_at == ScaleAt::sum;
}
bool ends_with_cut(const Facts& f) {
  return aligned(f) && f.normalised != matrix::kUncut;
}

bool anywhere(const Facts&, Data) {
  return true;
}
bool where_scales_are(const Facts&, Data data) {
  return data == Data::scaled_bytes;
}
// Products of 8 bits lie in 2^-34 .. 2^32, and far from the ends of f32 unless a scale moves them.
bool near_the_ends(const Facts& f, Data data) {
  return data == Data::halves || (data == Data::scaled_bytes && f.scale_at == ScaleAt::product);
}

void turn(Toward& toward) {
  toward = toward == Toward::zero ? Toward::minus_infinity : Toward::zero;
}

constexpr FactChange kChanges[] = {
    {"half a step", [](const Facts& f) { return f.step > 1; }, [](Facts& f) { f.step /= 2; }, anywhere},
    {"two steps at once", [](const Facts& f) { return f.step > 0 && f.step < 16; },
     [](Facts& f) { f.step *= 2; }, anywhere},
    {"steps of 8 rather than the whole", [](const Facts& f) { return f.step == 0; },
     [](Facts& f) { f.step = 8; }, anywhere},
    {"parity", aligned, [](Facts& f) { f.parity_split = !f.parity_split; }, anywhere},
    {"products turned", cuts_products, [](Facts& f) { turn(f.product.toward); }, anywhere},
    {"a product bit less", cuts_products, [](Facts& f) { --f.product.fraction_bits; }, anywhere},
    {"a product bit more", cuts_products, [](Facts& f) { ++f.product.fraction_bits; }, anywhere},
    {"merge turned", split, [](Facts& f) { turn(f.merge.toward); }, anywhere},
    {"a merge bit less", split, [](Facts& f) { --f.merge.fraction_bits; }, anywhere},
    {"a merge bit more", split, [](Facts& f) { ++f.merge.fraction_bits; }, anywhere},
    {"sum turned", aligned, [](Facts& f) { turn(f.dot.toward); }, anywhere},
    {"a sum bit less", aligned, [](Facts& f) { --f.dot.fraction_bits; }, anywhere},
    {"a sum bit more", aligned, [](Facts& f) { ++f.dot.fraction_bits; }, anywhere},
    {"accumulator turned", aligned, [](Facts& f) { turn(f.accumulator.toward); }, anywhere},
    {"an accumulator bit less", aligned, [](Facts& f) { --f.accumulator.fraction_bits; }, anywhere},
    {"an accumulator bit more", aligned, [](Facts& f) { ++f.accumulator.fraction_bits; }, anywhere},
    {"window narrower", split, [](Facts& f) { --f.accumulator_window; }, anywhere},
    {"window wider", split, [](Facts& f) { ++f.accumulator_window; }, anywhere},
    {"a window", [](const Facts& f) { return aligned(f) && !f.parity_split; },
     [](Facts& f) { f.accumulator_window = 25; }, anywhere},
    {"total turned", ends_with_cut, [](Facts& f) { turn(f.normalised.toward); }, anywhere},
    {"a bit of the total less", ends_with_cut, [](Facts& f) { --f.normalised.fraction_bits; }, anywhere},
    {"a bit of the total more", ends_with_cut, [](Facts& f) { ++f.normalised.fraction_bits; }, anywhere},
    {"total cut to 24 bits", aligned, [](Facts& f) { f.normalised = {24, Toward::minus_infinity}; },
     anywhere},
    {"total not cut", ends_with_cut, [](Facts& f) { f.normalised = matrix::kUncut; }, anywhere},
    {"oversized products kept", aligned, [](Facts& f) { f.oversized = matrix::Oversized::kept; },
     near_the_ends},
    {"zeros lower", fused, [](Facts& f) { --f.zero_exponent; }, anywhere},
    {"zeros higher", fused, [](Facts& f) { ++f.zero_exponent; }, anywhere},
    {"pairs of four", grid, [](Facts& f) { f.pair = 4; }, anywhere},
    {"steps swapped", grid, [](Facts& f) { f.middle_swapped = true; }, anywhere},
    {"the grid of gfx11", grid,
     [](Facts& f) {
       f.grid = matrix::Grid::gfx11;
       f.step = 2;
     },
     anywhere},
    {"scaled after the sum", scales_products, [](Facts& f) { f.scale_at = ScaleAt::sum; }, where_scales_are},
    {"products scaled", [](const Facts& f) { return scales_sums(f) && aligned(f); },
     [](Facts& f) { f.scale_at = ScaleAt::product; }, where_scales_are},
    {"scaled twice", scales_sums, [](Facts& f) { f.scale_at = ScaleAt::sum_twice; }, where_scales_are},
    {"operands flushed", always, [](Facts& f) { f.flush = true; }, anywhere},
    {"operands through f16", rounds, [](Facts& f) { f.through_half = true; }, anywhere},
    {"sign of zero", exact, [](Facts& f) { f.signed_zero = !f.signed_zero; }, anywhere},
    {"sign of what vanishes", rounds, [](Facts& f) { f.negative_underflow = !f.negative_underflow; },
     near_the_ends},
    {"the other rounding", rounds,
     [](Facts& f) {
       f.rounding = f.rounding == Rounding::toward_zero ? Rounding::nearest_even : Rounding::toward_zero;
     },
     anywhere},
    {"a bit of the result less", [](const Facts& f) { return f.rounding == Rounding::toward_zero; },
     [](Facts& f) { f.result_bits = 22; }, anywhere},
};

}  // namespace

std::span<const FactChange> fact_changes() {
  return kChanges;
}

bool can_show(const FactChange& change, const Facts& facts, Data data) {
  if (!change.reads(facts) || !change.reached(facts, data)) return false;
  Facts changed = facts;
  change.apply(changed);
  return matrix::without_idle_cuts(changed) != matrix::without_idle_cuts(facts);
}

}  // namespace lockstep::tests
