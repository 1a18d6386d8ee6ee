// One wave whose registers are data in part, and what the tracker says of an instruction's results.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "emulator/fingerprints/tracker.hpp"
#include "tests/isa_forms/one_wave.hpp"

namespace lockstep::tests {

using fingerprint::Dword, fingerprint::Fingerprint, fingerprint::Hasher, fingerprint::Tracker;

inline constexpr int kVcc = isa::scalar::kVcc;

/// Special values often, any bits else, but no NaN of binary32: which of two it is depends on their order.
inline std::uint32_t draw_number(std::mt19937& random) {
  constexpr std::uint32_t kEdges[] = {0,          1,          0x80000000, 0xFFFF0000, 0x7F800000, 0x00400000,
                                      0x3F800000, 0xBF000000, 0x3C003C00, 0x00010200, 0x3F803F80, 0x40004000,
                                      31,         0x0000BC00, 0x01000001, 0x7FFF};
  const auto bits = std::uint32_t(random());
  const std::uint32_t x = bits % 3 == 0 ? kEdges[bits / 3 % std::size(kEdges)] : std::uint32_t(random());
  return (x & 0x7F800000) == 0x7F800000 ? x & 0xFF800000 : x;
}

/// Which bytes of a register are data: mostly all or none.
inline unsigned draw_bytes(std::mt19937& random) {
  constexpr unsigned kPatterns[] = {0xF, 0xF, 0xF, 0xF, 0, 0, 0x1, 0x4, 0xC, 0x3};
  return kPatterns[random() % std::size(kPatterns)];
}

/// What of the registers is data: the same for every instruction.
class Data {
 public:
  Data(const Hasher& hasher, std::uint32_t seed) {
    std::mt19937 random(seed);
    for (std::uint32_t r = 0; r < kRegisters; ++r)
      for (std::uint32_t l = 0; l < kLanes; ++l) {
        values_[r][l] = draw_number(random);
        for (std::uint32_t b = 0; b < 4; ++b) leaves_[r][l][b] = hasher.leaf(r, l * 4 + b);
      }
  }
  /// Puts the data of a register and a lane into some bytes of a dword.
  void put(int r, int lane, unsigned bytes, std::uint32_t& x, Dword& from) const {
    const auto row = std::size_t(r), l = std::size_t(lane) % kLanes;
    for (unsigned b = 0; b < 4; ++b) {
      if ((bytes >> b & 1) == 0) continue;
      x = (x & ~(0xFFu << 8 * b)) | (values_[row][l] & 0xFFu << 8 * b);
      from[b] = leaves_[row][l][b];
    }
  }

  static constexpr int kFirstScalar = 512, kMask = 640, kScc = 641;

 private:
  static constexpr std::size_t kRegisters = 642, kLanes = 16;  // lanes further on have the same data
  std::array<std::array<std::uint32_t, kLanes>, kRegisters> values_{};
  std::array<std::array<Dword, kLanes>, kRegisters> leaves_{};
};

struct Result {
  char file = 'v';
  int number = 0, lane = 0;
  std::uint32_t value = 0;
  Dword from{};
};
inline std::string name_of(const Result& r) {
  return fmt::format("{}{} lane {}", r.file, r.number, r.lane);
}

/// The vector registers that an instruction names, by their unified numbers.
inline std::vector<int> vectors_of(const machine::Wave& wave, const isa::Instruction& i) {
  std::vector<int> all;
  for (const isa::Operand& o : i.operands) {
    if (o.kind != isa::Operand::Kind::vector && o.kind != isa::Operand::Kind::accumulator) continue;
    const int first = machine::unified_register(wave, o);
    for (int d = 0; first >= 0 && d < o.count; ++d) all.push_back(first + d);
  }
  return all;
}

/// A wave whose registers are data in part, and what is said of it.
class FollowedWave {
 public:
  FollowedWave(OneWave& one, std::uint32_t data_seed) : one_(one), data_(hasher_, data_seed) {}

  /// What changes between following an instruction and executing it: as if its rule left that out.
  enum class Forgotten : std::uint8_t { nothing, mode, exec, scc, mask, registers, form, mnemonic };

