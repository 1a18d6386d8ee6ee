// The problem a case describes, how it is launched, and what of it is computed: all of it, or one tile of
// some groups.
//
// The case's m are the rows of each group, the tokens. In nt and nn they are rows of A and D; k is the
// reduction. In tn they are the reduction, and k is the rows of each plane of D: the case then describes the
// gradient of weights [n, k] as the other two use them.
//
// A sample of tiles makes tensors past 2^31 elements and 4 GiB a matter of seconds: workgroups of other tiles
// are not launched, and of operands only what the tiles read is drawn. To the references the tiles are the
// groups of a problem of its own; only where they lie in memory is the whole problem's.
#pragma once

#include <string>

#include <tl/expected.hpp>

#include "kernels/tensorwise_gemm/launch.hpp"
#include "properties/problems/operator.hpp"

namespace lockstep::problems {

/// A case outside the operator's contract becomes a problem that check() refuses. Fails where group sizes do
/// not add up to an offset.
tl::expected<operators::TensorwiseGemm, operators::Refusal> tensorwise_problem_of(const cases::Case& c,
                                                                                  operators::Layout layout);
kernels::TensorwiseTuning tuning_of(const cases::Case& c);

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

namespace tensorwise_gemm {
/// Operator::prepare.
Preparation prepare(const cases::Case& c, const kernels::Kernel& kernel);
}  // namespace tensorwise_gemm

}  // namespace lockstep::problems
