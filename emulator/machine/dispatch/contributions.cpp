#include "emulator/machine/dispatch/contributions.hpp"

#include <algorithm>

namespace lockstep::machine {

void Contributions::add(std::uint64_t g, Workgroup& state, std::uint64_t instructions) {
  shares_.push_back({g, instructions});
  if (!state.stop && state.findings.empty() && state.writer.wave < 0) return;
  contributions_.push_back({g, state.stop, std::move(state.findings), state.writer});
}

void Contributions::add(Contributions&& others) {
  shares_.insert(shares_.end(), others.shares_.begin(), others.shares_.end());
  std::ranges::move(others.contributions_, std::back_inserter(contributions_));
}

namespace {

/// Adds a finding, or replaces an equal one that is less severe. `seen`: the index in the outcome of each
/// kind and address.
void keep_gravest(Finding&& f, std::map<std::pair<FindingKind, std::uint64_t>, std::size_t>& seen,
                  std::vector<Finding>& findings) {
  const auto [at, is_new] = seen.try_emplace({f.kind, f.address}, findings.size());
  if (is_new)
    findings.push_back(std::move(f));
  else if (f.severity > findings[at->second].severity)
    findings[at->second] = std::move(f);
}

}  // namespace

void Contributions::merge(std::uint64_t first_stop, Outcome& outcome) {
  std::ranges::sort(contributions_, {}, &Contribution::workgroup);
  std::map<std::pair<FindingKind, std::uint64_t>, std::size_t> seen;
  for (Contribution& c : contributions_) {
    if (c.workgroup > first_stop) break;
    for (Finding& f : c.findings) keep_gravest(std::move(f), seen, outcome.findings);
    if (c.writer.wave >= 0) outcome.writer = c.writer;
    if (c.stop && !outcome.stop) outcome.stop = std::move(c.stop);
  }
  // Threads that were ahead when another stopped don't count: the outcome is that of a run in order.
  for (const Share& s : shares_) {
    if (s.workgroup > first_stop) continue;
    ++outcome.workgroups;
    outcome.instructions += s.instructions;
  }
}

void add_counts(const std::vector<std::uint64_t>& counts, std::vector<std::uint64_t>& to) {
  to.resize(std::max(to.size(), counts.size()));
  for (std::size_t i = 0; i < counts.size(); ++i) to[i] += counts[i];
}

}  // namespace lockstep::machine
