// Private memory (scratch): a byte array per lane, addressed by offset from the lane's own base. No program
// sees how the hardware interleaves these arrays in memory, a dword of each lane in turn.
#include <fmt/format.h>

#include "emulator/machine/memory/shadow.hpp"
#include "emulator/machine/memory_operations/execute.hpp"
#include "emulator/machine/memory_operations/moves.hpp"

namespace lockstep::machine {

namespace {

std::uint64_t place(const Wave& wave, const Pending& p, int lane) {
  return std::uint64_t(lane) * wave.scratch_bytes + p.address[lane];
}

void load(Wave& wave, Pending& p) {
  const std::size_t bytes = p.memory->bytes;
  for (int l = 0; l < kMaxLanes; ++l) {
    if (((p.lanes >> l) & 1) == 0) continue;
    const std::uint64_t at = place(wave, p, l);
    for (int d = 0; d < p.dwords; ++d) p.data[d][l] = p.undefined[d][l] = 0;
    for (std::size_t b = 0; b < bytes; ++b) {
      p.data[b / 4][l] |= std::uint32_t(wave.scratch[at + b]) << (8 * (b % 4));
      if (wave.scratch_undefined[at + b] != 0) p.undefined[b / 4][l] |= 0xFFu << (8 * (b % 4));
    }
  }
}

void store(Wave& wave, Pending& p) {
  const std::size_t bytes = p.memory->bytes;
  for (int l = 0; l < kMaxLanes; ++l) {
    if (((p.lanes >> l) & 1) == 0) continue;
    const std::uint64_t at = place(wave, p, l);
    for (std::size_t b = 0; b < bytes; ++b) {
      wave.scratch[at + b] = std::uint8_t(p.data[b / 4][l] >> (8 * (b % 4)));
      wave.scratch_undefined[at + b] = ((p.undefined[b / 4][l] >> (8 * (b % 4))) & 0xFF) != 0;
    }
  }
}

// Performs an atomic on a dword of scratch, which only a flat atomic can address.
void read_modify_write(Wave& wave, Pending& p) {
  for (int l = 0; l < kMaxLanes; ++l) {
    if (((p.lanes >> l) & 1) == 0) continue;
    const std::uint64_t at = place(wave, p, l);
    std::array<std::uint32_t, 4> operand{};
    std::uint32_t undefined = 0, old = 0, old_undefined = 0;
    for (int d = 0; d < p.dwords; ++d) {
      operand[d] = p.data[d][l];
      undefined |= p.undefined[d][l];
    }
    std::memcpy(&old, &wave.scratch[at], 4);
    std::memcpy(&old_undefined, &wave.scratch_undefined[at], 4);
    apply_atomic(p.memory->atomic, 4, operand.data(), &wave.scratch[at]);
    if (undefined != 0 || old_undefined != 0) std::memset(&wave.scratch_undefined[at], 1, 4);
    p.data[0][l] = old;
    p.undefined[0][l] = bits_of_bytes(old_undefined);
  }
}

}  // namespace

const Moves kScratchMoves{load, store, read_modify_write};

bool inside_scratch(Wave& wave, const Pending& p, Step& stop) {
  const std::uint64_t bytes = p.memory->bytes;
  for (int l = 0; l < kMaxLanes; ++l) {
    if (((p.lanes >> l) & 1) == 0) continue;
    if (p.address[l] <= wave.scratch_bytes && bytes <= wave.scratch_bytes - p.address[l]) continue;
    stop = wave.stop(FindingKind::bounds, *p.prepared, l,
                     fmt::format("scratch offset {:#x} lies past the {} bytes of the lane", p.address[l],
                                 wave.scratch_bytes));
    return false;
  }
  return true;
}

Step execute_scratch(Wave& wave, const PreparedInstruction& prepared) {
  const isa::Instruction& i = *prepared.instruction;
  const auto& memory = std::get<isa::Memory>(i.semantics->operation);
  const bool is_load = memory.access == isa::Access::load;
  const isa::Operand& data = is_load ? *i.destination() : *i.data(0);
  const isa::Operand* const vector_address = i.unless_off(isa::OperandRole::address);
  const isa::Operand* const scalar_address = i.unless_off(isa::OperandRole::base);
  auto p = new_pending(wave, prepared, memory, wave.exec());
  p->dwords = (memory.bytes + 3) / 4;
  const int r = unified_register(wave, data);
  if (r < 0)
    return wave.stop(FindingKind::register_bounds, prepared, -1,
                     "a register lies beyond those of the kernel");

  const bool per_lane = vector_address != nullptr;
  const std::uint32_t* offset = nullptr;
  if (per_lane) {
    const int a = unified_register(wave, *vector_address);
    if (a < 0)
      return wave.stop(FindingKind::register_bounds, prepared, -1,
                       "a register lies beyond those of the kernel");
    offset = wave.vector.read(a);
    demand_defined(wave, prepared, a, p->lanes, "the address register is undefined");
  }
  std::uint64_t base = 0;
  if (scalar_address != nullptr) {
    const Scalar s = read_scalar(wave, *scalar_address, isa::Type::u32);
    if (s.undefined != 0)
      wave.report(FindingKind::undefined_address, prepared, -1, "the scalar offset is undefined");
    base = s.value;
  }
  for (int l = 0; l < kMaxLanes; ++l)
    p->address[l] = base + (per_lane ? offset[l] : 0u) + std::uint64_t(i.modifiers.offset);
  Step stop = Step::next;
  if (!inside_scratch(wave, *p, stop)) return stop;
  if (is_load)
    p->destination = r;
  else
    capture_data(wave, *p, r, p->dwords, 0);
  set_moves(*p, kScratchMoves);
  mark_destination(wave, *p);
  PendingQueue& queue = queue_of(wave, *p);
  issue(wave, queue, std::move(p));
  return Step::next;
}

}  // namespace lockstep::machine
