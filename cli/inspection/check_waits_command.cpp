#include <algorithm>
#include <cstdio>
#include <mutex>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/inspection/commands.hpp"
#include "cli/inspection/kill_matrix_report.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/json.hpp"
#include "cli/output/terminal.hpp"
#include "host/parallel_for.hpp"
#include "properties/problems/generate.hpp"
#include "properties/wait_mutation/code_mutant.hpp"
#include "properties/wait_mutation/kill_matrix.hpp"

namespace lockstep::cli {

namespace {

constexpr std::string_view kCommand = "check waits";

std::string full_name(const kernels::Kernel& k) {
  return fmt::format("{}@{}", k.name, k.arch);
}

/// Whose waits are judged, and by which cases; without cases, some are chosen when its turn comes.
struct Subject {
  const kernels::Kernel* kernel = nullptr;
  std::vector<cases::Case> cases, others;
};

tl::expected<Subject, std::string> subject_of(const std::vector<std::string>& lines) {
  Subject subject;
  for (const std::string& line : lines) {
    auto c = cases::parse(line);
    if (!c) return tl::unexpected(c.error());
    if (!subject.cases.empty() && (c->kernel != subject.cases[0].kernel || c->arch != subject.cases[0].arch ||
                                   c->build != subject.cases[0].build))
      return tl::unexpected(std::string("the cases are of different kernels or builds"));
    subject.cases.push_back(std::move(*c));
  }
  subject.kernel = kernels::find_kernel(subject.cases[0].kernel, subject.cases[0].arch);
  if (subject.kernel == nullptr)
    return tl::unexpected(fmt::format("no kernel '{}'", subject.cases[0].kernel));
  return subject;
}

tl::expected<std::vector<Subject>, std::string> subjects_of(const CheckWaitsOptions& options) {
  if (!options.lines.empty()) {
    auto subject = subject_of(options.lines);
    if (!subject) return tl::unexpected(subject.error());
    return std::vector{std::move(*subject)};
  }
  std::vector<Subject> chosen;
  for (const kernels::Kernel& k : kernels::kernels()) {
    const auto names_it = [&](const std::string& name) { return problems::is_name_of(name, k); };
    if (options.kernels.empty() || std::ranges::any_of(options.kernels, names_it))
      chosen.push_back({&k, {}, {}});
  }
  for (const std::string& name : options.kernels)
    if (std::ranges::none_of(chosen, [&](const Subject& s) { return problems::is_name_of(name, *s.kernel); }))
      return tl::unexpected(fmt::format("no kernel '{}'", name));
  return chosen;
}

const std::string& build_of(const Subject& subject, const CheckWaitsOptions& options) {
  return subject.cases.empty() ? options.build : subject.cases[0].build;
}

/// Those whose build there is. The others are named, and a mistake where none is left of what was asked for.
tl::expected<std::vector<Subject>, std::string> with_build(const CheckWaitsOptions& options,
                                                           std::vector<Subject> subjects) {
  std::vector<Subject> found;
  std::vector<std::string> missing;
  for (Subject& s : subjects) {
    const auto bytes = laws::CodeCache::bytes(*s.kernel, build_of(s, options));
    if (bytes)
      found.push_back(std::move(s));
    else
      missing.push_back(bytes.error());
  }
  const auto is_found = [&](const std::string& name) {
    return std::ranges::any_of(found,
                               [&](const Subject& s) { return problems::is_name_of(name, *s.kernel); });
  };
  if (!missing.empty() && (found.empty() || !std::ranges::all_of(options.kernels, is_found)))
    return tl::unexpected(missing.front());
  for (const std::string& why : missing) complain(kCommand, why + "; left out");
  return found;
}

/// Before anything is run: whether each of them can be mutated wherever --at says.
tl::expected<void, std::string> find_places(const CheckWaitsOptions& options,
                                            const std::vector<Subject>& subjects) {
  laws::CodeCache cache;
  for (const Subject& s : subjects) {
    const std::string& its_build = build_of(s, options);
    const auto code = cache.get(*s.kernel, its_build);
    if (!code) continue;  // why not is said when its turn comes
    const isa::Program& program = (*code)->program();
    if (auto ok = wait_mutation::find_places(options.at, program,
                                             wait_mutation::code_mutants(program, (*code)->object()));
        !ok)
      return tl::unexpected(fmt::format("{}, build {}: {}{}", full_name(*s.kernel), its_build, ok.error(),
                                        subjects.size() > 1 ? "; name one kernel, as KERNEL@ARCH" : ""));
  }
  return {};
}

class Waits {
 public:
  Waits(const CheckWaitsOptions& options, findings::Suppressions suppressions)
      : options_(options), suppressions_(std::move(suppressions)), cancel_(watch_for_interrupt()) {}

