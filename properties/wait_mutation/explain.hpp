// Why a mutant of machine code changes nothing: rules, each an observation of a run or of all paths.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/wave.hpp"
#include "properties/wait_mutation/byte_uses.hpp"
#include "properties/wait_mutation/code_mutant.hpp"

namespace lockstep::wait_mutation {

/// Where each memory operation of a run is waited for: the instruction at which it retires.
class RetireLog final : public machine::Observer {
 public:
  using Counts = std::map<std::uint32_t, std::uint64_t>;  ///< key: the instruction that made it retire
  using ByOperation = std::map<std::uint32_t, Counts>;

  /// Workgroups take turns on one thread.
  machine::Observer* of_thread() override { return this; }
  void retires(const machine::Wave& wave, const machine::Pending& pending) override {
    ++counts_[pending.prepared->index][wave.pc];
  }
  void add(const ByOperation& more) {
    for (const auto& [operation, counts] : more)
      for (const auto& [where, n] : counts) counts_[operation][where] += n;
  }
  const ByOperation& counts() const { return counts_; }

 private:
  ByOperation counts_;
};

/// What must have been seen for it to explain a survivor is in docs/waits.md.
enum class Rule : std::uint8_t {
  nothing_outstanding,  ///< nothing of its counter was outstanding at the wait in any run
  covered,              ///< another wait comes before any use of what the operations bring
  only_stores,          ///< nothing in the launch loads what they wrote
  one_wave,             ///< a barrier of workgroups of one wave
  nothing_shared,       ///< no two waves use a byte, one writing, between the barriers around it
  still_before,         ///< an s_nop that has changed places comes before the one that needs it still
  no_pair,      ///< no path brings a pair of the table of wait states too close; of lint's rules on gfx1250
  other_path,   ///< some path does, but none that these cases take
  only_replay,  ///< it matters to what is not modelled: replay under XNACK
};
inline constexpr std::size_t kRules = 9;
const char* name(Rule rule);

struct Explanation {
  Rule rule;
  std::string text;
};

/// What is known of a mutant that nothing killed.
struct Survivor {
  const CodeMutant* mutant = nullptr;
  const isa::Program* program = nullptr;  ///< unmutated
  const RetireLog* original = nullptr;    ///< under `latest`
  const RetireLog* mutated = nullptr;     ///< under `latest`, as is `uses`
  const ByteUses* uses = nullptr;         ///< which bytes the mutant's waves use
  bool single_wave = false;               ///< every workgroup of every case is one wave
  bool needed_later = false;              ///< without it some path would bring a pair too close
  bool needed_elsewhere = false;          ///< some path of the mutant does, but none that was taken
};

/// Nothing when no rule explains it.
std::optional<Explanation> explain(const Survivor& survivor);

}  // namespace lockstep::wait_mutation
