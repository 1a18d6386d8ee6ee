#include "emulator/fingerprints/tracker.hpp"

#include "emulator/arithmetic/fingerprint/term_record.hpp"
#include "emulator/isa/semantics.hpp"
#include "emulator/machine/waves/mode.hpp"

namespace lockstep::fingerprint {

using machine::PreparedInstruction, machine::Wave, machine::Workgroup;

void Tracker::workgroup_begins(const Workgroup& group) {
  groups_[&group] = {};
  groups_[&group].number = ++workgroups_;
}
void Tracker::workgroup_ends(const Workgroup& group) {
  groups_.erase(&group);
}

machine::Interest Tracker::interest(const Wave&) {
  return obstacle_ ? machine::Interest::nothing : machine::Interest::before;
}

WaveShadow& Tracker::shadow_of(const Wave& wave) {
  auto& waves = group_of(wave).waves;
  if (waves.size() <= std::size_t(wave.id)) waves.resize(std::size_t(wave.id) + 1);
  auto& shadow = waves[std::size_t(wave.id)];
  if (shadow == nullptr) shadow = std::make_unique<WaveShadow>();
  return *shadow;
}

void Tracker::stop(const Wave& wave, const PreparedInstruction& prepared, std::string why, Fingerprint on) {
  if (!obstacle_)
    obstacle_ = {std::move(why),
                 prepared.instruction->text,
                 prepared.instruction->address,
                 wave.group->id,
                 wave.id,
                 on};
}

namespace {

/// Whether an operand depends on data in a lane that takes part.
bool depends_where_on(const Following& f, const isa::Operand& operand) {
  if (!depends(f, operand)) return false;
  if (operand.kind != isa::Operand::Kind::vector) return true;
  const int first = machine::unified_register(f.wave, operand);
  for (int d = 0; d < operand.count; ++d)
    if (f.shadow.vector.depends(first + d, f.wave.exec())) return true;
  return false;
}

/// What decides where a memory operation goes may not depend on data.
void check_addresses(Following& f) {
  using isa::OperandRole;
  for (const OperandRole role :
       {OperandRole::address, OperandRole::base, OperandRole::offset, OperandRole::group0,
        OperandRole::group1, OperandRole::group2, OperandRole::group3})
    if (const isa::Operand* const o = f.instruction().unless_off(role);
        o != nullptr && depends_where_on(f, *o))
      f.stop("an address depends on data", first_of_data(f, *o));
}

}  // namespace

std::uint32_t Tracker::executes(Wave& wave, const PreparedInstruction& prepared) {
  if (obstacle_ || prepared.instruction->semantics == nullptr) return 0;
  ++instructions_;
  if (record_ != nullptr) record_->at(prepared.instruction->address);
  Following f{hasher_, moves_, functions_, unordered_, wave, prepared, shadow_of(wave), masks_};
  const isa::Semantics& row = *prepared.instruction->semantics;
  if (std::holds_alternative<isa::VectorAlu>(row.operation))
    follow_vector(f);
  else if (std::holds_alternative<isa::BlockConvert>(row.operation))
    follow_block_convert(f);
  else if (std::holds_alternative<isa::CrossLane>(row.operation))
    follow_cross_lane(f);
  else if (std::holds_alternative<isa::ScalarAlu>(row.operation))
    follow_scalar(f);
  else if (std::holds_alternative<isa::Control>(row.operation))
    follow_control(f);
  else if (std::holds_alternative<isa::Matrix>(row.operation))
    follow_matrix(f);
  else if (std::holds_alternative<isa::LanePermute>(row.operation))
    permuted_ = std::make_unique<Carried>(Carried{permuted(f)});
  else
    check_addresses(f);
  // On archs with banks of registers these bits are the banks, which the instruction as executed has.
  const bool unusual = (wave.mode & machine::unusual_modes(*wave.arch)) != 0;
  if (unusual && !wave.has(arch::Feature::vgpr_banks))
    f.stop("MODE skips instructions, or moves registers by M0");
  if (!f.obstacle.empty()) stop(wave, prepared, f.obstacle, f.depends_on);
  return 0;
}

}  // namespace lockstep::fingerprint
