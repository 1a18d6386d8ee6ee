// Elements of operands by name, neighbours together: "a[48, 0..127], a_scale[48]".
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "emulator/arithmetic/fingerprint/fingerprint.hpp"
#include "properties/laws/operand_names.hpp"

namespace lockstep::laws {

/// An element, by the number of its operand.
using Element = std::pair<std::uint32_t, std::int64_t>;
/// Elements with their leaves.
using Elements = std::map<Element, fingerprint::Fingerprint>;

std::string text_of(const Element& element, const std::vector<Operand>& operands);
/// Of each operand the first few ranges.
std::string text_of(const Elements& elements, const std::vector<Operand>& operands);

}  // namespace lockstep::laws
