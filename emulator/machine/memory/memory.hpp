// Device memory: a sparse 64-bit address space in which every byte belongs to an allocation or to none.
//
// An allocation costs only the pages that are touched. Its initial contents are a pure function of the
// offset, called when a page is first touched, so a tensor of 8 GiB of which a kernel reads three rows
// occupies three rows. Addresses outside all allocations are red zones: an access there is a fault, found
// before host memory is touched. One shadow byte per byte holds definedness (0 defined, 1 undefined).
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::machine {

/// Writes the initial bytes and shadow of [offset, offset + data.size()) of an allocation, on any thread.
using Fill = std::function<void(std::uint64_t offset, std::span<std::uint8_t> data,
                                std::span<std::uint8_t> undefined)>;

inline constexpr std::uint64_t kPageBytes = 16384;

struct Page {
  std::array<std::uint8_t, kPageBytes> data;
  std::array<std::uint8_t, kPageBytes> undefined;
  bool defined_at_first = false;  ///< none of its initial contents was undefined
};

/// Pages that several memories share, filled once: pages of read-only allocations whose initial contents are
/// the same in all memories and defined. Safe to use from any thread.
class SharedPages {
 public:
  /// `bytes`: the size of the allocation.
  explicit SharedPages(std::uint64_t bytes);
  ~SharedPages();
  SharedPages(const SharedPages&) = delete;
  SharedPages& operator=(const SharedPages&) = delete;

  /// The shared page, or nullptr if there is none yet.
  Page* find(std::uint64_t index) const { return pages_[index].load(std::memory_order_acquire); }
  /// Stores `page`, unless another thread stored one first; returns the one that is stored.
  Page& keep(std::uint64_t index, std::unique_ptr<Page> page);

 private:
  std::uint64_t count_;
  std::unique_ptr<std::atomic<Page*>[]> pages_;
};

class Allocation {
 public:
  /// `shared`, for an allocation that is not writable, must outlive it; nullptr: every page is its own.
  Allocation(std::string name, std::uint64_t base, std::uint64_t size, bool writable, Fill fill,
             SharedPages* shared);
  ~Allocation();
  Allocation(const Allocation&) = delete;
  Allocation& operator=(const Allocation&) = delete;

  const std::string& name() const { return name_; }
  std::uint64_t base() const { return base_; }
  std::uint64_t size() const { return size_; }
  bool writable() const { return writable_; }
  /// Offsets of bytes that are not to be written: checks report writes there, the machine performs them.
  struct Range {
    std::uint64_t begin = 0, end = 0;
  };
  void keep_untouched(std::vector<Range> ranges) { untouched_ = std::move(ranges); }
  std::span<const Range> untouched() const { return untouched_; }
  bool contains(std::uint64_t address, std::uint64_t bytes) const {
    return address >= base_ && bytes <= size_ && address - base_ <= size_ - bytes;
  }

  /// Reads a range, which must lie inside the allocation.
  void read(std::uint64_t offset, std::uint8_t* data, std::uint8_t* undefined, std::uint64_t bytes);
  void write(std::uint64_t offset, const std::uint8_t* data, const std::uint8_t* undefined,
             std::uint64_t bytes);

  /// Calls change(data, undefined) on a range of at most 16 bytes, and writes the result back.
  template <typename Change>
  void update(std::uint64_t offset, std::uint64_t bytes, Change change) {
    const std::uint64_t within = offset % kPageBytes;
    if (within + bytes <= kPageBytes) {
      Page& p = page(offset / kPageBytes);
      return change(&p.data[within], &p.undefined[within]);
    }
    std::array<std::uint8_t, 16> data, undefined;
    read(offset, data.data(), undefined.data(), bytes);
    change(data.data(), undefined.data());
    write(offset, data.data(), undefined.data(), bytes);
  }

  /// Whether the range holds these bytes and all are defined.
  bool holds(std::uint64_t offset, const std::uint8_t* data, std::uint64_t bytes);

  /// Reads a range like read(), without materialising pages that were never touched.
  void peek(std::uint64_t offset, std::uint8_t* data, std::uint8_t* undefined, std::uint64_t bytes) const;

  /// Calls visit(offset, page) for every page that was touched, in ascending order.
  void visit_touched(const std::function<void(std::uint64_t offset, const Page& page)>& visit) const;
  std::uint64_t touched_pages() const;

  /// Page `index` of the allocation, filled at its first touch.
  Page& page(std::uint64_t index) {
    Page* const present = pages_[index].load(std::memory_order_acquire);
    return present != nullptr ? *present : touch(index);
  }

  /// Counts pages that are touched from now on in `count`, which outlives the allocation; nullptr: nowhere.
  void count_touches(std::atomic<std::uint64_t>* count) { touches_ = count; }

  /// Page `index`, or nullptr if it was never touched.
  const Page* present(std::uint64_t index) const { return pages_[index].load(std::memory_order_acquire); }

 private:
  Page& touch(std::uint64_t index);
  void fill(std::uint64_t index, Page& page) const;

  std::string name_;
  std::uint64_t base_, size_;
  bool writable_;
  std::vector<Range> untouched_;
  Fill fill_;
  SharedPages* shared_;
  std::unique_ptr<std::atomic<Page*>[]> pages_;
  std::uint64_t page_count_;
  std::atomic<std::uint64_t>* touches_ = nullptr;
};

class Memory {
 public:
  /// Adds an allocation. Ranges must not overlap; the caller leaves gaps as red zones. `shared`: see
  /// Allocation.
  Allocation& add(std::string name, std::uint64_t base, std::uint64_t size, bool writable, Fill fill,
                  SharedPages* shared = nullptr);

  /// Removes the allocation that begins at `base`, with its contents; nullptr: there is none.
  std::unique_ptr<Allocation> take(std::uint64_t base);
  /// Adds an allocation that was taken out of a memory.
  Allocation& give(std::unique_ptr<Allocation> allocation);

  /// The allocation that owns [address, address + bytes), or nullptr.
  Allocation* owner(std::uint64_t address, std::uint64_t bytes) const;

  /// Describes what lies nearest to an address outside all allocations: "16 bytes past the end of d [0x…".
  std::string describe(std::uint64_t address, std::uint64_t bytes) const;

  std::uint64_t touched_bytes() const;
  /// How often a page was touched first, of allocations that are gone as well; costs next to nothing.
  std::uint64_t page_touches() const { return touches_.load(std::memory_order_relaxed); }
  std::uint64_t largest_allocation() const;  ///< in bytes, touched or not

  std::mutex& atomics() { return atomics_; }  ///< held while a read-modify-write is performed

 private:
  std::atomic<std::uint64_t> touches_ = 0;
  std::map<std::uint64_t, std::unique_ptr<Allocation>> allocations_;  // by base
  std::mutex atomics_;
};

}  // namespace lockstep::machine
