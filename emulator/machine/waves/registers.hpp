// The register files of one wave, with a shadow bit for every bit: 1 where the value is undefined.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "emulator/isa/semantics.hpp"
#include "host/random.hpp"

namespace lockstep::machine {

using isa::kMaxLanes;
using isa::Lanes;

/// A mask of lanes as one dword per lane: all ones in the lanes whose bit is set.
inline Lanes spread(std::uint64_t mask) {
  Lanes lanes;
  for (int l = 0; l < kMaxLanes; ++l) lanes[l] = 0u - std::uint32_t((mask >> l) & 1);
  return lanes;
}

/// Where a kernel's VGPRs [0] and its AGPRs [1] begin in the unified file. Both end with the allocation: a
/// VGPR behind the unified register of AGPR 0 is an AGPR, too, as aiter's forward attention of gfx950 has it.
struct RegisterFiles {
  std::array<int, 2> first{};
  int count = 0;  ///< registers of the kernel

  /// `accum_offset`: the unified register of AGPR 0.
  static RegisterFiles of(int count, int accum_offset) { return {{0, accum_offset}, count}; }
  /// The unified number of a register; -1: one of `registers` from it on is beyond the allocation.
  int unified(bool accumulators, int register_, int registers) const {
    const int at = first[std::size_t{accumulators}] + register_;
    return at + registers <= count ? at : -1;
  }
};

/// VGPRs and AGPRs in the unified file of gfx90a and later: AGPR i is register accum_offset + i. Registers
/// that were never written are not materialised: starting a wave costs a byte per register.
class VectorRegisters {
 public:
  /// The definedness of a register; unknown: every bit is undefined, and the shadow is not materialised.
  enum class State : std::uint8_t { untouched, unknown, defined, mixed };

  /// `every_lane`: the lanes that exist. The contents of others are never used.
  void reset(const RegisterFiles& files, std::uint64_t seed, std::uint64_t every_lane = ~std::uint64_t{0}) {
    const int count = files.count;
    if (int(value_.size()) < count) {
      value_.resize(count);
      undefined_.resize(count);
    }
    state_.assign(count, State::untouched);
    written_.assign(count, ++version_);
    files_ = files;
    seed_ = seed;
    every_lane_ = every_lane;
  }
  const RegisterFiles& files() const { return files_; }
  int count() const { return int(state_.size()); }
  bool defined(int r) const { return state_[std::size_t(r)] == State::defined; }
  /// Whether every bit of `count` registers from `first` on is defined.
  bool defined(int first, int count) const {
    std::uint64_t differing = 0;  // compares eight registers at a time: matrix instructions ask for up to 80
    int r = first;
    for (; r + 8 <= first + count; r += 8) {
      std::uint64_t states = 0;
      std::memcpy(&states, &state_[std::size_t(r)], sizeof states);
      differing |= states ^ kEightDefined;
    }
    for (; r < first + count; ++r) differing |= std::uint64_t{state_[std::size_t(r)] != State::defined};
    return differing == 0;
  }

  /// The lanes of a register that is defined or was read before.
  const std::uint32_t* written(int r) const { return value_[r].data(); }
  const std::uint32_t* read(int r) {
    touch(r);
    return value_[r].data();
  }
  /// The lanes of `count` registers from `first` on, contiguous.
  const float* read_floats(int first, int count) {
    for (int r = first; r < first + count; ++r) touch(r);
    return reinterpret_cast<const float*>(value_[first].data());
  }
  /// The shadow of a register's lanes; nullptr when every bit of every lane is defined.
  const std::uint32_t* undefined(int r) {
    touch(r);
    if (state_[r] == State::defined) return nullptr;
    return state_[r] == State::unknown ? kAllUndefined.data() : undefined_[r].data();
  }

  /// Writes the lanes of `mask` (`lanes` is spread(mask)); `undefined` may be nullptr.
  void write(int r, std::uint64_t mask, const Lanes& lanes, const std::uint32_t* value,
             const std::uint32_t* undefined) {
    written_[r] = ++version_;
    if ((mask & every_lane_) == every_lane_) {
      const std::size_t bytes = lane_bytes();
      std::memcpy(value_[r].data(), value, bytes);
      if (undefined != nullptr) std::memcpy(undefined_[r].data(), undefined, bytes);
      state_[r] = undefined != nullptr ? State::mixed : State::defined;
      return;
    }
    touch(r);
    Lanes& v = value_[r];
    for (int l = 0; l < kMaxLanes; ++l) v[l] = (value[l] & lanes[l]) | (v[l] & ~lanes[l]);
    if (undefined == nullptr && state_[r] == State::defined) {
      state_[r] = State::defined;
      return;
    }
    Lanes& u = shadow(r);
    for (int l = 0; l < kMaxLanes; ++l)
      u[l] = ((undefined != nullptr ? undefined[l] : 0u) & lanes[l]) | (u[l] & ~lanes[l]);
  }

