#include "emulator/machine/waves/multicast_request.hpp"

#include <bit>

#include <fmt/format.h>

#include "emulator/isa/semantics.hpp"

namespace lockstep::machine {

namespace {

constexpr std::uint32_t kWorkgroups = 0xFFFF;

/// The request of a tensor copy, from its descriptor: the mask in the first bits of group 1, the address in
/// bits 120 to 64 of group 0.
MulticastRequest of_tensor(const Wave& wave, const isa::Instruction& i) {
  const isa::Operand *const place = i.operand(nth(isa::OperandRole::group0, 0)), *const shape = i.operand(nth(
                                                                                     isa::OperandRole::group0,
                                                                                     1));
  if (place == nullptr || shape == nullptr || shape->kind != isa::Operand::Kind::scalar) return {};
  constexpr std::uint64_t kHighAddress = (1u << 25) - 1;
  const std::uint64_t low = wave.scalar.read32(place->index + 2).value,
                      high = wave.scalar.read32(place->index + 3).value & kHighAddress;
  return {low | high << 32, std::uint32_t(wave.scalar.read32(shape->index).value) & kWorkgroups};
}

MulticastRequest of_lanes(const Wave& wave, const Pending& copy) {
  if (copy.lanes == 0) return {};
  return {copy.address[std::size_t(std::countr_zero(copy.lanes))],
          std::uint32_t(wave.scalar.read32(isa::scalar::kM0).value) & kWorkgroups};
}

}  // namespace

SharedCopy shared_copy(const Wave& wave, const Pending& copy) {
  const isa::Instruction& i = *copy.prepared->instruction;
  MulticastRequest request;
  if (std::holds_alternative<isa::TensorCopy>(i.semantics->operation))
    request = of_tensor(wave, i);
  else if (copy.memory->multicast)
    request = of_lanes(wave, copy);
  const auto made = wave.group->requests.find(request);
  if (request.workgroups == 0 || made == wave.group->requests.end()) return {};
  return {request, made->second.times};
}

void note_multicast(Wave& wave, const PreparedInstruction& prepared, std::uint64_t address,
                    std::uint32_t workgroups) {
  const Cluster* const cluster = wave.group->cluster;
  const auto wrong = [&](std::string text) {
    wave.report(FindingKind::descriptor, prepared, -1, std::move(text), Severity::manual);
  };
  if (workgroups == 0) return;
  if (cluster == nullptr)
    return wrong(fmt::format("workgroup mask {:#x} in a kernel without clusters", workgroups));
  const std::uint32_t total = cluster->total(), rank = wave.group->rank;
  if (workgroups >> total != 0)
    return wrong(fmt::format("workgroup mask {:#x} in a cluster of {}", workgroups, total));
  if ((workgroups >> rank & 1) == 0)
    return wrong(
        fmt::format("workgroup mask {:#x} leaves out the workgroup itself, number {}", workgroups, rank));
  Requested& made = wave.group->requests[{address, workgroups}];
  if (made.times++ != 0) return;
  made.instruction = prepared.index;
  made.wave = wave.id;
}

void note_multicast(Wave& wave, const PreparedInstruction& prepared, const Pending& p) {
  const Scalar m0 = wave.scalar.read32(isa::scalar::kM0);
  if ((m0.undefined & 0xFFFF) != 0)
    wave.report(FindingKind::undefined_address, prepared, -1, "M0, the workgroup mask, is undefined");
  if (p.lanes == 0) return;
  note_multicast(wave, prepared, p.address[std::size_t(std::countr_zero(p.lanes))],
                 std::uint32_t(m0.value & 0xFFFF));
}

}  // namespace lockstep::machine
