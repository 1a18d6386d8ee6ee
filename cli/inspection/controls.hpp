// The controls of `lockstep selftest`: of each kind of bug a program that has it and must be found, and the
// same program without it, which must hold. The programs: kernels/controls/controls.hip.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/arch/arch.hpp"
#include "emulator/launch/description.hpp"

namespace lockstep::cli {

using Dwords = std::vector<std::uint32_t>;

struct Control {
  std::string_view kind;  ///< "wait state"
  /// As what the wrong program must be found, among others: a kind, or a line's first word
  std::string_view finding;
  /// The same on archs without wait states, where that is another; empty: it is not
  std::string_view finding_without_wait_states;
  Dwords (*input)(const arch::Arch& arch);
  /// What the right program must leave, by the program's meaning alone.
  Dwords (*output)(const arch::Arch& arch, const Dwords& input);
  std::size_t untouched;  ///< words at the output's end that nobody may write

  /// "wait_state_wrong", "wait_state_right"
  std::string program(bool wrong) const;
  std::string_view finding_on(const arch::Arch& arch) const;
};

std::span<const Control> controls();

/// One workgroup of two waves. The bytes of inputs and of expected outputs are the description's own.
launch::Description launch_of(const Control& control, const arch::Arch& arch, bool wrong);

}  // namespace lockstep::cli
