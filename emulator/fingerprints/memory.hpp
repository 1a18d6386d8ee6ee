// Fingerprints of the bytes of device memory and of LDS.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"

namespace lockstep::fingerprint {

/// What a byte of device memory is made of before the launch, by its address: that of a leaf, or none where
/// its value is the same whatever the data are.
using Leaves = std::function<Fingerprint(std::uint64_t address)>;

/// Who wrote a byte: a workgroup by its number among all that began, and the first instruction of its kernel.
struct ByteWriter {
  std::uint32_t workgroup = 0, entry = 0;
};

/// Device memory: leaves until somebody stores. Room is taken by the pages that stores touch.
class MemoryShadow {
 public:
  explicit MemoryShadow(Leaves leaves) : leaves_(std::move(leaves)) {}

  Fingerprint at(std::uint64_t address) const {
    const auto found = pages_.find(address / kPage);
    if (found != pages_.end() && found->second->written[address % kPage])
      return found->second->from[address % kPage];
    return leaves_(address);
  }
  /// Whether another workgroup of the reader's kernel wrote the byte: perhaps in the same launch.
  bool is_from_another(std::uint64_t address, ByteWriter reader) const {
    const auto found = pages_.find(address / kPage);
    if (found == pages_.end() || !found->second->written[address % kPage]) return false;
    const ByteWriter writer = found->second->writer[address % kPage];
    return writer.entry == reader.entry && writer.workgroup != reader.workgroup;
  }
  void write(std::uint64_t address, Fingerprint from, ByteWriter writer) {
    auto& page = pages_[address / kPage];
    if (page == nullptr) page = std::make_unique<Page>();
    page->from[address % kPage] = from;
    page->writer[address % kPage] = writer;
    page->written[address % kPage] = true;
  }

 private:
  static constexpr std::uint64_t kPage = 4096;
  struct Page {
    std::array<Fingerprint, kPage> from;
    std::array<ByteWriter, kPage> writer;
    std::bitset<kPage> written;
  };
  Leaves leaves_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
};

/// LDS of one workgroup.
class LdsShadow {
 public:
  Fingerprint at(std::uint64_t address) const {
    return address < bytes_.size() ? bytes_[address] : Fingerprint{};
  }
  void write(std::uint64_t address, Fingerprint from) {
    if (address >= bytes_.size()) {
      if (from.none()) return;
      bytes_.resize((address / kStep + 1) * kStep);
    }
    bytes_[address] = from;
  }

 private:
  static constexpr std::uint64_t kStep = 16384;
  std::vector<Fingerprint> bytes_;
};

}  // namespace lockstep::fingerprint
