// The local data share of one workgroup: bytes, and one shadow byte each for definedness.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "emulator/machine/memory/poison.hpp"

namespace lockstep::machine {

/// Contents are undefined at first; what they read as is a function of the seed. Nothing is materialised
/// before the first access, so that a workgroup which exits at once costs nothing.
class Lds {
 public:
  void reset(std::uint32_t bytes, std::uint64_t seed) {
    size_ = bytes;
    seed_ = seed;
    touched_ = false;
  }
  std::uint32_t size() const { return size_; }
  bool contains(std::uint64_t address, std::uint64_t bytes) const {
    return bytes <= size_ && address <= size_ - bytes;
  }
  std::uint8_t* data() {
    touch();
    return data_.data();
  }
  std::uint8_t* undefined() {
    touch();
    return undefined_.data();
  }

 private:
  void touch() {
    if (touched_) return;
    touched_ = true;
    undefined_.assign(size_, 1);
    data_.resize(size_);
    fill_poison(seed_, 0, data_);
  }

  std::vector<std::uint8_t> data_, undefined_;
  std::uint32_t size_ = 0;
  std::uint64_t seed_ = 0;
  bool touched_ = false;
};

}  // namespace lockstep::machine
