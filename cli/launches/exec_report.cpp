#include "cli/launches/exec_report.hpp"

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/for_other_tools.hpp"
#include "cli/output/json.hpp"
#include "cli/output/result_pages.hpp"
#include "cli/output/terminal.hpp"
#include "emulator/code_object/program_places.hpp"
#include "emulator/findings/finding_lines.hpp"
#include "emulator/observe/coverage.hpp"
#include "emulator/runtime/module.hpp"
#include "emulator/runtime/reached.hpp"
#include "emulator/runtime/report.hpp"
#include "host/demangle.hpp"
#include "host/files.hpp"
#include "properties/pages/page.hpp"

namespace lockstep::cli {
namespace {

using nlohmann::json;

std::string base_name(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

/// A kernel's name and its code object: others may have a kernel of that name.
using KernelOf = std::pair<std::string, std::string>;

struct OfKernel {
  std::uint64_t launches = 0, workgroups = 0, wave_instructions = 0;
  std::vector<std::string> failures, notes;  ///< lines of what was found in it
};

struct Gathered {
  std::size_t processes = 0;
  std::uint64_t launches = 0, wave_instructions = 0;
  std::map<KernelOf, OfKernel> kernels;
  std::map<std::string, std::vector<findings::Finding>>
      of_objects;                           ///< findings of each code object, one per pair of instructions
  std::vector<findings::Finding> findings;  ///< those of of_objects that are told
  std::vector<findings::Finding> stops;
  std::vector<runtime::Remark> remarks;
  std::set<std::string> notes;        ///< on how launches ran
  std::vector<std::string> recorded;  ///< folders
  std::uint64_t unchecked = 0;        ///< launches
  std::uint64_t repeated = 0;         ///< launches
  std::vector<std::string> complaints;
  struct OfObject {
    std::set<std::string> kernels;
    observe::Coverage coverage;
  };
  std::map<std::string, OfObject> objects;  ///< by the file of a code object
};

/// Names the places of a program that ask for launches.
class CallPlaces {
 public:
  /// ", by main at host.cpp:42": the innermost that is no function of the compiler's; empty: not known.
  std::string asked_for_by(const std::vector<runtime::Caller>& callers) {
    for (const runtime::Caller& c : callers) {
      const code_object::ProgramPlace& place = place_of(c);
      if (place.function.find("__device_stub__") != std::string::npos) continue;
      const std::string name = place.function.empty() ? fmt::format("{}+{:#x}", c.file, c.address)
                                                      : host::demangled(place.function);
      return fmt::format(", by {}{}{}", name, place.source.empty() ? "" : " at ", place.source);
    }
    return {};
  }

 private:
  const code_object::ProgramPlace& place_of(const runtime::Caller& c) {
    constexpr std::uintmax_t kMostBytes = std::uintmax_t{1} << 28;
    const auto [at, is_new] = known_.try_emplace({c.file, c.address});
    std::error_code failure;
    if (is_new && std::filesystem::file_size(c.file, failure) <= kMostBytes && !failure)
      if (const auto bytes = host::read_file(c.file))
        at->second = code_object::place_in_program(*bytes, c.address);
    return at->second;
  }

  std::map<std::pair<std::string, std::uint64_t>, code_object::ProgramPlace> known_;
};

class Gatherer {
 public:
  explicit Gatherer(const ExecOptions& options) : options_(options) {}

  Gathered gather(const std::string& folder) {
    std::set<std::filesystem::path> files;
    folder_ = folder;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.is_regular_file()) files.insert(entry.path());
    for (const auto& path : files) {
      ++all_.processes;
      std::ifstream file(path);
      for (std::string line; std::getline(file, line);)
        if (const auto record = runtime::parse_record(line)) add(*record);
    }
    for (const runtime::LaunchRecord& r : linted_) add(r, nullptr);
    return std::move(all_);
  }

 private:
  void add(const runtime::LaunchRecord& r) {
    if (!r.complaint.empty()) return all_.complaints.push_back(r.complaint);
    for (const runtime::Remark& m : r.remarks)
      if (findings::is_wanted(options_.rules, m.kind, "") && said_.insert(m.line()).second)
        all_.remarks.push_back(m);
    if (!r.is_launch) return linted_.push_back(r);
    add(r, &r);
    for (const std::string& note : r.notes) all_.notes.insert(r.kernel + ": " + note);
    if (!r.recorded.empty()) all_.recorded.push_back(r.recorded);
    all_.unchecked += r.checked ? 0 : 1;
    all_.repeated += r.is_repeated ? 1 : 0;
    OfKernel& kernel = all_.kernels[{r.kernel, r.object}];
    ++kernel.launches, ++all_.launches;
    kernel.workgroups += r.workgroups;
    kernel.wave_instructions += r.wave_instructions;
    all_.wave_instructions += r.wave_instructions;
    if (!r.reached.empty()) add_reached(r);
    if (!r.stop || !is_new(*r.stop, r.object)) return;
    add(*r.stop, &r, all_.stops);
    kernel.failures.push_back(all_.stops.back().line());
  }
  /// `of`: the first launch that shows it; nullptr: none does.
  void add(findings::Finding f, const runtime::LaunchRecord* of, std::vector<findings::Finding>& to) {
    if (of != nullptr && of->number != 0)
      f.launch = fmt::format("launch {} of {}{}{}", of->number, base_name(of->object),
                             places_.asked_for_by(of->callers), of->test.empty() ? "" : ", in " + of->test);
    to.push_back(std::move(f));
  }
  void add(const runtime::LaunchRecord& r, const runtime::LaunchRecord* of) {
    for (const findings::Finding& f : r.findings)
      if (findings::is_wanted(options_.rules, findings::name(f.kind), f.rule) && is_new(f, r.object))
        add(f, of, all_.of_objects[r.object]);
  }
  void add_reached(const runtime::LaunchRecord& r) {
    Gathered::OfObject& of = all_.objects[r.code];
    of.kernels.insert(r.kernel);
    if (of.coverage.code() == nullptr) {
      const std::string file = folder_ + "/" + runtime::kObjectsFolder + "/" + r.code;
      const auto bytes = host::read_file(file);
      if (!bytes) return all_.complaints.push_back(bytes.error());
      auto module = runtime::Module::load(r.object, *bytes);
      if (!module) return all_.complaints.push_back(fmt::format("{}: {}", r.object, module.error()));
      const std::shared_ptr<const runtime::Module> held(std::move(*module));
      of.coverage = observe::Coverage({held, &held->code()});
    }
    of.coverage.add(r.reached);
  }
  bool is_new(const findings::Finding& f, const std::string& object) {
    const auto [first, second] = std::minmax(f.address, f.other_address);
    return seen_.insert({object, f.kernel, f.kind, first, second, f.severity}).second;
  }

  const ExecOptions& options_;
  std::string folder_;
  Gathered all_;
  CallPlaces places_;
  std::set<std::string> said_;                 ///< remarks
  std::vector<runtime::LaunchRecord> linted_;  ///< come last: what a run shows is said by the run
  std::set<std::tuple<std::string, std::string, findings::FindingKind, std::uint64_t, std::uint64_t,
                      findings::Severity>>
      seen_;
};

// A kernel as a person reads its name, with its code object where others have one of that name.
std::string name_of(const Gathered& g, const KernelOf& kernel) {
  const auto same = std::ranges::count(g.kernels, kernel.first, [](const auto& k) { return k.first.first; });
  return host::demangled(kernel.first) + (same > 1 ? " of " + base_name(kernel.second) : "");
}

std::string counted(std::uint64_t count, std::string_view what) {
  const bool hisses = what.ends_with('s') || what.ends_with("ch");
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : hisses ? "es" : "s");
}

std::string end_of(int status) {
  if (WIFSIGNALED(status)) return fmt::format("the program was ended by signal {}", WTERMSIG(status));
  return fmt::format("the program ended with exit code {}", WEXITSTATUS(status));
}

// Kernels of one name in two code objects have causes of their own.
void tell(const ExecOptions& options, const std::string& object, std::vector<findings::Finding> found,
          Gathered& g) {
  if (options.shown.limit != 0) found = findings::by_cause(found);
  for (findings::Finding& f : found) {
    if (const auto of = g.kernels.find({f.kernel, object}); of != g.kernels.end())
      (options.policy.is_failure(f.severity) ? of->second.failures : of->second.notes).push_back(f.line());
    g.findings.push_back(std::move(f));
  }
}

bool is_falsified(const ExecOptions& options, const Gathered& g) {
  const auto fails = [&](const auto& f) { return options.policy.is_failure(f.severity); };
  return std::ranges::any_of(g.findings, fails) || std::ranges::any_of(g.remarks, fails);
}

// Findings come first; a program that fails by itself passes its own code on, and one that launched nothing
// proves nothing.
int exit_code(const ExecOptions& options, const Gathered& g, int status, bool told) {
  const auto is_unsupported = [](const findings::Finding& f) {
    return f.kind == findings::FindingKind::unsupported;
  };
  if (std::ranges::any_of(g.stops, [&](const auto& f) { return !is_unsupported(f); })) return kTrapped;
  if (is_falsified(options, g)) return kFalsified;
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    return signal == SIGINT || (told && signal == SIGTERM) ? int(kInterrupted) : 128 + signal;
  }
  if (WEXITSTATUS(status) != 0) return WEXITSTATUS(status);
  return g.launches == 0 || !g.stops.empty() || !g.complaints.empty() ? kInconclusive : kHolds;
}

