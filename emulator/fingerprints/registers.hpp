// Fingerprints of the registers of one wave, beside their values and their definedness.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"
#include "emulator/machine/waves/registers.hpp"

namespace lockstep::fingerprint {

/// What the bytes of a dword are made of, lowest first.
using Dword = std::array<Fingerprint, 4>;

inline bool none(const Dword& dword) {
  for (const Fingerprint& f : dword)
    if (!f.none()) return false;
  return true;
}

/// The bytes of a dword with their values.
inline std::array<Byte, 4> bytes_of(std::uint32_t value, const Dword& from) {
  std::array<Byte, 4> bytes;
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = {std::uint8_t(value >> 8 * i), from[i]};
  return bytes;
}

/// Vector registers by their unified numbers. A register none of whose bytes depends on data takes no room.
class VectorShadow {
 public:
  using Register = std::array<Dword, isa::kMaxLanes>;

  /// nullptr: no byte of the register depends on data.
  const Register* find(int r) const {
    return std::size_t(r) < registers_.size() ? registers_[std::size_t(r)].get() : nullptr;
  }
  Dword at(int r, int lane) const {
    const Register* const found = find(r);
    return found == nullptr ? Dword{} : (*found)[std::size_t(lane)];
  }
  bool depends(int first, int count) const {
    for (int r = first; r < first + count; ++r)
      if (find(r) != nullptr) return true;
    return false;
  }
  /// Whether a lane of the mask depends on data.
  bool depends(int r, std::uint64_t lanes) const {
    const Register* const found = find(r);
    for (int l = 0; found != nullptr && l < isa::kMaxLanes; ++l)
      if ((lanes >> l & 1) != 0 && !none((*found)[std::size_t(l)])) return true;
    return false;
  }

  /// Writes the lanes of the mask.
  void write(int r, std::uint64_t lanes, const Register& from) {
    Register* to = open(r);
    bool any = false;
    for (std::size_t l = 0; l < to->size(); ++l) {
      if ((lanes >> l & 1) != 0) (*to)[l] = from[l];
      any |= !none((*to)[l]);
    }
    if (!any) registers_[std::size_t(r)].reset();
  }
  /// The lanes of the mask depend on no data any more.
  void clear(int r, std::uint64_t lanes, std::uint64_t every_lane) {
    if (find(r) == nullptr) return;
    if ((lanes & every_lane) == every_lane)
      registers_[std::size_t(r)].reset();
    else
      write(r, lanes, Register{});
  }

 private:
  Register* open(int r) {
    if (std::size_t(r) >= registers_.size()) registers_.resize(std::size_t(r) + 1);
    auto& place = registers_[std::size_t(r)];
    if (place == nullptr) place = std::make_unique<Register>();
    return place.get();
  }

  std::vector<std::unique_ptr<Register>> registers_;
};

/// Scalar registers: bytes of values, and where a register is a mask of lanes, its bits.
class ScalarShadow {
 public:
  /// What the bits of a lane mask of 32 lanes are made of.
  using Bits = std::array<Fingerprint, 32>;

  const Dword& at(int r) const { return dwords_[std::size_t(r)]; }
  const Bits* bits(int r) const { return bits_[std::size_t(r)].get(); }
  bool depends(int r) const { return bits(r) != nullptr || !none(at(r)); }
  bool depends(int first, int count) const {
    for (int r = first; r < first + count && r < machine::ScalarRegisters::kCount; ++r)
      if (depends(r)) return true;
    return false;
  }
  /// The first byte or bit of some registers that depends on data.
  Fingerprint first(int r, int count) const {
    for (int end = r + count; r < end; ++r) {
      for (std::size_t b = 0; bits(r) != nullptr && b < bits(r)->size(); ++b)
        if (!(*bits(r))[b].none()) return (*bits(r))[b];
      for (const Fingerprint& byte : at(r))
        if (!byte.none()) return byte;
    }
    return {};
  }
  /// What a lane's bit of the mask from register r on is made of.
  Fingerprint bit(int r, int lane) const {
    const Bits* const found = bits(r + lane / 32);
    return found == nullptr ? Fingerprint{} : (*found)[std::size_t(lane % 32)];
  }

  void write(int r, const Dword& from) {
    dwords_[std::size_t(r)] = from;
    bits_[std::size_t(r)].reset();
  }
  void clear(int first, int count) {
    for (int r = first; r < first + count && r < machine::ScalarRegisters::kCount; ++r) write(r, {});
  }
  /// Writes the bits of `lanes` lanes, 32 or 64, to a mask from register r on.
  void write_mask(int r, int lanes, const std::array<Fingerprint, isa::kMaxLanes>& from) {
    for (int d = 0; d < lanes / 32; ++d) {
      auto bits = std::make_unique<Bits>();
      bool any = false;
      for (std::size_t i = 0; i < bits->size(); ++i) {
        (*bits)[i] = from[std::size_t(32 * d) + i];
        any |= !(*bits)[i].none();
      }
      write(r + d, {});
      if (any) bits_[std::size_t(r + d)] = std::move(bits);
    }
  }

 private:
  std::array<Dword, machine::ScalarRegisters::kCount> dwords_{};
  std::array<std::unique_ptr<Bits>, machine::ScalarRegisters::kCount> bits_{};
};

struct WaveShadow {
  VectorShadow vector;
  ScalarShadow scalar;
  Fingerprint scc;
};

}  // namespace lockstep::fingerprint
