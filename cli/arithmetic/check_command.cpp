#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>

#include <fmt/format.h>

#include "cli/arithmetic/commands.hpp"
#include "cli/arithmetic/named.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/terminal.hpp"
#include "host/parallel_for.hpp"
#include "reference/formats/search.hpp"
#include "reference/scaling/encode.hpp"

namespace lockstep::cli {

namespace {

using formats::Conversion, formats::Format;

constexpr std::uint64_t kChunk = std::uint64_t{1} << 18;
constexpr std::uint64_t kAllFloats = std::uint64_t{1} << 32;

// One format under one rule, over bit patterns of binary32.
struct Job {
  const Format* format;
  const Conversion* conversion;
  formats::CodeSearch search;
  std::vector<std::uint32_t> patterns;  // empty: all of them
  std::uint64_t count() const { return patterns.empty() ? kAllFloats : patterns.size(); }
};

struct Mismatch {
  const Job* job;
  std::uint32_t pattern, expected, found;
  const char* by;
};

std::uint32_t scattered(std::uint32_t x) {
  return (x ^ x >> 15) * 0x9E3779B1u ^ x >> 7;
}

std::optional<Mismatch> check_chunk(const Job& job, std::uint64_t begin, std::uint64_t end) {
  const Conversion& c = *job.conversion;
  std::vector<float> x(end - begin);
  for (std::uint64_t i = begin; i < end; ++i)
    x[i - begin] = std::bit_cast<float>(job.patterns.empty() ? std::uint32_t(i) : job.patterns[i]);
  std::vector<std::uint8_t> vectorised(x.size());
  const bool fast = job.format->bits <= 8 && c.noise == formats::Noise::none;
  if (fast) scaling::Encoder(*job.format, c).products(x, 1, vectorised);
  for (std::size_t i = 0; i < x.size(); ++i) {
    const auto pattern = std::bit_cast<std::uint32_t>(x[i]);
    const std::uint32_t random = scattered(pattern);
    const std::uint32_t expected = job.search(x[i], random),
                        found = formats::convert(c, *job.format, x[i], random);
    if (found != expected) return Mismatch{&job, pattern, expected, found, "convert"};
    if (fast && vectorised[i] != expected)
      return Mismatch{&job, pattern, expected, vectorised[i], "the vector loop"};
  }
  return std::nullopt;
}

// Every value, midpoint and both neighbours of either, with both signs, and the specials.
std::vector<std::uint32_t> telling_patterns(const std::vector<double>& values) {
  constexpr float kMost = std::numeric_limits<float>::infinity();
  std::vector<float> around{0, kMost, std::numeric_limits<float>::quiet_NaN(),
                            std::numeric_limits<float>::max(), std::numeric_limits<float>::denorm_min()};
  for (std::size_t i = 0; i < values.size(); ++i) {
    around.push_back(float(values[i]));
    if (i > 0) around.push_back(float((values[i - 1] + values[i]) / 2));
  }
  std::vector<std::uint32_t> patterns;
  for (const float x : around)
    for (const float y : {x, std::nextafterf(x, 0.0f), std::nextafterf(x, kMost)})
      for (const float z : {y, -y}) patterns.push_back(std::bit_cast<std::uint32_t>(z));
  return patterns;
}

class Checker {
 public:
  Checker(const std::vector<Job>& jobs, int threads) : jobs_(jobs), threads_(threads) {}

  void run() {
    std::uint64_t total = 0;
    std::vector<Chunk> chunks;
    for (const Job& job : jobs_) {
      for (std::uint64_t begin = 0; begin < job.count(); begin += kChunk)
        chunks.push_back({&job, begin, std::min(job.count(), begin + kChunk)});
      total += job.count();
    }
    Progress bar(total);
    host::parallel_for(chunks.size(), threads_,
                       [&](std::uint64_t i, int) { return check(i, chunks[i], bar); });
    bar.finish();
  }

  std::uint64_t done() const { return done_; }
  const std::optional<Mismatch>& mismatch() const { return mismatch_; }
  bool interrupted() const { return interrupt_.load() && !mismatch_; }

 private:
  struct Chunk {
    const Job* job;
    std::uint64_t begin, end;
  };

