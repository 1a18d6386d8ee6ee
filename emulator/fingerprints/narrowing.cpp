#include "emulator/fingerprints/narrowing.hpp"

#include <algorithm>
#include <array>

namespace lockstep::fingerprint {

namespace {

constexpr std::array kNarrowings{
    Narrowing{"v_cvt_scalef32_pk_fp4_f32", Function::to_e2m1, 4},
    Narrowing{"v_cvt_scalef32_pk8_fp4_f32", Function::to_e2m1, 4},
    Narrowing{"v_cvt_scalef32_pk8_fp8_f32", Function::to_e4m3, 8},
};

}  // namespace

const Narrowing* find_narrowing(std::string_view mnemonic) {
  const auto* const found = std::ranges::find(kNarrowings, mnemonic, &Narrowing::mnemonic);
  return found == kNarrowings.end() ? nullptr : found;
}

void narrow(const Hasher& hasher, const Narrowing& narrowing, std::span<const Fingerprint> numbers,
            Fingerprint scale, std::span<Fingerprint> bytes) {
  const auto element = [&](std::size_t i) { return hasher.apply(narrowing.function, {numbers[i], scale}); };
  for (std::size_t b = 0; b < bytes.size(); ++b)
    bytes[b] = narrowing.bits == 4 ? hasher.two_in_byte(element(2 * b), element(2 * b + 1))
                                   : hasher.byte_of(element(b), 0);
}

}  // namespace lockstep::fingerprint
