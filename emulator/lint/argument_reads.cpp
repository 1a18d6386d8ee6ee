#include "emulator/lint/argument_reads.hpp"

#include <algorithm>
#include <optional>

#include "emulator/isa/dataflow.hpp"
#include "emulator/isa/semantics.hpp"

namespace lockstep::lint {

namespace {

using code_object::InitialScalar;

/// The first of the two registers that hold the pointer when a wave starts.
std::optional<int> pointer_register(const code_object::Descriptor& descriptor) {
  for (const code_object::ScalarSlot& slot : code_object::initial_scalars(descriptor))
    if (slot.what == InitialScalar::kernarg_ptr && slot.count == 2) return slot.first;
  return std::nullopt;
}

class Reader {
 public:
  Reader(const isa::Program& program, const ControlFlow& flow, int pointer)
      : program_(program),
        flow_(flow),
        pointer_{isa::File::scalar, isa::Role::source, std::uint16_t(pointer), 2} {}

  // Blocks that some path reaches with the pointer in place, each once.
  ArgumentReads run() {
    std::vector<bool> seen(flow_.blocks.size());
    std::vector<std::uint32_t> open = flow_.entries;
    while (!open.empty()) {
      const std::uint32_t block = open.back();
      open.pop_back();
      if (seen[block]) continue;
      seen[block] = true;
      if (!step(flow_.blocks[block])) continue;
      for (const Edge& e : flow_.blocks[block].out) open.push_back(e.to);
    }
    return std::move(reads_);
  }

 private:
  /// Whether the pointer is still there behind the block.
  bool step(const Block& block) {
    for (std::uint32_t n = block.first; n <= block.last; ++n) {
      const isa::Instruction& i = program_.instructions[n];
      const bool load = take_load(i);
      bool kept = true;
      for (const isa::RegisterAccess& access : isa::dataflow(i, program_.width)) {
        if (!access.overlaps(pointer_)) continue;
        if (access.writes()) kept = false;
        if (!access.writes() && !load) reads_.complete = false;
      }
      if (!kept) return false;
    }
    return true;
  }

  /// Whether it is a load through the pointer at an offset that the code says.
  bool take_load(const isa::Instruction& i) {
    const auto* memory = i.semantics == nullptr ? nullptr : std::get_if<isa::Memory>(&i.semantics->operation);
    if (memory == nullptr || memory->space != isa::Memory::Space::scalar ||
        memory->access != isa::Access::load)
      return false;
    const isa::Operand* base = i.operand(isa::OperandRole::base);
    if (base == nullptr || base->kind != isa::Operand::Kind::scalar || base->index != pointer_.first)
      return false;
    const isa::Operand* offset = i.unless_off(isa::OperandRole::offset);
    if (offset != nullptr && offset->kind != isa::Operand::Kind::constant) return false;
    const std::int64_t at = i.modifiers.offset + (offset == nullptr ? 0 : offset->integer);
    if (at < 0 || at > UINT16_MAX) return false;
    reads_.read.push_back({std::uint32_t(at), memory->bytes});
    return true;
  }

  const isa::Program& program_;
  const ControlFlow& flow_;
  const isa::RegisterAccess pointer_;
  ArgumentReads reads_;
};

std::vector<ArgumentReads::Bytes> joined(std::vector<ArgumentReads::Bytes> reads) {
  std::ranges::sort(reads, {}, &ArgumentReads::Bytes::offset);
  std::vector<ArgumentReads::Bytes> all;
  for (const ArgumentReads::Bytes& r : reads) {
    if (all.empty() || r.offset > all.back().offset + all.back().bytes) {
      all.push_back(r);
      continue;
    }
    const std::uint32_t end = std::max(all.back().offset + all.back().bytes, r.offset + r.bytes);
    all.back().bytes = end - all.back().offset;
  }
  return all;
}

}  // namespace

std::vector<std::uint32_t> entries(const code_object::CodeObject& object, const isa::Program& program,
                                   const code_object::Kernel& kernel) {
  std::vector<std::uint32_t> starts;
  const auto start = [&](std::uint64_t address) {
    if (const std::int32_t at = program.at(address); at >= 0) starts.push_back(std::uint32_t(at));
  };
  start(kernel.entry);
  if (code_object::has_preload_prologue(object, kernel))
    start(kernel.entry + code_object::kPreloadPrologueBytes);
  return starts;
}

ControlFlow kernel_code(const code_object::CodeObject& object, const isa::Program& program,
                        const code_object::Kernel& kernel) {
  const std::vector<std::uint32_t> starts = entries(object, program, kernel);
  return starts.empty() ? ControlFlow{} : control_flow(program, starts);
}

ArgumentReads argument_reads(const isa::Program& program, const code_object::Kernel& kernel,
                             const ControlFlow& flow) {
  const auto pointer = pointer_register(kernel.descriptor);
  ArgumentReads reads = pointer ? Reader(program, flow, *pointer).run() : ArgumentReads{};
  if (const code_object::Descriptor& d = kernel.descriptor; d.kernarg_preload_length != 0)
    reads.read.push_back({4u * d.kernarg_preload_offset, 4u * d.kernarg_preload_length});
  reads.read = joined(std::move(reads.read));
  return reads;
}

}  // namespace lockstep::lint