  host::Then check(std::uint64_t index, const Chunk& chunk, Progress& bar) {
    if (interrupt_.load()) return host::Then::stop;
    const auto wrong = check_chunk(*chunk.job, chunk.begin, chunk.end);
    const std::lock_guard lock(mutex_);
    done_ += chunk.end - chunk.begin;
    bar.update(done_, fmt::format("{} {}", chunk.job->format->name, chunk.job->conversion->name));
    if (!wrong) return host::Then::go_on;
    if (!mismatch_ || index < mismatch_in_) mismatch_ = wrong, mismatch_in_ = index;
    return host::Then::stop;
  }

  const std::vector<Job>& jobs_;
  const int threads_;
  const std::atomic<bool>& interrupt_ = watch_for_interrupt();
  std::mutex mutex_;
  std::uint64_t done_ = 0;
  std::optional<Mismatch> mismatch_;  // the first, whatever the number of threads
  std::uint64_t mismatch_in_ = 0;     // the chunk
};

std::optional<std::vector<const Conversion*>> chosen_conversions(const CheckFormatsOptions& options) {
  std::vector<const Conversion*> chosen;
  for (const std::string& name : options.conversions) {
    if (name == "all") {
      for (const Conversion& c : formats::kConversions) chosen.push_back(&c);
      continue;
    }
    chosen.push_back(formats::find_conversion(name));
    if (chosen.back() == nullptr) {
      fmt::print(stderr,
                 "lockstep check formats: no conversion '{}'; `lockstep list conversions` prints them\n",
                 name);
      return std::nullopt;
    }
  }
  if (!chosen.empty()) return chosen;
  for (const Conversion& c : formats::kConversions)
    if (!options.exhaustive || c.name.starts_with("ocp_")) chosen.push_back(&c);
  return chosen;
}

std::optional<std::vector<const Format*>> chosen_formats(const CheckFormatsOptions& options) {
  std::vector<const Format*> chosen;
  for (const std::string& name : options.formats) {
    const Format* f = named_format("check formats", name);
    if (f == nullptr) return std::nullopt;
    if (f->specials == formats::Specials::exponent_only || f->bits > 19) {
      fmt::print(stderr, "lockstep check formats: {} has no conversion to check here\n", f->name);
      return std::nullopt;
    }
    chosen.push_back(f);
  }
  if (!chosen.empty()) return chosen;
  for (const Format* f : formats::kFormats)
    if (f->specials != formats::Specials::exponent_only && f->bits <= (options.exhaustive ? 8 : 19))
      chosen.push_back(f);
  return chosen;
}

}  // namespace

int check_formats(const CheckFormatsOptions& options) {
  const auto chosen = chosen_formats(options);
  const auto conversions = chosen_conversions(options);
  if (!chosen || !conversions) return kUsage;
  const Conversion* against = options.against.empty() ? nullptr : formats::find_conversion(options.against);
  if (against == nullptr && !options.against.empty()) {
    fmt::print(stderr, "lockstep check formats: no conversion '{}'\n", options.against);
    return kUsage;
  }
  std::vector<Job> jobs;
  for (const Format* f : *chosen)
    for (const Conversion* c : *conversions) {
      Job job{f, c, formats::CodeSearch(*f, against == nullptr ? *c : *against), {}};
      if (!options.exhaustive) job.patterns = telling_patterns(job.search.values());
      jobs.push_back(std::move(job));
    }
  Checker checker(jobs, host::thread_count(options.jobs));
  checker.run();
  fmt::print("{} formats, {} conversions, {} numbers converted twice\n", chosen->size(), conversions->size(),
             checker.done());
  if (const auto& m = checker.mismatch()) {
    fmt::print("falsified: {} of {:#010x} ({}) to {} gives {:#x}, the search gives {:#x} ({})\n", m->by,
               m->pattern, std::bit_cast<float>(m->pattern), m->job->format->name, m->found, m->expected,
               m->job->conversion->name);
    return kFalsified;
  }
  if (checker.interrupted()) {
    fmt::print("interrupted: nothing is proven about the rest\n");
    return kInterrupted;
  }
  fmt::print("holds\n");
  return kHolds;
}

}  // namespace lockstep::cli
