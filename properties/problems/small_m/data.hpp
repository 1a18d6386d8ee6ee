// The contents of a problem's tensors, in logical order and as they lie in memory.
#pragma once

#include <array>
#include <string>

#include <tl/expected.hpp>

#include "properties/problems/small_m/problem.hpp"

namespace lockstep::problems {

struct SmallMCaseData {
  operators::SmallMData operands;     ///< planes ascend with their experts
  std::vector<std::int32_t> experts;  ///< [planes]
  std::string quantisation_fault;     ///< Instance::quantisation_fault()
};

/// What the contract reads of a case, as a pure function of its seed and the position. Fails for an unknown
/// recipe.
tl::expected<SmallMCaseData, std::string> make_data(const cases::Case& c, const operators::SmallM& problem);

/// [rows taking part][n]: the exact answer before quantisation, weighted, of a case with Scales::quantised.
std::vector<double> unquantised_rows(const cases::Case& c, const operators::SmallM& problem,
                                     const operators::SmallMData& data);

/// Some rows of a tensor, ascending, with their contents one behind another.
struct RowsInMemory {
  std::vector<operators::OutputRow> rows;
  std::vector<std::uint8_t> bytes;

  void add(std::int64_t row, std::span<const std::uint8_t> contents);
};

/// What the contract reads, as it lies in memory; B and its scales are in the data. Outlives the fills made
/// of it.
struct SmallMMemory {
  RowsInMemory a, a_scale, ids, expert_ids, weights;
  std::vector<operators::OutputRow>
      planes;  ///< planes of B that are read, or rows where some columns are computed
  std::array<std::int32_t, 1> num_post{};

  /// `written`: rows taking part, by ascending row of D.
  SmallMMemory(const SmallMSample& sample, const SmallMCaseData& data,
               const std::vector<std::size_t>& written);
};

/// The inputs; outputs are the instance's to add.
Description describe(const operators::SmallM& p);

/// The relation's case with the same rows of D whatever the list holds else: each has a row of A of its own,
/// and the whole list counts.
cases::Case follow_up_case(const Relation& relation);

/// Rows of D that each expert has.
std::vector<std::int64_t> group_rows(const operators::SmallM& p, const operators::SmallMData& d);

struct SmallMFollowUp {
  operators::SmallM problem;
  SmallMCaseData data;
  std::vector<std::size_t> rows;  ///< [rows taking part] the source's
};

/// `problem` is made of follow_up_case(); its weights become those of the rows that it takes. `p` and `d` are
/// the source's.
tl::expected<SmallMFollowUp, std::string> follow_up(const operators::SmallM& p,
                                                    const operators::SmallMData& d, operators::SmallM problem,
                                                    const Relation& relation);

}  // namespace lockstep::problems
