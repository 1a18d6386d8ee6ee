// gfx1250's tensor copies, which a wave executes whatever EXEC holds. A copy is split into as many
// asynchronous operations as its tile needs, whose bytes arrive in any order until tensorcnt drops; only the
// last operation adds to the counter.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "emulator/isa/tensor_descriptor.hpp"
#include "emulator/machine/lds/lds_barrier.hpp"
#include "emulator/machine/memory_operations/execute.hpp"
#include "emulator/machine/memory_operations/moves.hpp"
#include "emulator/machine/transfers/transfer.hpp"
#include "emulator/machine/waves/multicast_request.hpp"

namespace lockstep::machine {

namespace {

constexpr isa::Memory piece_row(isa::Access access, std::uint8_t bytes) {
  isa::Memory row{isa::Memory::Space::global, access, bytes};
  row.lds_in_register = true;
  return row;
}
constexpr std::array<std::uint8_t, 5> kSizes{16, 8, 4, 2, 1};
template <isa::Access kAccess>
constexpr std::array<isa::Memory, kSizes.size()> kRows{piece_row(kAccess, 16), piece_row(kAccess, 8),
                                                       piece_row(kAccess, 4), piece_row(kAccess, 2),
                                                       piece_row(kAccess, 1)};

const isa::Memory& row_of(isa::Access access, std::size_t size) {
  return access == isa::Access::load ? kRows<isa::Access::load>[size] : kRows<isa::Access::store>[size];
}

/// Gathers the bytes of a copy into asynchronous operations, each of one element size.
class Pieces {
 public:
  Pieces(Wave& wave, const PreparedInstruction& prepared, isa::Access access)
      : wave_(wave), prepared_(prepared), access_(access) {}

  /// Adds a run of bytes. `owner` nullptr: outside the tensor, where a load writes zeros.
  void add(isa::TileRun run, Allocation* owner) {
    for (std::size_t size = 0; size < kSizes.size(); ++size)
      while (run.bytes >= kSizes[size]) {
        const std::uint32_t done = kSizes[size] * put(size, run, owner);
        run.memory += done;
        run.lds += done;
        run.bytes -= done;
      }
  }

  /// Takes all operations, in no meaningful order.
  std::vector<std::unique_ptr<Pending>> take() {
    for (std::size_t size = 0; size < kSizes.size(); ++size) close(size);
    return std::move(done_);
  }

 private:
  struct Open {
    std::unique_ptr<Pending> pending;
    int lanes = 0;
    std::uint64_t lds_end = 0;    ///< end of the last lane's bytes
    Allocation* owner = nullptr;  ///< the allocation of the lanes inside the tensor, unless they differ
    std::uint64_t inside = 0;     ///< lanes inside the tensor
    bool owners_differ = false;
  };

  /// Adds as many lanes of this size as there is room for, contiguous ones; returns how many.
  std::uint32_t put(std::size_t size, const isa::TileRun& run, Allocation* owner) {
    Open& open = open_[size];
    if (open.pending == nullptr) begin(size, open);
    const auto first = std::size_t(open.lanes);
    const std::size_t bytes = kSizes[size], count = std::min(kMaxLanes - first, run.bytes / bytes);
    Pending& p = *open.pending;
    for (std::size_t i = 0; i < count; ++i) {
      p.address[first + i] = run.memory + bytes * i;
      p.lds_address[first + i] = std::uint32_t(run.lds + bytes * i);
    }
    const std::uint64_t these = ~std::uint64_t{0} >> (kMaxLanes - count) << first;
    const bool goes_on = first != 0 && run.lds == open.lds_end;
    p.lanes |= these;
    p.lds.starts &= ~(goes_on ? these : these & (these - 1));
    open.lds_end = run.lds + bytes * count;
    if (owner != nullptr) {
      for (std::size_t l = first; l < first + count; ++l) {
        p.owners.set(l, owner);
        p.owners.set_in_range(l, p.all_dwords());
      }
      open.owners_differ |= open.owner != nullptr && open.owner != owner;
      open.owner = owner;
      open.inside |= these;
    }
    open.lanes += int(count);
    if (open.lanes == kMaxLanes) close(size);
    return std::uint32_t(count);
  }

  void begin(std::size_t size, Open& open) {
    open = {};
    open.pending = new_pending(wave_, prepared_, row_of(access_, size), 0);
    open.pending->lane_count = kMaxLanes;  // independent of the wave's width
    open.pending->dwords = (kSizes[size] + 3) / 4;
    open.pending->weight = 0;
    open.pending->owners.split();
  }

  void close(std::size_t size) {
    Open& open = open_[size];
    if (open.pending == nullptr) return;
    if (open.inside != 0 && !open.owners_differ) open.pending->owners.set_one(*open.owner, open.inside);
    done_.push_back(std::move(open.pending));
  }

