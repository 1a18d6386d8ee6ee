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

/// How an operation counts on its counter.
struct CounterEntry {
  isa::Counter counter = isa::Counter::vm;
  int weight = 1;             ///< what it adds; 0: it is done before the next operation that adds something
  bool out_of_order = false;  ///< may complete before or after any other: scalar loads, flat accesses
  /// Where a wave's loads and stores have separate counters: position in issue order.
  std::uint64_t number = 0;
};

/// How loaded data gets to its destination.
enum class Delivery : std::uint8_t {
  /// Performing the operation puts it into `data`, and retiring moves it from there.
  by_retiring,
  /// The operation retires as soon as it is performed, and no observer reads `data`: performing it may put
  /// the data directly into the registers.
  may_be_direct,
  /// The data is in the registers, and defined: retiring moves nothing.
  done
};

/// The LDS bytes of a copy between memory and LDS.
struct LdsSide {
  enum class Kind : std::uint8_t {
    none,     ///< the operation is no such copy
    in_row,   ///< each lane's bytes follow those of the lane before, from `base` on
    per_lane  ///< each lane has an address of its own: Pending::lds_address
  };
  Kind kind = Kind::none;
  std::uint64_t base = 0;
  /// per_lane: includes all lanes whose bytes do not directly follow those of the lane before.
  std::uint64_t starts = ~std::uint64_t{0};

  bool in_row() const { return kind == Kind::in_row; }
  bool per_lane() const { return kind == Kind::per_lane; }
};

/// The part of an asynchronous operation that is the same for all lanes.
struct PendingOperation : CounterEntry {
  const PreparedInstruction* prepared = nullptr;
  const isa::Memory* memory = nullptr;
  /// The address space of the lanes' bytes: the instruction's, or that of one part of a flat access.
  isa::Memory::Space space{};
  /// A copy from LDS reads its data there, just before it is performed: observers see what it stores.
  void (*gather)(Wave&, Pending&) = nullptr;
  void (*perform)(Wave&, Pending&) = nullptr;
  void (*retire)(Wave&, Pending&) = nullptr;
  std::uint64_t lanes = 0;              ///< lanes that take part
  std::uint64_t astray = 0;             ///< lanes of a load that reads nothing, and gives something undefined
  std::uint8_t lane_count = kMaxLanes;  ///< lanes that exist: of its wave, or of a piece of a tensor copy
  /// Distance in bytes from each lane's address to the next one's, where all lanes take part and it is the
  /// same: known of LDS where it is the size of an element, and of device memory where all lanes are
  /// inside(); else 0.
  std::uint32_t stride = 0;
  std::int64_t second = 0;  ///< distance in bytes to the second element (ds_read2, ds_write2)
  int destination = -1;     ///< first register (unified numbering for vectors), -1: none
  int dwords = 0;           ///< dwords of data per lane
  LdsSide lds;
  bool performed = false;
  bool changed = false;      ///< an atomic changed a value
  bool all_defined = false;  ///< no bit of `data` is undefined: `undefined` is not filled
  Delivery delivery = Delivery::by_retiring;
  std::uint32_t stamp = 0;  ///< set by an observer: when the operation was issued
  std::uint32_t known = 0;  ///< set by another observer: its number among the operations on LDS under way

  /// Whether every lane that exists takes part.
  bool takes_all() const { return lanes == ~std::uint64_t{0} >> (kMaxLanes - lane_count); }
  /// Whether all lanes take part, and the first element of each directly follows that of the lane before.
  bool in_row() const { return stride != 0 && stride == memory->bytes; }
  /// Whether its effect follows those of the older operations of its counter. LDS works in order, whichever
  /// instruction accesses it.
  bool in_order() const { return !out_of_order || (space == isa::Memory::Space::lds && perform != nullptr); }
};

/// Device memory: whose bytes an operation's lanes access, or a scalar one's dwords, and which are in range.
class LaneOwners {
 public:
  void clear() { state_ = State::nothing, inside_ = 0; }
  /// The lanes of `inside`, at least one, are in range whole, all in one allocation; no byte of the others
  /// is.
  void set_one(Allocation& owner, std::uint64_t inside) {
    state_ = State::one, one_ = &owner, inside_ = inside;
  }
  /// Each lane gets an owner and a range of its own; at first none has one, and nothing is in range.
  void split() {
    state_ = State::per_lane, inside_ = 0;
    owner_.fill(nullptr);
    in_range_.fill(0);
  }
  void set(std::size_t lane, Allocation* owner) { owner_[lane] = owner; }
  void set_in_range(std::size_t lane, std::uint8_t dwords) { in_range_[lane] = dwords; }

  /// The lanes that set_one() was given; 0 where it was not called.
  std::uint64_t inside() const { return inside_; }
  Allocation& one() const { return *one_; }
  /// The allocation of the lane's bytes; nullptr: none of them is in range.
  Allocation* of(std::size_t lane) const {
    if (inside_ != 0) return is_inside(lane) ? one_ : nullptr;
    return state_ == State::per_lane ? owner_[lane] : nullptr;
  }
  /// A bit for each dword of the lane that is in range; `whole`: all of them.
  std::uint8_t in_range(std::size_t lane, std::uint8_t whole) const {
    if (inside_ != 0) return is_inside(lane) ? whole : std::uint8_t{0};
    return state_ == State::per_lane ? in_range_[lane] : std::uint8_t{0};
  }

 private:
  enum class State : std::uint8_t { nothing, one, per_lane };
  bool is_inside(std::size_t lane) const { return (inside_ >> lane & 1) != 0; }

  State state_ = State::nothing;
  std::uint64_t inside_ = 0;
  Allocation* one_ = nullptr;
  std::array<Allocation*, kMaxLanes> owner_;  // per_lane
  std::array<std::uint8_t, kMaxLanes> in_range_;
};

struct Pending : PendingOperation {
  std::array<std::uint64_t, kMaxLanes> address{};        ///< address of the lane's first element
  alignas(64) std::array<Lanes, 4> data{}, undefined{};  ///< [dword]
  Lanes lds_address;                                     ///< [lane], where lds.per_lane()
  LaneOwners owners;

  /// Which dwords of a lane are in range and, for buffers, below num_records.
  std::uint8_t in_range(std::size_t lane) const { return owners.in_range(lane, all_dwords()); }
  std::uint8_t all_dwords() const {
    return std::uint8_t((1u << (memory->bytes < 4 ? 1 : memory->bytes / 4)) - 1u);
  }
  std::uint32_t undefined_bits(std::size_t dword, std::size_t lane) const {
    return all_defined ? 0 : undefined[dword][lane];
  }
  /// Fills `undefined`, so that its bits can be changed.
  void fill_shadow() {
    for (Lanes& u : undefined)
      if (all_defined) u.fill(0);
    all_defined = false;
  }
};

/// Calls visit(first lane, lanes, address of the first) for each run of lanes of a copy with LDS addresses
/// whose LDS bytes are contiguous, from the lowest lane to the highest.
template <typename Visit>
void each_lds_run(const Pending& p, Visit visit) {
  for (std::uint64_t left = p.lanes; left != 0;) {
    const int first = std::countr_zero(left);
    const std::uint64_t behind = ~std::uint64_t{1} << first, ends = (p.lds.starts | ~p.lanes) & behind;
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
    taken->owners.clear();
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
