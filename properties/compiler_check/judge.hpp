// Compiled programs against our rules, both ways: what the compiler emits must hold, and without any one of
// its waits and wait states it must not.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "emulator/machine/dispatch/loaded_code.hpp"
#include "emulator/machine/schedule/schedule.hpp"
#include "properties/compiler_check/program.hpp"

namespace lockstep::compiler_check {

/// What became of a program without one of its waits.
enum class Fate : std::uint8_t {
  falsified,  ///< lint or a run says so
  said,       ///< a finding that falsifies nothing: its rule's row says why
  caution,    ///< a row of caution.cpp says why the compiler asks for more than is needed
  missed,
};
inline constexpr std::size_t kFates = 4;
std::string_view name(Fate fate);

struct Removal {
  std::string what;   ///< "s_waitcnt: vmcnt + 1": those of other programs are alike
  std::string place;  ///< the instruction, with its address
  Fate fate = Fate::missed;
  std::string why;  ///< the finding, or the reason of the caution
};

struct Judged {
  std::vector<std::string> alarms;  ///< what is said of the program as the compiler made it; empty: it holds
  std::string alarm_kind;           ///< those of other programs are alike
  std::string bug;                  ///< the compiler's, if all that lint says is explained by one
  std::vector<Removal> removals;    ///< waits removed from a program that holds
};

using Code = std::shared_ptr<const machine::LoadedCode>;

struct Compiled {
  Code code;
  Code plain;  ///< the programs with every wait at 0 and wait states everywhere
};

struct JudgeOptions {
  std::vector<machine::Schedule> schedules;
  bool removes = true;  ///< whether waits are removed
  const std::atomic<bool>* cancel = nullptr;
};

/// What is said of each program. An error: a mutant could not be loaded, or a program not be started.
tl::expected<std::vector<Judged>, std::string> judge(std::span<const Program> programs,
                                                     const Compiled& compiled, const JudgeOptions& options);

}  // namespace lockstep::compiler_check
