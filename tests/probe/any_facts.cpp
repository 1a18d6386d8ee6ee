// Silicon that is no named model: no model survives, and its facts are read from the probes.
#include <algorithm>

#include "properties/probe/judge.hpp"
#include "properties/probe/parameters.hpp"
#include "tests/catch.hpp"
#include "tests/property.hpp"

using namespace lockstep;
using matrix::Cut;
using matrix::Facts;
using matrix::Toward;
using probe::Width;

namespace {

Toward drawn_direction() {
  return *rc::gen::element(Toward::zero, Toward::minus_infinity);
}

Facts drawn_facts() {
  Facts f;
  f.summation = matrix::Summation::aligned;
  f.step = *rc::gen::element(4, 8, 16, 32, 0);
  f.parity_split = *rc::gen::arbitrary<bool>();
  f.product.fraction_bits = *rc::gen::inRange(14, 25);
  f.product.toward = drawn_direction();
  if (f.parity_split) {
    f.merge.fraction_bits = *rc::gen::inRange(14, 29);
    f.merge.toward = drawn_direction();
  }
  f.dot = {*rc::gen::inRange(25, 41), Toward::minus_infinity};
  f.accumulator.fraction_bits = *rc::gen::inRange(23, 30);
  f.accumulator.toward = drawn_direction();
  f.accumulator_window = f.accumulator.fraction_bits + *rc::gen::inRange(0, 9);
  f.normalised = {*rc::gen::inRange(25, 41), Toward::minus_infinity};
  f.oversized = *rc::gen::element(matrix::Oversized::infinite, matrix::Oversized::kept);
  return f;
}

// As judge() finds out, but ready with the first answer.
bool is_contradicted(const matrix::Model& model, const probe::Record& record) {
  return std::ranges::any_of(record.answers, [&](const probe::Answer& a) {
    return !probe::same_result(a.bits, *predict(model, *a.instruction, record.probes[a.probe]));
  });
}

// What a ladder must show when these cuts act one after another: the narrowest decides, the first of equals.
// A floor sees nothing of what a wider cut before it has made zero.
Width expected_width(std::vector<Cut> cuts, int last) {
  const auto narrowest = std::ranges::min_element(cuts, {}, &Cut::fraction_bits);
  if (narrowest->fraction_bits >= last) return {last, Width::Below::nothing_seen, 0};
  if (narrowest->toward == Toward::zero) return {narrowest->fraction_bits, Width::Below::zero, 0};
  Width w{narrowest->fraction_bits, Width::Below::floor, 0};
  for (auto cut = cuts.begin(); cut != narrowest; ++cut)
    if (cut->toward == Toward::zero && (w.window == 0 || cut->fraction_bits < w.window))
      w.window = cut->fraction_bits;
  return w;
}

Width expected_even(const Facts& f) {
  if (!f.parity_split || f.merge.fraction_bits >= f.product.fraction_bits)
    return expected_width({f.product, f.dot}, probe::kEvenLadder.last);
  // The even sum is positive, so that any cut of it goes down, until the product's own cut comes first.
  Width w{f.merge.fraction_bits, Width::Below::floor, 0};
  if (f.product.toward == Toward::zero) w.window = f.product.fraction_bits;
  return w;
}

Width expected_odd(const Facts& f) {
  return f.parity_split ? expected_width({f.merge, f.dot}, probe::kOddLadder.last) : expected_even(f);
}

Width expected_accumulator(const Facts& f) {
  Width w = expected_width({f.accumulator}, probe::kAccumulatorLadder.last);
  if (w.below == Width::Below::floor && f.accumulator_window == w.bits) w.below = Width::Below::zero;
  if (w.below == Width::Below::floor) w.window = f.accumulator_window;
  return w;
}

void check_tail(const std::optional<probe::Parameters::Tail>& tail, int bits) {
  const int most = 24 + probe::kTailUp.last;
  RC_ASSERT(tail.has_value());
  RC_ASSERT(tail->lost == (bits < most));
  RC_ASSERT(tail->bits == std::min(bits, most));
}

void check_parameters(const Facts& f, const probe::Parameters& p, int k_of_shape) {
  const int step = f.step == 0 ? k_of_shape : f.step;
  RC_ASSERT(p.aligned.products == step);
  RC_ASSERT(p.added.products == step);
  RC_ASSERT(p.even == expected_even(f));
  RC_ASSERT(p.odd == expected_odd(f));
  RC_ASSERT(p.parity_split == (expected_even(f) != expected_odd(f)));
  RC_ASSERT_FALSE(p.chain);
  RC_ASSERT(p.accumulator == expected_accumulator(f));
  RC_ASSERT(p.rounding == probe::Direction::nearest_even);
  check_tail(p.tail, std::min(f.dot.fraction_bits, f.normalised.fraction_bits));
  check_tail(p.tail_below, std::min(f.dot.fraction_bits, f.normalised.fraction_bits + 1));
}

}  // namespace

