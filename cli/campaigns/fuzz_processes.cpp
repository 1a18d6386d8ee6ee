#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <poll.h>

#include "cli/campaigns/commands.hpp"
#include "cli/campaigns/forked_units.hpp"
#include "cli/campaigns/fuzz_journal.hpp"
#include "cli/cases/commands.hpp"
#include "cli/options/fuzz.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/terminal.hpp"
#include "host/files.hpp"
#include "host/number.hpp"
#include "host/parallel_for.hpp"
#include "properties/campaigns/journal_lines.hpp"
#include "properties/campaigns/sharing.hpp"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;

constexpr auto kPatience = std::chrono::seconds(10);  // longer than nearly all cases

std::string problem_of(const FuzzOptions& o) {
  if (!o.cases) return "--processes needs --cases: the processes have the cases of one run, each once";
  for (const FuzzOption& option : fuzz_options())
    if (const char* why = option.processes.get().refusal; why != nullptr && is_given(option, o)) return why;
  return journal_problem(o);
}

/// The numbers of a folder's journals, ascending: those that are called so.
std::vector<int> journals_in(const fs::path& folder) {
  std::vector<int> numbers;
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator(folder, problem)) {
    const std::string stem = entry.path().stem().string();
    const auto number = host::parse_number<int>(stem);
    if (number > 0 && stem == std::to_string(*number) && entry.path().extension() == ".jsonl")
      numbers.push_back(*number);
  }
  std::ranges::sort(numbers);
  return numbers;
}

class Processes {
 public:
  Processes(const FuzzOptions& options, const SelfTest* selftest)
      : options_(options), selftest_(selftest), cancel_(watch_for_interrupt()) {}
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;
  ~Processes() {
    std::error_code ignored;
    if (!private_.empty()) fs::remove_all(private_, ignored);
  }

  int run() {
    if (const std::string problem = problem_of(options_); !problem.empty()) return complain("fuzz", problem);
    if (const std::string problem = open_folder(); !problem.empty()) return complain("fuzz", problem);
    if (const std::string problem = choose_seed(); !problem.empty()) return complain("fuzz", problem);
    if (const std::string problem = share_cases(); !problem.empty()) return complain("fuzz", problem);
    fmt::print(stderr, "seed {:#x}, {} processes, journals in {}\n", seed_, options_.processes,
               folder_.string());
    FuzzOptions seeded = options_;
    seeded.seed = seed_;
    if (const auto decoded = units_.decode(seeded); !decoded)
      return complain("fuzz", decoded.error().text, decoded.error().code);
    for (int number = 1; number <= options_.processes && !cancel_; ++number) begin(number);
    wait();
    return is_refused() ? int(kUsage) : merged();
  }

 private:
  /// Opens the folder of the journals, and one of its own for what the processes complain of.
  std::string open_folder() {
    std::error_code problem;
    std::string name = (fs::temp_directory_path(problem) / "lockstep-XXXXXX").string();
    if (problem) return fmt::format("no folder for temporary files: {}; TMPDIR names one", problem.message());
    if (::mkdtemp(name.data()) == nullptr)
      return fmt::format("{} can't be made: {}", name, std::strerror(errno));
    private_ = name;
    const std::string& named = options_.resume.empty() ? options_.journal : options_.resume;
    folder_ = named.empty() ? private_ : fs::path(named);
    if (!options_.resume.empty() && options_.journal.empty() && !fs::is_directory(folder_, problem))
      return fmt::format("--resume {}: there is no such folder; --journal {} begins it", options_.resume,
                         options_.resume);
    begun_ = journals_in(folder_);
    if (options_.resume.empty() && !begun_.empty())
      return fmt::format(
          "--journal {}: has {}.jsonl already; --resume {} goes on with it, and another name begins anew",
          folder_.string(), begun_.front(), folder_.string());
    if (!begun_.empty() && begun_.back() > options_.processes)
      return fmt::format("--resume {}: has a journal {}.jsonl: --processes {}, or more", folder_.string(),
                         begun_.back(), begun_.back());
    fs::create_directories(folder_, problem);
    return problem ? fmt::format("{} can't be made: {}", folder_.string(), problem.message()) : "";
  }

  std::string choose_seed() {
    seed_ = options_.seed.value_or(std::uint64_t{std::random_device{}()} << 16 | 1);
    if (options_.seed || options_.resume.empty()) return {};
    for (const int number : begun_) {
      const auto header = campaigns::read_header(journal_of(number));
      if (!header) return "--resume " + header.error();
      if (*header) return seed_ = (*header)->words.seed(), "";
    }
    return fmt::format("--resume {}: has no journal 1.jsonl, or of another number; --journal begins them",
                       folder_.string());
  }

  /// All that no journal has.
  std::string share_cases() {
    std::vector<bool> done;
    for (const int number : begun_) {
      const auto indices = campaigns::read_indices(journal_of(number));
      if (!indices) return "--resume " + indices.error();
      for (const std::uint64_t index : *indices) {
        if (index >= *options_.cases) continue;  // the journal is another run's, as its process will say
        done.resize(std::max<std::size_t>(done.size(), index + 1));
        done[index] = true;
      }
    }
    auto shared = campaigns::SharedCases::of(*options_.cases, std::move(done));
    if (!shared) return shared.error();
    cases_ = std::move(*shared);
    const int at_a_time = std::max(1, host::thread_count(0) / std::max(1, options_.jobs));
    auto processors = campaigns::SharedProcessors::of(std::size_t(at_a_time), kPatience);
    if (!processors) return processors.error();
    processors_ = std::move(*processors);
    return {};
  }

