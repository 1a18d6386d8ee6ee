// Which mnemonics real kernels use: the yardstick of what the machine must know.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "emulator/arch/arch.hpp"

namespace lockstep::isa {

/// How often a mnemonic stands in the kernels counted, by who built them.
struct UsedMnemonic {
  std::string_view name;
  std::array<unsigned, 4> counts;
};

/// Kernels counted together; the .csv of the table says which those are.
struct Census {
  std::array<arch::Set, 4> archs;         ///< the archs of each count's kernels; empty behind the last
  std::span<const UsedMnemonic> by_name;  ///< ascending

  arch::Set all_archs() const { return archs[0] | archs[1] | archs[2] | archs[3]; }
  bool uses(const UsedMnemonic& mnemonic, arch::Set on) const;
  /// nullptr when no kernel counted uses it.
  const UsedMnemonic* find(std::string_view mnemonic) const;
  /// "12+3/4": with a stroke between archs; "-" of a mnemonic that no kernel counted uses.
  std::string text(std::string_view mnemonic) const;
};
std::span<const Census> censuses();

}  // namespace lockstep::isa
