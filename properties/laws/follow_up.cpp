#include "properties/laws/follow_up.hpp"

#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "host/random.hpp"
#include "properties/laws/law.hpp"

namespace lockstep::laws {

namespace {

using problems::FollowUp;
using problems::Relation;
using verdict::LawResult;
using verdict::Verdict;

/// What an element of the source says of the follow-up's.
class Expectation {
 public:
  Expectation(const formats::Format& format, const FollowUp::Effect& effect, bool any_zero)
      : format_(format), effect_(effect), any_zero_(any_zero) {}

  bool met(std::uint32_t source, std::uint32_t got) const {
    const double value = formats::to_double(format_, source), is = formats::to_double(format_, got);
    if (value == 0 && is == 0) return any_zero_ || got == source;
    if (!effect_.negated && effect_.exponent == 0) return verdict::same(format_, got, source);
    if (std::isnan(value)) return std::isnan(is);
    const double want = std::ldexp(effect_.negated ? -value : value, effect_.exponent);
    return effect_.exponent != 0 && !is_normal_either_way(value, want) ? true : is == want;
  }

 private:
  // Whether neither under- nor overflows: then both were rounded to normal numbers, and alike.
  bool is_normal_either_way(double value, double want) const {
    const double least = 2 * std::ldexp(1.0, format_.emin());
    const double most = formats::to_double(format_, formats::largest_finite(format_));
    const auto inside = [&](double x) { return std::abs(x) >= least && std::abs(x) <= most / 2; };
    return inside(value) && inside(want);
  }

  const formats::Format& format_;
  FollowUp::Effect effect_;
  bool any_zero_;  ///< zeros may have either sign
};

LawResult stopped_result(std::string_view law, std::string_view sentence, LawResult stopped) {
  stopped.law = law;
  if (stopped.verdict == Verdict::inconclusive) return stopped;
  stopped.verdict = Verdict::falsified;
  stopped.reason = fmt::format("{}: there the kernel stops: {}", sentence, stopped.reason);
  return stopped;
}

std::string element_text(const operators::Output& output, std::size_t element) {
  const auto columns = std::size_t(output.columns);
  return fmt::format("{}[{}, {}]", output.name, output.rows[element / columns].row, element % columns);
}

}  // namespace

Relation unchanged(const Experiment& e) {
  Relation relation{e.the_case(), {}};
  const std::vector<std::int64_t> rows = e.instance().symmetries().group_rows;
  for (std::size_t g = 0; g < rows.size(); ++g) {
    Relation::Group group{std::int32_t(g), std::vector<std::int64_t>(std::size_t(rows[g]))};
    std::iota(group.rows.begin(), group.rows.end(), 0);
    relation.groups.push_back(std::move(group));
  }
  set_rows(e, relation);
  return relation;
}

void set_rows(const Experiment& e, Relation& relation) {
  if (!e.instance().symmetries().groups_cut_rows) return;
  relation.the_case.m.clear();
  for (const Relation::Group& group : relation.groups)
    relation.the_case.m.push_back(std::int32_t(group.rows.size()));
}

std::uint64_t drawn(const Experiment& e, std::uint64_t which, std::uint64_t count) {
  constexpr std::uint64_t kSalt = 0x3E7A0000;
  return host::hash(e.the_case().seed ^ kSalt, which) % count;
}

std::vector<std::int64_t> shuffled(const Experiment& e, std::uint64_t which, std::int64_t count) {
  std::vector<std::int64_t> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[std::size_t(drawn(e, which << 32 | i, i))]);
  return order;
}

std::optional<LawResult> without_follow_ups(Experiment& e, std::string_view law) {
  if (auto stopped = unfinished(law, e.first_run())) return stopped;
  LawResult none{law, Verdict::not_applicable};
  if (e.instance().symmetries().group_rows.empty()) {
    none.reason = "its operator makes no follow-up problems";
  } else if (!e.instance().deterministic()) {
    none.reason = "the order of arrival may show in the output";
  } else {
    return std::nullopt;
  }
  return none;
}

LawResult check_relation(Experiment& e, std::string_view law, std::string_view sentence,
                         const Relation& relation) {
  auto follow_up = e.instance().follow(relation);
  if (!follow_up) return {law, Verdict::not_applicable, follow_up.error()};
  return check_follow_up(e, law, sentence, relation, std::move(*follow_up));
}

LawResult check_follow_up(Experiment& e, std::string_view law, std::string_view sentence,
                          const Relation& relation, FollowUp follow_up) {
  auto next = e.with(relation.the_case, std::move(follow_up.instance));
  if (!next) return {law, Verdict::not_applicable, next.error()};
  const Run &first = e.first_run(), &second = (*next)->first_run();
  e.add_instructions(**next);
  if (auto stopped = unfinished("clean", second)) return stopped_result(law, sentence, std::move(*stopped));
  LawResult result{law};
  const auto& outputs = e.instance().outputs();
  for (std::size_t o = 0; o < outputs.size(); ++o) {
    const FollowUp::Effect effect =
        follow_up.effects.empty()
            ? FollowUp::Effect{relation.negated, relation.a_exponent + relation.b_exponent}
            : follow_up.effects[o];
    const Expectation expectation(*outputs[o].format, effect, relation.negated || relation.longer_k);
    const std::vector<std::int64_t>& source = follow_up.source[o];
    for (std::size_t i = 0; i < source.size(); ++i) {
      if (source[i] == FollowUp::kNone) continue;
      const auto from = std::size_t(source[i]);
      const std::uint32_t was = first.output[o][from], is = second.output[o][i];
      if (expectation.met(was, is)) continue;
      if (result.mismatch_count == 0)
        result.reason = fmt::format(
            "{}: {} = {:g} became {} = {:g}", sentence, element_text(outputs[o], from),
            formats::to_double(*outputs[o].format, was), element_text((*next)->instance().outputs()[o], i),
            formats::to_double(*outputs[o].format, is));
      verdict::add_mismatch(outputs, o, from, was, is, result);
    }
  }
  if (result.mismatch_count > 0) result.verdict = Verdict::falsified;
  return result;
}

}  // namespace lockstep::laws
