#include "cli/options/fuzz.hpp"

#include <algorithm>
#include <stdexcept>

#include "cli/options/options.hpp"

namespace lockstep::cli {

namespace {

using O = FuzzOptions;
using enum Against;

constexpr InKey key(const char* name) {
  return {name, false};
}

constexpr InProcesses refused(const char* why) {
  return {false, why};
}

void positive(CLI::Option& option) {
  option.check(CLI::PositiveNumber);
}

void up_to_1024(CLI::Option& option) {
  option.check(CLI::Range(1, 1024));
}

void file(CLI::Option& option) {
  option.option_text("FILE");
}

/// In the order of --help.
constexpr FuzzOption kOptions[] = {
    {"KERNEL", &O::kernels, kLookedUp, taken, kInherited, "kernels to fuzz (default: all)"},
    {"--cases", &O::cases, key("cases"), taken, kInherited, "number of cases; 0: those of the corpus alone",
     [](CLI::Option& o) { o.check(at_least("a number of cases", 0)); }},
    {"--time", &O::seconds, kNoResult, taken,
     refused("--time would end each process by a clock of its own: leave out --processes, or --time"), kTime,
     in_units_of_time},
    {"--seed", &O::seed, kLookedUp, taken, kInherited, kSeed, from_environment},
    {"--jobs", &O::jobs, kNoResult, taken, kInherited, kJobs, up_to_1024},
    {"--law", &O::laws, key("laws"), meaningless, kInherited, "check only this law; may be repeated"},
    {"--judge", &O::judges, key("judges"), meaningless, kInherited, kJudges,
     [](CLI::Option& o) { o.allow_extra_args(false); }},
    {"--model", &O::models, kLookedUp, taken, kInherited, kModels},
    {"--build", &O::build, kLookedUp, taken, kInherited,
     "O3, O2, a mutant, or the path of a code object (default: O3 and O2)"},
    {"--always", &O::always, key("always"), meaningless, kInherited,
     "keys of case lines that every drawn case has, as in n=256,k=512,out=bf16",
     [](CLI::Option& o) { o.option_text("KEY=VALUE,..."); }},
    {"--schedule", &O::schedule, key("schedule"), meaningless, kInherited,
     "schedule of every case: earliest, latest, vmem-late, lds-late, random:SEED, or hunt to compare many "
     "(default: drawn per case)"},
    {"--order", &O::order, key("order"), meaningless, kInherited,
     "declared, or any for code objects that add in another order than the kernel declares",
     [](CLI::Option& o) { o.check(CLI::IsMember({"declared", "any"})); }},
    {"--recipe", &O::recipe, key("recipe"), meaningless, kInherited, "scale recipe of quantised operands",
     [](CLI::Option& o) { o.check(CLI::IsMember({"ceil", "floor"})); }},
    {"--device", &O::device, kLookedUp, taken,
     refused("--processes are of the emulator; --jobs is the number of processes that share a GPU"), kDevice},
    {"--against", &O::against, kNoResult, taken, kInherited,
     "compare the GPU with the emulator on every case, instead of checking laws",
     [](CLI::Option& o) { o.check(CLI::IsMember({"emulated"})); }},
    {"--timeout", &O::timeout, kNoResult, taken, kInherited, kTimeout, positive},
    {"--runs-per-process", &O::runs_per_process, kNoResult, taken, kInherited, kRunsPerProcessHelp, positive},
    {"--step-limit", &O::step_limit, kLookedUp, taken, kInherited, kStepLimit, positive},
    {"--failures", &O::max_failures, key("failures"), meaningless, kInherited,
     "stop after this many falsified cases (default 1)",
     [](CLI::Option& o) { o.check(at_least("a number of cases", 1)); }},
    {"--shrink-tries", &O::shrink_tries, key("shrink tries"), taken, kInherited,
     "cases tried while shrinking a failure (default 300)",
     [](CLI::Option& o) { o.check(at_least("cases", 0)); }},
    {"--no-wide-offsets", &O::no_wide_offsets, key("no wide offsets"), taken, kInherited, kNoWideOffsets},
    {"--steer", &O::steer, key("steer"), meaningless,
     refused("--steer draws by what all cases before have reached, which no process knows: leave out "
             "--processes, or "
             "--steer"),
     "aim draws at instructions, branch directions and pairs of rows and data that no case reached"},
    {"--corpus", &O::corpus, kLookedUp, meaningless, kInherited,
     "folder of failing cases; they run first (default .lockstep/corpus)"},
    {"--findings", &O::findings, kNoResult, meaningless, kOfWholeRun,
     "folder of findings that machines share: known cases run first, what is found is noted there",
     [](CLI::Option& o) { o.option_text("DIR"); }},
    {"--shard", &O::shard, kNoResult, meaningless,
     refused("--processes deals the cases itself: leave out --shard, or --processes"),
     "run every N-th case of the seed, from the I-th on: N machines have the cases of one, each once",
     [](CLI::Option& o) { o.option_text("I/N"); }},
    {"--processes", &O::processes, kNoResult, meaningless, kOfWholeRun,
     "run --cases in so many processes, which decode once and take cases in turn; --journal and --resume "
     "name a folder then",
     up_to_1024},
    {"--journal", &O::journal, kNoResult, meaningless, kOfWholeRun,
     "write each finished case to this file, for --resume and merge", file},
    {"--resume", &O::resume, kNoResult, meaningless, kOfWholeRun,
     "go on with this journal: what it has is not run again", file},
    {"--json", &O::json, kNoResult, taken, kOfWholeRun, "write the results to this file as JSON"},
    {"--junit", &O::junit, kNoResult, meaningless, kOfWholeRun,
     "write the results to this file as JUnit XML"},
    {"--sarif", &O::sarif, kNoResult, meaningless, kOfWholeRun,
     "write the causes of failures to this file as SARIF"},
    {"--html", &O::html, kNoResult, meaningless, kOfWholeRun, kHtml},
    {"--stats", &O::stats, kNoResult, meaningless, kOfWholeRun,
     "print what was drawn, reached and judged, and all causes of failures"},
    {"--coverage", &O::coverage, kNoResult, meaningless,
     refused("--coverage is written by runs in one process: leave out --processes, or --coverage"),
     "write the instructions and branch directions that no case reached to this file"},
    {"--suppress", &O::suppress, kLookedUp, meaningless, kInherited, kSuppressions},
    {"--selftest", &O::selftest, kNoResult, meaningless, kOfWholeRun, kSelfTest},
};

CLI::Option* declare(CLI::App& sub, const FuzzOption& option, auto& value) {
  return sub.add_option(option.name, value, option.help);
}

CLI::Option* declare(CLI::App& sub, const FuzzOption& option, bool& value) {
  return sub.add_flag(option.name, value, option.help);
}

CLI::Option* declare(CLI::App& sub, const FuzzOption& option, std::optional<campaigns::Shard>& value) {
  const auto read = [&value, name = option.name](const CLI::results_t& text) {
    const auto shard = campaigns::parse_shard(text.front());
    if (!shard) throw CLI::ValidationError(name, shard.error());
    value = *shard;
    return true;
  };
  return sub.add_option(option.name, read, option.help);
}

/// --no-shrink, and how it was spelt before tries were counted.
void declare_no_shrink(CLI::App& sub, FuzzOptions& o) {
  sub.add_flag_callback("--no-shrink", [&o] { o.shrink_tries = 0; }, "shrink no failure");
  const auto old = [&o](double seconds) { o.shrink_tries = seconds == 0 ? 0 : o.shrink_tries; };
  sub.add_option_function<double>("--shrink-time", old)->check(CLI::NonNegativeNumber)->group("");
}

/// Shapes instead of cases: the law alone, which no one asks for unasked.
void declare_prove(CLI::App& sub, FuzzOptions& o) {
  sub.add_flag_callback(
      "--prove", [&o] { o.laws = {"proof"}; },
      "prove each drawn shape for all data, instead of checking laws of its data: --law proof alone");
}

CLI::App* describe_fuzz(CLI::App& app, FuzzOptions& o) {
  CLI::App* sub =
      app.add_subcommand("fuzz", "Draw random cases, run them and check the laws (default: for 60 s)");
  for (const FuzzOption& option : kOptions) {
    CLI::Option* const declared =
        std::visit([&](auto field) { return declare(*sub, option, o.*field); }, option.field);
    if (option.takes != nullptr) option.takes(*declared);
  }
  constexpr std::size_t kHelp = 1, kNoShrink = 2, kProve = 1;
  declare_no_shrink(*sub, o);
  declare_prove(*sub, o);
  add_check_options(*sub, o.policy);  // which stand in a journal's key as flags
  if (sub->get_options().size() != kHelp + std::size(kOptions) + kNoShrink + kProve + kCheckOptions)
    throw std::logic_error("an option of fuzz has no row that says what follows from it");
  sub->footer(
      with_keys("lockstep fuzz --time 5m\n  lockstep fuzz grouped_gemm_masked --cases 100 --seed 7\n  "
                "lockstep fuzz grouped_gemm_masked --build ./mine.co --html report.html"));
  return sub;
}

}  // namespace

std::span<const FuzzOption> fuzz_options() {
  return kOptions;
}

bool is_given(const FuzzOption& option, const FuzzOptions& options) {
  return std::visit([&](auto field) { return options.*field != FuzzOptions().*field; }, option.field);
}

void reset(const FuzzOption& option, FuzzOptions& options) {
  std::visit([&](auto field) { options.*field = FuzzOptions().*field; }, option.field);
}

tl::expected<FuzzOptions, std::string> read_fuzz_words(std::vector<std::string> words) {
  CLI::App app;
  FuzzOptions options;
  describe_fuzz(app, options);
  words.insert(words.begin(), "fuzz");
  std::ranges::reverse(words);  // CLI11 reads the last word first
  try {
    app.parse(std::move(words));
  } catch (const CLI::ParseError& e) {
    return tl::unexpected(std::string(e.what()));
  }
  return options;
}

void add_fuzz(CLI::App& app, int& code) {
  const auto options = std::make_shared<FuzzOptions>();
  describe_fuzz(app, *options)->callback([options, &code] { code = fuzz(*options); });
}

}  // namespace lockstep::cli
