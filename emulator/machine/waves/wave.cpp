#include "emulator/machine/waves/wave.hpp"

#include <algorithm>

#include "emulator/isa/constant.hpp"
#include "emulator/machine/memory/apertures.hpp"

namespace lockstep::machine {

namespace {
constexpr std::ptrdiff_t kFindingLimit = 32;  // per workgroup and severity
}

Finding Wave::finding(FindingKind kind, const PreparedInstruction& prepared, int lane,
                      std::string text) const {
  return {kind, std::move(text), prepared.instruction->text, prepared.instruction->address, group->id, id,
          lane};
}

// Keeps one finding per kind and instruction, the most severe; at most kFindingLimit of each severity, so
// that notes do not crowd out the rest.
void Wave::keep(Finding&& f) {
  if (!environment().checks) return;
  const auto same = [&](const Finding& g) { return g.kind == f.kind && g.address == f.address; };
  const auto known = std::ranges::find_if(group->findings, same);
  if (known != group->findings.end()) {
    if (known->severity < f.severity) *known = std::move(f);
    return;
  }
  if (std::ranges::count(group->findings, f.severity, &Finding::severity) < kFindingLimit)
    group->findings.push_back(std::move(f));
}

void Wave::report(FindingKind kind, const PreparedInstruction& prepared, int lane, std::string text,
                  Severity severity) {
  Finding f = finding(kind, prepared, lane, std::move(text));
  f.severity = severity;
  keep(std::move(f));
}

void Wave::report(FindingKind kind, const PreparedInstruction& prepared, int lane, std::string text,
                  Severity severity, std::string_view rule, const isa::Instruction& other) {
  Finding f = finding(kind, prepared, lane, std::move(text));
  f.severity = severity;
  f.rule = rule;
  f.other = other.text;
  f.other_address = other.address;
  keep(std::move(f));
}

Step Wave::stop(FindingKind kind, const PreparedInstruction& prepared, int lane, std::string text) {
  if (!group->stop) group->stop = finding(kind, prepared, lane, std::move(text));
  status = Status::ended;
  return Step::stopped;
}

namespace {

std::uint64_t scratch_base(const Wave& wave) {
  return scratch_of_lanes(wave.id, wave.group != nullptr ? wave.group->id[0] : 0);
}

}  // namespace

Scalar read_scalar(const Wave& wave, const isa::Operand& operand, isa::Type type) {
  if (operand.kind == isa::Operand::Kind::constant) return {isa::constant_bits(operand, type), 0};
  const int r = operand.index;
  const bool wide = isa::bits(type) == 64;
  if (r + (wide ? 2 : 1) <= ScalarRegisters::kCount)
    return wide ? wave.scalar.read64(r) : wave.scalar.read32(r);
  switch (r) {
    case isa::scalar::kScc:
      return {wave.scc ? 1u : 0u, wave.scc_undefined ? 1u : 0u};
    case isa::scalar::kVccz: {
      const Scalar vcc = wave.lane_mask(isa::scalar::kVcc);
      return {vcc.value == 0 ? 1u : 0u, vcc.undefined != 0 ? 1u : 0u};
    }
    case isa::scalar::kExecz:
      return {wave.exec() == 0 ? 1u : 0u, 0};
    case isa::scalar::kSharedBase:
      return wide ? Scalar{kSharedAperture, 0} : Scalar{0, 0};
    case isa::scalar::kPrivateBase:
      return wide ? Scalar{kPrivateAperture, 0} : Scalar{0, 0};
    case isa::scalar::kScratchBase:
      return wide ? Scalar{scratch_base(wave), 0} : Scalar{scratch_base(wave) & 0xFFFF'FFFF, 0};
    case isa::scalar::kScratchBase + 1:
      return {scratch_base(wave) >> 32, 0};
    default:
      return {0, ~std::uint64_t{0}};
  }
}

bool write_scalar(Wave& wave, const isa::Operand& operand, int dwords, Scalar value) {
  if (operand.kind != isa::Operand::Kind::scalar || operand.index + dwords > ScalarRegisters::kCount)
    return false;
  if (dwords == 2) {
    wave.scalar.write64(operand.index, value);
  } else {
    wave.scalar.write32(operand.index, value);
  }
  return true;
}

Scalar read_lane_mask(const Wave& wave, const isa::Operand& operand) {
  const bool narrow = wave.width() == isa::WaveWidth::lanes32;
  return read_scalar(wave, operand, narrow ? isa::Type::u32 : isa::Type::u64);
}

bool write_lane_mask(Wave& wave, const isa::Operand& operand, Scalar lanes) {
  return write_scalar(wave, operand, isa::mask_registers(wave.width()), lanes);
}

bool may_pass(const Wave& wave, int barrier) {
  const Workgroup& group = *wave.group;
  if (barrier == kWorkgroupBarrier) return group.barrier_phases > wave.barrier_waits;
  if (barrier == kClusterBarrier)
    return group.cluster == nullptr || group.cluster->phases > wave.cluster_waits;
  return group.named[std::size_t(barrier)].phases > wave.named_waits;
}

bool complete_barrier(Workgroup& group) {
  const auto signalled = [&](const Wave* wave) {
    return wave->status == Wave::Status::ended || wave->barrier_signals > group.barrier_phases;
  };
  const auto runs = [](const Wave* wave) { return wave->status != Wave::Status::ended; };
  if (std::ranges::none_of(group.waves, runs) || !std::ranges::all_of(group.waves, signalled)) return false;
  ++group.barrier_phases;
  if (Observer* const observer = group.environment->observer) observer->barrier(group);
  return true;
}

Step execute_unsupported(Wave& wave, const PreparedInstruction& prepared) {
  const std::string& why = prepared.instruction->unreadable;
  return wave.stop(FindingKind::unsupported, prepared, -1,
                   why.empty() ? "the emulator has no semantics for this instruction" : why);
}

}  // namespace lockstep::machine