const char* verdict(const ExecOptions& options, const Gathered& g, int code) {
  if (code == kTrapped && !g.stops.empty()) return "trapped";
  if (is_falsified(options, g)) return "falsified";
  if (code == kInterrupted) return "interrupted";
  return code == kHolds ? "holds" : code == kInconclusive ? "inconclusive" : "the program failed";
}

std::vector<std::string> lines_of(const ExecOptions& options, const Gathered& g) {
  return findings::listed({g.findings.begin(), g.findings.end()}, options.shown, options.policy.fails);
}

void print(const ExecOptions& options, const Gathered& g, int status, int code) {
  fmt::print("{}", painted(fmt::format("{}  {} in {}, {}; {}\n", verdict(options, g, code),
                                       counted(g.launches, "launch"), counted(g.processes, "process"),
                                       counted(g.wave_instructions, "wave instruction"), end_of(status))));
  if (g.launches == 0)
    fmt::print(
        "  no kernel was launched through this runtime: does the program use a GPU, and in this "
        "environment?\n");
  for (const auto& [of, k] : g.kernels)
    fmt::print("  kernel {}: {}, {}, {}\n", name_of(g, of), counted(k.launches, "launch"),
               counted(k.workgroups, "workgroup"), counted(k.wave_instructions, "wave instruction"));
  for (const findings::Finding& f : g.stops) fmt::print("  {}\n", f.line());
  for (const std::string& line : lines_of(options, g)) fmt::print("  {}\n", line);
  for (const runtime::Remark& r : g.remarks) fmt::print("  {}\n", r.line());
  for (const std::string& note : g.notes) fmt::print("  note: {}\n", note);
  for (const std::string& line : g.complaints) fmt::print("  {}\n", line);
  if (g.unchecked != 0 && !options.no_checks)
    fmt::print("  not checked: {}\n", counted(g.unchecked, "launch"));
  if (g.repeated != 0)
    fmt::print(
        "  served from memory: {} with the code, arguments and bytes of an earlier one (--every 1 runs "
        "each)\n",
        counted(g.repeated, "launch"));
  if (!g.recorded.empty())
    fmt::print("  recorded: {} in {}, the first: lockstep run {}/LAUNCH.json\n",
               counted(g.recorded.size(), "launch"), options.record, g.recorded.front());
}

