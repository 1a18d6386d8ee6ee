// What becomes of a byte in the workgroup that should have used it: which instruction reads it from memory,
// and whether it was lost in LDS, overwritten there or never read.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"
#include "emulator/observe/last_store.hpp"

namespace lockstep::fingerprint {
class Tracker;
}

namespace lockstep::laws {

/// How a byte fared in one workgroup.
struct Fate {
  std::optional<observe::Store> loaded;  ///< its first load from memory
  bool by_several = false;               ///< instructions load it, not one alone
  /// The first load that has its address, in a buffer whose num_records ends before it.
  std::optional<observe::Store> dropped;
  std::optional<observe::Store> stored;  ///< its first store into LDS, or copy
  std::optional<observe::Store> reader;  ///< the first load of it from LDS, wherever it lay there
  std::optional<observe::Store> sent;    ///< its first store to device memory that is not to the element
  bool sent_nowhere = false;             ///< which is out of range, and dropped
  std::optional<observe::Store> over;    ///< the first store, or copy, of another byte over it in LDS
};

/// Sees what becomes of bytes, by their fingerprints, in each workgroup, and which workgroup stores last to
/// the first byte of an element of an output, of `width` bytes. A list tells it of events behind the
/// tracker. For one thread.
class OperandFates final : public machine::Observer {
 public:
  OperandFates(const fingerprint::Tracker& tracker, const fingerprint::Hasher& hasher,
               std::vector<fingerprint::Fingerprint> bytes, std::uint64_t address, std::size_t width,
               const code_object::SourceLines& lines)
      : tracker_(tracker),
        hasher_(hasher),
        bytes_(std::move(bytes)),
        address_(address),
        width_(width),
        lines_(lines) {}
  void workgroup_begins(const machine::Workgroup& group) override;
  void performs(const machine::Wave& wave, const machine::Pending& pending) override;
  void retires(const machine::Wave& wave, const machine::Pending& pending) override;
  bool reads_loaded() const override { return false; }

  using Id = std::array<std::uint32_t, 3>;
  /// The workgroup that made the byte of device memory; nothing: none did, or others may have had a part in
  /// it, as those of a cluster, of an earlier launch, or before an atomic operation.
  std::optional<Id> maker() const;
  /// Of the byte of this number in a workgroup.
  const Fate& of(std::size_t byte, const Id& workgroup) { return groups_[workgroup].fates[byte]; }
  /// Of the byte in any workgroup, as far as it was loaded from memory.
  Fate anywhere(std::size_t byte) const;

 private:
  struct Group {
    std::vector<Fate> fates;
    std::map<std::uint64_t, std::size_t> in_lds;  ///< [address] the number of the byte that lies there
    bool shares_copies = false;                   ///< with others of its cluster
  };
  Group& group_of(const machine::Wave& wave);
  observe::Store noted(const machine::Wave& wave, const machine::Pending& pending, std::size_t lane) const;
  /// The number of a byte that is followed; nothing: it is another one.
  std::optional<std::size_t> number_of(fingerprint::Fingerprint byte) const;
  void reads_memory(const machine::Wave& wave, const machine::Pending& pending);
  void writes_memory(const machine::Wave& wave, const machine::Pending& pending);
  void writes_lds(const machine::Wave& wave, const machine::Pending& pending, std::size_t lane,
                  std::uint64_t at, fingerprint::Fingerprint byte);

  fingerprint::Fingerprint carried(const machine::Pending& pending, std::size_t lane, std::size_t byte) const;

  const fingerprint::Tracker& tracker_;
  const fingerprint::Hasher& hasher_;
  std::vector<fingerprint::Fingerprint> bytes_;
  std::uint64_t address_;
  std::size_t width_;
  const code_object::SourceLines& lines_;
  std::map<Id, Group> groups_;
  std::optional<Id> last_;
  std::optional<std::uint32_t> entry_;  ///< of the first launch's kernel
  bool by_atomics_ = false, several_launches_ = false;
};

}  // namespace lockstep::laws
