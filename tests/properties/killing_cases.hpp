// Numbers of cases that kill a mutant which no early case kills, or only one that takes long to prove, as a
// search of up to 200 found them. They are tried first, and not expected: where draws have changed, and they
// no longer kill, the search finds others, and says so.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace lockstep::tests {

struct KillingCase {
  std::string_view mutant;
  std::uint64_t number;  ///< from 1
};

constexpr KillingCase kKillingCases[] = {
    {"tile_turned_over_unread_operands", 10},
    {"first_of_sixteen_without_its_sign", 10},
    {"scale_above_one_is_one", 8},
    {"gfx942_a_scale_of_low_rows", 76},
    {"moe_h_scales_in_another_order", 29},
    {"missing_barrier", 46},
    {"negative_scales_lose_their_sign", 189},
    {"expert_scales_of_padding_stored", 5},
    {"half_of_64_lanes", 10},
    {"permuted_k_under_block_scales", 97},
    {"four_columns_at_once_for_any_n", 11},
    {"chunk_past_k_taken", 12},
    {"nan_row_spoils_the_first", 8},
    {"gap_ends_the_block", 29},
    {"num_post_ignored", 23},
    {"weight_by_row_of_a", 23},
    {"d_index_in_32_bits", 65},
    {"tile_of_d_in_32_bits", 12},
    {"rebased_descriptor_keeps_its_length", 61},
    {"ends_padding_written_unasked", 4},
    {"moe_columns_past_n_added", 55},
    {"moe_columns_past_n_stored", 5},
    {"k_empty_planes_left", 4},
    {"k_empty_planes_zeroed", 5},
    {"token_of_22_bits", 54},
    {"weights_offset_of_32_bits", 39},
    {"infinite_addend_made_finite", 15},
    {"lone_65th_group_not_counted", 128},
    {"k_last_lane_not_counted", 112},
    {"half_a_tile_of_columns_passed_over", 47},
    {"one_byte_past_k_kept", 4},
    {"scale_planes_in_32_bits", 129},
    {"mx_copies_past_the_last_step", 7},
    {"mx_scale_rows_of_a_not_selected", 97},
    {"mx_every_wave_signals_the_cluster", 12},
    {"w32_negative_id_is_a_row", 4},
    {"w32_block_ends_with_a_wave", 193},
    {"mx_cluster_barrier_left_out", 12},
    {"mx_cluster_meets_only_at_first", 12},
    {"mx_rows_of_d_in_32_bits", 39},
    {"mx_partial_sums_in_32_bits", 76},
    {"mx_partial_sums_read_in_32_bits", 76},
    {"mx_weight_scales_of_32_bits", 177},
    {"moe_two_stage_weights_in_32_bits", 58},
};

/// 0 where an early case kills the mutant, or it has not been searched for.
constexpr std::uint64_t killing_case(std::string_view mutant) {
  const KillingCase* const row = std::ranges::find(kKillingCases, mutant, &KillingCase::mutant);
  return row == std::end(kKillingCases) ? 0 : row->number;
}

}  // namespace lockstep::tests
