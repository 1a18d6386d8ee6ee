#include "properties/laws/operand_names.hpp"

#include <fmt/format.h>

namespace lockstep::laws {

std::string Operand::name_of(std::uint64_t leaf) const {
  const std::int64_t element = elements_of(leaf).front();
  return columns() == 1 ? fmt::format("{}[{}]", name, element)
                        : fmt::format("{}[{}, {}]", name, element / columns(), element % columns());
}

std::vector<Operand> operands_of(const problems::Instance& problem) {
  std::vector<Operand> all;
  const problems::Provable& provable = *problem.provable();
  provable.with_operands([&](std::string_view name, auto&, const formats::Format& format) {
    all.push_back({std::string(name), std::max(1, format.bits / 8),
                   problem.sampled().empty() ? provable.rows(all.size()) : problems::Provable::Rows{}});
  });
  return all;
}

std::string leaf_name(const std::vector<Operand>& operands, std::uint32_t operand, std::uint64_t index) {
  return operand < operands.size() ? operands[operand].name_of(index)
                                   : fmt::format("a byte at {:#x} that the contract does not read", index);
}

}  // namespace lockstep::laws
