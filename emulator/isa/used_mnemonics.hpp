// Which mnemonics real kernels use: the yardstick of what the machine must know.
#pragma once

#include <span>
#include <string_view>

namespace lockstep::isa {

/// How often a mnemonic stands in the kernels counted; used_mnemonics.csv says which those are.
struct UsedMnemonic {
  std::string_view name;
  unsigned gfx950, gfx950_clang, gfx942;

  bool on(std::string_view arch) const { return arch == "gfx942" ? gfx942 != 0 : gfx950 + gfx950_clang != 0; }
};

/// The same of gfx1250; used_mnemonics_gfx1250.csv says in which kernels.
struct UsedOnGfx1250 {
  std::string_view name;
  unsigned aiter, clang, triton, flydsl;
};
/// By name, ascending.
std::span<const UsedOnGfx1250> used_on_gfx1250();

/// By name, ascending.
std::span<const UsedMnemonic> used_mnemonics();
/// nullptr when no kernel counted uses it.
const UsedMnemonic* find_used(std::string_view mnemonic);

}  // namespace lockstep::isa
