#include "properties/laws/operand_leaves.hpp"

#include <algorithm>

namespace lockstep::laws {

using fingerprint::Fingerprint;

OperandLeaves::OperandLeaves(const fingerprint::Hasher& hasher, const problems::Provable& problem,
                             const Place& place)
    : hasher_(hasher) {
  std::vector<int> bits_of;
  std::size_t count = 1;  // of digits, so that every operand's last number has room
  for (std::size_t digit = 0; digit < count; ++digit) {
    const auto number = [&](std::string_view name, std::vector<std::uint8_t>& elements,
                            const formats::Format& format) {
      const int bits = problems::Provable::bits_in_memory(format);
      const std::uint64_t shift = digit * std::size_t(bits);
      for (std::size_t i = 0; i < elements.size(); ++i)
        elements[i] = std::uint8_t(std::uint64_t{i} >> shift & ((1u << bits) - 1));
      if (digit != 0) return;
      names_.emplace_back(name);
      bits_of.push_back(bits);
      bytes_ += elements.size() * std::size_t(bits) / 8;
      while (elements.size() >> count * std::size_t(bits) != 0) ++count;
    };
    digits_.push_back({problem.with_operands(number), {}});
    digits_.back().placed = place(*digits_.back().counted);
  }
  for (const problems::Tensors::Named& tensor : digits_[0].placed.tensors->named()) {
    const auto found = std::ranges::find(names_, tensor.name);
    if (found == names_.end() || tensor.bytes == 0) continue;
    const auto operand = std::size_t(found - names_.begin());
    regions_.push_back(
        {tensor.address, tensor.address + tensor.bytes, std::uint32_t(operand), bits_of[operand]});
  }
}

const OperandLeaves::Region* OperandLeaves::region_of(std::uint64_t address) const {
  for (const Region& region : regions_)
    if (address >= region.begin && address < region.end) return &region;
  return nullptr;
}

namespace {

struct Held {
  std::uint8_t data = 0, undefined = 0;
};
/// Its page stays, so that neighbours find it filled.
Held byte_at(problems::Tensors& tensors, std::uint64_t address) {
  Held byte;
  machine::Allocation* const owner = tensors.memory().owner(address, 1);
  owner->read(address - owner->base(), &byte.data, &byte.undefined, 1);
  return byte;
}

}  // namespace

bool OperandLeaves::is_undefined(std::uint64_t address) const {
  return byte_at(*digits_[0].placed.tensors, address).undefined != 0;
}

/// The number of the element that lies at bit `shift` of a byte.
std::uint64_t OperandLeaves::number(std::uint64_t address, int bits, int shift) const {
  std::uint64_t number = 0;
  for (std::size_t digit = 0; digit < digits_.size(); ++digit) {
    const std::uint64_t value =
        byte_at(*digits_[digit].placed.tensors, address).data >> shift & ((1u << bits) - 1);
    number |= value << digit * std::size_t(bits);
  }
  return number;
}

Fingerprint OperandLeaves::find(const Region& region, std::uint64_t address) const {
  constexpr std::uint32_t kUnread = ~0u, kUnpaired = kUnread - 1;
  if (is_undefined(address)) return hasher_.leaf(kUnread, address);
  const std::uint64_t first = number(address, region.bits, 0);
  if (region.bits == 8) return problems::Provable::leaf(hasher_, region.operand, first, 1);
  const bool paired = first % 2 == 0 && number(address, region.bits, region.bits) == first + 1;
  return paired ? problems::Provable::leaf(hasher_, region.operand, first, 2)
                : hasher_.leaf(kUnpaired, address);
}

Fingerprint OperandLeaves::at(std::uint64_t address) const {
  const Region* const region = region_of(address);
  if (region == nullptr) return {};
  auto& page = pages_[address / kPage];
  if (page == nullptr) page = std::make_unique<Page>();
  Fingerprint& found = (*page)[address % kPage];
  if (found.none()) found = find(*region, address);
  return found;
}

}  // namespace lockstep::laws
