// Which bytes of LDS and device memory the waves of a run use: the plain account that proves why a mutant
// survives. It keeps a set of waves for every byte between two barriers, whoever used it before and whatever
// the value was; the checks of races remember less and forgive more, and owe it nothing. What an operation
// uses is found once, as runs of bytes.
//
// A barrier in two has a signal and a wait: what a wave does between them belongs to both sides. Of gfx1250's
// barriers the workgroup's counts, and, between the workgroups of a cluster, the cluster's; what waves tell
// each other by others is taken for nothing told.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <unordered_map>
#include <vector>

#include "emulator/machine/waves/observer.hpp"
#include "emulator/machine/waves/pending.hpp"

namespace lockstep::machine {
struct Cluster;
}

namespace lockstep::wait_mutation {

/// `bytes` consecutive bytes from `first` on.
struct ByteRun {
  std::uint64_t first = 0, bytes = 0;
  std::uint64_t end() const { return first + bytes; }
  bool operator==(const ByteRun&) const = default;
};

/// Ascending, no two of which meet or touch, once in_order() has seen them.
using ByteRuns = std::vector<ByteRun>;
ByteRuns in_order(ByteRuns runs);
/// Whether some byte is in both; each must be in order.
bool meet(const ByteRuns& a, const ByteRuns& b);

/// Which waves use each byte, for ranges of bytes at a time: one bit for each wave that did, by how.
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

/// Observes one run on one thread, under `latest`: an operation lasts from its issue to its wait.
class ByteUses final : public machine::Observer {
 public:
  /// Two waves of a workgroup use a byte between two barriers, one of them writing, not both by atomics.
  bool shared() const { return shared_; }
  /// Two workgroups of a cluster do, between two barriers of the cluster. A copy that several share writes
  /// the LDS of all of them.
  bool shared_in_cluster() const { return shared_in_cluster_; }
  /// A wave uses a byte of LDS that a copy of its own still has to fill, or copies into one that it may
  /// still be reading.
  bool before_copy() const { return before_copy_; }
  /// Stores, by instruction, of which another instruction of the launches loads a byte afterwards.
  const std::set<std::uint32_t>& loaded() const { return loaded_; }

  /// Workgroups take turns on one thread.
  machine::Observer* of_thread() override { return this; }
  void workgroup_begins(const machine::Workgroup& group) override;
  void workgroup_ends(const machine::Workgroup& group) override;
  void barrier(const machine::Workgroup& group) override;
  void signals(const machine::Wave& wave, int barrier, std::uint64_t phase) override;
  void issues(machine::Wave& wave, machine::Pending& pending) override;
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;
  void retires(const machine::Wave& wave, const machine::Pending& pending) override;

 private:
  struct Open {
    int wave;
    const machine::Pending* pending;
    std::uint32_t workgroups;  ///< workgroups of the cluster that share the copy
    ByteRuns lds, memory;      ///< bytes used; in device memory only those that kernels can write
  };
  using ByBarrier = std::map<std::uint64_t, ByteUsers>;  ///< key: how many barriers come before
  struct Group {
    std::uint64_t barriers = 0;  ///< whole ones that it passed
    ByBarrier users;
    std::vector<Open> open;
  };
  /// The instruction that stored a byte last, of those of a page; 0: none, else one more than its number.
  using StoredBy = std::vector<std::uint32_t>;

  void note(Group& group, std::uint64_t barriers, const Open& operation);
  void note_in_cluster(const machine::Workgroup& group, std::uint64_t barriers, const Open& operation);
  StoredBy& stored_by(std::uint64_t page);

  std::map<const machine::Workgroup*, Group> groups_;      ///< several of a cluster run at the same time
  std::map<const machine::Cluster*, ByBarrier> clusters_;  ///< workgroups, by rank
  std::unordered_map<std::uint64_t, StoredBy> stored_by_;  ///< last stores to bytes of device memory, by page
  bool shared_ = false, shared_in_cluster_ = false, before_copy_ = false;
  std::set<std::uint32_t> loaded_;
};

}  // namespace lockstep::wait_mutation
