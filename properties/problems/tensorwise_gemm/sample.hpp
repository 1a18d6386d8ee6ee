// What of a problem a case computes: all of it, or one tile of some groups.
//
// A sample makes tensors past 2^31 elements and 4 GiB a matter of seconds: workgroups of other tiles are not
// launched, and of operands only what the tiles read is drawn. To the references the tiles are the groups of
// a problem of its own; only where they lie in memory is the whole problem's.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "kernels/tensorwise_gemm/tiles.hpp"
#include "properties/cases/case.hpp"
#include "reference/operators/output.hpp"

namespace lockstep::problems {

struct Computed {
  operators::TensorwiseGemm problem;  ///< the whole one, or the tiles as its groups
  std::vector<operators::GroupProduct> products;
  std::vector<kernels::TensorwiseTile> places;  ///< [group of `problem`]: where its product lies in the whole
  bool sampled = false;

  const kernels::TensorwiseTile& place(const operators::GroupProduct& product) const {
    return places[std::size_t(product.group)];
  }
};

/// Fails where the case wants a sample of what cannot be sampled. Tiles that n cuts off are in no sample. No
/// two tiles share a row of A or a column of B: a group has one, its last or any.
tl::expected<Computed, std::string> computed(const cases::Case& c, const operators::TensorwiseGemm& problem);

/// "2 of 4096 tiles", or nothing where all are computed.
std::string sample_text(const cases::Case& c, const operators::TensorwiseGemm& problem,
                        const Computed& computed);

/// The problem without a sample.
Computed whole(const operators::TensorwiseGemm& problem);

/// D as the case writes it: rows of D, or, of a sample, pieces of them of which whole tiles are made.
operators::Output output_of(const operators::TensorwiseGemm& problem, const Computed& computed);

}  // namespace lockstep::problems
