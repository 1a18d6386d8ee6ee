#include "cli/campaigns/known_findings.hpp"

#include <array>
#include <ctime>
#include <filesystem>
#include <limits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/output/exit_code.hpp"
#include "cli/output/terminal.hpp"
#include "cli/output/version.hpp"
#include "properties/fuzzing/case_loop.hpp"

namespace lockstep::cli {

namespace {

using campaigns::FindingEvent;
using campaigns::KnownFinding;
using campaigns::Subject;
using Outcome = Replayed::Outcome;

std::string file_name(const std::string& build) {
  return laws::CodeCache::names_file(build) ? std::filesystem::path(build).filename().string() : build;
}

tl::expected<std::string, std::string> object_of(const cases::Case& c) {
  const kernels::Kernel* kernel = kernels::find_kernel(c.kernel, c.arch);
  if (kernel == nullptr) return tl::unexpected(fmt::format("there is no kernel {}@{}", c.kernel, c.arch));
  return campaigns::digest_of(*kernel, c.build);
}

FindingEvent event(FindingEvent::Kind kind, const Subject& subject) {
  FindingEvent e;
  e.kind = kind;
  e.time = std::time(nullptr);
  e.subject = subject;
  e.version = version();
  return e;
}

// The case as this run has it; an error where it is none that can be run.
tl::expected<cases::Case, std::string> case_of(const KnownFinding& finding, const std::string& build) {
  auto c = cases::parse(finding.the_case);
  if (!c) return tl::unexpected(fmt::format("its case can't be read: {}", c.error()));
  if (laws::find_law(finding.subject.law) == nullptr)
    return tl::unexpected(fmt::format("there is no law '{}'", finding.subject.law));
  if (laws::CodeCache::names_file(build) && laws::CodeCache::names_file(c->build) &&
      file_name(c->build) == file_name(build))
    c->build = build;
  return c;
}

std::string inconclusive_reason(const laws::CaseResult& r) {
  if (!r.error.empty()) return r.error;
  for (const verdict::LawResult& law : r.laws)
    if (!law.reason.empty()) return law.reason;
  return "its law says nothing of its case";
}

const char* name(Outcome outcome) {
  constexpr std::array kNames{"still there", "gone", "not run"};
  return kNames[std::size_t(outcome)];
}

// What is said of one: that it fails, what it was, or why it was not run.
std::string line_of(const Replayed& r) {
  const Subject& s = r.finding.subject;
  std::string state = name(r.outcome);
  if (r.outcome == Outcome::still_there && !r.fails()) state = "accepted";
  const std::string more = r.outcome == Outcome::not_run ? r.why
                           : r.outcome == Outcome::gone  ? s.cause
                                                         : r.finding.the_case;
  return fmt::format("  {:<15} {} {} {} / {}: {}\n", state, r.id, on_a_line(s.kernel), on_a_line(s.build),
                     on_a_line(s.law), on_a_line(more));
}

}  // namespace

tl::expected<KnownFindings, std::string> KnownFindings::open(const std::string& folder) {
  auto store = campaigns::FindingStore::open_or_begin(folder);
  if (!store) return tl::unexpected(store.error());
  auto contents = store->read();
  if (!contents) return tl::unexpected(contents.error());
  if (!contents->damaged.empty())
    return tl::unexpected(
        fmt::format("{}; `lockstep findings {}` lists what can be read. Remove it to go on without",
                    contents->damaged.front(), folder));
  KnownFindings known(std::move(*store));
  known.known_ = std::move(contents->findings);
  return known;
}

tl::expected<void, std::string> KnownFindings::replay(const How& how) {
  std::vector<cases::Case> drawn;
  std::vector<std::size_t> place;  // where each case stands in replayed_
  for (const auto& [id, finding] : known_) {
    const auto c = case_of(finding, how.build);
    if (c && !how.takes(*c)) continue;
    if (!c) {
      replayed_.push_back({id, finding, Outcome::not_run, c.error()});
      continue;
    }
    place.push_back(replayed_.size());
    replayed_.push_back({id, finding, Outcome::not_run, "interrupted"});
    drawn.push_back(*c);
  }
  Progress progress;
  fuzzing::CaseLoop loop;
  loop.jobs = how.jobs;
  loop.cancel = how.cancel;
  loop.max_failures = std::numeric_limits<std::uint64_t>::max();
  loop.next = [&](std::uint64_t i) { return i < drawn.size() ? std::optional(drawn[i]) : std::nullopt; };
  loop.evaluate = [&](std::uint64_t i, const cases::Case& c) {
    const laws::Law* const law[] = {laws::find_law(replayed_[place[i]].finding.subject.law)};
    return laws::evaluate(c, law, *how.cache, how.options);
  };
  const fuzzing::LoopResult done = cli::run(std::move(loop), drawn.size(), progress);
  for (std::size_t i = 0; i < done.results.size(); ++i) {
    Replayed& r = replayed_[place[i]];
    const laws::CaseResult& result = done.results[i];
    r.why.clear();
    r.trapped = result.trapped;
    if (result.verdict == verdict::Verdict::falsified)
      r.outcome = Outcome::still_there;
    else if (result.verdict == verdict::Verdict::holds && result.error.empty())
      r.outcome = Outcome::gone;
    else
      r.why = inconclusive_reason(result);
    if (auto noted = note(r, drawn[i], result); !noted) return noted;
  }
  return {};
}

tl::expected<void, std::string> KnownFindings::note(const Replayed& r, const cases::Case& c,
                                                    const laws::CaseResult& result) const {
  if (r.outcome == Outcome::not_run) return {};
  const auto object = object_of(c);
  if (!object) return tl::unexpected(object.error());
  FindingEvent e = event(r.outcome == Outcome::gone ? FindingEvent::Kind::gone : FindingEvent::Kind::seen,
                         r.finding.subject);
  e.object = *object;
  if (e.kind == FindingEvent::Kind::seen) {
    e.the_case = r.finding.the_case;
    e.size = result.macs;
  }
  const auto before = store_.note(std::move(e));
  if (!before) return tl::unexpected(before.error());
  return {};
}

// A case is shrunk to another pattern of wrong elements than the one that was drawn. When a corpus runs it
// again, it is that of the finding which has it.
Subject KnownFindings::subject_of(const FindingEvent& e) const {
  for (const auto& [id, f] : known_) {
    const Subject& s = f.subject;
    if (f.the_case == e.the_case && s.kernel == e.subject.kernel && s.build == e.subject.build &&
        s.law == e.subject.law)
      return s;
  }
  return e.subject;
}

tl::expected<std::string, std::string> KnownFindings::note(const campaigns::Account& account) const {
  std::map<std::string, FindingEvent> events;  // by ID: causes that differ in addresses alone are one finding
  for (const auto& [cause, failures] : account.tally.causes) {
    const auto c = cases::parse(failures.smallest);
    if (!c) continue;
    FindingEvent e =
        event(FindingEvent::Kind::seen, {fmt::format("{}@{}", c->kernel, c->arch), file_name(c->build),
                                         cause.law, campaigns::lasting_text(cause, failures.finding)});
    const auto object = object_of(*c);
    if (!object) return tl::unexpected(object.error());
    e.object = *object;
    e.the_case = account.known_of(cause, failures).smallest;
    e.size = failures.size;
    e.subject = subject_of(e);
    const auto [at, is_new] = events.try_emplace(campaigns::id_of(e.subject), e);
    if (!is_new && e.size < at->second.size) at->second = e;
  }
  std::size_t news = 0;
  std::string ids;
  for (const auto& [id, e] : events) {
    const auto before = store_.note(e);
    if (!before) return tl::unexpected(before.error());
    news += *before ? 0 : 1;
    ids += " " + id;
  }
  if (events.empty()) return fmt::format("{}: nothing to note", store_.folder());
  return fmt::format("{}: {} findings noted, {} of them new:{}", store_.folder(), events.size(), news, ids);
}

std::string replayed_text(const std::vector<Replayed>& replayed) {
  if (replayed.empty()) return {};
  std::array<std::size_t, 3> counts{};
  std::size_t accepted = 0;
  std::string lines;
  for (const Replayed& r : replayed) {
    ++counts[std::size_t(r.outcome)];
    accepted += r.outcome == Outcome::still_there && !r.fails() ? 1 : 0;
    lines += line_of(r);
  }
  return fmt::format("{} known findings: {} still there, {} of them accepted, {} gone, {} not run\n",
                     replayed.size(), counts[0], accepted, counts[1], counts[2]) +
         lines;
}

nlohmann::json replayed_json(const std::vector<Replayed>& replayed) {
  nlohmann::json all = nlohmann::json::array();
  for (const Replayed& r : replayed) {
    const Subject& s = r.finding.subject;
    nlohmann::json j{{"id", r.id},
                     {"kernel", s.kernel},
                     {"build", s.build},
                     {"law", s.law},
                     {"cause", s.cause},
                     {"case", r.finding.the_case},
                     {"outcome", name(r.outcome)},
                     {"accepted", !r.finding.reason.empty()}};
    if (!r.why.empty()) j["reason"] = r.why;
    all.push_back(std::move(j));
  }
  return all;
}

int code_of(const std::vector<Replayed>& replayed) {
  int code = kHolds;
  for (const Replayed& r : replayed) {
    if (r.fails()) code = worse(code, r.trapped ? kTrapped : kFalsified);
    if (r.outcome == Outcome::not_run) code = worse(code, kInconclusive);
  }
  return code;
}

std::string on_a_line(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = std::uint8_t(text[i]);
    const auto next = i + 1 < text.size() ? std::uint8_t(text[i + 1]) : std::uint8_t{0};
    const bool is_control = c < 0x20 || c == 0x7F;
    const bool is_c1 = c == 0xC2 && next >= 0x80 && next < 0xA0;  // a C1 control in UTF-8
    out += is_control || is_c1 ? '?' : text[i];
    if (is_c1) ++i;
  }
  return out;
}

}  // namespace lockstep::cli
