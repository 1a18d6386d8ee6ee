#include "python/session/launch_report.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "emulator/checks/finding_lines.hpp"

namespace lockstep::session {

std::string_view LaunchReport::verdict() const {
  if (stop) return stop->kind == machine::FindingKind::unsupported ? "inconclusive" : "trapped";
  const auto fails = [&](const auto& f) { return policy.is_failure(f.severity); };
  return std::ranges::any_of(findings, fails) || std::ranges::any_of(remarks, fails) ? "falsified" : "holds";
}

std::string LaunchReport::text(std::size_t limit) const {
  std::string text = fmt::format("{}  {}: {} workgroup{}, {} wave instructions\n", verdict(), kernel, workgroups,
                                 workgroups == 1 ? "" : "s", wave_instructions);
  if (stop) text += fmt::format("  {}\n", stop->line());
  for (const std::string& line : checks::listed({findings.begin(), findings.end()}, limit))
    text += fmt::format("  {}\n", line);
  for (const runtime::Remark& remark : remarks) text += fmt::format("  {}\n", remark.line());
  return text;
}

std::vector<machine::Finding> without_repetitions(std::vector<machine::Finding> findings) {
  using Key = std::tuple<machine::FindingKind, std::uint64_t, std::uint64_t, findings::Severity>;
  std::set<Key> seen;
  std::erase_if(findings, [&](const machine::Finding& f) {
    const auto [first, second] = std::minmax(f.address, f.other_address);
    return !seen.insert({f.kind, first, second, f.severity}).second;
  });
  return findings;
}

}  // namespace lockstep::session
