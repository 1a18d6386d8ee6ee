// The lemmas of proofs, each by all 2^32 words again.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>

#include <fmt/format.h>

#include "cli/arithmetic/commands.hpp"
#include "cli/output/exit_code.hpp"
#include "cli/output/terminal.hpp"
#include "emulator/fingerprints/lemmas.hpp"
#include "host/parallel_for.hpp"

namespace lockstep::cli {

namespace {

constexpr std::uint64_t kWords = std::uint64_t{1} << 32, kWordsAtOnce = std::uint64_t{1} << 20;

using Found = tl::expected<std::optional<fingerprint::Counterexample>, std::string>;

Found check(const fingerprint::Lemma& lemma, int threads, const std::atomic<bool>& cancel) {
  std::mutex held;
  Found found;
  host::parallel_for(kWords / kWordsAtOnce, threads, [&](std::uint64_t i, int) {
    if (cancel) return host::Then::stop;
    Found of_chunk = fingerprint::counterexample(lemma, i * kWordsAtOnce, kWordsAtOnce);
    if (of_chunk && !*of_chunk) return host::Then::go_on;
    const std::lock_guard lock(held);
    found = std::move(of_chunk);
    return host::Then::stop;
  });
  return found;
}

}  // namespace

int check_lemmas(const CheckLemmasOptions& options) {
  const std::atomic<bool>& cancel = watch_for_interrupt();
  for (const fingerprint::Lemma& lemma : fingerprint::lemmas()) {
    fmt::print("{} of x: {}\n", fingerprint::name(lemma.function), lemma.program);
    std::fflush(stdout);  // a minute passes until the next line
    const Found found = check(lemma, host::thread_count(options.jobs), cancel);
    if (cancel) return kInterrupted;
    if (!found) return complain("check lemmas", found.error());
    if (const auto& wrong = *found) {
      fmt::print("falsified: of {:#010x} it is {:#06x}, not {:#06x}\n", wrong->word, wrong->found,
                 wrong->expected);
      return kFalsified;
    }
    fmt::print("  holds of all 2^32 words\n");
  }
  return kHolds;
}

}  // namespace lockstep::cli
