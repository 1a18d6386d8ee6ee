// Many random programs, compiled a batch at a time: figures, and one example of each thing that went wrong.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "emulator/isa/wait_rule.hpp"
#include "properties/compiler_check/judge.hpp"

namespace lockstep::compiler_check {

// Which rules of wait states random programs bring to bear. Where they do, both ways are checked: what the
// compiler places between the two suffices, and one less is noticed.

/// Why no program is held to the rule; empty: programs are, on all of its archs.
std::string_view why_not_exercised(const isa::WaitRule& rule);

/// Compiles programs twice: as they are, and plainly. Called from any thread.
using Compile = std::function<tl::expected<Compiled, std::string>(std::span<const Program> programs)>;

/// What went alike in several programs.
struct Group {
  std::uint64_t count = 0;
  Program example;  ///< the one of the least seed
  std::string text;
};
using Groups = std::map<std::string, Group>;  ///< by what they have in common

struct Tally {
  std::uint64_t programs = 0, falsified = 0;
  std::uint64_t bugs = 0;  ///< programs that the compiler gets wrong, and is known to
  std::array<std::uint64_t, kFates> removals{};
  Groups alarms, known_bugs;
  std::array<Groups, kFates> by_fate;

  std::uint64_t removed() const;
  /// The share of the removals that no caution explains which is noticed; 1 where there are none.
  double recall() const;
  void add(const Tally& more);
};

struct CampaignOptions {
  const arch::Arch* arch = nullptr;
  std::uint64_t seed = 1, programs = 1;  ///< program n is that of seed + n
  int threads = 1;
  JudgeOptions judge;
  std::function<void(const Tally& so_far)> progress;  ///< called from any thread, one at a time
};
tl::expected<Tally, std::string> run(const CampaignOptions& options, const Compile& compile);

/// The program with as few rows as still show the alarm, or the missed removal, of that name.
Program shrink(const Program& program, const std::string& what, const JudgeOptions& options,
               const Compile& compile);

}  // namespace lockstep::compiler_check
