// An asynchronous memory operation between its issue and its completion.
//
// At issue the addresses and the data of stores are captured. Later the operation is *performed* (memory is
// sampled or written) and then *retired* (the destination registers or LDS bytes are written, the counter
// drops). The schedule chooses both moments; a wait, a full counter or the end of the wave forces them.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <vector>

#include "emulator/isa/counters.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/machine/memory/memory.hpp"
#include "emulator/machine/waves/registers.hpp"

namespace lockstep::machine {

struct PreparedInstruction;
struct Pending;
struct Wave;

/// The part of an asynchronous operation that is the same for all lanes.
struct PendingOperation {
  const PreparedInstruction* prepared = nullptr;
  const isa::Memory* memory = nullptr;
  /// The address space of the lanes' bytes: the instruction's, or that of one part of a flat access.
  isa::Memory::Space space{};
  void (*perform)(Wave&, Pending&) = nullptr;
  void (*retire)(Wave&, Pending&) = nullptr;
  std::uint64_t lanes = 0;  ///< lanes that take part
  /// Lanes that exist: of its wave, or of a piece of a tensor copy.
  std::uint8_t lane_count = kMaxLanes;
  /// Vector memory of all lanes: the lanes in range, if each is in range whole, all are in one allocation,
  /// and no byte of the other lanes is in range; otherwise 0.
  std::uint64_t inside = 0;
  Allocation* owner_of_inside = nullptr;
  bool owners_differ = false;  ///< each lane has an owner and a range of its own
  /// Device memory where all is inside: distance from each lane's address to the next one's; 0: distances
  /// differ.
  std::uint32_t stride = 0;
  /// All lanes take part, and the bytes of each directly follow those of the one before: set for LDS's first
  /// element, and for device memory where all is inside.
  bool in_row = false;
  std::int64_t second = 0;     ///< distance in bytes to the second element (ds_read2, ds_write2)
  int destination = -1;        ///< first register (unified numbering for vectors), -1: none
  int dwords = 0;              ///< dwords of data per lane
  std::uint64_t lds_base = 0;  ///< copies to LDS: byte address for lane 0
  bool to_lds = false;
  /// May complete before or after any other operation of its counter: scalar loads, flat accesses.
  bool out_of_order = false;
  bool performed = false;
  /// It is retired as soon as it is performed, and no observer reads what it loads.
  bool retires_now = false;
  bool arrived = false;  ///< the loaded data is in the registers already, and defined
  /// All loaded or stored data is defined: `undefined` is not filled.
  bool defined = false;
  /// What it adds to its counter; 0: it is done before the next operation that adds something.
  int weight = 1;
  std::uint32_t stamp = 0;  ///< set by an observer: when the operation was issued
  /// Set by another observer: what the wave knew of other waves by then.
  std::uint32_t known = 0;
  isa::Counter counter = isa::Counter::vm;  ///< the counter that counts it
  /// Of a wave whose loads and stores have separate counters: position in issue order.
  std::uint64_t number = 0;
  bool lds_in_registers = false;  ///< lds_address is filled
  /// Where lds_address is filled: includes all lanes whose LDS bytes do not directly follow those of the lane
  /// before.
  std::uint64_t lds_starts = ~std::uint64_t{0};

  /// Whether every lane that exists takes part.
  bool takes_all() const { return lanes == ~std::uint64_t{0} >> (kMaxLanes - lane_count); }

  /// Whether its effect follows those of the older operations of its counter. LDS works in order, whichever
  /// instruction accesses it.
  bool in_order() const { return !out_of_order || (space == isa::Memory::Space::lds && perform != nullptr); }
};

struct Pending : PendingOperation {
  std::array<std::uint64_t, kMaxLanes> address{};        ///< address of the lane's first element
  alignas(64) std::array<Lanes, 4> data{}, undefined{};  ///< [dword]
  Lanes lds_address;  ///< LDS address per lane, of copies between memory and LDS that have one

  /// The allocation of the lanes inside, of which there must be some.
  Allocation& owner_inside() const { return *owner_of_inside; }
  /// Device memory: the allocation of a lane's bytes, or of a dword's of scalar memory; nullptr: no byte is
  /// in range.
  Allocation* owner(std::size_t lane) const {
    if (inside != 0) return is_inside(lane) ? owner_of_inside : nullptr;
    return owners_differ ? owner_[lane] : nullptr;
  }
  /// Vector memory: which dwords of a lane are in range and, for buffers, below num_records.
  std::uint8_t in_range(std::size_t lane) const {
    if (inside != 0) return is_inside(lane) ? all_dwords() : std::uint8_t{0};
    return owners_differ ? in_range_[lane] : std::uint8_t{0};
  }
  std::uint8_t all_dwords() const {
    return std::uint8_t((1u << (memory->bytes < 4 ? 1 : memory->bytes / 4)) - 1u);
  }

