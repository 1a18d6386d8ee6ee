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

/// What is the same for all lanes.
struct PendingOperation {
  const PreparedInstruction* prepared = nullptr;
  const isa::Memory* memory = nullptr;
  isa::Memory::Space
      space{};  ///< that the lanes' bytes lie in: the row's, or of a flat access the part's own
  void (*perform)(Wave&, Pending&) = nullptr;
  void (*retire)(Wave&, Pending&) = nullptr;
  std::uint64_t lanes = 0;              ///< lanes that take part
  std::uint8_t lane_count = kMaxLanes;  ///< those that there are: of its wave, or of a piece of a tensor copy
  std::uint64_t inside = 0;  ///< vector memory of all lanes: those in range, each whole and all in one
                             ///< allocation, while of the others no byte is; 0 where that is not so
  Allocation* owner_of_inside = nullptr;
  bool owners_differ = false;  ///< each lane has an owner of its own, and a range
  std::uint32_t stride =
      0;                ///< device memory where all is inside: from each lane to the next; 0: they differ
  bool in_row = false;  ///< all lanes take part, the bytes of each right behind the one's before it: known of
                        ///< LDS's first element, and of device memory where all is inside
  std::int64_t second = 0;     ///< distance to the second element (ds_read2, ds_write2)
  int destination = -1;        ///< first register (unified numbering for vectors), -1: none
  int dwords = 0;              ///< of data per lane
  std::uint64_t lds_base = 0;  ///< loads to LDS: byte address for lane 0
  bool to_lds = false;
  bool out_of_order = false;  ///< leaves its counter before or after any other: scalar loads, flat accesses
  bool performed = false;
  bool retires_now = false;  ///< it is performed to be retired at once, and no observer reads what it loads
  bool arrived = false;      ///< what was loaded is in the registers already, and defined
  bool defined = false;  ///< nothing of what was loaded or is stored is undefined: `undefined` is not filled
  int weight = 1;        ///< what it adds to its counter; 0: it is done before the next that adds
  std::uint32_t stamp = 0;                  ///< an observer's note of when it was issued
  std::uint32_t known = 0;                  ///< another's, of what the wave had been told of others by then
  isa::Counter counter = isa::Counter::vm;  ///< that it is on
  std::uint64_t number =
      0;  ///< of a wave whose loads and stores have counters of their own: the older is lower
  bool lds_in_registers = false;  ///< lds_address is filled
  /// Of those: the lanes whose bytes of LDS do not begin right behind those of the lane before; others may be among them.
  std::uint64_t lds_starts = ~std::uint64_t{0};

  /// Every lane that there is takes part.
  bool takes_all() const { return lanes == ~std::uint64_t{0} >> (kMaxLanes - lane_count); }

  /// What it does happens after the older operations of its counter. LDS works in order, whichever
  /// instruction asks it to.
  bool in_order() const { return !out_of_order || (space == isa::Memory::Space::lds && perform != nullptr); }
};

struct Pending : PendingOperation {
  std::array<std::uint64_t, kMaxLanes> address{};        ///< of the first element
  alignas(64) std::array<Lanes, 4> data{}, undefined{};  ///< [dword]
  Lanes lds_address;  ///< of copies between memory and LDS that have one a lane

  /// Of the lanes inside, of which there are some.
  Allocation& owner_inside() const { return *owner_of_inside; }
  /// Device memory: who owns a lane's bytes, of scalar memory a dword's; nullptr: nothing is in range.
  Allocation* owner(std::size_t lane) const {
    if (inside != 0) return is_inside(lane) ? owner_of_inside : nullptr;
    return owners_differ ? owner_[lane] : nullptr;
  }
  /// Vector memory: which dwords of a lane are in range, and of buffers below num_records.
  std::uint8_t in_range(std::size_t lane) const {
    if (inside != 0) return is_inside(lane) ? all_dwords() : std::uint8_t{0};
    return owners_differ ? in_range_[lane] : std::uint8_t{0};
  }
  std::uint8_t all_dwords() const {
    return std::uint8_t((1u << (memory->bytes < 4 ? 1 : memory->bytes / 4)) - 1u);
  }

  /// The only way to give lanes owners of their own: none has one then, and nothing is in range.
  void part_owners() {
    inside = 0;
    owners_differ = true;
    owner_.fill(nullptr);
    in_range_.fill(0);
  }
  /// Undoes that: what is in range is one allocation's, the lanes of `mask`, each whole.
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

  std::array<Allocation*, kMaxLanes> owner_;  // [lane or dword], like the next while owners_differ
  std::array<std::uint8_t, kMaxLanes> in_range_;
};

/// Of a copy that has LDS addresses: calls visit(first lane, lanes, address of the first) for lanes whose bytes of LDS lie one
/// behind the other, from the lowest lane to the highest.
template <typename Visit>
void each_lds_run(const Pending& p, Visit visit) {
  for (std::uint64_t left = p.lanes; left != 0;) {
    const int first = std::countr_zero(left);
    const std::uint64_t behind = ~std::uint64_t{1} << first, ends = (p.lds_starts | ~p.lanes) & behind;
    const int end = std::countr_zero(ends);  // 64: none
    visit(std::size_t(first), std::uint32_t(end - first), p.lds_address[std::size_t(first)]);
    left &= end == kMaxLanes ? 0 : ~std::uint64_t{0} << end;
  }
}

/// Operations that are over, for the next: their size makes new ones dear.
class PendingPool {
 public:
  /// As if new, but for `data`, `undefined` and the addresses of `lanes`, if those are all: they are what
  /// some operation left there.
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
  explicit PendingQueue(isa::Counter counter) : counter_(counter), limit_(isa::most_outstanding(counter)) {}
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
  int limit_;
  // Those before first_ are taken. Nearly always the oldest is.
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
