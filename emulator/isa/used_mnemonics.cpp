#include "emulator/isa/used_mnemonics.hpp"

#include <algorithm>

namespace lockstep::isa {
namespace {

constexpr UsedMnemonic kUsed[] = {
#include "used_mnemonics.inc"
};

constexpr UsedOnGfx1250 kUsedOnGfx1250[] = {
#include "used_mnemonics_gfx1250.inc"
};

}  // namespace

std::span<const UsedOnGfx1250> used_on_gfx1250() {
  return kUsedOnGfx1250;
}

std::span<const UsedMnemonic> used_mnemonics() {
  return kUsed;
}

const UsedMnemonic* find_used(std::string_view mnemonic) {
  const auto found = std::ranges::lower_bound(kUsed, mnemonic, {}, &UsedMnemonic::name);
  return found != std::end(kUsed) && found->name == mnemonic ? &*found : nullptr;
}

}  // namespace lockstep::isa
