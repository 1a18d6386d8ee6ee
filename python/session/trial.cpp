#include "python/session/trial.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "emulator/arithmetic/matrix/models/model.hpp"
#include "host/number.hpp"
#include "kernels/kernel.hpp"
#include "properties/fuzzing/case_loop.hpp"
#include "properties/fuzzing/corpus.hpp"
#include "properties/fuzzing/failure.hpp"
#include "properties/fuzzing/minimise.hpp"
#include "properties/fuzzing/selection.hpp"
#include "properties/laws/law.hpp"
#include "properties/pages/case_page.hpp"
#include "properties/problems/orders.hpp"

namespace lockstep::session {

namespace {

using Kernels = std::vector<const kernels::Kernel*>;

Kernels kernels_named(const std::string& name) {
  Kernels found;
  for (const std::span<const kernels::Kernel> all :
       {kernels::kernels(), kernels::gpu_kernels(), kernels::contracts()})
    for (const kernels::Kernel& k : all)
      if (problems::is_name_of(name, k)) found.push_back(&k);
  return found;
}

std::string all_kernels() {
  std::string names;
  for (const std::span<const kernels::Kernel> all :
       {kernels::contracts(), kernels::kernels(), kernels::gpu_kernels()})
    for (const kernels::Kernel& k : all)
      names +=
          fmt::format("{}{}{}{}", names.empty() ? "" : ", ", k.name, k.order == kernels::kNoOrder ? "" : "@",
                      k.order == kernels::kNoOrder ? "" : k.arch);
  return names;
}

using Entry = std::pair<std::string, std::string>;

// Draws that are tried for each case with the keys that are fixed, and for one more.
constexpr std::uint64_t kDrawsPerCase = 64;

// What a value asks multiples of: 128 for "multiple_of(128)"; 0 for everything else.
std::uint64_t multiple_in(std::string_view value) {
  constexpr std::string_view kBegin = "multiple_of(";
  std::uint64_t multiple = 0;
  if (!value.starts_with(kBegin) || !value.ends_with(')')) return 0;
  const auto [end, error] =
      std::from_chars(value.data() + kBegin.size(), value.data() + value.size(), multiple);
  return error == std::errc{} && end == value.data() + value.size() - 1 ? multiple : 0;
}

// What a key that is fixed comes to where `drawn` was drawn: the value, or each number of a list (17,0,256*3)
// rounded up to a multiple.
std::string meant_value(const std::string& fixed, std::string_view drawn) {
  const std::uint64_t multiple = multiple_in(fixed);
  if (multiple == 0) return fixed;
  std::string rounded;
  for (const std::string_view part : cases::split(drawn, ',')) {
    if (!rounded.empty()) rounded += ',';
    std::uint64_t n = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), n);
    if (error == std::errc{}) rounded += fmt::format("{}", (n + multiple - 1) / multiple * multiple);
    rounded += part.substr(std::size_t(end - part.data()));
  }
  return rounded;
}

// The case with as many groups as are fixed, if any are: those that were drawn, as often as it takes. Few
// draws have just that number.
cases::Case with_groups(cases::Case c, const std::vector<Entry>& fixed) {
  const auto groups = std::ranges::find(fixed, "groups", &Entry::first);
  const auto count = groups == fixed.end() ? std::nullopt : host::parse_number<std::size_t>(groups->second);
  constexpr std::size_t kMost = 4096;  // eight times as many as are drawn
  if (!count || *count == 0 || *count > kMost || c.m.empty()) return c;
  const std::size_t drawn = c.m.size();
  c.m.resize(*count);
  for (std::size_t i = drawn; i < *count; ++i) c.m[i] = c.m[i - drawn];
  return c;
}

// "element=e5m2 out=f16"
std::string fixed_text(const std::vector<Entry>& fixed) {
  std::string text;
  for (const auto& [key, value] : fixed) text += fmt::format("{}{}={}", text.empty() ? "" : " ", key, value);
  return text;
}

