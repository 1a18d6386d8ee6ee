// The facts of datapaths, measured on one arch and carried to others as hypotheses.
#pragma once

#include <string_view>

#include "emulator/arithmetic/matrix/models/facts.hpp"

namespace lockstep::matrix {

inline constexpr std::string_view kYardstick = "yardstick of this project, not a claim about any silicon";
inline constexpr std::string_view kRocjitsu =
    "functional model of AMD's rocjitsu emulator (ROCm/rocm-systems)";
inline constexpr std::string_view kCdna3Carried =
    "the datapath measured on CDNA3 (arXiv 2511.10909, arXiv 2512.07004), carried to new formats and scales";
inline constexpr std::string_view kXie3 = "measured by arXiv 2511.10909, newest published model (MI300X)";
inline constexpr std::string_view kTail =
    "an earlier published model of arXiv 2511.10909; differs where a cut bit decides a tie";
/// The cut that arXiv 2512.07004 publishes has no effect on a sum that is the larger term: this equals v1.
inline constexpr std::string_view kKhattak3 =
    "published by arXiv 2512.07004 (MI300A, MI300X); the same function as /v1";
inline constexpr std::string_view kRocjitsu1250 =
    "functional model of AMD's rocjitsu emulator (ROCm/rocm-systems), not shown to be hardware";
inline constexpr std::string_view kNvidia =
    "the datapath measured on NVIDIA Blackwell (arXiv 2511.10909) and, for zero results, on an H200 "
    "(docs/silicon.md), carried to AMD";
/// tests/hardware: 10^9 random and directed inputs per instruction without a mismatch. The structure is that
/// of arXiv 2511.10909; the document lists what was open there.
inline constexpr std::string_view kHopper = "measured on an H200 by tests/hardware: docs/silicon.md";
inline constexpr std::string_view kRdna4Carried =
    "the datapath measured on RDNA4 (ROCm/rocm-systems, R9700), carried to new formats and scales";

constexpr Facts exact(int step) {
  return {.summation = Summation::exact, .step = step};
}
/// acc = fma(a, b, acc) for every k.
constexpr Facts fused_multiply_add() {
  return {.summation = Summation::exact, .step = 1, .signed_zero = true};
}
constexpr Facts pairwise(int step) {
  return {.summation = Summation::pairwise, .step = step, .flush = true};
}
constexpr Facts chain() {
  return {.summation = Summation::fma_chain, .step = 32, .scale_at = ScaleAt::sum};
}
constexpr Facts chain_twice() {
  return {.summation = Summation::fma_chain, .step = 16, .scale_at = ScaleAt::sum_twice};
}
/// CDNA3 f16, bf16, xf32: all products are aligned under one exponent.
constexpr Facts truncated(int step) {
  return {.summation = Summation::aligned,
          .step = step,
          .product = {24, Toward::zero},
          .dot = {32, Toward::minus_infinity},
          .accumulator = {24, Toward::minus_infinity},
          .accumulator_window = 1000,
          .normalised = {31, Toward::minus_infinity}};
}
/// CDNA3 fp8, bf8: even and odd k are summed apart, and a far smaller accumulator is dropped.
constexpr Facts split(int step) {
  Facts facts = truncated(step);
  facts.parity_split = true;
  facts.merge = {24, Toward::minus_infinity};
  facts.accumulator_window = 25;
  return facts;
}
constexpr Facts scaled_after(Facts facts) {
  facts.scale_at = ScaleAt::sum;
  return facts;
}
constexpr Facts xf32(Facts facts) {
  facts.ignored_bits = 13;
  return facts;
}
// Published variants of CDNA3's last cuts.
constexpr Facts v1(Facts facts) {
  facts.dot = {31, Toward::minus_infinity};
  facts.normalised = kUncut;
  return facts;
}
constexpr Facts v2a(Facts facts) {
  facts.dot = {52, Toward::minus_infinity};
  return facts;
}
constexpr Facts khattak(Facts facts) {
  return v1(facts);
}
/// NVIDIA Blackwell's sums. That no rounded sum is -0 was measured on Hopper, whose datapath is the same.
constexpr Facts nvidia(int step) {
  return {.summation = Summation::fused,
          .step = step,
          .product = {25, Toward::zero},
          .oversized = Oversized::kept,
          .zero_exponent = -133,
          .negative_underflow = false,
          .rounding = Rounding::toward_zero};
}
/// NVIDIA Hopper's sums of operands of 8 bits: fewer bits of each term are kept, and no more of the result.
constexpr Facts hopper(int step) {
  Facts facts = nvidia(step);
  facts.product = {13, Toward::zero};
  facts.result_bits = 13;
  return facts;
}
/// RDNA4's sums of pairs.
constexpr Facts pairs_of(int pair, int step) {
  return {.summation = Summation::grid,
          .step = step,
          .grid = Grid::gfx12,
          .pair = pair,
          .negative_underflow = false,
          .nan = NanBits::rdna};
}
/// The facts carried to another arch: without the NaN bits.
constexpr Facts carried(Facts facts) {
  facts.nan = NanBits::any;
  return facts;
}
constexpr Facts wave32(Facts facts) {
  facts.middle_swapped = true;
  return facts;
}
constexpr Facts cut_to_bfloat16(Facts facts) {
  facts.rounding = Rounding::bfloat16_cut;
  return facts;
}
/// RDNA3's sums.
constexpr Facts complemented(bool flush) {
  return {.summation = Summation::grid,
          .step = 2,
          .grid = Grid::gfx11,
          .flush = flush,
          .negative_underflow = false,
          .nan = NanBits::rdna};
}

}  // namespace lockstep::matrix