  /// Executes instructions one after the other; their results, where all were followed. `seed`: of all that
  /// is not data. `shift`: registers from 64 on have the contents that those so far below have without it.
  std::optional<std::vector<Result>> run(std::span<const std::size_t> indices, std::uint32_t seed,
                                         Forgotten forgotten = Forgotten::nothing, int shift = 0) {
    std::mt19937 random(seed);
    one_.reset();
    machine::Wave& wave = one_.wave();
    Tracker tracker(hasher_, [](std::uint64_t) { return Fingerprint{}; });
    tracker.workgroup_begins(*wave.group);
    fingerprint::WaveShadow& shadow = tracker.shadow_of(wave);
    std::vector<int> vectors;
    for (const std::size_t i : indices)
      for (const int r : vectors_of(wave, one_.program().instructions[i]))
        if (std::ranges::find(vectors, r) == vectors.end()) vectors.push_back(r);
    std::ranges::sort(vectors);
    for (const int r : vectors) fill_vector(r, r >= 64 && r < 256 ? r - shift : r, shadow, seed);
    fill_scalars(shadow, random);
    choose_modes(random);
    one_.observe(&tracker);
    bool stopped = false;
    for (std::size_t n = 0; n < indices.size() && !stopped; ++n) {
      tracker.executes(wave, one_.prepared(indices[n]));
      forget(vectors, shadow, forgotten);
      stopped = tracker.obstacle() || one_.go(another_form(indices[n], forgotten));
    }
    one_.observe(nullptr);
    if (stopped) return std::nullopt;
    return results(vectors, shadow);
  }

 private:
  /// The instruction itself, or one to be taken for it: the next one where that is another form of it, or one
  /// of another mnemonic in the same form.
  std::size_t another_form(std::size_t index, Forgotten forgotten) const {
    const auto& all = one_.program().instructions;
    if (forgotten == Forgotten::mnemonic) return of_another_mnemonic(index);
    const bool is_another = forgotten == Forgotten::form && index + 1 < all.size() &&
                            all[index + 1].mnemonic == all[index].mnemonic;
    return index + is_another;
  }

  /// What would be confused by a row too many among those that share a function.
  std::size_t of_another_mnemonic(std::size_t index) const {
    constexpr std::array<std::array<std::string_view, 2>, 8> kConfused{
        {{"v_max_u32", "v_min_u32"},
         {"v_add_u32", "v_sub_u32"},
         {"v_cmp_eq_u32", "v_cmp_lt_u32"},
         {"v_cmp_lt_u32", "v_cmp_gt_u32"},
         {"v_cmp_gt_u16", "v_cmp_ge_u16"},
         {"v_cmp_lt_f32", "v_cmp_gt_f32"},
         {"v_rndne_f32", "v_trunc_f32"},
         {"v_cvt_pk_f32_fp8", "v_cvt_pk_f32_bf8"}}};
    const auto& all = one_.program().instructions;
    for (const auto& [mnemonic, other] : kConfused) {
      if (!all[index].text.starts_with(mnemonic)) continue;
      const std::string text = std::string(other) + all[index].text.substr(mnemonic.size());
      const auto at = std::ranges::find(all, text, &isa::Instruction::text);
      return at == all.end() ? index : std::size_t(at - all.begin());
    }
    return index;
  }

  /// `contents`: the register whose contents it is to have.
  void fill_vector(int r, int contents, fingerprint::WaveShadow& shadow, std::uint32_t seed) {
    machine::Wave& wave = one_.wave();
    std::mt19937 random(seed * 4099 + std::uint32_t(contents));
    machine::Lanes lanes;
    fingerprint::VectorShadow::Register from{};
    const unsigned data = draw_bytes(random);
    for (std::size_t l = 0; l < lanes.size(); ++l) {
      lanes[l] = draw_number(random);
      data_.put(contents, int(l), data, lanes[l], from[l]);
    }
    wave.vector.write(r, ~std::uint64_t{0}, machine::spread(~std::uint64_t{0}), lanes.data(), nullptr);
    shadow.vector.write(r, wave.every_lane(), from);
  }

