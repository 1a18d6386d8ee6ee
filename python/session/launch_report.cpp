#include "python/session/launch_report.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace lockstep::session {

std::string_view LaunchReport::verdict() const {
  if (stop) return stop->kind == findings::FindingKind::unsupported ? "inconclusive" : "trapped";
  const auto fails = [&](const auto& f) { return policy.is_failure(f.severity); };
  return std::ranges::any_of(findings, fails) || std::ranges::any_of(remarks, fails) ? "falsified" : "holds";
}

std::string LaunchReport::text(findings::Shown shown) const {
  std::string text =
      fmt::format("{}  {}: {} workgroup{}{}\n", verdict(), kernel, workgroups, workgroups == 1 ? "" : "s",
                  gpu.empty() ? fmt::format(", {} wave instructions", wave_instructions) : " on " + gpu);
  if (stop) text += fmt::format("  {}\n", stop->line());
  for (const std::string& line : findings::listed({findings.begin(), findings.end()}, shown, policy.fails))
    text += fmt::format("  {}\n", line);
  for (const runtime::Remark& remark : remarks) text += fmt::format("  {}\n", remark.line());
  for (const std::string& note : notes) text += fmt::format("  note: {}\n", note);
  if (!gpu.empty())
    text += fmt::format("  absent: {}: a GPU does not say\n", fmt::join(absent_on_gpus(), ", "));
  return text;
}

std::span<const std::string_view> absent_on_gpus() {
  static constexpr std::array<std::string_view, 9> kAbsent{"reads outside arrays",
                                                           "undefined values",
                                                           "races",
                                                           "waits",
                                                           "wait states",
                                                           "schedules",
                                                           "coverage",
                                                           "instructions",
                                                           "traces"};
  return kAbsent;
}

}  // namespace lockstep::session
