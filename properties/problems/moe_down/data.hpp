// The contents of a problem's tensors, in logical order and in the layouts of the device. A row of A is known
// by its expert and its number there, or by its token, so that cases that differ in blocks or padding have
// the same rows.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "properties/problems/moe_down/problem.hpp"

namespace lockstep::problems {

struct MoeDownCaseData {
  operators::MoeDownData operands;
  /// Data::full only: says which element of which operand the quantiser moved by more than half a step; empty
  /// when the derived bound of the quantised operands holds.
  std::string quantisation_fault;
};

/// What the contract reads of a case, as a pure function of its seed and the position. Fails for an unknown
/// recipe.
tl::expected<MoeDownCaseData, std::string> make_moe_down_data(const cases::Case& c,
                                                              const operators::MoeDown& problem);

/// [active rows][n]: the exact y before quantisation, of a case with Scales::quantised.
std::vector<double> unquantised_rows(const cases::Case& c, const operators::MoeDown& problem,
                                     const operators::MoeDownData& data);

/// What the added form finds in D, [arrivals][n] bf16.
std::vector<std::uint16_t> initial_tokens(const cases::Case& c,
                                          const std::vector<operators::Arrivals>& arrivals);

/// Where the scale of (sorted row, block of 32 columns) lies among the scales of `rows` sorted rows.
std::uint64_t sorted_scale_offset(const operators::MoeDown& p, std::int64_t columns, std::int64_t row,
                                  std::int64_t column);
/// Bytes of a tensor of such scales.
std::uint64_t sorted_scale_bytes(const operators::MoeDown& p, std::int64_t columns);

/// Operands as they lie in memory; made once, referred to by fills.
struct MoeDownMemory {
  MoeDownMemory(const operators::MoeDown& p, const operators::MoeDownData& d);

  std::vector<operators::OutputRow> a_rows;  ///< rows of A that are read: sorted rows or, gated, tokens
  std::vector<operators::OutputRow> rows;    ///< sorted rows that are active
  std::vector<std::uint8_t> a;               ///< [a_rows][bytes of a row]
  std::vector<std::uint8_t> b;               ///< [planes][n][k/2], not shuffled yet
  std::vector<std::uint8_t> b_scale;         ///< [planes], each shuffled
  std::vector<std::uint8_t> used_rows;       ///< int32
  std::vector<std::uint8_t> weights;         ///< [active rows] f32
  std::vector<std::pair<std::uint64_t, std::uint8_t>> a_scale;  ///< offset and byte, ascending

 private:
  void pack_a(const operators::MoeDown& p, const operators::MoeDownData& d);
};

/// Adds what every launch reads: A unless `at` has it already, B, scales, routing and weights. `of`, before
/// the names of B, its scales and the weights, says of which product they are. All references must outlive
/// the tensors.
void add_moe_inputs(Tensors& t, const operators::MoeDown& p, const operators::MoeDownData& d,
                    const MoeDownMemory& memory, kernels::MoeDownAddresses& at, const std::string& of = {});

/// The inputs of one product; outputs are the instance's to add.
Description describe(const operators::MoeDown& p);
/// The inputs of both products: tensors of the first one's B are called gate_up_*, those of the second one's
/// down_*.
Description describe(const operators::MoeDown& first, const operators::MoeDown& second);

/// Active rows of each expert.
std::vector<std::int64_t> group_rows(const operators::MoeDown& p, const operators::MoeDownData& d);

struct MoeDownFollowUp {
  operators::MoeDown problem;
  operators::MoeDownData operands;
  std::vector<std::size_t> rows;  ///< [active rows] the source's active row
};

/// `problem` is made of the relation's case; its rows get the sorted ids of those that they come from. `p`
/// and `d` are the source's.
tl::expected<MoeDownFollowUp, std::string> follow_up(const operators::MoeDown& p,
                                                     const operators::MoeDownData& d,
                                                     operators::MoeDown problem, const Relation& relation);

}  // namespace lockstep::problems
