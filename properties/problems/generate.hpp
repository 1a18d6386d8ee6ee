// Draws cases that look where bugs live. Parameters only: tensors follow from the case's seed.
#pragma once

#include <string>
#include <vector>

#include "kernels/kernel.hpp"
#include "properties/cases/case.hpp"
#include "properties/cases/draw.hpp"

namespace lockstep::problems {

/// What cases may be drawn from. Empty lists mean everything there is.
struct Space {
  std::vector<std::string> kernels;  ///< KERNEL, which is of all archs that are emulated, or KERNEL@ARCH
  std::vector<std::string> models;
  std::vector<std::string> builds;  ///< empty: O3 mostly, O2 where there is one
  std::string recipe = "ceil";
  bool exact_grid_only = false;  ///< only cases that law exact_grid speaks about
  bool wide_offsets = true;      ///< draws cases whose tensors pass 2, 4 and 8 GiB, too
  bool rare = true;              ///< draws the cases of make_rare(), too
};

/// KERNEL names a kernel on every arch, KERNEL@ARCH on one.
bool is_name_of(std::string_view name, const kernels::Kernel& kernel);

/// False when no kernel of the space has one of its models: then nothing can be drawn.
bool holds_any(const Space& space);

/// Case number `index` of a run with this seed: the same for any number of jobs and in any order.
cases::Case draw(const Space& space, std::uint64_t seed, std::uint64_t index);

/// The case on other contents of its operands, as draws have them, number `index`, and of another seed.
cases::Case with_drawn_data(const cases::Case& c, std::uint64_t index);

/// The drawn case, or now and then another in its place, with what bugs need and plain draws seldom hold:
/// tensors past 2^31 bytes, group counts around the lanes of a wave, values at the ends of their formats,
/// sizes that nobody asked for. Cases that the kernel refuses stay as they were.
cases::Case make_rare(const Space& space, cases::Draw& draw, const cases::Case& drawn);

/// 2, 4 or 8 GiB, which a tensor is to pass.
std::int64_t wide_bytes(cases::Draw& draw);

/// Gives the case as many groups as a wave has lanes, one less, one more, or as many as several waves, with
/// rows at those edges: RareDraws::groups_around_a_wave of most operators. Groups along k have `along_k` of
/// it each; 0: groups are rows.
void groups_around_a_wave(cases::Draw& draw, cases::Case& c, std::int64_t most_k, std::int32_t along_k = 0);

// Cases for code objects that take only some of an operator's problems: drawn again until one is taken.

/// The first of a few draws for which `takes` is true, or the last of them: like draw(), the same for any
/// number of jobs and in any order.
template <typename Takes>
cases::Case draw_taken(const Space& space, std::uint64_t seed, std::uint64_t index, Takes takes) {
  constexpr std::uint64_t kDraws = 64;
  cases::Case drawn = draw(space, seed, index);
  for (std::uint64_t i = 1; i < kDraws && !takes(drawn); ++i) drawn = draw(space, seed ^ i << 57, index);
  return drawn;
}

}  // namespace lockstep::problems