void add_one(TrialEnd::Counts& counts, std::string_view law) {
  const auto known = std::ranges::find(counts, law, &TrialEnd::Counts::value_type::first);
  if (known == counts.end())
    counts.emplace_back(law, 1);
  else
    ++known->second;
}

// The callable takes no such problem.
bool is_rejection(const verdict::LawResult& law) {
  return law.verdict == verdict::Verdict::inconclusive && law.reason.find("unsupported") != std::string::npos;
}

void count_in(const laws::CaseResult& result, TrialEnd& end) {
  const auto without_verdict =
      std::ranges::find(result.laws, verdict::Verdict::inconclusive, &verdict::LawResult::verdict);
  const bool is_open = without_verdict != result.laws.end();
  if (!result.error.empty()) {
    end.inconclusive = fmt::format("{}: {}", cases::print(result.the_case), result.error);
    return;
  }
  ++end.cases;
  if (result.verdict != verdict::Verdict::falsified && std::ranges::any_of(result.laws, is_rejection)) {
    ++end.rejected;
    return;
  }
  for (const verdict::LawResult& law : result.laws)
    add_one(law.verdict == verdict::Verdict::holds ? end.held : end.not_applicable, law.law);
  if (result.verdict == verdict::Verdict::inconclusive && is_open)
    end.inconclusive = fmt::format("{}: {}", cases::print(result.the_case), without_verdict->reason);
}

}  // namespace

