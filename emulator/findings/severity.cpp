#include "emulator/findings/severity.hpp"

namespace lockstep::findings {

namespace {

constexpr SeverityFacts kSeverities[] = {
    {Severity::note, "note", "a rule that shipping kernels break with right values on silicon"},
    {Severity::risk, "risk", "a compiler's convention, or a race of equal bytes"},
    {Severity::manual, "manual", "forbidden by the ISA manual, no wrong value seen"},
    {Severity::wrong, "wrong", "a value, an access or a race with different bytes in this run"},
};

}  // namespace

std::span<const SeverityFacts> severities() {
  return kSeverities;
}

std::string_view name(Severity severity) {
  return kSeverities[std::size_t(severity)].name;
}

std::optional<Severity> find_severity(std::string_view name) {
  for (const SeverityFacts& facts : kSeverities)
    if (facts.name == name) return facts.severity;
  return std::nullopt;
}

}  // namespace lockstep::findings
