#include "emulator/observe/lds_banks.hpp"

#include <algorithm>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::observe {

namespace {

constexpr std::uint32_t lane_range(int first, int last) {
  return std::uint32_t(((std::uint64_t{1} << (last - first + 1)) - 1) << first);
}
constexpr std::uint32_t kAll = ~0u;
constexpr std::array<std::uint32_t, 4> kHalves{lane_range(0, 15), lane_range(16, 31)};
constexpr std::array<std::uint32_t, 4> kQuarters{lane_range(0, 7), lane_range(8, 15), lane_range(16, 23),
                                                 lane_range(24, 31)};

constexpr std::string_view kCkTile = "ROCm documentation, CK-Tile: LDS bank conflicts";
constexpr std::string_view kKittens =
    "HazyResearch/HipKittens analysis/paper_experiments/phases, measured on MI355X";
constexpr std::string_view kDword = "one dword per bank and cycle: AMD CDNA ISA, LDS";

constexpr LdsPhases kRows[] = {
    {"gfx942", true, 4, 32, {kAll}, kDword},
    {"gfx942", false, 4, 32, {kAll}, kDword},
    {"gfx942", true, 8, 32, kHalves, kCkTile},
    {"gfx942", false, 8, 32, kHalves, kCkTile},
    {"gfx942",
     true,
     16,
     32,
     {lane_range(0, 3) | lane_range(20, 23), lane_range(4, 7) | lane_range(16, 19),
      lane_range(8, 11) | lane_range(28, 31), lane_range(12, 15) | lane_range(24, 27)},
     kCkTile},
    {"gfx942", false, 16, 32, kQuarters, kCkTile},
    {"gfx950", true, 4, 64, {kAll}, kDword},
    {"gfx950", false, 4, 32, {kAll}, kKittens},
    {"gfx950", true, 8, 64, {kAll}, kKittens},
    {"gfx950", false, 8, 32, kHalves, kKittens},
    {"gfx950",
     true,
     16,
     64,
     {lane_range(0, 3) | lane_range(12, 15) | lane_range(20, 27),
      lane_range(4, 11) | lane_range(16, 19) | lane_range(28, 31)},
     kKittens},
    {"gfx950", false, 16, 32, kQuarters, kCkTile},
};

// Lanes 0 … 31, or 32 … 63, of one phase: the busiest bank decides.
int cycles(const LdsPhases& phases, std::span<const std::uint64_t, isa::kMaxLanes> address,
           std::uint64_t lanes, std::uint64_t phase) {
  std::array<std::vector<std::uint64_t>, 64> wanted;  // dwords, by bank
  std::size_t most = 0;
  for (int l = 0; l < isa::kMaxLanes; ++l) {
    if (((lanes & phase) >> l & 1) == 0) continue;
    for (std::uint64_t d = 0; d < phases.bytes / 4u; ++d) {
      const std::uint64_t dword = address[std::size_t(l)] / 4 + d;
      std::vector<std::uint64_t>& bank = wanted[dword % phases.banks];
      if (phases.load && std::ranges::find(bank, dword) != bank.end()) continue;
      bank.push_back(dword);
      most = std::max(most, bank.size());
    }
  }
  return int(most);
}

}  // namespace

const LdsPhases* lds_phases(std::string_view arch, bool load, int bytes) {
  const int width = std::max(bytes, 4);  // a byte or half occupies its bank as a dword does
  const auto row = std::ranges::find_if(
      kRows, [&](const LdsPhases& r) { return r.arch == arch && r.load == load && r.bytes == width; });
  return row == std::end(kRows) ? nullptr : &*row;
}

int bank_conflicts(const LdsPhases& phases, std::span<const std::uint64_t, isa::kMaxLanes> address,
                   std::uint64_t lanes) {
  int lost = 0;
  for (const std::uint32_t in_half : phases.lanes)
    for (const std::uint64_t phase : {std::uint64_t{in_half}, std::uint64_t{in_half} << 32})
      lost += std::max(0, cycles(phases, address, lanes, phase) - 1);
  return lost;
}

void LdsBanks::issues(machine::Wave&, machine::Pending& p) {
  if (p.space != isa::Memory::Space::lds || p.lanes == 0) return;
  Count& count = counts_[p.prepared->index];
  const LdsPhases* const phases = lds_phases(arch_, p.memory->access == isa::Access::load, p.memory->bytes);
  std::array<std::uint64_t, isa::kMaxLanes> address = p.address;
  for (int element = 0; element < (p.memory->pair ? 2 : 1); ++element) {
    ++count.accesses;
    if (phases == nullptr)
      ++count.unknown;
    else
      count.conflicts += std::uint64_t(bank_conflicts(*phases, address, p.lanes));
    for (std::uint64_t& a : address) a += std::uint64_t(p.second);
  }
}

}  // namespace lockstep::observe