  void fill_scalars(fingerprint::WaveShadow& shadow, std::mt19937& random) {
    machine::Wave& wave = one_.wave();
    for (int r = 0; r < kVcc; ++r) {
      std::uint32_t x = draw_number(random);
      Dword from{};
      data_.put(Data::kFirstScalar + r, 0, draw_bytes(random), x, from);
      wave.scalar.write32(r, {x, 0});
      shadow.scalar.write(r, from);
    }
    std::uint64_t vcc = std::uint64_t{random()} << 32 | random();
    const int lanes = isa::lane_count(wave.width());
    if (random() % 3 == 0) {
      std::array<Fingerprint, isa::kMaxLanes> bits{};
      for (int l = 0; l < lanes; ++l) {
        std::uint32_t x = 0;
        Dword from{};
        data_.put(Data::kMask, l, 1, x, from);
        vcc = (vcc & ~(std::uint64_t{1} << l)) | std::uint64_t{x & 1} << l;
        bits[std::size_t(l)] = from[0];
      }
      shadow.scalar.write_mask(kVcc, lanes, bits);
    }
    wave.write_lane_mask(kVcc, {vcc, 0});
    wave.scc = random() % 2 == 0;
    if (random() % 2 == 0) return;
    Dword from{};
    std::uint32_t x = 0;
    data_.put(Data::kScc, 0, 1, x, from);
    wave.scc = (x & 1) != 0;
    shadow.scc = from[0];
  }

  /// Changes what a rule might leave out: of registers bytes that are no data.
  void forget(const std::vector<int>& vectors, const fingerprint::WaveShadow& shadow, Forgotten what) {
    machine::Wave& wave = one_.wave();
    if (what == Forgotten::mode) wave.mode ^= 0xF0;
    if (what == Forgotten::exec)
      wave.write_lane_mask(isa::scalar::kExec, {~wave.exec() & wave.every_lane(), 0});
    if (what == Forgotten::scc) wave.scc = !wave.scc;
    if (what == Forgotten::mask)
      wave.write_lane_mask(kVcc, {~wave.scalar.read64(kVcc).value & wave.every_lane(), 0});
    if (what != Forgotten::registers) return;
    for (const int r : vectors) {
      machine::Lanes lanes;
      for (std::size_t l = 0; l < lanes.size(); ++l) {
        lanes[l] = wave.vector.read(r)[l];
        for (std::size_t b = 0; b < 4; ++b)
          if (shadow.vector.at(r, int(l))[b].none()) lanes[l] ^= 0x41u << 8 * b;
      }
      wave.vector.write(r, ~std::uint64_t{0}, machine::spread(~std::uint64_t{0}), lanes.data(), nullptr);
    }
  }

  void choose_modes(std::mt19937& random) {
    machine::Wave& wave = one_.wave();
    const bool gfx1250 = wave.has(arch::Feature::vgpr_banks);
    if (random() % 2 == 0)
      wave.write_lane_mask(isa::scalar::kExec, {std::uint64_t{random()} << 32 | random(), 0});
    if (random() % 2 == 0) wave.mode = random() & (gfx1250 ? 0x8000F0 : 0x8003FF);
    if (gfx1250) wave.mode |= 0x100;  // DX10_CLAMP, always
  }

  std::vector<Result> results(const std::vector<int>& vectors, const fingerprint::WaveShadow& shadow) {
    machine::Wave& wave = one_.wave();
    std::vector<Result> all;
    for (const int r : vectors)
      for (int l = 0; l < isa::lane_count(wave.width()); ++l)
        if (l % 16 < 3) all.push_back({'v', r, l, wave.vector.read(r)[l], shadow.vector.at(r, l)});
    for (int r = 0; r <= kVcc + 1; ++r) {
      const std::uint32_t x = wave.scalar.read32(r).value;
      if (shadow.scalar.bits(r) == nullptr) {
        all.push_back({'s', r, 0, x, shadow.scalar.at(r)});
        continue;
      }
      for (std::size_t l = 0; l < 32; ++l)
        all.push_back({'s', r, int(l), x >> l & 1, {(*shadow.scalar.bits(r))[l]}});
    }
    all.push_back({'c', 0, 0, wave.scc ? 1u : 0u, {shadow.scc}});
    return all;
  }

  OneWave& one_;
  Hasher hasher_{11};
  Data data_;
};

}  // namespace lockstep::tests