  /// Switches to an owner per lane, the only way to have them: at first no lane has one, and nothing is in
  /// range.
  void part_owners() {
    inside = 0;
    owners_differ = true;
    owner_.fill(nullptr);
    in_range_.fill(0);
  }
  /// Switches to one owner: the lanes of `mask` are in range whole, all in one allocation.
  void give_one_owner(Allocation* owner, std::uint64_t mask) {
    owners_differ = false;
    owner_of_inside = owner;
    inside = mask;
  }
  void set_owner(std::size_t lane, Allocation* owner) { owner_[lane] = owner; }
  void set_in_range(std::size_t lane, std::uint8_t mask) { in_range_[lane] = mask; }

  std::uint32_t undefined_bits(std::size_t dword, std::size_t lane) const {
    return defined ? 0 : undefined[dword][lane];
  }

 private:
  bool is_inside(std::size_t lane) const { return (inside >> lane & 1) != 0; }

  std::array<Allocation*, kMaxLanes> owner_;  // // [lane or dword]; like in_range_ valid while owners_differ
  std::array<std::uint8_t, kMaxLanes> in_range_;
};

/// Of a copy that has LDS addresses: calls visit(first lane, lanes, address of the first) for each run of
/// lanes whose LDS bytes are contiguous, from the lowest lane to the highest.
template <typename Visit>
void each_lds_run(const Pending& p, Visit visit) {
  for (std::uint64_t left = p.lanes; left != 0;) {
    const int first = std::countr_zero(left);
    const std::uint64_t behind = ~std::uint64_t{1} << first, ends = (p.lds_starts | ~p.lanes) & behind;
    const int end = std::countr_zero(ends);  // 64: the run ends with the last lane
    visit(std::size_t(first), std::uint32_t(end - first), p.lds_address[std::size_t(first)]);
    left &= end == kMaxLanes ? 0 : ~std::uint64_t{0} << end;
  }
}

/// Operations that are over, kept for reuse: their size makes new ones expensive.
class PendingPool {
 public:
  /// An operation as if new, except that `data`, `undefined` and, if all `lanes` take part, the addresses
  /// hold what an earlier operation left there.
  std::unique_ptr<Pending> take(std::uint64_t lanes) {
    if (spare_.empty()) return std::make_unique<Pending>();
    std::unique_ptr<Pending> taken = std::move(spare_.back());
    spare_.pop_back();
    static_cast<PendingOperation&>(*taken) = {};
    if (~lanes != 0) taken->address.fill(0);
    return taken;
  }
  void give_back(std::unique_ptr<Pending> pending) { spare_.push_back(std::move(pending)); }

 private:
  std::vector<std::unique_ptr<Pending>> spare_;
};

/// The operations of one counter of one wave, oldest first.
class PendingQueue {
 public:
  explicit PendingQueue(isa::Counter counter) : counter_(counter) {}
  isa::Counter counter() const { return counter_; }
  int limit() const { return limit_; }
  void set_limit(int limit) { limit_ = limit; }
  int outstanding() const { return outstanding_; }
  bool empty() const { return size() == 0; }
  std::size_t size() const { return queue_.size() - first_; }
  Pending& operator[](std::size_t i) { return *queue_[first_ + i]; }
  const Pending& operator[](std::size_t i) const { return *queue_[first_ + i]; }
  /// How many of them are out of order.
  int unordered() const { return unordered_; }

  void push(std::unique_ptr<Pending> pending) {
    outstanding_ += pending->weight;
    unordered_ += pending->out_of_order ? 1 : 0;
    queue_.push_back(std::move(pending));
  }
  std::unique_ptr<Pending> take(std::size_t i) {
    std::unique_ptr<Pending> taken = std::move(queue_[first_ + i]);
    if (i == 0)
      ++first_;
    else
      queue_.erase(queue_.begin() + std::ptrdiff_t(first_ + i));
    forget_taken();
    outstanding_ -= taken->weight;
    unordered_ -= taken->out_of_order ? 1 : 0;
    return taken;
  }
  void clear() {
    queue_.clear();
    first_ = 0;
    outstanding_ = unordered_ = 0;
  }

 private:
  isa::Counter counter_;
  int limit_ = isa::kMostLoads;
  // Removes the entries before first_, which are taken. Nearly always the oldest is taken.
  void forget_taken() {
    constexpr std::size_t kMostTaken = 256;
    if (empty()) {
      queue_.clear();
      first_ = 0;
    }
    if (first_ < kMostTaken) return;
    queue_.erase(queue_.begin(), queue_.begin() + std::ptrdiff_t(first_));
    first_ = 0;
  }

  int outstanding_ = 0, unordered_ = 0;
  std::vector<std::unique_ptr<Pending>> queue_;
  std::size_t first_ = 0;
};

}  // namespace lockstep::machine
