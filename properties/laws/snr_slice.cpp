// The SNR of one slice of k: A is zero but for 128 of k, so that nothing else averages its errors away. The
// output must reach the SNR that the declared order has then; or, where the case leaves the order open, the
// derived one.
#include "properties/laws/follow_up.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

verdict::LawResult check_snr_slice(Experiment& e) {
  constexpr std::string_view kLaw = "snr_slice";
  if (auto none = without_follow_ups(e, kLaw)) return *none;
  problems::Relation relation = unchanged(e);
  relation.slice = std::int64_t(drawn(e, 1, std::uint64_t{1} << 32));
  auto follow_up = e.instance().follow(relation);
  if (!follow_up) return {kLaw, verdict::Verdict::not_applicable, follow_up.error()};
  auto next = e.with(relation.the_case, std::move(follow_up->instance));
  if (!next) return {kLaw, verdict::Verdict::not_applicable, next.error()};
  verdict::LawResult result = check_snr(**next);
  e.add_instructions(**next);
  result.law = kLaw;
  if (result.verdict == verdict::Verdict::falsified)
    result.reason = "with one slice of k alone: " + result.reason;
  return result;
}

}  // namespace lockstep::laws
