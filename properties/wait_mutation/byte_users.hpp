// Which waves use each byte, for ranges of bytes at a time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

namespace lockstep::wait_mutation {

/// `bytes` of them from `first` on.
struct ByteRun {
  std::uint64_t first = 0, bytes = 0;
  std::uint64_t end() const { return first + bytes; }
  bool operator==(const ByteRun&) const = default;
};

/// Ascending, no two of which meet or touch, once in_order() has seen them.
using ByteRuns = std::vector<ByteRun>;
ByteRuns in_order(ByteRuns runs);
/// Of runs in order: whether some byte is in both.
bool meet(const ByteRuns& a, const ByteRuns& b);

/// Everyone who used a byte, one bit each, by how.
class ByteUsers {
 public:
  enum class Use : std::uint8_t { load, store, atomic };

  void note(const ByteRuns& runs, Use use, std::uint32_t users, std::uint64_t moved_by = 0);
  /// Two use a byte, one of them writing, not both by atomics.
  bool any_conflict() const;

 private:
  static constexpr std::uint64_t kPage = 256;
  using OfBytes = std::array<std::uint32_t, kPage>;
  struct Page {
    std::array<OfBytes, 3> by{};  ///< [Use]
    std::uint32_t all = 0;        ///< users of any of its bytes
    bool written = false;
    bool conflict() const;
  };

  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
};

}  // namespace lockstep::wait_mutation