  Wave& wave_;
  const PreparedInstruction& prepared_;
  isa::Access access_;
  std::array<Open, kSizes.size()> open_;
  std::vector<std::unique_ptr<Pending>> done_;
};

// ---- the descriptor ---------------------------------------------------------------------------------------

isa::TensorWords read_words(Wave& wave, const PreparedInstruction& prepared) {
  isa::TensorWords words{};
  for (std::size_t g = 0; g < isa::kTensorGroups.size(); ++g) {
    const isa::Operand* const group = prepared.instruction->operand(nth(isa::OperandRole::group0, g));
    if (group == nullptr || group->kind != isa::Operand::Kind::scalar) continue;
    for (std::size_t i = 0; i < group->count; ++i) {
      const Scalar word = wave.scalar.read32(group->index + int(i));
      words[isa::kTensorGroups[g] + i] = std::uint32_t(word.value);
      if (word.undefined != 0)
        wave.report(FindingKind::undefined_address, prepared, -1,
                    fmt::format("dword {} of group {} of the descriptor is undefined", i, g));
    }
  }
  return words;
}

// ---- bounds -----------------------------------------------------------------------------------------------

/// A note for an address 4 GiB away from an allocation: descriptors are stepped by the low half of their
/// address, and a carry may have been lost.
std::string lost_carry(const Memory& memory, const isa::TileRun& run) {
  constexpr std::uint64_t k4GiB = std::uint64_t{1} << 32;
  for (const std::uint64_t moved : {run.memory + k4GiB, run.memory - k4GiB})
    if (const Allocation* owner = memory.owner(moved, run.bytes); owner != nullptr)
      return fmt::format("; 4 GiB {} lies {}: was a carry into the upper half lost?",
                         moved > run.memory ? "further on" : "before", owner->name());
  return {};
}

/// The allocation of a run's bytes; nullptr: there is none, and the wave stops.
Allocation* owner_of(Wave& wave, const PreparedInstruction& prepared, const isa::TileRun& run, bool store,
                     Step& stop) {
  Memory& memory = *wave.environment().memory;
  Allocation* owner = wave.last_owner;
  if (owner == nullptr || !owner->contains(run.memory, run.bytes))
    owner = memory.owner(run.memory, run.bytes);
  const auto fault = [&](const std::string& why) {
    stop = wave.stop(FindingKind::bounds, prepared, -1,
                     fmt::format("{} {} bytes of a row at {:#x}: {}", store ? "writes" : "reads", run.bytes,
                                 run.memory, why));
    return nullptr;
  };
  if (owner == nullptr) return fault(memory.describe(run.memory, run.bytes) + lost_carry(memory, run));
  if (store && !owner->writable())
    return fault(fmt::format("inside {}, which kernels only read", owner->name()));
  return wave.last_owner = owner;
}

bool inside_lds(Wave& wave, const PreparedInstruction& prepared, std::uint64_t address, std::uint32_t bytes,
                Step& stop) {
  if (wave.group->lds.contains(address, bytes)) return true;
  stop = wave.stop(FindingKind::lds_bounds, prepared, -1,
                   fmt::format("{} bytes at LDS {:#x}, past the {} bytes of the workgroup", bytes, address,
                               wave.group->lds.size()));
  return false;
}

// ---- the copy ---------------------------------------------------------------------------------------------

std::uint64_t barrier_of(const Pending& p) {
  return p.lds.base;
}

void arrive_at_barrier(Wave& wave, Pending& p) {
  arrive(wave, barrier_of(p), 1);
}

/// The operation that the counter counts: it follows all pieces, and arrives at the descriptor's barrier, if
/// any.
std::unique_ptr<Pending> end_of(Wave& wave, const PreparedInstruction& prepared,
                                const isa::TensorDescriptor& d, isa::Access access) {
  auto p = new_pending(wave, prepared, row_of(access, 0), 0);
  p->owners.split();
  p->lds.base = d.barrier;
  if (d.copies && d.arrives) p->retire = arrive_at_barrier;
  return p;
}

}  // namespace

Step execute_tensor_copy(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Access access = std::get<isa::TensorCopy>(prepared.instruction->semantics->operation).access;
  const bool store = access == isa::Access::store;
  const isa::TensorWords words = read_words(wave, prepared);
  for (isa::DescriptorProblem& problem : isa::descriptor_problems(words, access))
    wave.report(FindingKind::descriptor, prepared, -1, std::move(problem.text), problem.severity);
  const isa::TensorDescriptor d = isa::decode_tensor_descriptor(words, access);
  Step stop = Step::next;
  if (d.copies && d.arrives && !inside_lds(wave, prepared, d.barrier, 8, stop)) return stop;
  if (d.copies) note_multicast(wave, prepared, d.memory, d.workgroups);
  Pieces pieces(wave, prepared, access);
  bool good = true;
  isa::for_each_run(d, [&](const isa::TileRun& run) {
    if (!good || (store && !run.inside)) return;
    good = inside_lds(wave, prepared, run.lds, run.bytes, stop);
    Allocation* owner = nullptr;
    if (good && run.inside) {
      owner = owner_of(wave, prepared, run, store, stop);
      good = owner != nullptr;
    }
    if (good) pieces.add(run, owner);
  });
  if (!good) return stop;
  auto all = pieces.take();
  if (all.empty() || (d.copies && d.arrives)) all.push_back(end_of(wave, prepared, d, access));
  all.back()->weight = 1;
  for (auto& p : all) {
    if (p->lanes != 0) set_copy_moves(wave, *p);
    issue(wave, wave.tensors, std::move(p));
  }
  return Step::next;
}

}  // namespace lockstep::machine
