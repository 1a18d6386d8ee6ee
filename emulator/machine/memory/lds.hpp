// The local data share of one workgroup: bytes, and one shadow byte each for definedness.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "emulator/machine/memory/poison.hpp"

namespace lockstep::machine {

/// The LDS of one workgroup. It keeps track of blocks that are defined whole, so that their shadow need not
/// be read.
///
/// Contents are undefined at first, and read as a function of the seed. Nothing is allocated before the first
/// access, so that a workgroup which exits at once costs nothing.
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
  const std::uint8_t* undefined() {
    touch();
    return undefined_.data();
  }
  /// The shadow bytes of a range, to be changed.
  std::uint8_t* change_undefined(std::uint64_t address, std::uint64_t bytes) {
    touch();
    each_block(address, address + bytes, [](std::uint8_t& block) { block = 0; });
    return undefined_.data() + address;
  }
  /// Marks a range as defined.
  void define(std::uint64_t address, std::uint64_t bytes) {
    if (knows_defined(address, bytes)) return;
    touch();
    std::memset(undefined_.data() + address, 0, bytes);
    const std::uint64_t first = (address + kBlock - 1) / kBlock, end = (address + bytes) / kBlock;
    for (std::uint64_t block = first; block < end; ++block) blocks_[block] = 1;
  }
  /// Marks the few bytes of one element as defined.
  void define_few(std::uint64_t address, std::uint64_t bytes) {
    touch();
    std::memset(undefined_.data() + address, 0, bytes);
  }
  /// Whether the range is known to be defined whole without reading its shadow; false where that is unknown.
  bool knows_defined(std::uint64_t address, std::uint64_t bytes) {
    touch();
    std::uint8_t all = 1;
    each_block(address, address + bytes, [&](std::uint8_t block) { all &= block; });
    return all != 0;
  }

 private:
  static constexpr std::uint64_t kBlock = 256;

  template <typename Visit>
  void each_block(std::uint64_t begin, std::uint64_t end, Visit visit) {
    for (std::uint64_t block = begin / kBlock; block * kBlock < end; ++block) visit(blocks_[block]);
  }
  void touch() {
    if (!touched_) materialise();
  }
  [[gnu::noinline]] void materialise() {
    touched_ = true;
    undefined_.assign(size_, 1);
    blocks_.assign(size_ / kBlock + 1, 0);
    data_.resize(size_);
    fill_poison(seed_, 0, data_);
  }

  std::vector<std::uint8_t> data_, undefined_;
  std::vector<std::uint8_t> blocks_;  ///< 1: the whole block is defined
  std::uint32_t size_ = 0;
  std::uint64_t seed_ = 0;
  bool touched_ = false;
};

}  // namespace lockstep::machine
