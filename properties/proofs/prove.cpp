#include "properties/proofs/prove.hpp"

#include <algorithm>

namespace lockstep::proofs {

namespace {

Proof prove_equal_once(laws::Experiment& first, laws::Experiment& second, const fingerprint::Hasher& hasher) {
  const laws::CleanRun a = follow_clean(first, hasher);
  if (!a.run) return a.so_far;
  const laws::CleanRun b = follow_clean(second, hasher);
  if (!b.run) return b.so_far;
  Proof proof = a.so_far;
  proof.instructions += b.so_far.instructions;
  const auto& outputs = first.instance().outputs();
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const std::size_t width = laws::bytes_of(*outputs[o].format);
    const auto value = [&](const laws::CleanRun& of, std::size_t at) {
      return hasher.value(std::span(of.run->outputs[o]).subspan(at, width));
    };
    compare(outputs[o], [&](std::size_t, std::size_t at) { return value(a, at) == value(b, at); }, proof);
  }
  conclude(proof, "the two compute it in another order, by other operations, or of other operands");
  return proof;
}

}  // namespace

tl::expected<Proof, std::string> prove(const cases::Case& c, laws::CodeCache& cache,
                                       const laws::Experiment::Options& options, std::uint64_t key) {
  auto experiment = laws::Experiment::prepare(c, cache, options);
  if (!experiment) return tl::unexpected(experiment.error());
  return laws::prove(**experiment, key);
}

tl::expected<Proof, std::string> prove_equal(const cases::Case& first, const cases::Case& second,
                                             laws::CodeCache& cache, const laws::Experiment::Options& options,
                                             std::uint64_t key) {
  auto a = laws::Experiment::prepare(first, cache, options);
  if (!a) return tl::unexpected(a.error());
  auto b = laws::Experiment::prepare(second, cache, options);
  if (!b) return tl::unexpected(b.error());
  const auto &outputs = (*a)->instance().outputs(), &others = (*b)->instance().outputs();
  if (outputs.size() != others.size()) return tl::unexpected(std::string("they have other outputs"));
  const auto same_extent = [](const operators::Output& x, const operators::Output& y) {
    return x.elements() == y.elements() && x.format->bits == y.format->bits;
  };
  if (!std::ranges::equal(outputs, others, same_extent))
    return tl::unexpected(std::string("they write other elements"));
  return laws::either_order(first.arch, key, [&](const auto& h) { return prove_equal_once(**a, **b, h); });
}

}  // namespace lockstep::proofs
