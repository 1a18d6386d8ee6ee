// One operand of an assembly line.
#pragma once

#include <optional>
#include <string_view>

#include "emulator/isa/operand.hpp"

namespace lockstep::isa {

/// Reads `v5`, `-|v[2:3]|`, `sext(v1)`, `vcc`, `0x3f`, `-0.5`, `neg(1.0)`, `off`; `hwreg(…)`, `sendmsg(…)`
/// and `gpr_idx(…)` are Kind::text. nullopt when it is none of these.
std::optional<Operand> read_operand(std::string_view text);

}  // namespace lockstep::isa
