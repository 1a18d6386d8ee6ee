// The compiler's waits and wait states against our rules, both ways.
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include <fmt/format.h>

#include "cli/inspection/commands.hpp"
#include "cli/inspection/compiler_process.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/terminal.hpp"
#include "host/parallel_for.hpp"
#include "properties/compiler_check/campaign.hpp"

namespace lockstep::cli {

namespace {

namespace cc = compiler_check;

constexpr std::string_view kCheckCompiler = "check compiler";
constexpr double kLeastRecall = 0.98;

class MirCompiler {
 public:
  MirCompiler(const CheckCompilerOptions& options, const Llc& llc)
      : llc_(llc), arch_(*arch::find(options.arch)) {
    usual_ = {"-mtriple=amdgcn-amd-amdhsa", "-mcpu=" + options.arch, "-start-before=si-memory-legalizer"};
    if (options.mode == "expert") usual_.push_back("-amdgpu-expert-scheduling-mode");
  }

  tl::expected<cc::Compiled, std::string> operator()(std::span<const cc::Program> programs) const {
    const std::string mir = cc::module_of(programs, arch_), name = programs.front().name();
    std::vector<std::string> plainly = usual_;
    if (arch_.has(arch::Feature::split_counters))
      plainly.push_back("-amdgpu-waitcnt-load-forcezero");  // the other would wait for counters that it lacks
    else
      plainly.insert(plainly.end(), {"-amdgpu-waitcnt-forcezero", "-amdgpu-snop-padding=15"});
    const auto code = load(name, mir, usual_), plain = load(name, mir, plainly);
    if (!code || !plain) return tl::unexpected((code ? plain : code).error());
    return cc::Compiled{*code, *plain};
  }

  std::string mir(const cc::Program& program) const { return cc::module_of({&program, 1}, arch_); }
  tl::expected<std::string, std::string> assembly(const cc::Program& program) const {
    return llc_.assembly(program.name(), mir(program), usual_);
  }

 private:
  machine::LoadedCode::Loaded load(const std::string& name, const std::string& mir,
                                   const std::vector<std::string>& options) const {
    const auto bytes = llc_.object(name, mir, options);
    if (!bytes) return tl::unexpected(bytes.error());
    auto object = code_object::parse(name, *bytes);
    if (!object) return tl::unexpected(object.error().text());
    return machine::LoadedCode::load(std::move(*object));
  }

  const Llc& llc_;
  const arch::Arch& arch_;
  std::vector<std::string> usual_;
};

class CompilerReport {
 public:
  CompilerReport(const CheckCompilerOptions& options, const MirCompiler& compiler,
                 const cc::JudgeOptions& judge)
      : options_(options), compiler_(compiler), judge_(judge) {}

  int print(const cc::Tally& t) {
    const auto of = [&](cc::Fate f) { return t.removals[std::size_t(f)]; };
    fmt::print("{}{}: {} programs, {} falsified, {} by known bugs of the compiler\n", options_.arch,
               options_.mode == "expert" ? ", expert mode" : "", t.programs, t.falsified, t.bugs);
    list("falsified", t.alarms, true);
    list("bug", t.known_bugs, false);
    fmt::print(
        "{} waits and wait states removed or weakened: {} falsified, {} said, {} caution, {} missed; "
        "recall {:.2f} %\n",
        t.removed(), of(cc::Fate::falsified), of(cc::Fate::said), of(cc::Fate::caution), of(cc::Fate::missed),
        100 * t.recall());
    for (const cc::Fate f : {cc::Fate::missed, cc::Fate::caution, cc::Fate::said, cc::Fate::falsified})
      list(f == cc::Fate::falsified ? "found by" : cc::name(f), t.by_fate[std::size_t(f)],
           f == cc::Fate::missed);
    if (t.programs == 0) return kInconclusive;
    return t.falsified > 0 || t.recall() < kLeastRecall ? kFalsified : kHolds;
  }

  bool failed_to_save() const { return failed_to_save_; }

 private:
  void list(std::string_view verdict, const cc::Groups& groups, bool is_failure) {
    std::vector<std::pair<std::string, cc::Group>> sorted(groups.begin(), groups.end());
    std::ranges::sort(sorted, std::greater{}, [](const auto& g) { return g.second.count; });
    for (const auto& [what, g] : sorted) {
      fmt::print("  {}  {:5} x {}\n", painted(verdict), g.count, what);
      if (!is_failure) continue;
      fmt::print("    {}\n    reproduce: lockstep check compiler --arch {}{} --seed {} --programs 1\n",
                 g.text, options_.arch, options_.mode == "expert" ? " --mode expert" : "", g.example.seed);
      if (!options_.save.empty()) save(what, g.example);
    }
  }

  void save(const std::string& what, const cc::Program& program) {
    const cc::Program least = cc::shrink(program, what, judge_, std::ref(compiler_));
    const auto text = compiler_.assembly(least);
    const std::string path = fmt::format("{}/{}_{}", options_.save, program.name(), ++saved_);
    fmt::print("    written: {}.s, {}.mir: {} rows\n", path, path, least.rows.size());
    std::string head = fmt::format("; {}\n", what);
    for (const std::string& row : least.rows) head += fmt::format("; {}\n", row);
    failed_to_save_ |= !text || !write_or_complain(path + ".s", head + *text) ||
                       !write_or_complain(path + ".mir", compiler_.mir(least));
  }

  const CheckCompilerOptions& options_;
  const MirCompiler& compiler_;
  const cc::JudgeOptions& judge_;
  int saved_ = 0;
  bool failed_to_save_ = false;
};

}  // namespace

int check_compiler(const CheckCompilerOptions& options) {
  const arch::Arch* arch = arch::find_emulated(options.arch);
  if (arch == nullptr)
    return complain(kCheckCompiler,
                    fmt::format("no arch '{}'; there are {}", options.arch, arch::emulated_names()));
  if (options.mode == "expert" && !arch->has(arch::Feature::expert_mode))
    return complain(kCheckCompiler, fmt::format("{} has no expert mode", options.arch));
  const auto llc = Llc::find();
  if (!llc) return complain(kCheckCompiler, llc.error(), kSkipped);
  std::error_code failed;
  if (!options.save.empty() && !std::filesystem::create_directories(options.save, failed) && failed)
    return complain(kCheckCompiler, fmt::format("{}: {}", options.save, failed.message()));
  fmt::print("seed {}\n", options.seed);
  std::fflush(stdout);

  const MirCompiler compiler(options, *llc);
  Progress bar(options.programs);
  cc::CampaignOptions campaign;
  campaign.arch = arch;
  campaign.seed = options.seed;
  campaign.programs = options.programs;
  campaign.threads = host::thread_count(options.jobs);
  campaign.judge.schedules = machine::several_schedules(options.seed, 1);
  campaign.judge.cancel = &watch_for_interrupt();
  campaign.progress = [&](const cc::Tally& t) {
    bar.update(t.programs, fmt::format("{} falsified, recall {:.2f} %", t.falsified, 100 * t.recall()));
  };
  const auto tally = cc::run(campaign, std::ref(compiler));
  bar.finish();
  if (!tally) return complain(kCheckCompiler, tally.error(), kInconclusive);
  CompilerReport report(options, compiler, campaign.judge);
  const int verdict = report.print(*tally);
  if (campaign.judge.cancel->load()) return kInterrupted;
  return report.failed_to_save() ? worse(verdict, kUsage) : verdict;
}

}  // namespace lockstep::cli
