#include "properties/proofs/prove.hpp"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::proofs {

namespace {

/// What law `algebra` says of a case that is not what it should be in every bit.
std::string polynomial_of(laws::Experiment& e) {
  const verdict::LawResult r = laws::check_algebra(e);
  return r.verdict == verdict::Verdict::holds ? "the right one of the operands"
         : r.reason.empty()                   ? std::string(verdict::name(r.verdict))
                                              : r.reason;
}

/// `record`: keeps the terms, and the first difference is explained by them.
Proof prove_equal_once(laws::Experiment& first, laws::Experiment& second, const fingerprint::Hasher& hasher,
                       const fingerprint::TermRecord* record) {
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
    const auto same = [&](std::size_t, std::size_t at) {
      const fingerprint::Fingerprint found = value(a, at), other = value(b, at);
      if (found != other && proof.different == 0 && record != nullptr)
        laws::explain_difference(*record, found, other, proof);
      return found == other;
    };
    compare(outputs[o], same, proof);
  }
  conclude(proof, "the two compute it in another order, by other operations, or of other operands");
  return proof;
}

/// Whether two cases of which parts are computed compute the same: the seed and the shape place a part.
bool same_part(const laws::Experiment& a, const laws::Experiment& b) {
  if (a.instance().sampled().empty() && b.instance().sampled().empty()) return true;
  const cases::Case &x = a.the_case(), &y = b.the_case();
  return a.instance().sampled() == b.instance().sampled() && x.seed == y.seed && x.m == y.m && x.n == y.n &&
         x.k == y.k && x.kernel == y.kernel;
}

/// The arch that decides whether a matrix instruction's operands may change places: both must allow it.
std::string_view either_arch(const cases::Case& first, const cases::Case& second) {
  return arch::has(second.arch, arch::Feature::scales_in_turn) ? second.arch : first.arch;
}

}  // namespace

tl::expected<Proof, std::string> prove(const cases::Case& c, laws::CodeCache& cache,
                                       const laws::Experiment::Options& options, std::uint64_t key) {
  auto experiment = laws::Experiment::prepare(c, cache, options);
  if (!experiment) return tl::unexpected(experiment.error());
  Proof proof = laws::prove(**experiment, key);
  if (proof.outcome == Outcome::differs) proof.polynomial = polynomial_of(**experiment);
  return proof;
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
    return x.elements() == y.elements() && x.columns == y.columns && x.format->bits == y.format->bits;
  };
  if (!std::ranges::equal(outputs, others, same_extent) || !same_part(**a, **b))
    return tl::unexpected(std::string("they write other elements"));
  if (arch::has(first.arch, arch::Feature::fnuz) != arch::has(second.arch, arch::Feature::fnuz)) {
    Proof proof;
    proof.reason =
        fmt::format("operands of 8 bits are other numbers on {} than on {}", first.arch, second.arch);
    return proof;
  }
  const auto ported = [&](Proof proof, const std::string& assumed) {
    proof.assumption = assumed + (proof.assumption.empty() ? "" : "; " + proof.assumption);
    return proof;
  };
  Proof proof = laws::either_order(either_arch(first, second), key,
                                   [&](const auto& h) { return prove_equal_once(**a, **b, h, nullptr); });
  const std::string of_name = fmt::format(
      "other instructions of {} compute what those of {} do under one name", first.arch, second.arch);
  if (proof.outcome == Outcome::theorem && first.arch != second.arch)
    return ported(std::move(proof), of_name);
  if (proof.outcome != Outcome::differs) return proof;
  if (first.arch != second.arch) {
    Proof port = prove_equal_once(**a, **b, fingerprint::AnyInstruction(key), nullptr);
    port.key = key;
    if (port.outcome == Outcome::theorem)
      return ported(
          std::move(port),
          fmt::format("a matrix instruction of {} computes what one of {} does of the same elements, "
                      "scales and addend; {}",
                      first.arch, second.arch, of_name));
  }
  if (const auto record = laws::record_of(**a, proof.instructions)) {
    proof = prove_equal_once(**a, **b, fingerprint::Hasher(key, record.get()), record.get());
    proof.key = key;
  }
  const std::string one = polynomial_of(**a), other = polynomial_of(**b);
  proof.polynomial =
      one == other ? "of both " + one : fmt::format("of the first {}; of the second {}", one, other);
  return proof;
}

}  // namespace lockstep::proofs
