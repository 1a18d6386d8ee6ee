#include "tests/hardware/candidates.hpp"

#include "tests/hardware/silicon.hpp"

namespace lockstep::hardware {
namespace {

bool is_float8(const Encoding& f) {
  return f.storage_bits == 8;
}

Candidate measured(const Instruction& in) {
  Candidate c;
  if (in.d.storage_bits == 64) {
    c.multiply_add = true;
    c.nan = Nan::any;
    return c;
  }
  if (in.d.storage_bits == 16) {
    c.exponent_floor = -21;
    c.round = Round::nearest_even;
    c.result_bits = 10;
  }
  c.block = in.k < 16 ? in.k : 16;
  if (!is_float8(in.a)) return c;
  if (in.family == Family::wgmma) {
    c.block = 32;
    c.fraction_bits = 13;
    if (in.d.storage_bits == 32) c.result_bits = 13;
  } else {
    c.through_f16 = true;
    c.c_last = true;
    c.order = Order::quads;
    c.block = in.k / 2;
  }
  return c;
}

}  // namespace

std::vector<NamedCandidate> candidates(const Instruction& in) {
  const Candidate best = measured(in);
  std::vector<NamedCandidate> all{{"measured", best}};
  const auto with = [&](std::string name, auto change) {
    Candidate c = best;
    change(c);
    if (c != best) all.push_back({std::move(name), c});
  };
  if (best.multiply_add) {
    with("descending", [](Candidate& c) { c.order = Order::descending; });
    with("even, odd", [](Candidate& c) { c.order = Order::even_odd; });
    with("nan=0x7FFF...", [](Candidate& c) { c.nan = Nan::ones; });
    return all;
  }
  const bool half = in.d.storage_bits == 16;
  for (const int bits : {11, 12, 13, 14, 22, 23, 24, 25, 26, 27, 30})
    with("F=" + std::to_string(bits), [&](Candidate& c) { c.fraction_bits = bits; });
  for (const int block : {2, 4, 8, 16, 32})
    if (block <= in.k) with("L=" + std::to_string(block), [&](Candidate& c) { c.block = block; });
  with("no floor", [](Candidate& c) { c.exponent_floor = kNoFloor; });
  for (const int by : {-3, -2, -1, 1, 2, 7})
    with("floor=" + std::to_string(best.exponent_floor + by), [&](Candidate& c) { c.exponent_floor += by; });
  if (in.d.storage_bits == 32 && is_float8(in.a))
    for (const int floor : {-29, -28, -21, -14})
      with("floor=" + std::to_string(floor), [&](Candidate& c) { c.exponent_floor = floor; });
  with(best.round == Round::toward_zero ? "result nearest" : "result toward zero", [](Candidate& c) {
    c.round = c.round == Round::toward_zero ? Round::nearest_even : Round::toward_zero;
  });
  with("align nearest", [](Candidate& c) { c.align = Round::nearest_even; });
  if (!half)
    for (const int bits : {12, 13, 14, 22, 23})
      with("result " + std::to_string(bits) + " bits", [&](Candidate& c) { c.result_bits = bits; });
  with("overflow to largest", [](Candidate& c) { c.overflow_to_max = true; });
  with("-0 kept", [](Candidate& c) { c.keep_minus_zero = true; });
  with("-0 of -0s", [](Candidate& c) { c.ieee_zero = true; });
  with("flush operands", [](Candidate& c) { c.flush_in = true; });
  with("flush results", [](Candidate& c) { c.flush_out = true; });
  with("nan=quiet", [](Candidate& c) { c.nan = Nan::quiet; });
  with("nan=any", [](Candidate& c) { c.nan = Nan::any; });
  with(best.c_last ? "C fused" : "C last", [](Candidate& c) { c.c_last = !c.c_last; });
  if (in.a.ignored_bits != 0) with("NaN before cut", [](Candidate& c) { c.specials_before_cut = true; });
  for (const auto& [order, name] : {std::pair{Order::ascending, "ascending"},
                                    {Order::descending, "descending"},
                                    {Order::even_odd, "even, odd"},
                                    {Order::quads, "quads"}})
    if (best.block < in.k) with(name, [order = order](Candidate& c) { c.order = order; });
  if (!is_float8(in.a)) return all;
  with(best.through_f16 ? "not through f16" : "through f16",
       [](Candidate& c) { c.through_f16 = !c.through_f16; });
  with("native, E8M13", [&](Candidate& c) {
    c = Candidate{.fraction_bits = 13, .block = 32, .result_bits = half ? 10 : 13};
    c.round = best.round;
    c.exponent_floor = best.exponent_floor;
  });
  with("native, F=25", [&](Candidate& c) {
    c = Candidate{.block = 32, .result_bits = half ? 10 : 23};
    c.round = best.round;
    c.exponent_floor = best.exponent_floor;
  });
  with("one f16 step, C fused", [&](Candidate& c) {
    c = Candidate{.block = 16, .result_bits = half ? 10 : 23, .through_f16 = true};
    c.round = best.round;
    c.exponent_floor = best.exponent_floor;
  });
  with("one f16 step, C last", [&](Candidate& c) {
    c = Candidate{.block = 16, .result_bits = half ? 10 : 23, .through_f16 = true, .c_last = true};
    c.round = best.round;
    c.exponent_floor = best.exponent_floor;
  });
  return all;
}

}  // namespace lockstep::hardware
