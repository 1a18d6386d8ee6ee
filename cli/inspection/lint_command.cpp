#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/inspection/commands.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/files.hpp"
#include "cli/output/for_other_tools.hpp"
#include "cli/output/json.hpp"
#include "cli/output/terminal.hpp"
#include "emulator/code_object/source_lines.hpp"
#include "emulator/findings/finding_lines.hpp"
#include "emulator/isa/disassembler.hpp"
#include "emulator/lint/lint.hpp"
#include "emulator/machine/dispatch/refusal.hpp"
#include "host/demangle.hpp"
#include "host/files.hpp"

namespace lockstep::cli {

namespace {

namespace fs = std::filesystem;
using lint::KernelReport;
using lint::Verdict;

struct Candidate {
  std::string path;
  bool named = false;  ///< by the user, not found in a folder
};

struct FileReport {
  std::string file, arch;
  std::vector<KernelReport> kernels;
  code_object::SourceLines lines;
};

struct Unreadable {
  std::string file, why;
};

struct Result {
  std::vector<FileReport> files;
  std::vector<Unreadable> unreadable;
  std::uint64_t other_files = 0;  ///< in folders: no code objects
  bool interrupted = false;
};

/// Whether the file begins as an ELF file for AMD GPUs does.
bool looks_like_code(const std::string& path) {
  constexpr std::array<std::uint8_t, 4> kElf{0x7F, 'E', 'L', 'F'};
  constexpr std::size_t kMachine = 18;
  constexpr std::uint8_t kAmdGpu = 0xE0;
  const auto file = InputFile::open(path);
  if (!file) return true;  // so that it is read, and complained of
  std::array<std::uint8_t, kMachine + 2> head{};
  if ((*file)->bytes() < head.size()) return false;
  (*file)->read(0, head);
  return std::ranges::equal(kElf, std::span(head).first(kElf.size())) && head[kMachine] == kAmdGpu &&
         head[kMachine + 1] == 0;
}

class Command {
 public:
  explicit Command(const LintOptions& options) : options_(options) {}

  Result run() {
    for (const std::string& path : options_.paths) gather(path);
    Progress bar(candidates_.size());
    for (std::size_t n = 0; n < candidates_.size() && !cancel_.load(); ++n) {
      bar.update(n, candidates_[n].path);
      check(candidates_[n], bar);
    }
    bar.finish();
    result_.interrupted = cancel_.load();
    return std::move(result_);
  }

 private:
  void gather(const std::string& path) {
    std::error_code failure;
    if (!fs::is_directory(path, failure)) return candidates_.push_back({path, true});
    std::vector<std::string> found;
    fs::recursive_directory_iterator at(path, failure), end;
    while (!failure && at != end) {
      if (at->is_regular_file(failure)) found.push_back(at->path().string());
      at.increment(failure);
    }
    if (failure) result_.unreadable.push_back({path, failure.message()});
    std::ranges::sort(found);
    for (std::string& file : found) candidates_.push_back({std::move(file), false});
  }

  void check(const Candidate& candidate, Progress& bar) {
    if (!candidate.named && !looks_like_code(candidate.path)) {
      ++result_.other_files;
      return;
    }
    auto report = lint_file(candidate.path);
    if (!report) {
      bar.finish();
      fmt::print(stderr, "lockstep lint: {}\n", report.error());
      result_.unreadable.push_back({candidate.path, report.error()});
      return;
    }
    if (!report->kernels.empty()) bar.finish();
    for (KernelReport& kernel : report->kernels) {
      std::erase_if(kernel.findings, [&](const findings::Finding& f) { return !is_wanted(f); });
      if (options_.shown.limit != 0) kernel.findings = findings::by_cause(kernel.findings);
      print(report->file, kernel);
    }
    result_.files.push_back(*std::move(report));
  }

  bool is_wanted(const findings::Finding& f) const {
    return options_.policy.wants(f.kind) &&
           findings::is_wanted(options_.rules, findings::name(f.kind), f.rule);
  }

  void print(const std::string& file, const KernelReport& kernel) const {
    if (kernel.findings.empty()) return;
    fmt::print("{}: {}\n", file, host::demangled(kernel.kernel));
    std::vector<findings::FindingLine> lines;
    for (const findings::Finding& f : kernel.findings) lines.emplace_back(f, lint::line_of_kernel(f));
    for (const std::string& line : findings::listed(lines, options_.shown, options_.policy.fails))
      fmt::print("  {}\n", line);
  }

  tl::expected<FileReport, std::string> lint_file(const std::string& path) const {
    const auto bytes = host::read_file(path);
    if (!bytes) return tl::unexpected(bytes.error());
    auto object = code_object::parse(path, *bytes);
    if (!object) return tl::unexpected(object.error().text());
    const auto program =
        isa::disassemble(object->arch, object->text_address, object->text, machine::wave_width(*object));
    if (!program) return tl::unexpected(fmt::format("{}: {}", path, program.error()));
    if (!options_.kernel.empty())
      std::erase_if(object->kernels, [&](const code_object::Kernel& k) { return k.name != options_.kernel; });
    std::vector<KernelReport> kernels = lint::lint(*object, *program);
    return FileReport{path, object->arch, std::move(kernels), std::move(object->lines)};
  }