TEST_CASE("silicon that is no named model is reported as none, with its parameters") {
  lockstep::tests::check_property("any facts", [] {
    const Facts facts = drawn_facts();
    for (const matrix::Model& model : matrix::models(arch::kDefault)) RC_PRE(model.facts != facts);
    const matrix::Model silicon{"unheard of", matrix::Label::hypothesis, "", "", facts, arch::kDefault};
    const auto device = devices::open_emulated("gfx950", silicon);
    const auto record = probe::observe(**device, probe::probes(arch::kDefault));
    RC_ASSERT(record.has_value());
    for (const matrix::Model& model : matrix::models(arch::kDefault))
      RC_ASSERT(is_contradicted(model, *record));
    for (const probe::Instruction& instruction : probe::instructions("gfx950")) {
      const probe::Parameters p = read_parameters(*record, instruction);
      check_parameters(facts, p, instruction.row->k);
      if (!instruction.scaled()) continue;
      RC_ASSERT(p.scale_on_products == true);
      const bool infinite = facts.oversized == matrix::Oversized::infinite;
      RC_ASSERT(p.products == (infinite ? probe::Infinite::from_2_128 : probe::Infinite::never));
    }
  });
}

// Rare among drawn facts: 25 bits are a floor's, and what it sees of the 26th on is zero.
TEST_CASE("a floor behind a wider cut toward zero is read with its window") {
  Facts facts;
  facts.summation = matrix::Summation::aligned;
  facts.step = 8;
  facts.parity_split = true;
  facts.product = {14, Toward::zero};
  facts.merge = {26, Toward::zero};
  facts.dot = {25, Toward::minus_infinity};
  facts.accumulator = {23, Toward::minus_infinity};
  facts.accumulator_window = 23;
  facts.normalised = {25, Toward::minus_infinity};
  const matrix::Model silicon{"unheard of", matrix::Label::hypothesis, "", "", facts, arch::kDefault};
  const auto device = devices::open_emulated("gfx950", silicon);
  const auto record = probe::observe(**device, probe::probes(arch::kDefault));
  REQUIRE(record);
  const probe::Parameters p = read_parameters(*record, probe::instructions("gfx950")[0]);
  CHECK(p.odd == Width{25, Width::Below::floor, 26});
  CHECK(expected_odd(facts) == Width{25, Width::Below::floor, 26});
}

TEST_CASE("a fact that changes is read as changed") {
  const auto read = [](const Facts& facts) {
    const matrix::Model silicon{"unheard of", matrix::Label::hypothesis, "", "", facts, arch::kDefault};
    const auto device = devices::open_emulated("gfx950", silicon);
    const auto record = probe::observe(**device, probe::probes(arch::kDefault));
    REQUIRE(record);
    return read_parameters(*record, probe::instructions("gfx950")[0]);
  };
  const Facts known = matrix::find_model("gtr32_inexp")->facts;
  Facts f = known;
  f.scale_at = matrix::ScaleAt::sum;
  CHECK(read(known).scale_on_products == true);
  CHECK(read(f).scale_on_products == false);
  // Wide products are no gtr32's, and a sum scaled later says nothing of them.
  CHECK(read(known).products == probe::Infinite::from_2_128);
  CHECK_FALSE(read(f).products.has_value());
  CHECK(read(matrix::find_model("exact")->facts).products == probe::Infinite::never);
  f = known;
  f.oversized = matrix::Oversized::kept;
  CHECK(read(f).products == probe::Infinite::never);
  f = known;
  f.dot.toward = Toward::zero;
  CHECK(read(known).tail_floors == true);
  CHECK(read(f).tail_floors == false);
  CHECK(read(matrix::find_model("nv_st")->facts).rounding == probe::Direction::toward_zero);
  CHECK(read(matrix::find_model("fma_post")->facts).chain);
  CHECK_FALSE(read(known).chain);
}
