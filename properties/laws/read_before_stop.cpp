#include "properties/laws/read_before_stop.hpp"

#include <array>
#include <optional>
#include <vector>

#include "emulator/arithmetic/fingerprint/term_record.hpp"
#include "emulator/observe/footprint.hpp"
#include "properties/laws/element_ranges.hpp"
#include "properties/laws/following.hpp"
#include "properties/laws/operand_leaves.hpp"
#include "properties/laws/used_bytes.hpp"

namespace lockstep::laws {

namespace {

/// Bytes of device memory that a workgroup loads; of several of that number in different launches the last
/// one's.
class LoadsOf final : public machine::Observer {
 public:
  explicit LoadsOf(const std::array<std::uint32_t, 3>& workgroup) : workgroup_(workgroup) {}
  void workgroup_begins(const machine::Workgroup& group) override {
    if (group.id == workgroup_) loads_.clear();
  }
  void performs(const machine::Wave& wave, const machine::Pending& p) override {
    if (wave.group->id != workgroup_ || !observe::uses_device_memory(p) ||
        p.memory->access != isa::Access::load)
      return;
    each_memory_byte(p, [&](std::size_t, std::uint64_t at, bool in_range) {
      if (in_range) loads_.add(observe::Footprint::Use::read, at, at + 1);
    });
  }
  bool reads_loaded() const override { return false; }
  std::vector<observe::Footprint::Range> ranges() const {
    return loads_.ranges(observe::Footprint::Use::read);
  }

 private:
  std::array<std::uint32_t, 3> workgroup_;
  observe::Footprint loads_;
};

Elements elements_in(Experiment& e, const std::vector<observe::Footprint::Range>& ranges,
                     const std::vector<Operand>& operands) {
  fingerprint::TermRecord record([](std::uint32_t, std::uint64_t) { return std::string(); });
  const fingerprint::Hasher hasher(e.the_case().seed, &record);
  const OperandLeaves leaves(hasher, *e.instance().provable(),
                             [&](const problems::Instance& other) { return e.place(other); });
  Elements all;
  for (const auto& [first, end] : ranges)
    for (std::uint64_t at = first; at < end; ++at) {
      const auto* const term = record.find(leaves.at(at));
      if (term == nullptr || !term->leaf || term->leaf->tensor >= operands.size()) continue;
      for (const std::int64_t element : operands[term->leaf->tensor].elements_of(term->leaf->index))
        all.emplace(Element(term->leaf->tensor, element), fingerprint::Fingerprint{});
    }
  return all;
}

}  // namespace

std::string read_before_stop(Experiment& e) {
  const std::optional<findings::Finding> stop = e.first_run().outcome.stop;
  if (!stop || !e.is_emulated() || e.instance().provable() == nullptr ||
      !may_record(e, e.first_run().outcome.instructions))
    return {};
  LoadsOf loads(stop->workgroup);
  const auto& again = e.watch(loads, Poison::second).outcome.stop;
  if (!again || again->address != stop->address || again->workgroup != stop->workgroup) return {};
  const std::vector<Operand> operands = operands_of(e.instance());
  return text_of(elements_in(e, loads.ranges(), operands), operands);
}

}  // namespace lockstep::laws