  const LintOptions& options_;
  const std::atomic<bool>& cancel_ = watch_for_interrupt();
  std::vector<Candidate> candidates_;
  Result result_;
};

struct Tally {
  std::uint64_t kernels = 0, instructions = 0;
  std::array<std::uint64_t, 3> verdicts{};
  std::uint64_t of(Verdict v) const { return verdicts[std::size_t(v)]; }
};

Tally tally(const Result& result, findings::Severity fails) {
  Tally t;
  for (const FileReport& file : result.files)
    for (const KernelReport& kernel : file.kernels) {
      ++t.kernels;
      t.instructions += kernel.instructions();
      ++t.verdicts[std::size_t(kernel.verdict(fails))];
    }
  return t;
}

std::string count(std::uint64_t n, const char* one, const char* many) {
  return fmt::format("{} {}", n, n == 1 ? one : many);
}

void print_summary(const Result& result, const Tally& t) {
  fmt::print("{}, {}, {}: {} {}, {} falsified, {} inconclusive\n",
             count(result.files.size(), "code object", "code objects"), count(t.kernels, "kernel", "kernels"),
             count(t.instructions, "instruction", "instructions"), t.of(Verdict::holds),
             t.of(Verdict::holds) == 1 ? "holds" : "hold", t.of(Verdict::falsified),
             t.of(Verdict::inconclusive));
  if (result.other_files > 0)
    fmt::print("{} no code {}\n", count(result.other_files, "file is", "files are"),
               result.other_files == 1 ? "object" : "objects");
  if (!result.unreadable.empty())
    fmt::print("{} not be read\n", count(result.unreadable.size(), "file could", "files could"));
}

nlohmann::json json_of(const findings::Finding& f) {
  nlohmann::json j{{"kind", findings::name(f.kind)},
                   {"severity", findings::name(f.severity)},
                   {"instruction", f.instruction},
                   {"address", fmt::format("{:#x}", f.address)},
                   {"text", f.text},
                   {"line", lint::line(f)}};
  if (!f.rule.empty()) j["rule"] = f.rule;
  if (!f.registers.empty()) j["registers"] = f.registers;
  if (f.other_address != 0) j["other"] = fmt::format("{:#x}", f.other_address);
  if (f.distance != 0) j["distance"] = f.distance;
  if (f.more != 0) j["more"] = f.more;
  if (!f.needed.empty()) j["needed"] = f.needed;
  if (!f.path.empty()) j["path"] = f.path;
  return j;
}

nlohmann::json json_of(const Result& result, findings::Severity fails) {
  nlohmann::json files = nlohmann::json::array(), unreadable = nlohmann::json::array();
  for (const FileReport& file : result.files) {
    nlohmann::json kernels = nlohmann::json::array();
    for (const KernelReport& kernel : file.kernels) {
      nlohmann::json findings = nlohmann::json::array();
      for (const findings::Finding& f : kernel.findings) findings.push_back(json_of(f));
      kernels.push_back({{"kernel", kernel.kernel},
                         {"verdict", lint::name(kernel.verdict(fails))},
                         {"instructions", kernel.instructions()},
                         {"findings", std::move(findings)}});
    }
    files.push_back({{"file", file.file}, {"arch", file.arch}, {"kernels", std::move(kernels)}});
  }
  for (const Unreadable& u : result.unreadable) unreadable.push_back({{"file", u.file}, {"error", u.why}});
  return {{"schema", kSchema},
          {"files", std::move(files)},
          {"unreadable", std::move(unreadable)},
          {"other_files", result.other_files}};
}

std::vector<SarifResult> results_of(const Result& result) {
  std::vector<SarifResult> all;
  for (const FileReport& file : result.files)
    for (const KernelReport& kernel : file.kernels)
      for (const findings::Finding& f : kernel.findings)
        all.push_back({findings::name(f.kind), f.severity, fmt::format("{}: {}", file.file, lint::line(f)),
                       file.lines.at(f.address), f.kernel, file.file});
  return all;
}

int exit_code(const Result& result, const Tally& t) {
  if (result.interrupted) return kInterrupted;
  if (t.of(Verdict::falsified) > 0) return kFalsified;
  if (!result.unreadable.empty()) return kUsage;
  return t.kernels == 0 || t.of(Verdict::inconclusive) > 0 ? kInconclusive : kHolds;
}

}  // namespace

int lint(const LintOptions& options) {
  const Result result = Command(options).run();
  const Tally t = tally(result, options.policy.fails);
  print_summary(result, t);
  int code = exit_code(result, t);
  if (t.kernels == 0 && !options.kernel.empty() && !result.interrupted) {
    fmt::print(stderr, "lockstep lint: no kernel '{}' in what was read\n", options.kernel);
    code = kUsage;
  }
  const std::vector<SarifResult> found = results_of(result);
  annotate(found);
  bool written = options.json.empty() ||
                 write_or_complain(options.json, json_of(result, options.policy.fails).dump(1) + "\n");
  written &= options.sarif.empty() || write_or_complain(options.sarif, sarif(found).dump(1) + "\n");
  return written || code == kFalsified || code == kInterrupted ? code : int(kUsage);
}

}  // namespace lockstep::cli
