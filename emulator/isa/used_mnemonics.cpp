#include "emulator/isa/used_mnemonics.hpp"

#include <algorithm>

namespace lockstep::isa {
namespace {

constexpr UsedMnemonic kOnCdna[] = {
#include "used_mnemonics.inc"
};
constexpr UsedMnemonic kOnGfx1250[] = {
#include "used_mnemonics_gfx1250.inc"
};

constexpr Census kCensuses[] = {
    {{arch::kGfx950, arch::kGfx950, arch::kGfx942}, kOnCdna},
    {{arch::kGfx1250, arch::kGfx1250, arch::kGfx1250, arch::kGfx1250}, kOnGfx1250},
};

}  // namespace

std::span<const Census> censuses() {
  return kCensuses;
}

bool Census::uses(const UsedMnemonic& mnemonic, arch::Set on) const {
  for (std::size_t i = 0; i < archs.size(); ++i)
    if ((archs[i] & on) != 0 && mnemonic.counts[i] != 0) return true;
  return false;
}

const UsedMnemonic* Census::find(std::string_view mnemonic) const {
  const auto found = std::ranges::lower_bound(by_name, mnemonic, {}, &UsedMnemonic::name);
  return found != by_name.end() && found->name == mnemonic ? &*found : nullptr;
}

std::string Census::text(std::string_view mnemonic) const {
  const UsedMnemonic* const used = find(mnemonic);
  if (used == nullptr) return "-";
  std::string text;
  for (std::size_t i = 0; i < archs.size() && archs[i] != 0; ++i) {
    if (i != 0) text += archs[i] == archs[i - 1] ? "+" : "/";
    text += std::to_string(used->counts[i]);
  }
  return text;
}

}  // namespace lockstep::isa