json result(const ExecOptions& options, const Gathered& g, int status, int code) {
  json j{{"schema", kSchema},
         {"program", options.program},
         {"arch", options.arch},
         {"schedule", options.schedule},
         {"seed", options.seed},
         {"verdict", verdict(options, g, code)},
         {"program_ended", end_of(status)},
         {"processes", g.processes},
         {"launches", g.launches},
         {"wave_instructions", g.wave_instructions},
         {"kernels", json::array()},
         {"findings", json::array()},
         {"stops", json::array()},
         {"complaints", g.complaints}};
  for (const auto& [of, k] : g.kernels)
    j["kernels"].push_back({{"name", of.first},
                            {"object", of.second},
                            {"launches", k.launches},
                            {"workgroups", k.workgroups},
                            {"wave_instructions", k.wave_instructions}});
  for (const findings::Finding& f : g.findings) j["findings"].push_back(to_json(f));
  for (const findings::Finding& f : g.stops) j["stops"].push_back(to_json(f));
  j["remarks"] = json::array();
  for (const runtime::Remark& r : g.remarks)
    j["remarks"].push_back({{"kind", r.kind},
                            {"severity", findings::name(r.severity)},
                            {"kernel", r.kernel},
                            {"text", r.text},
                            {"line", r.line()}});
  j["notes"] = g.notes;
  j["unchecked_launches"] = g.unchecked;
  j["repeated_launches"] = g.repeated;
  j["recorded"] = g.recorded;
  return j;
}

