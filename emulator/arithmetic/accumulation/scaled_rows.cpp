#include "emulator/arithmetic/accumulation/scaled_rows.hpp"

#include <algorithm>
#include <utility>

#include "emulator/arch/arch.hpp"

namespace lockstep::accumulation {

namespace {

constexpr std::size_t kBlock = 32, kStep = Panel::kStep, kBlocks = kStep / kBlock;
constexpr std::uint8_t kZero = 0, kOne = 127;

}  // namespace

template <typename Arithmetic>
ScaledRows<Arithmetic>::ScaledRows(const Arithmetic& arithmetic, const Operand& a, const Operand& b,
                                   std::int64_t k)
    : of_(arithmetic),
      a_(a),
      b_(b),
      k_(std::size_t(k)),
      panel_(of_.panel(b.format, a.format, Scales::in_instruction)) {}

template <typename Arithmetic>
void ScaledRows<Arithmetic>::begin(std::vector<std::size_t> rows, std::vector<std::size_t> columns) {
  rows_ = std::move(rows);
  columns_ = std::move(columns);
  panel_.begin(columns_.size(), rows_.size());
}

/// Calls put(operand, row of it, where its line goes) for the lines of A or of B.
template <typename Arithmetic>
template <typename Put>
void ScaledRows<Arithmetic>::each(bool is_a, Put put) {
  const std::vector<std::size_t>& lines = is_a ? rows_ : columns_;
  for (std::size_t i = 0; i < lines.size(); ++i) put(is_a ? a_ : b_, lines[i], place(is_a, i));
}

template <typename Arithmetic>
void ScaledRows<Arithmetic>::put_step(const Operand& o, std::size_t row, std::size_t step,
                                      const Place& to) const {
  const std::size_t blocks = std::min(kBlocks, k_ / kBlock - step * kBlocks);
  std::fill(std::copy_n(&o.codes[row * k_ + step * kStep], blocks * kBlock, to.codes.begin()), to.codes.end(),
            of_.code(kZero));
  std::fill(std::copy_n(&o.scales[row * (k_ / kBlock) + step * kBlocks], blocks, to.scales.begin()),
            to.scales.end(), of_.code(kOne));
}

/// Puts the blocks of a step where an instruction has those of one lane: 16 elements in either half.
template <typename Arithmetic>
void ScaledRows<Arithmetic>::put_apart(const Operand& o, std::size_t row, std::size_t step,
                                       const Place& to) const {
  constexpr std::size_t kHalf = kBlock / 2;
  for (std::size_t block = 0; block < kBlocks; ++block) {
    const std::size_t from = row * k_ + step * kStep + block * kBlock;
    std::copy_n(&o.codes[from], kHalf, &to.codes[block * kHalf]);
    std::copy_n(&o.codes[from + kHalf], kHalf, &to.codes[kStep / 2 + block * kHalf]);
  }
}

template <typename Arithmetic>
void ScaledRows<Arithmetic>::add_step(std::size_t step) {
  for (const bool is_a : {true, false})
    each(is_a, [&](const Operand& o, std::size_t row, const Place& to) { put_step(o, row, step, to); });
  panel_.add_step();
}

template <typename Arithmetic>
void ScaledRows<Arithmetic>::add_block(std::size_t step, std::size_t block) {
  const bool in_place = arch::has(of_.arch(), arch::Feature::wmma);
  for (const bool is_a : {true, false})
    each(is_a, [&](const Operand& o, std::size_t row, const Place& to) {
      put_step(o, row, step, to);
      if (!in_place) {
        put_apart(o, row, step, to);
        std::ranges::fill(to.scales, o.scales[row * (k_ / kBlock) + step * kBlocks + block]);
      }
      if (is_a) return;
      const std::size_t run = in_place ? kBlock : kBlock / 2;  // elements of a block that stand together
      for (std::size_t i = 0; i < kStep; ++i)
        if (i / run % kBlocks != block) to.codes[i] = of_.code(kZero);
    });
  panel_.add_step();
}

template class ScaledRows<Numbers>;
template class ScaledRows<Terms>;

}  // namespace lockstep::accumulation
