#include "emulator/arithmetic/fingerprint/algebra.hpp"

#include <fmt/format.h>

#include "emulator/arch/arch.hpp"
#include "properties/laws/following.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

using fingerprint::Algebra, fingerprint::Element;
using verdict::LawResult, verdict::Verdict;

namespace {

constexpr std::string_view kName = "algebra";

/// Holds the elements of an output against what they should be. Of those that differ and depend on what the
/// algebra does not interpret, the first is put in `open`.
void compare(Experiment& e, const Algebra& algebra, std::size_t o, const OutputBytes& bytes,
             const std::vector<Element>& want, LawResult& result, std::string& open) {
  const auto& outputs = e.instance().outputs();
  const operators::Output& output = outputs[o];
  const std::size_t width = bytes_of(*output.format), columns = std::size_t(output.columns);
  for (std::size_t i = 0; i < want.size(); ++i) {
    const auto element = std::span(bytes).subspan(i * width, width);
    if (algebra.number(algebra.value(element), *output.format).element == want[i]) continue;
    if (const Algebra::Cause cause = Algebra::cause_of(element); cause == 0)
      verdict::add_mismatch(outputs, o, i, e.first_run().output[o][i], e.exact()[o].rounded[i], result);
    else if (open.empty())
      open = fmt::format("{}[{},{}] depends on {}, which is no operation of the field", output.name,
                         output.rows[i / columns].row, i % columns, algebra.name(cause));
  }
}

}  // namespace

LawResult check_algebra(Experiment& e) {
  const auto none = [](Verdict v, std::string reason) { return LawResult{kName, v, std::move(reason)}; };
  if (!e.is_emulated())
    return none(Verdict::not_applicable, fmt::format("{} does not say what it computes of what", e.runner()));
  if (auto stopped = unfinished(kName, e.first_run())) return *stopped;
  if (std::string why = unfollowable(e); !why.empty()) return none(Verdict::not_applicable, std::move(why));
  if (!e.instance().sampled().empty())
    return none(Verdict::not_applicable,
                fmt::format("the case is computed in part ({})", e.instance().sampled()));
  const Algebra algebra(e.the_case().seed, arch::has(e.kernel().arch, arch::Feature::fnuz));
  const auto want = e.instance().provable()->polynomials(algebra);
  if (want.empty())
    return none(Verdict::not_applicable, "nobody has said yet which polynomial the operator asks for");
  const FollowedRun run = follow(e, algebra, Poison::second);
  if (!run.obstacle.empty()) return none(Verdict::inconclusive, run.obstacle);
  LawResult result{kName};
  std::string open;
  for (std::size_t o = 0; o < want.size(); ++o) compare(e, algebra, o, run.outputs[o], want[o], result, open);
  if (result.mismatch_count != 0) {
    result.verdict = Verdict::falsified;
    result.reason = "the output is another polynomial of the operands than the operator asks for";
  } else if (!open.empty()) {
    return none(Verdict::not_applicable, std::move(open));
  }
  return result;
}

}  // namespace lockstep::laws
