#include <algorithm>

#include "host/simd_levels.hpp"
#include "properties/wait_mutation/byte_uses.hpp"

namespace lockstep::wait_mutation {

namespace {

LOCKSTEP_CLONES void add_users(std::uint32_t* of, std::uint64_t bytes, std::uint32_t users) {
  for (std::uint64_t b = 0; b < bytes; ++b) of[b] |= users;
}

LOCKSTEP_CLONES bool any_conflict(const std::uint32_t* load, const std::uint32_t* store,
                                  const std::uint32_t* atomic, std::size_t bytes) {
  std::uint32_t any = 0;
  for (std::size_t b = 0; b < bytes; ++b) {
    const std::uint32_t all = load[b] | store[b] | atomic[b], several = all & (all - 1);
    const bool writes = (store[b] != 0) | ((atomic[b] != 0) & (load[b] != 0));
    any |= writes ? several : 0;
  }
  return any != 0;
}

}  // namespace

ByteRuns in_order(ByteRuns runs) {
  if (!std::ranges::is_sorted(runs, {}, &ByteRun::first)) std::ranges::sort(runs, {}, &ByteRun::first);
  std::size_t kept = 0;
  for (const ByteRun& run : runs) {
    if (run.bytes == 0) continue;
    if (kept != 0 && run.first <= runs[kept - 1].end())
      runs[kept - 1].bytes = std::max(runs[kept - 1].end(), run.end()) - runs[kept - 1].first;
    else
      runs[kept++] = run;
  }
  runs.resize(kept);
  return runs;
}

bool meet(const ByteRuns& a, const ByteRuns& b) {
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
    if (x->first < y->end() && y->first < x->end()) return true;
    x->end() <= y->first ? void(++x) : void(++y);
  }
  return false;
}

void ByteUsers::note(const ByteRuns& runs, Use use, std::uint32_t users, std::uint64_t moved_by) {
  for (const ByteRun& run : runs) {
    const std::uint64_t end = run.end() + moved_by;
    for (std::uint64_t at = run.first + moved_by; at < end;) {
      std::unique_ptr<Page>& page = pages_[at / kPage];
      if (page == nullptr) page = std::make_unique<Page>();
      const std::uint64_t bytes = std::min(end, at / kPage * kPage + kPage) - at;
      add_users(&page->by[std::size_t(use)][at % kPage], bytes, users);
      page->all |= users;
      page->written |= use != Use::load;
      at += bytes;
    }
  }
}

bool ByteUsers::Page::conflict() const {
  if (!written || (all & (all - 1)) == 0) return false;
  return wait_mutation::any_conflict(by[0].data(), by[1].data(), by[2].data(), kPage);
}

bool ByteUsers::any_conflict() const {
  return std::ranges::any_of(pages_, [](const auto& page) { return page.second->conflict(); });
}

}  // namespace lockstep::wait_mutation