tl::expected<std::unique_ptr<Trial>, std::string> Trial::open(const TrialSettings& settings) {
  std::unique_ptr<Trial> trial(new Trial(settings));
  const Kernels named = kernels_named(settings.kernel);
  if (named.empty())
    return tl::unexpected(fmt::format("no kernel '{}'; there are {}", settings.kernel, all_kernels()));
  const kernels::Kernel& kernel = *named.front();  // the first arch, where an operator has several
  if (kernel.order == kernels::kNoOrder && settings.order != "any")
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
  auto laws = fuzzing::select_laws(settings.laws);
  if (!laws) return tl::unexpected(laws.error());
  if (!settings.laws.empty()) trial->laws_ = std::move(*laws);
  if (settings.order != "any" && settings.order != "declared") {
    const auto order = problems::find_order(settings.order, kernel);
    if (!order) return tl::unexpected(order.error());
    for (const auto& [key, value] : (*order)->keys) trial->keys_.emplace_back(key, value);
  }
  if (std::uint64_t index = 0; !trial->draw_meant(index, 2 * kDrawsPerCase)) {
    const auto first = trial->with_fixed(trial->draw(0));
    return tl::unexpected(fmt::format("fixed {}: {}", fixed_text(settings.fixed),
                                      first ? trial->refusal(*first) : first.error()));
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

// The case with the keys that the trial fixes.
tl::expected<cases::Case, std::string> Trial::with_fixed(const cases::Case& c) const {
  if (settings_.fixed.empty()) return c;
  const std::string before = cases::print(with_groups(c, settings_.fixed));
  std::string line;
  std::vector<Entry> meant = settings_.fixed;
  for (auto& [key, value] : meant) {
    const auto known = std::ranges::find(op().grammar.keys, key, &cases::Key::name);
    const std::string by_default = known == op().grammar.keys.end() ? "" : (*known)->default_text();
    value = meant_value(value, by_default);
  }
  for (const std::string_view word : cases::split(before, ' ')) {
    const std::size_t equals = std::min(word.find('='), word.size());
    const auto fixed = std::ranges::find(settings_.fixed, word.substr(0, equals), &Entry::first);
    if (fixed == settings_.fixed.end())
      line += fmt::format("{} ", word);
    else if (equals < word.size())
      meant[std::size_t(fixed - settings_.fixed.begin())].second =
          meant_value(fixed->second, word.substr(equals + 1));
  }
  return read(line + fixed_text(meant));
}

// Keys of the operator may be left out where they have their default; others then always are.
bool Trial::is_meant(const cases::Case& c) const {
  if (settings_.fixed.empty()) return true;
  cases::Case said = c;
  for (const cases::Key* key : op().grammar.keys)
    if (const auto fixed = std::ranges::find(settings_.fixed, key->name, &Entry::first);
        fixed != settings_.fixed.end() && c.options.given(*key) == nullptr &&
        key->default_text() == fixed->second)
      said.options.set_text(*key, fixed->second);
  const auto meant = with_fixed(c);
  return meant && cases::print(*meant) == cases::print(ordered(std::move(said)));
}

// The next of the seed's cases that can be had with the keys that are fixed: a size that is drawn may not go
// with them.
std::optional<cases::Case> Trial::draw_meant(std::uint64_t& index, std::uint64_t end) const {
  while (index < end) {
    const auto c = with_fixed(draw(index++));
    if (c && (settings_.fixed.empty() || refusal(*c).empty())) return *c;
  }
  return std::nullopt;
}

tl::expected<std::vector<cases::Case>, std::string> Trial::corpus(const std::string& folder) const {
  auto all = fuzzing::read_corpus(folder);
  if (!all) return tl::unexpected(all.error());
  std::vector<cases::Case> own;
  for (const cases::Case& c : *all)
    if (fmt::format("{}@{}", c.kernel, c.arch) == space_.kernels.front() && is_meant(ordered(c)))
      own.push_back(ordered(c));
  return own;
}

std::vector<const laws::Law*> Trial::laws_of(const cases::Case& c, bool all) const {
  if (!laws_.empty()) return laws_;
  std::vector<const laws::Law*> due = laws::laws_of(c);
  if (all) due = *fuzzing::select_laws({});
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

tl::expected<TrialEnd, std::string> Trial::run(std::uint64_t count, const std::string& folder,
                                               int shrink_tries, Called& called) {
  const auto kept = corpus(folder);
  if (!kept) return tl::unexpected(kept.error());
  TrialEnd end;
  std::atomic<bool> over = false;
  std::uint64_t index = 0, left = count;
  fuzzing::CaseLoop loop;
  loop.next = [&](std::uint64_t ordinal) -> std::optional<cases::Case> {
    if (ordinal < kept->size()) return (*kept)[ordinal];
    return left == 0 ? std::nullopt : draw_meant(index, kDrawsPerCase * (1 + left--));
  };
  loop.evaluate = [&](std::uint64_t ordinal, const cases::Case& c) {
    return evaluate(c, called.callable, ordinal < kept->size());
  };
  loop.note = [&](laws::CaseResult& result) {
    count_in(result, end);
    result.coverage = {};
    over = over || called.interrupted || !end.inconclusive.empty();
  };
  loop.cancel = &over;
  const std::vector<laws::CaseResult> results = fuzzing::run(loop).results;
  if (called.interrupted || results.empty()) return end;
  const verdict::LawResult* const failed = results.back().first_falsified();
  if (failed == nullptr) return end;
  laws::Experiment::Options options = options_with(called.callable);
  options.cancel = &called.interrupted;
  const bool is_of_corpus = results.size() <= kept->size();
  fuzzing::Minimised least = fuzzing::minimise(results.back().the_case, *laws::find_law(failed->law), cache_,
                                               options, called.lost ? 0 : shrink_tries);
  if (called.lost) least = {results.back().the_case};  // what failed since says nothing of its cases
  end.failure = {least.smallest, std::string(failed->law),
                 fuzzing::found_text(results.size() - 1, is_of_corpus, least), results.back().trapped,
                 is_of_corpus};
  return end;
}

std::string Trial::report(const cases::Case& smallest, std::string_view law, const laws::Callable* callable,
                          const std::string& progress, const std::string& again) {
  verdict::FailureReport report =
      fuzzing::make_report(smallest, *laws::find_law(law), cache_, options_with(callable), progress);
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
  return fuzzing::save_to_corpus(folder, c, law);
}

}  // namespace lockstep::session
