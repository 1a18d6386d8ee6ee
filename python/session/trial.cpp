#include "python/session/trial.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "kernels/kernel.hpp"
#include "properties/failures/corpus.hpp"
#include "properties/failures/failure.hpp"
#include "properties/laws/law.hpp"
#include "properties/pages/case_page.hpp"
#include "properties/problems/orders.hpp"

namespace lockstep::session {

namespace {

using Kernels = std::vector<const kernels::Kernel*>;

Kernels kernels_named(const std::string& name) {
  Kernels found;
  for (const std::span<const kernels::Kernel> all : {kernels::kernels(), kernels::contracts()})
    for (const kernels::Kernel& k : all)
      if (problems::is_name_of(name, k)) found.push_back(&k);
  return found;
}

std::string all_kernels() {
  std::string names;
  for (const kernels::Kernel& k : kernels::contracts())
    names += std::string(names.empty() ? "" : ", ") + std::string(k.name);
  for (const kernels::Kernel& k : kernels::kernels())
    names += fmt::format("{}{}@{}", names.empty() ? "" : ", ", k.name, k.arch);
  return names;
}

tl::expected<std::vector<const laws::Law*>, std::string> laws_named(const std::vector<std::string>& names) {
  std::vector<const laws::Law*> found;
  std::string all;
  for (const laws::Law& law : laws::laws()) all += fmt::format("{}{}", all.empty() ? "" : ", ", law.name);
  for (const std::string& name : names) {
    const laws::Law* const law = laws::find_law(name);
    if (law == nullptr) return tl::unexpected(fmt::format("no law '{}'; there are {}", name, all));
    found.push_back(law);
  }
  return found;
}

}  // namespace

tl::expected<std::unique_ptr<Trial>, std::string> Trial::open(const TrialSettings& settings) {
  std::unique_ptr<Trial> trial(new Trial(settings));
  const Kernels named = kernels_named(settings.kernel);
  if (named.empty())
    return tl::unexpected(fmt::format("no kernel '{}'; there are {}", settings.kernel, all_kernels()));
  const kernels::Kernel& kernel = *named.front();  // of an operator on several archs the first
  if (!kernel.has_code && settings.order != "any")
    return tl::unexpected(
        fmt::format("order '{}': nobody declares one for {}; any is expected", settings.order, kernel.name));
  problems::Space& space = trial->space_;
  space.kernels = {fmt::format("{}@{}", kernel.name, kernel.arch)};
  space.builds = {"O3"};
  space.wide_offsets = false;
  space.exact_grid_only = settings.exact_grid_only;
  if (!settings.model.empty()) space.models = {settings.model};
  if (!problems::holds_any(space))
    return tl::unexpected(fmt::format("no matrix model '{}' of {}", settings.model, kernel.arch));
  auto laws = laws_named(settings.laws);
  if (!laws) return tl::unexpected(laws.error());
  trial->laws_ = std::move(*laws);
  if (settings.order != "any" && settings.order != "declared") {
    const auto order = problems::find_order(settings.order, kernel);
    if (!order) return tl::unexpected(order.error());
    for (const auto& [key, value] : (*order)->keys) trial->keys_.emplace_back(key, value);
  }
  return trial;
}

// What only says how the kernel of this tree is run is as plain as it can be.
cases::Case Trial::ordered(cases::Case c) const {
  c.any_order = settings_.order == "any";
  c.build = "O3";
  c.schedule = {};
  c.hunts = false;
  for (const auto& [key, value] : keys_) c.options.set_text(key, value);
  return c;
}

cases::Case Trial::draw(std::uint64_t index) const {
  return ordered(problems::draw(space_, settings_.seed, index));
}

tl::expected<cases::Case, std::string> Trial::read(const std::string& line) const {
  auto c = cases::parse(line);
  if (!c) return tl::unexpected(c.error());
  const std::string kernel = fmt::format("{}@{}", c->kernel, c->arch);
  if (kernel != space_.kernels.front())
    return tl::unexpected(fmt::format("a case of {}, expected one of {}", kernel, space_.kernels.front()));
  return ordered(std::move(*c));
}

tl::expected<std::vector<cases::Case>, std::string> Trial::corpus(const std::string& folder) const {
  auto all = failures::read_corpus(folder);
  if (!all) return tl::unexpected(all.error());
  std::vector<cases::Case> own;
  for (const cases::Case& c : *all)
    if (fmt::format("{}@{}", c.kernel, c.arch) == space_.kernels.front()) own.push_back(ordered(c));
  return own;
}

std::vector<const laws::Law*> Trial::laws_of(const cases::Case& c, bool all) const {
  if (!laws_.empty()) return laws_;
  std::vector<const laws::Law*> due = laws::laws_of(c);
  if (all) {
    due.clear();
    for (const laws::Law& law : laws::laws()) due.push_back(&law);
  }
  // Three more calls of every case: for those who ask for it.
  std::erase_if(due, [](const laws::Law* law) { return law->name == "schedule"; });
  return due;
}

laws::Experiment::Options Trial::options_with(const laws::Callable* callable) const {
  laws::Experiment::Options options;
  options.callable = callable;
  return options;
}

laws::CaseResult Trial::evaluate(const cases::Case& c, const laws::Callable* callable, bool all) {
  laws::CaseResult result = laws::evaluate(c, laws_of(c, all), cache_, options_with(callable));
  results_.push_back(result);
  results_.back().coverage = {};
  return result;
}

laws::Minimised Trial::minimise(const cases::Case& failing, std::string_view law,
                                const laws::Callable* callable, int tries) {
  return laws::minimise(failing, *laws::find_law(law), cache_, options_with(callable), tries);
}

std::string Trial::report(const cases::Case& smallest, std::string_view law, const laws::Callable* callable,
                          const std::string& progress, const std::string& again) {
  verdict::FailureReport report =
      failures::make_report(smallest, *laws::find_law(law), cache_, options_with(callable), progress);
  report.again = again;
  return verdict::text(report);
}

const problems::Operator& Trial::op() const {
  const std::string& name = space_.kernels.front();
  const std::size_t at = name.find('@');
  return problems::operator_of(*kernels::find_kernel(name.substr(0, at), name.substr(at + 1)));
}

std::string Trial::refusal(const cases::Case& c) const {
  const auto launches = problems::instantiate(c, *kernels::find_kernel(c.kernel, c.arch));
  return launches ? "" : launches.error();
}

std::string Trial::page(const Shown& shown, const laws::Callable* callable) {
  pages::Page page;
  page.verdict = shown.verdict;
  page.title = shown.name;
  page.sentence = pages::verdict_sentence(results_);
  page.facts = {{"operator", space_.kernels.front()},
                {"seed", fmt::format("{:#x}", settings_.seed)},
                {"order", settings_.order}};
  if (!shown.report.empty()) page.reports = {shown.report};
  page.again = shown.again;
  if (const auto c = cases::parse(shown.line))
    pages::add_case(*c, shown.law, cache_, options_with(callable), page);
  page.tables.push_back(pages::cases_table(results_));
  return pages::html(page);
}

tl::expected<std::string, std::string> save_case(const std::string& folder, const cases::Case& c,
                                                 std::string_view law) {
  return failures::save_to_corpus(folder, c, law);
}

}  // namespace lockstep::session
