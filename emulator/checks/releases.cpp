#include "emulator/checks/releases.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::checks {

void WaveProgress::join(const WaveProgress& other) {
  issued = std::max(issued, other.issued);
  met = std::max(met, other.met);
  written_back = std::max(written_back, other.written_back);
  for (std::size_t c = 0; c < done.size(); ++c) done[c] = std::max(done[c], other.done[c]);
}

ReleaseId Releases::add(std::uint32_t group, std::uint8_t wave, const WaveProgress& own,
                        std::shared_ptr<const Knowledge> known) {
  nodes_.push_back({known->acquired, 0, std::uint32_t(releases_.size())});
  releases_.push_back({group, wave, own, std::move(known)});
  return ReleaseId(nodes_.size() - 1);
}

// Lanes of one operation mostly join the same two.
ReleaseId Releases::join(ReleaseId a, ReleaseId b) {
  if (a == b || b == 0) return a;
  if (a == 0) return b;
  const auto [left, right, both] = last_join_;
  if (left == a && right == b) return both;
  nodes_.push_back({a, b, 0});
  last_join_ = {a, b, ReleaseId(nodes_.size() - 1)};
  return ReleaseId(nodes_.size() - 1);
}

ReleaseId Releases::mark(ReleaseId id) {
  nodes_.push_back({id, 0, 0});
  return ReleaseId(nodes_.size() - 1);
}

// Calls visit(node) for what `from` tells, each node once, until that says false. Nodes are younger than what
// they tell: those before `oldest` are passed over.
template <typename Visit>
void Releases::search(ReleaseId from, ReleaseId oldest, Visit visit) {
  seen_.resize(nodes_.size());
  ++searches_;
  std::vector<ReleaseId> next{from};
  while (!next.empty()) {
    const ReleaseId at = next.back();
    next.pop_back();
    if (at < oldest || std::exchange(seen_[at], searches_) == searches_) continue;
    if (!visit(at)) return;
    next.insert(next.end(), {nodes_[at].left, nodes_[at].right});
  }
}

bool Releases::contains(ReleaseId id, ReleaseId part) {
  bool found = false;
  search(id, part, [&](ReleaseId at) { return !(found = at == part); });
  return found;
}

WaveProgress Releases::told(ReleaseId id, std::uint32_t group, std::uint8_t wave) {
  constexpr std::size_t kMostKept = 4096;
  if (id == 0) return {};
  if (const auto known = found_.find({id, group, wave}); known != found_.end()) return known->second;
  WaveProgress all;
  search(id, 1, [&](ReleaseId at) {
    const Release& release = releases_[nodes_[at].release];
    if (release.group != group) return true;
    if (release.wave == wave)
      all.join(release.own);
    else if (wave < release.known->waves.size())
      all.join(release.known->waves[wave]);
    return true;
  });
  if (found_.size() >= kMostKept) found_.clear();
  return found_[{id, group, wave}] = all;
}

}  // namespace lockstep::checks
