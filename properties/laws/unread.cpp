#include "properties/laws/law.hpp"
#include "properties/verdict/verdict.hpp"

namespace lockstep::laws {

verdict::LawResult check_unread(Experiment& e) {
  const Run& run = e.first_run();
  if (auto stopped = unfinished("unread", run)) return *stopped;
  verdict::LawResult result{"unread"};
  if (!e.instance().deterministic())
    return {"unread", verdict::Verdict::not_applicable, "the order of arrival may show in the output"};
  // One run that changes the poison and the schedule settles this law and `schedule` at once, unless it
  // differs.
  const Run& both = e.run(e.other_schedule(), Poison::second);
  verdict::compare(e.instance().outputs(), both.output, run.output, result);
  if (result.mismatch_count == 0 && !both.outcome.stop) return result;

  result = verdict::LawResult{"unread"};
  const Run& other = e.run(e.the_case().schedule, Poison::second);
  if (auto stopped = unfinished("unread", other)) return *stopped;
  verdict::compare(e.instance().outputs(), other.output, run.output, result);
  if (result.mismatch_count == 0) return result;
  result.verdict = verdict::Verdict::falsified;
  result.reason = "the output depends on bytes that the contract does not read";
  return result;
}

}  // namespace lockstep::laws
