#include <fmt/format.h>

#include "properties/comparison/comparison.hpp"
#include "properties/laws/law.hpp"
#include "properties/verdict/pattern.hpp"
#include "properties/verdict/report.hpp"
#include "properties/verdict/verdict.hpp"

namespace lockstep::comparison {

namespace {

using laws::Experiment;

bool is_declared(Experiment& e, const matrix::Model& model) {
  const operators::Codes want = e.instance().expected(model);
  const operators::Codes& got = e.first_run().output;
  const auto& outputs = e.instance().outputs();
  for (std::size_t o = 0; o < want.size(); ++o)
    for (std::size_t i = 0; i < want[o].size(); ++i)
      if (!verdict::same(*outputs[o].format, got[o][i], want[o][i]) &&
          !e.instance().admits(model, o, i, want[o][i], got[o][i]))
        return false;
  return true;
}

Standing standing_of(Experiment& e) {
  Standing s;
  s.stopped = e.first_run().outcome.stop.has_value();
  if (s.stopped) return s;
  s.any_order = e.the_case().any_order;
  for (const matrix::Model& model : matrix::models(e.kernel().arch)) {
    if (s.any_order) break;
    ++s.models_of_arch;
    if (is_declared(e, model)) s.models.push_back(model.name);
  }
  for (std::size_t o = 0; o < e.exact().size(); ++o)
    for (std::size_t i = 0; i < e.exact()[o].rounded.size(); ++i)
      s.not_exact += verdict::same(*e.instance().outputs()[o].format, e.first_run().output[o][i],
                                   e.exact()[o].rounded[i])
                         ? 0
                         : 1;
  return s;
}

std::string text_of(const Standing& s, std::uint64_t elements) {
  if (s.stopped) return "stops";
  const std::string models =
      s.any_order        ? "declares no order"
      : s.models.empty() ? "is not its declared order's result under any model"
      : s.models.size() == s.models_of_arch
          ? "is its declared order's result under every model"
          : fmt::format("is its declared order's result under {}", fmt::join(s.models, ", "));
  if (s.not_exact == 0) return models + "; every element is the exact answer, rounded";
  return fmt::format("{}; {} of {} elements are not the exact answer, rounded", models, s.not_exact,
                     elements);
}

}  // namespace

tl::expected<Account, std::string> account_of(const Comparison& comparison, const cases::Case& drawn,
                                              laws::CodeCache& cache, const Experiment::Options& options) {
  const auto pair = comparison.prepare(drawn, cache, options);
  if (!pair) return tl::unexpected(pair.error());
  Account account;
  for (std::size_t i = 0; i < pair->of.size(); ++i) {
    account.cases[i] = pair->of[i]->the_case();
    account.standings[i] = standing_of(*pair->of[i]);
  }
  Experiment& a = *pair->of[0];
  for (const operators::Output& output : a.instance().outputs()) account.elements += output.elements();
  account.result = comparison.same_bits(*pair);
  account.first_difference = account.result.reason;
  if (account.result.mismatches.empty()) return account;
  account.first_difference = verdict::describe_mismatch(
      a.instance().outputs(), a.tilings(), account.result.mismatches.front(), {"first", "second"});
  account.pattern = verdict::explain(a.instance().outputs(), a.tilings(), account.result, a.known());
  return account;
}

std::string text(const Account& account) {
  std::string lines;
  constexpr std::string_view kName[] = {"first", "second"};
  for (std::size_t i = 0; i < 2; ++i)
    lines += fmt::format("  {:<10} {}\n  {:<10} {}\n", kName[i], cases::print(account.cases[i]), "",
                         text_of(account.standings[i], account.elements));
  lines += fmt::format("  {:<10} {}\n", "differ in", account.first_difference);
  if (!account.pattern.empty()) lines += fmt::format("  {:<10} {}\n", "pattern", account.pattern);
  return lines;
}

}  // namespace lockstep::comparison