  // Processes count from 1, as do their journals.
  std::string journal_of(int number) const { return (folder_ / fmt::format("{}.jsonl", number)).string(); }
  std::string errors_of(int number) const { return (private_ / fmt::format("{}.errors", number)).string(); }

  void begin(int number) {
    FuzzOptions one = options_;
    for (const FuzzOption& option : fuzz_options())
      if (!option.processes.get().inherited) reset(option, one);
    one.shard = {.number = std::uint64_t(number), .in_turn = true};
    one.seed = seed_;
    one.jobs = std::max(options_.jobs, 1);
    one.journal = journal_of(number);
    one.resume = options_.resume.empty() ? "" : one.journal;
    growing_.emplace_back(one.journal);
    before_.push_back(growing_.back().cases());
    codes_.push_back(kHolds);
    if (const auto refused =
            units_.begin(std::uint64_t(number), one, errors_of(number), {cases_.get(), processors_.get()}))
      codes_.back() = *refused;
  }

  void wait() {
    constexpr int kMilliseconds = 200;
    Progress progress;
    progress.ends_after(options_.cases, std::nullopt);
    bool told = false;
    while (units_.any()) {
      if (cancel_ && !told) units_.signal(SIGINT);
      told |= cancel_;
      std::vector<pollfd> watched = units_.ends();
      if (::poll(watched.data(), watched.size(), kMilliseconds) > 0)
        for (const auto& [number, code] : units_.ended(watched)) {
          codes_[std::size_t(number - 1)] = code;
          processors_->give_back(std::uint64_t(number));
        }
      std::uint64_t cases = 0;
      for (GrowingJournal& journal : growing_) cases += journal.cases();
      cases = std::min(cases, *options_.cases);
      progress.update(cases, fmt::format("cases {}   {:.1f} cases/s   {} processes", cases,
                                         double(cases) / progress.elapsed(), units_.ends().size()));
    }
    progress.finish();
  }

  /// By one of the processes, which says why; one that could not go on, on a full disk, has refused nothing.
  bool is_refused() {
    const auto refused = std::ranges::find(codes_, int(kUsage));
    if (refused == codes_.end()) return false;
    const auto i = std::size_t(refused - codes_.begin());
    fmt::print(stderr, "{}", host::read_text(errors_of(int(i) + 1)).value_or(""));
    return growing_[i].cases() == before_[i];
  }

  /// The exit code of what they found together.
  int merged() {
    bool killed = false;
    for (std::size_t i = 0; i < codes_.size(); ++i) {
      if (codes_[i] >= 0) continue;
      killed = true;
      fmt::print(stderr, "lockstep fuzz: process {} was ended by signal {}, {}\n", i + 1, -codes_[i],
                 ::strsignal(-codes_[i]));
    }
    const bool interrupted = cancel_;  // merging can be by itself
    const bool failed = std::ranges::find(codes_, int(kUsage)) != codes_.end();
    if (killed || failed || interrupted) keep();
    MergeOptions how;
    how.stats = options_.stats;
    how.json = options_.json;
    how.junit = options_.junit;
    how.sarif = options_.sarif;
    how.html = options_.html;
    how.findings = options_.findings;
    how.selftest = selftest_;
    for (const GrowingJournal& journal : growing_)
      if (fs::exists(journal.path())) how.paths.push_back(journal.path());
    const int code = how.paths.empty() ? int(kInconclusive) : merge(how, units_.cache());
    if (interrupted) return kInterrupted;
    return failed && (code == kHolds || code == kInconclusive) ? int(kUsage) : code;
  }

  /// Leaves journals with cases where they are, to be gone on with.
  void keep() {
    if (std::ranges::none_of(growing_, [](GrowingJournal& journal) { return journal.cases() > 0; })) return;
    fmt::print(
        stderr,
        "lockstep fuzz: the same words with --resume {}, in place of a --journal, run what is missing\n",
        folder_.string());
    if (folder_ == private_) private_.clear();
  }

  const FuzzOptions& options_;
  const SelfTest* selftest_;  ///< nullptr: there was none
  const std::atomic<bool>& cancel_;
  fs::path folder_, private_;
  std::vector<int> begun_;  ///< numbers of the journals that are there
  std::unique_ptr<campaigns::SharedCases> cases_;
  std::unique_ptr<campaigns::SharedProcessors> processors_;
  std::uint64_t seed_ = 0;
  ForkedUnits units_;
  std::vector<GrowingJournal> growing_;
  std::vector<std::uint64_t> before_;  ///< what their journals had, where they are gone on with
  std::vector<int> codes_;
};

}  // namespace

int fuzz_in_processes(const FuzzOptions& options, const SelfTest* selftest) {
  return Processes(options, selftest).run();
}

}  // namespace lockstep::cli