  int run(std::vector<Subject> subjects) {
    for (Subject& s : subjects) {
      if (cancel_.load()) break;
      judge(s, subjects.size());
      ++number_;
    }
    if (subjects.size() > 1) fmt::print("\n{}", table(tallies_));
    print_account(suppressions_, suppressed_);
    const bool written = options_.json.empty() || write();
    if (cancel_.load()) return kInterrupted;
    if (const int code = verdict(); code != kHolds) return code;
    return written ? kHolds : kUsage;
  }

 private:
  wait_mutation::MatrixOptions matrix_options(const Subject& subject) const {
    wait_mutation::MatrixOptions o;
    o.cases = subject.cases;
    o.others = subject.others;
    o.schedules = machine::several_schedules(options_.seed, options_.seeds);
    o.jobs = host::thread_count(options_.jobs);
    o.limit = options_.limit;
    o.at = options_.at;
    o.first_only = options_.first;
    o.cancel = &cancel_;
    o.suppressions = &suppressions_;
    return o;
  }

  void judge(Subject& subject, std::size_t of) {
    const std::string name = full_name(*subject.kernel);
    if (of > 1) fmt::print("\n{}\n", name);
    if (subject.cases.empty()) {
      auto drawn =
          wait_mutation::reaching_cases(*subject.kernel, options_.build, options_.cases, options_.seed);
      subject.cases = std::move(drawn.chosen);
      subject.others = std::move(drawn.others);
    }
    if (subject.cases.empty())
      return give_up(fmt::format("{} has no case with build {}", name, options_.build));
    for (const cases::Case& c : subject.cases) fmt::print("case {}\n", cases::print(c));
    std::fflush(stdout);

    wait_mutation::MatrixOptions o = matrix_options(subject);
    std::mutex mutex;
    std::optional<Progress> bar;
    o.progress = [&](std::size_t done, std::size_t total) {
      const std::lock_guard lock(mutex);
      if (!bar) bar.emplace(total);
      bar->update(done, of > 1 ? fmt::format("{} ({} of {})", name, number_, of) : name);
    };
    const auto matrix = wait_mutation::kill_matrix(o);
    if (bar) bar->finish();
    if (!matrix) {
      if (!cancel_.load()) give_up(matrix.error());
      return;
    }
    tallies_.push_back(tally(name, *matrix));
    findings::add(matrix->suppressed, suppressed_);
    print(*matrix, tallies_.back(), options_.survivors);
    json_.push_back(to_json(*matrix, subject.cases));
    json_.back()["kernel"] = name;
  }

  void give_up(const std::string& why) {
    complain(kCommand, why, kInconclusive);
    given_up_ = true;
  }

  int verdict() const {
    const auto falsified = [](const KillTally& t) { return t.unexplained > 0; };
    const auto empty = [](const KillTally& t) { return t.mutants == 0; };
    if (std::ranges::any_of(tallies_, falsified)) return kFalsified;
    return given_up_ || tallies_.empty() || std::ranges::any_of(tallies_, empty) ? kInconclusive : kHolds;
  }

  bool write() const {
    nlohmann::json j{{"schema", kSchema}, {"kernels", json_}};
    if (!suppressions_.rules().empty()) j["suppressed"] = to_json(suppressions_, suppressed_);
    return write_or_complain(options_.json, j.dump(1) + "\n");
  }

  const CheckWaitsOptions& options_;
  const findings::Suppressions suppressions_;
  findings::Suppressions::Counts suppressed_;
  const std::atomic<bool>& cancel_;
  std::size_t number_ = 1;
  std::vector<KillTally> tallies_;
  nlohmann::json json_ = nlohmann::json::array();
  bool given_up_ = false;
};

}  // namespace

int check_waits(const CheckWaitsOptions& options) {
  if (!options.kernels.empty() && !options.lines.empty())
    return complain(kCommand, "name kernels, or give cases with --case");
  auto subjects = subjects_of(options);
  if (!subjects) return complain(kCommand, subjects.error());
  subjects = with_build(options, std::move(*subjects));
  if (!subjects) return complain(kCommand, subjects.error());
  const auto suppressions = read_suppressions(options.suppress);
  if (!suppressions) return complain(kCommand, suppressions.error());
  if (!options.at.empty())
    if (auto ok = find_places(options, *subjects); !ok) return complain(kCommand, ok.error());
  return Waits(options, *suppressions).run(std::move(*subjects));
}

}  // namespace lockstep::cli
