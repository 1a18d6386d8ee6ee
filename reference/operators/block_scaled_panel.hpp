// One panel of an exact block-scaled product: rows of A against columns of B, summed over their 128-blocks of
// k.
#pragma once

#include <cstdint>
#include <vector>

#include "block_scaled_operand.hpp"

namespace lockstep::operators {

/// Scratch of one panel, reused for all of them; matrices are [rows of a][rows of b].
class BlockScaledPanel {
 public:
  static constexpr std::int64_t kRows = 128, kColumns = 256;

  BlockScaledPanel(const formats::Format& out) : out_(out) {}

  /// The sums over all blocks of k.
  void multiply(const BlockScaledOperand& a, const BlockScaledOperand& b);

  struct Element {
    double value, magnitude;
    std::uint32_t rounded;
  };
  /// of the panel multiplied last, plus `addend`; as GroupedGemmExact says.
  Element element(const BlockScaledOperand& a, std::int64_t row, const BlockScaledOperand& b,
                  std::int64_t column, double addend) const;

 private:
  void add_block(const BlockScaledOperand& a, const BlockScaledOperand& b, std::int64_t kb);
  void add_scaled(std::int64_t start, std::int64_t count, double scale);
  template <typename Term>
  void add(std::int64_t start, std::int64_t count, Term term);

  const formats::Format& out_;
  std::vector<double> a_ = std::vector<double>(kRows * kScaleBlock);
  std::vector<double> b_ = std::vector<double>(kColumns * kScaleBlock);
  std::vector<double> product_ = std::vector<double>(kRows * kColumns);
  std::vector<float> a_weight_ = std::vector<float>(kRows * kScaleBlock);
  std::vector<float> b_weight_ = std::vector<float>(kColumns * kScaleBlock);
  std::vector<float> weight_ = std::vector<float>(kRows * kColumns);
  // The running exact::PairSum of every element, as arrays so that the loop over them vectorises.
  std::vector<double> high_ = std::vector<double>(kRows * kColumns);
  std::vector<double> low_ = high_;
  std::vector<double> lost_ = high_;
  std::vector<double> magnitude_ = high_;
  std::vector<bool> row_nan_, column_nan_;
};

}  // namespace lockstep::operators
