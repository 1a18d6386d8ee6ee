#include "emulator/machine/lds/exchange.hpp"

#include <utility>

#include "emulator/machine/lds/lane_groups.hpp"

namespace lockstep::machine {

namespace {

// The lane from which an exchange takes an element. Of 16 bits 8 lanes exchange a square of 8 by 8, of 8 bits
// as the inferred map has it (ROCm/rocm-systems, rocjitsu; Triton's fp8 kernels address LDS for it).
int fetching_lane(int bits, int lane, int element) {
  if (bits == 16) return (lane & ~7) | element;
  const int half = element / 4, within = element % 4;
  return (lane & ~15) | half << 3 | (lane >> 3 & 1) << 2 | within;
}

// Exchanges the elements that the lanes fetched. Of 4 and 6 bits 16 lanes exchange a square of 16 by 16, as
// on gfx950 (inferred; AMD's translator from gfx1250 to older archs has it so, too).
void exchange(int bits, int dwords, std::array<Lanes, 4>& data) {
  constexpr int kColumns = 16;
  if (bits < 8) return transpose_groups(bits, kColumns, data);
  std::array<Lanes, 4> from;
  for (int d = 0; d < dwords; ++d) from[std::size_t(d)] = std::exchange(data[std::size_t(d)], {});
  const int in_dword = 32 / bits;
  const std::uint32_t field = (1u << bits) - 1;
  for (int l = 0; l < kMaxLanes; ++l)
    for (int e = 0; e < dwords * in_dword; ++e) {
      const int taken = l & 7;  // index within what that lane fetched
      const std::uint32_t x = from[std::size_t(taken / in_dword)][std::size_t(fetching_lane(bits, l, e))];
      data[std::size_t(e / in_dword)][std::size_t(l)] |= (x >> bits * (taken % in_dword) & field)
                                                         << bits * (e % in_dword);
    }
}

}  // namespace

void exchange_elements(Pending& p) {
  exchange(p.memory->exchange, p.dwords, p.data);
  if (!p.defined) exchange(p.memory->exchange, p.dwords, p.undefined);
}

}  // namespace lockstep::machine
