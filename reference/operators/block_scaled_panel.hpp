// One panel of an exact block-scaled product: rows of A against columns of B, summed over their 128-blocks of
// k.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/operators/block_scaled_operand.hpp"

namespace lockstep::operators {

/// Scratch of one panel, reused for all of them; matrices are [rows of a][rows of b].
class BlockScaledPanel {
 public:
  static constexpr std::int64_t kRows = 128, kColumns = 128;

  BlockScaledPanel(const formats::Format& out, Magnitudes magnitudes) : out_(out), magnitudes_(magnitudes) {}

  /// The sums over all blocks of k.
  void multiply(const BlockScaledOperand& a, const BlockScaledOperand& b);

  /// Results of one row, [columns], as exact() of a grouped GEMM has them; no magnitudes but where they were
  /// asked for.
  struct Row {
    std::vector<double> value = std::vector<double>(kColumns), magnitude = value;
    std::vector<std::uint32_t> rounded = std::vector<std::uint32_t>(kColumns);
  };
  /// A row of the panel multiplied last, plus `addend` [columns] where there is one; valid until the next
  /// call.
  const Row& row(const BlockScaledOperand& a, std::int64_t row, const BlockScaledOperand& b,
                 const float* addend = nullptr);

 private:
  /// The running exact::PairSum of every element, and its magnitudes, as arrays, which vectors add to.
  struct Sums {
    double* high;
    double* low;
    double* lost;
    double* magnitude;
  };
  Sums sums_from(std::size_t element) {
    return {&high_[element], &low_[element], &lost_[element], &magnitude_[element]};
  }
  static void add_scaled(const double* product, double scale, std::int64_t count, Sums sums);
  static void add_weights(const float* weight, double scale, std::int64_t count, Sums sums);
  static bool finish(Sums sums, const double* addend, std::int64_t count, double* value, double* magnitude,
                     double* odd, double* lost);

  void add_block(const BlockScaledOperand& a, const BlockScaledOperand& b, std::int64_t kb);
  void sum_exactly(const BlockScaledOperand& a, std::int64_t row, const BlockScaledOperand& b,
                   std::int64_t column, double addend);

  const formats::Format& out_;
  Magnitudes magnitudes_;
  std::vector<double> a_ = std::vector<double>(kRows * kScaleBlock);
  std::vector<double> b_ = std::vector<double>(kColumns * kScaleBlock);
  std::vector<double> product_ = std::vector<double>(kRows * kColumns);
  std::vector<float> a_weight_ = std::vector<float>(kRows * kScaleBlock);
  std::vector<float> b_weight_ = std::vector<float>(kColumns * kScaleBlock);
  std::vector<float> weight_ = std::vector<float>(kRows * kColumns);
  std::vector<double> high_ = std::vector<double>(kRows * kColumns);
  std::vector<double> low_ = high_;
  std::vector<double> lost_ = high_;
  std::vector<double> magnitude_ = high_;
  std::vector<std::uint8_t> row_nan_ = std::vector<std::uint8_t>(kRows);
  std::vector<std::uint8_t> column_nan_ = std::vector<std::uint8_t>(kColumns);
  bool any_column_nan_ = false;
  std::vector<double> addend_ = std::vector<double>(kColumns), odd_ = addend_, lost_now_ = addend_;
  Row row_;
};

}  // namespace lockstep::operators
