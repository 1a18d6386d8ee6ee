// Puts candidates and the project's models to a GPU: see README.md beside this.
#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "host/parallel_for.hpp"
#include "tests/hardware/silicon_rehearsal.hpp"
#include "tests/hardware/survey.hpp"
#include "tests/hardware/vectors.hpp"

namespace lockstep::hardware {
namespace {

struct Options {
  bool layout = false;
  double survey = 0, verify = 0, project = 0;  ///< outputs per instruction
  double seconds = 20;                         ///< at most, per instruction, for the project's models
  std::uint64_t seed = 0x5EED;
  std::string record, log, only;
  std::string rehearse;  ///< a candidate's name: it stands in for the GPU
};

/// "any bits 12, tiny 3" of one column of counts.
std::string by_regime(const std::uint64_t* counts) {
  std::string text;
  for (int r = 0; r < kRegimeCount; ++r)
    if (counts[r] != 0)
      text += std::string(text.empty() ? "" : ", ") + kRegimes[r] + " " + std::to_string(counts[r]);
  return text;
}

void log_disagreements(std::FILE* log, const Instruction& in, std::uint64_t seed, const Tally& tally) {
  constexpr unsigned kLogged = 16;
  for (int r = 0; r < kRegimeCount; ++r)
    for (unsigned i = 0; i < tally.kept[r] && i < kLogged; ++i) {
      const Disagreement& one = tally.disagreements[r][i];
      const Tile t = tile(in, seed, one.tile);
      std::fprintf(log,
                   "%s; %s; tile %" PRIu64 " row %d column %d steps %d accumulate %d; c %" PRIx64
                   " observed %" PRIx64 " predicted %" PRIx64 "; a",
                   in.name, kRegimes[r], one.tile, one.row, one.column, t.steps, int(t.accumulate),
                   accumulator(in, t, one.row, one.column), one.observed, one.predicted);
      for (int k = 0; k < in.k * t.steps; ++k) std::fprintf(log, " %" PRIx64, element(in, t, 0, one.row, k));
      std::fprintf(log, "; b");
      for (int k = 0; k < in.k * t.steps; ++k)
        std::fprintf(log, " %" PRIx64, element(in, t, 1, one.column, k));
      std::fprintf(log, "\n");
    }
}

/// Prints the survivors and the nearest others; returns the best candidate.
NamedCandidate report_survey(std::FILE* log, const Instruction& in, std::uint64_t seed, const Survey& s) {
  std::string survivors;
  for (std::size_t i = 0; i < s.candidates.size(); ++i) {
    if (s.wrong(i) == 0) survivors += (survivors.empty() ? "" : " | ") + s.candidates[i].name;
    std::fprintf(log, "%s; %s; wrong %" PRIu64 " of %" PRIu64 "; %s\n", in.name, s.candidates[i].name.c_str(),
                 s.wrong(i), s.dots, by_regime(s.tally.wrong[i]).c_str());
  }
  std::fprintf(log, "%s; NaN results", in.name);
  for (const std::uint64_t nan : s.tally.nan_codes)
    if (nan != 0) std::fprintf(log, " %" PRIx64, nan);
  std::fprintf(log, "\n");
  log_disagreements(log, in, seed, s.tally);
  const std::size_t best = s.best();
  std::printf("  survey   %.2e dots; survivors: %s\n", double(s.dots),
              survivors.empty() ? "none" : survivors.c_str());
  if (s.wrong(0) != 0)
    std::printf("           measured: %" PRIu64 " wrong (%s)\n", s.wrong(0),
                by_regime(s.tally.wrong[0]).c_str());
  if (s.wrong(best) != 0)
    std::printf("           nearest: %s, %" PRIu64 " wrong (%s)\n", s.candidates[best].name.c_str(),
                s.wrong(best), by_regime(s.tally.wrong[best]).c_str());
  std::printf("           NaN results:");
  for (const std::uint64_t nan : s.tally.nan_codes)
    if (nan != 0) std::printf(" %" PRIx64, nan);
  std::printf("\n");
  return s.candidates[best];
}

int capture(Silicon& silicon, const Options& o) {
  std::FILE* log = o.log.empty() ? stderr : std::fopen(o.log.c_str(), "w");
  if (log == nullptr) return std::perror(o.log.c_str()), 2;
  std::printf("%s; %s; seed %#" PRIx64 "\n", silicon.device().c_str(), silicon.driver().c_str(), o.seed);
  const auto start = std::chrono::steady_clock::now();
  int bad = 0;
  for (int i = 0; i < kInstructionCount; ++i) {
    const Id id = Id(i);
    const Instruction& in = kInstructions[id];
    if (!o.only.empty() && std::strstr(in.name, o.only.c_str()) == nullptr) continue;
    std::printf("%s  [%.0f s]\n", in.name,
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    std::fflush(stdout);
    const auto failed = [&] { return std::printf("  FAILED: %s\n", silicon.error().c_str()), 1; };
    if (o.layout) {
      const Layout l = check_layout(silicon, id);
      if (!l.ran) return failed();
      std::printf("  layout   %.2e dots, %" PRIu64 " wrong\n", double(l.dots), l.wrong);
      bad += l.wrong != 0;
    }
    NamedCandidate best = candidates(in).front();
    // Each question draws its own tiles, so that no candidate is verified on the inputs that chose it.
    if (o.survey > 0) {
      const Survey s = survey(silicon, id, o.seed, 0, std::uint64_t(o.survey), candidates(in));
      if (!s.ran) return failed();
      best = report_survey(log, in, o.seed, s);
      bad += s.wrong(s.best()) != 0;
    }
    if (o.verify > 0) {
      const std::uint64_t seed = mix(o.seed);
      const Survey s = survey(silicon, id, seed, 0, std::uint64_t(o.verify), {best});
      if (!s.ran) return failed();
      std::printf("  verify   %.3e dots against \"%s\", %" PRIu64 " wrong %s\n", double(s.dots),
                  best.name.c_str(), s.wrong(0), by_regime(s.tally.wrong[0]).c_str());
      log_disagreements(log, in, seed, s.tally);
      bad += s.wrong(0) != 0;
    }
    if (o.project > 0) {
      const Comparison c = compare_project(silicon, id, mix(mix(o.seed)), 0, std::uint64_t(o.project),
                                           o.seconds, unsigned(host::thread_count(0)));
      if (!c.ran) return failed();
      std::printf("  project  %.3e dots against unit %s, %" PRIu64 " wrong %s\n", double(c.dots), in.unit,
                  c.wrong, by_regime(c.wrong_in).c_str());
      bad += c.wrong != 0;
    }
    if (!o.record.empty()) {
      Vectors v;
      if (!record(silicon, id, o.seed, v)) return failed();
      if (!write_vectors(std::filesystem::path(o.record) / (std::string(in.name) + ".vectors"), v))
        return std::printf("  FAILED: cannot write to %s\n", o.record.c_str()), 1;
    }
    std::fflush(stdout);
    std::fflush(log);
  }
  std::printf("%d disagreeing answers; %.0f s\n", bad,
              std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  return bad != 0;
}

/// Instructions that have no such candidate answer as measured.
std::unique_ptr<Silicon> rehearse_named(const std::string& name) {
  return rehearse([name](const Instruction& in) {
    const std::vector<NamedCandidate> all = candidates(in);
    for (const NamedCandidate& c : all)
      if (c.name == name) return c.candidate;
    return all.front().candidate;
  });
}

int usage() {
  std::fprintf(
      stderr,
      "usage: capture [--layout] [--survey DOTS] [--verify DOTS] [--project DOTS] [--seconds S] [--seed S]\n"
      "               [--record FOLDER] [--log FILE] [--only PART_OF_A_NAME]\n"
      "               [--rehearse CANDIDATE]\n");
  return 2;
}

}  // namespace
}  // namespace lockstep::hardware

int main(int count, char** arguments) {
  using namespace lockstep::hardware;
  Options o;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    if (word == "--layout") {
      o.layout = true;
      continue;
    }
    if (++i == count) return usage();
    const char* value = arguments[i];
    if (word == "--survey")
      o.survey = std::atof(value);
    else if (word == "--verify")
      o.verify = std::atof(value);
    else if (word == "--project")
      o.project = std::atof(value);
    else if (word == "--seconds")
      o.seconds = std::atof(value);
    else if (word == "--seed")
      o.seed = std::strtoull(value, nullptr, 0);
    else if (word == "--record")
      o.record = value;
    else if (word == "--log")
      o.log = value;
    else if (word == "--only")
      o.only = value;
    else if (word == "--rehearse")
      o.rehearse = value;
    else
      return usage();
  }
  std::string error;
  const std::unique_ptr<Silicon> silicon =
      o.rehearse.empty() ? open_silicon(error) : rehearse_named(o.rehearse);
  if (silicon == nullptr) return std::printf("no GPU: %s\n", error.c_str()), 77;
  return capture(*silicon, o);
}
