// How sure a finding is, whoever finds it: a run, or lint, which runs nothing.
//
// A rule that shipping kernels break while their values are right on silicon is evidence against the rule,
// not against the kernels. So a finding says what it rests on, and only what a user can rely on fails a run.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace lockstep::findings {

/// How severe a finding is, ascending.
enum class Severity : std::uint8_t {
  note,    ///< a rule that shipping kernels break with right values on silicon
  risk,    ///< a compiler's convention, or a race of equal bytes: right here, perhaps not elsewhere
  manual,  ///< the manual forbids it; no wrong value was seen
  wrong,   ///< a value, an access or a race with different bytes in this run
};

struct SeverityFacts {
  Severity severity;
  std::string_view name;
  std::string_view meaning;  ///< what --help and the documents say of it
};
/// The facts of all severities, ascending.
std::span<const SeverityFacts> severities();
std::string_view name(Severity severity);
std::optional<Severity> find_severity(std::string_view name);

/// What fails a run where nobody says otherwise.
inline constexpr Severity kFailsByDefault = Severity::manual;

}  // namespace lockstep::findings