// One test case per kernel; its findings are why it failed.
std::vector<JunitCase> cases_of(const ExecOptions& options, const Gathered& g) {
  std::vector<JunitCase> cases;
  for (const auto& [of, k] : g.kernels) {
    JunitCase c{options.program.front(), name_of(g, of), k.failures, k.notes};
    for (const runtime::Remark& r : g.remarks)  // which know kernels by their names
      if (r.kernel == of.first)
        (options.policy.is_failure(r.severity) ? c.failures : c.notes).push_back(r.line());
    cases.push_back(std::move(c));
  }
  return cases;
}

std::vector<SarifResult> results_of(const ExecOptions& options, const Gathered& g) {
  std::vector<SarifResult> results;
  const std::string& program = options.program.front();
  for (const auto* all : {&g.stops, &g.findings})
    for (const findings::Finding& f : *all)
      results.push_back({findings::name(f.kind), f.severity, f.line(), f.source, f.kernel, program});
  for (const runtime::Remark& r : g.remarks)
    results.push_back({r.kind, r.severity, r.line(), "", r.kernel, program});
  return results;
}

/// Beside the program, and each file that it is told of, as scripts are; beside the code object; here.
std::vector<std::string> folders_of_sources(const ExecOptions& options, const std::string& object) {
  std::vector<std::string> files = options.program;
  files.push_back(object);
  return cli::source_folders(files);
}

std::string page_of(const ExecOptions& options, const Gathered& g, int status, int code) {
  pages::Page page;
  page.verdict = verdict(options, g, code);
  page.title = fmt::format("lockstep exec -- {}", fmt::join(options.program, " "));
  page.sentence = fmt::format("{} in {}; {}", counted(g.launches, "launch"), counted(g.processes, "process"),
                              end_of(status));
  page.facts = {{"arch", options.arch},
                {"schedule", options.schedule},
                {"seed", std::to_string(options.seed)},
                {"wave instructions", std::to_string(g.wave_instructions)}};
  std::string said;
  for (const findings::Finding& f : g.stops) said += f.line() + "\n";
  for (const std::string& line : lines_of(options, g)) said += line + "\n";
  for (const runtime::Remark& r : g.remarks) said += r.line() + "\n";
  if (!said.empty()) page.reports.push_back(std::move(said));
  page.reports.insert(page.reports.end(), g.complaints.begin(), g.complaints.end());
  if (pages::Table found = findings_table(results_of(options, g)); !found.rows.empty())
    page.tables.push_back(std::move(found));
  pages::Table kernels{"Kernels", {"kernel", "launches", "workgroups", "wave instructions"}, {}};
  for (const auto& [of, k] : g.kernels)
    kernels.rows.push_back({"",
                            {name_of(g, of), std::to_string(k.launches), std::to_string(k.workgroups),
                             std::to_string(k.wave_instructions)}});
  page.tables.push_back(std::move(kernels));
  for (const auto& [file, of] : g.objects) {
    std::string names;
    for (const std::string& kernel : of.kernels)
      names += (names.empty() ? "" : ", ") + host::demangled(kernel);
    if (of.coverage.code() != nullptr)
      page.code.push_back(pages::code_map(names, of.coverage,
                                          folders_of_sources(options, of.coverage.code()->object().file)));
  }
  if (!g.recorded.empty()) page.again = fmt::format("lockstep run {}/LAUNCH.json", g.recorded.front());
  return pages::html(page);
}

}  // namespace

int report_launches(const ExecOptions& options, const findings::Suppressions& suppressions,
                    const std::string& folder, int status, bool told) {
  Gathered g = Gatherer(options).gather(folder);
  findings::Suppressions::Counts suppressed(suppressions.rules().size());
  suppressions.take(g.remarks, suppressed);
  for (auto& [object, found] : g.of_objects) {
    findings::add(suppressions.take(found), suppressed);
    tell(options, object, std::move(found), g);
  }
  const int code = exit_code(options, g, status, told);
  print(options, g, status, code);
  print_account(suppressions, suppressed);
  bool written = true;
  if (!options.json.empty()) {
    json j = result(options, g, status, code);
    if (!options.suppress.empty()) j["suppressed"] = to_json(suppressions, suppressed);
    written &= write_or_complain(options.json, j.dump(1) + "\n");
  }
  if (!options.junit.empty()) written &= write_or_complain(options.junit, junit(cases_of(options, g)));
  annotate(results_of(options, g));
  if (!options.sarif.empty())
    written &= write_or_complain(options.sarif, sarif(results_of(options, g)).dump(1) + "\n");
  if (!options.html.empty()) written &= write_or_complain(options.html, page_of(options, g, status, code));
  return written || code != kHolds ? code : int(kUsage);
}

}  // namespace lockstep::cli
