#include "cli/campaigns/fuzz_journal.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "cli/options/fuzz.hpp"
#include "cli/output/version.hpp"
#include "host/files.hpp"
#include "kernels/kernel.hpp"

namespace lockstep::cli {

namespace {

using campaigns::Header;
using campaigns::Words;

bool goes_on(const FuzzOptions& options) {
  std::error_code ignored;
  return !options.resume.empty() &&
         (options.journal.empty() || std::filesystem::exists(options.resume, ignored));
}

void add(nlohmann::json& words, const char* name, const auto& value) {
  words[name] = value;
}

template <typename T>
void add(nlohmann::json& words, const char* name, const std::optional<T>& value) {
  if (value) words[name] = *value;
}

// A shard stands in the header itself, beside the words.
void add(nlohmann::json&, const char*, const std::optional<campaigns::Shard>&) {}

// The objects that draws may come to.
tl::expected<void, std::string> add_objects(Words& words, const problems::Space& space) {
  for (const kernels::Kernel& kernel : kernels::kernels()) {
    const auto is_its = [&](const std::string& name) { return problems::is_name_of(name, kernel); };
    if (!space.kernels.empty() && std::ranges::none_of(space.kernels, is_its)) continue;
    std::vector<std::string> builds = space.builds;
    if (builds.empty()) builds = {"O3", "O2"};
    for (const std::string& build : builds) {
      if (space.builds.empty() && kernels::find_image(kernel, build) == nullptr) continue;
      if (auto added = campaigns::add_object(words, kernel, build); !added) return added;
    }
  }
  return {};
}

}  // namespace

std::string journal_problem(const FuzzOptions& options) {
  if (options.shard && options.steer)
    return "--steer draws by what all cases before have reached, which no shard knows: leave out --shard, or "
           "--steer";
  if (options.shard && !options.seed && options.resume.empty())
    return "--shard needs --seed: without, each machine would draw cases of a seed of its own";
  if (!options.journal.empty() && !options.resume.empty() && options.journal != options.resume)
    return "--journal and --resume name two files: go on with one of them, or give both the same name to "
           "begin it "
           "where it is not there yet";
  if (!options.findings.empty() && !options.device.empty())
    return "--findings keeps what the emulator finds: leave out --device, or --findings";
  return {};
}

tl::expected<std::optional<Header>, std::string> header_to_go_on_with(const FuzzOptions& options) {
  if (!goes_on(options)) return std::nullopt;
  std::error_code ignored;
  if (!std::filesystem::exists(options.resume, ignored))
    return tl::unexpected(fmt::format("--resume {}: there is no such journal; --journal {} begins it",
                                      options.resume, options.resume));
  if (!std::filesystem::is_regular_file(options.resume, ignored))
    return tl::unexpected(fmt::format("--resume {}: is no plain file", options.resume));
  auto header = campaigns::read_header(options.resume);
  if (!header) return tl::unexpected("--resume " + header.error());
  if (*header && (*header)->words.version() != version())
    return tl::unexpected(fmt::format("--resume {}: was written by {}, and this is {}", options.resume,
                                      (*header)->words.version(), version()));
  return *header;
}

tl::expected<Words, std::string> words_of(const FuzzOptions& options, std::uint64_t seed,
                                          const problems::Space& space, const std::string& flags,
                                          const std::vector<cases::Case>& corpus, const std::string& device) {
  Words words;
  nlohmann::json& w = words.named;
  w = {{"version", version()},   {"seed", seed},           {"kernels", space.kernels},
       {"models", space.models}, {"builds", space.builds}, {"flags", flags}};
  for (const FuzzOption& option : fuzz_options())
    if (const char* name = option.key.get().name; name != nullptr)
      std::visit([&](auto field) { add(w, name, options.*field); }, option.field);
  if (!device.empty()) w["device"] = device;
  if (!options.suppress.empty()) {
    const auto rules = host::read_text(options.suppress);
    if (!rules) return tl::unexpected(rules.error());
    w["suppress"] = {options.suppress, *rules};
  }
  for (const cases::Case& c : corpus) w["corpus"].push_back(cases::print(c));
  if (auto added = add_objects(words, space); !added) return tl::unexpected(added.error());
  return words;
}

campaigns::Journal::Opened open_journal(const FuzzOptions& options, const Header& header,
                                        laws::CodeCache& cache) {
  campaigns::Journal::Opened opened;
  if (goes_on(options)) {
    opened = campaigns::Journal::go_on(options.resume, header, cache);
    if (!opened) return tl::unexpected("--resume " + opened.error());
    fmt::print(stderr, "{}: {} finished cases{}\n", options.resume, (*opened)->found(),
               (*opened)->was_torn() ? "; its last line is torn, that case runs again" : "");
  } else if (!options.journal.empty()) {
    opened = campaigns::Journal::begin(options.journal, header);
    if (!opened) return tl::unexpected("--journal " + opened.error());
  }
  if (*opened && options.steer) (*opened)->keep_whole_coverage();
  return opened;
}

void record(fuzzing::CaseLoop& loop, campaigns::Journal& journal, campaigns::Dealt& dealt) {
  loop.evaluate = [evaluate = std::move(loop.evaluate), &journal, &dealt](std::uint64_t ordinal,
                                                                          const cases::Case& c) {
    const std::uint64_t index = dealt.index(ordinal).value();
    if (const campaigns::Entry* known = journal.find(index)) {
      if (known->result.the_case == c) return known->result;
      journal.refuse(fmt::format("case {} is '{}' there, and this program draws '{}'", index + 1,
                                 cases::print(known->result.the_case), cases::print(c)));
      laws::CaseResult none;
      none.cancelled = true;
      return none;
    }
    const auto start = std::chrono::steady_clock::now();
    laws::CaseResult result = evaluate(ordinal, c);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!result.cancelled && !journal.add(campaigns::Entry{index, seconds, result})) result.cancelled = true;
    return result;
  };
}

std::string complaint_of(const campaigns::Journal& journal) {
  const std::string problem = journal.problem();
  if (problem.empty()) return {};
  return fmt::format(
      "the journal {}; the lines that it has are whole. Go on with --resume when that is mended", problem);
}

std::uint64_t GrowingJournal::cases() {
  std::ifstream file(path_, std::ios::binary);
  file.seekg(std::streamoff(read_));
  char buffer[1 << 16];
  while (file.read(buffer, sizeof buffer) || file.gcount() > 0) {
    read_ += std::uint64_t(file.gcount());
    lines_ += std::uint64_t(std::count(buffer, buffer + file.gcount(), '\n'));
  }
  return lines_ > 0 ? lines_ - 1 : 0;  // the first says what is run
}

}  // namespace lockstep::cli