  /// A register's lanes, all of which the caller must write, those of a wave64; the register becomes defined.
  std::uint32_t* overwrite(int r) {
    written_[r] = ++version_;
    state_[r] = State::defined;
    return value_[r].data();
  }

  /// Writes all lanes that exist with defined values.
  void overwrite(int r, const Lanes& value) { std::memcpy(overwrite(r), value.data(), lane_bytes()); }

  /// The lanes of `count` registers from `first` on, contiguous, all of which the caller writes; they become
  /// defined.
  float* overwrite_floats(int first, int count) {
    std::fill_n(written_.begin() + first, count, ++version_);
    std::fill_n(state_.begin() + first, count, State::defined);
    return reinterpret_cast<float*>(value_[first].data());
  }

  /// The lanes of a register and those behind it; the caller says with overwrite_floats() that it wrote them.
  std::uint32_t* lanes_to_write(int r) { return value_[r].data(); }

  /// A count of the changes of the file, never reset.
  std::uint64_t version() const { return version_; }
  bool written_since(std::uint64_t version, int first, int count) const {
    bool written = false;
    for (int r = first; r < first + count; ++r) written |= written_[r] > version;
    return written;
  }

  /// Marks lanes that an asynchronous write will change: the old value stays readable, but must not be used.
  void mark_undefined(int r, const Lanes& lanes) {
    if (state_[r] == State::untouched) return;  // undefined already
    written_[r] = ++version_;
    Lanes& u = shadow(r);
    for (int l = 0; l < kMaxLanes; ++l) u[l] |= lanes[l];
  }
  /// Marks all lanes of a register that an asynchronous write will change.
  void mark_undefined(int r) {
    if (state_[r] == State::untouched) return;
    written_[r] = ++version_;
    state_[r] = State::unknown;
  }

 private:
  /// The bytes of a register's lanes that exist.
  std::size_t lane_bytes() const {
    return every_lane_ == ~std::uint64_t{0} ? sizeof(Lanes) : sizeof(Lanes) / 2;
  }
  void touch(int r) {
    if (state_[r] != State::untouched) return;
    for (int l = 0; l < kMaxLanes; ++l)
      value_[r][l] = std::uint32_t(host::hash(seed_, std::uint64_t(r) * kMaxLanes + l));
    state_[r] = State::unknown;
  }
  /// The shadow of a register, materialised to be changed bit by bit.
  Lanes& shadow(int r) {
    if (state_[r] != State::mixed) undefined_[r].fill(state_[r] == State::defined ? 0 : ~0u);
    state_[r] = State::mixed;
    return undefined_[r];
  }

  static_assert(sizeof(State) == 1 && std::uint8_t(State::defined) == 2);
  static constexpr std::uint64_t kEightDefined = 0x0202'0202'0202'0202;

  static constexpr Lanes kAllUndefined = [] {
    Lanes all{};
    all.fill(~0u);
    return all;
  }();

  struct alignas(64) Register : Lanes {};
  static_assert(sizeof(Register) == sizeof(Lanes));
  std::vector<Register> value_;
  std::vector<Lanes> undefined_;
  std::vector<State> state_;
  std::vector<std::uint64_t> written_;  ///< version at the last change
  RegisterFiles files_;
  std::uint64_t version_ = 0;
  std::uint64_t seed_ = 0;
  std::uint64_t every_lane_ = ~std::uint64_t{0};
};

/// A scalar value with its shadow.
struct Scalar {
  std::uint64_t value = 0;
  std::uint64_t undefined = 0;
};

/// s0…s101, flat_scratch, xnack_mask, vcc, ttmp, m0 and exec, numbered as the encodings number them.
class ScalarRegisters {
 public:
  void reset(std::uint64_t seed) {
    for (int i = 0; i < kCount; ++i) value_[i] = std::uint32_t(host::hash(seed, std::uint64_t(i)));
    undefined_.fill(~0u);
  }
  static constexpr int kCount = 128;

  Scalar read32(int r) const { return {value_[r], undefined_[r]}; }
  Scalar read64(int r) const {
    return {value_[r] | std::uint64_t{value_[r + 1]} << 32,
            undefined_[r] | std::uint64_t{undefined_[r + 1]} << 32};
  }
  void write32(int r, Scalar s) {
    value_[r] = std::uint32_t(s.value);
    undefined_[r] = std::uint32_t(s.undefined);
  }
  void write64(int r, Scalar s) {
    write32(r, s);
    write32(r + 1, {s.value >> 32, s.undefined >> 32});
  }
  void mark_undefined(int r) { undefined_[r] = ~0u; }

 private:
  std::array<std::uint32_t, kCount> value_{}, undefined_{};
};

}  // namespace lockstep::machine
