#include "properties/campaigns/merge.hpp"

#include <algorithm>
#include <limits>
#include <memory>
#include <queue>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::campaigns {

namespace {

constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();

/// One campaign while its journals are read.
struct Part {
  MergedCampaign merged;
  Verdicts verdicts;
  std::uint64_t end = kNoEnd;                ///< cases from here on are left out
  std::priority_queue<std::uint64_t> first;  ///< numbers of the first falsified cases, as many as are allowed
  std::uint64_t falsified = 0;
  std::uint64_t highest = 0;  ///< number of a case

  std::uint64_t allowed() const { return merged.account.words.max_failures(); }
  void note_falsified(std::uint64_t index) {
    ++falsified;
    first.push(index);
    if (first.size() > allowed()) first.pop();
  }
};

// The first cases of a seed are the same, whatever number of them a run was asked for; one that ends by time
// has none.
std::string text_without_cases(const Words& words) {
  nlohmann::json named = words.named;
  if (words.cases()) named["cases"] = true;
  return named.dump();
}

class Merge {
 public:
  /// Words' text, without the number of cases -> the case behind the last one that counts.
  using Ends = std::map<std::string, std::uint64_t>;

  Merge(laws::CodeCache& cache, const MergeOptions& options, Ends ends)
      : cache_(cache), options_(options), ends_(std::move(ends)) {}

  tl::expected<void, std::string> read(const std::vector<std::string>& paths) {
    for (std::size_t i = 0; i < paths.size(); ++i) {
      if (options_.cancel != nullptr && options_.cancel->load())
        return tl::unexpected(std::string("interrupted"));
      if (auto done = read(paths[i]); !done) return done;
      options_.progress(i + 1);
    }
    return {};
  }

  /// Where a campaign has cases behind the last failure that it would have without shards: where it would
  /// have ended.
  Ends ends() const {
    Ends ends;
    for (const auto& [words, part] : parts_)
      if (part.falsified >= part.allowed() && part.highest > part.first.top())
        ends[words] = part.first.top() + 1;
    return ends;
  }

  std::vector<MergedCampaign> finished() {
    std::vector<MergedCampaign> all;
    for (auto& [words, part] : parts_) {
      complete(part);
      all.push_back(std::move(part.merged));
    }
    return all;
  }

 private:
  using Done = LineVisitor::Done;

  Done read(const std::string& path) {
    Part* part = nullptr;
    Shard shard;
    LineVisitor visitor;
    visitor.header = [&](const Header& header) -> Done {
      shard = header.shard;
      auto found = part_of(header.words);
      if (!found) return tl::unexpected(found.error());
      part = *found;
      return {};
    };
    visitor.entry = [&](const nlohmann::json& line) -> Done { return add(line, *part); };
    visitor.smallest = [&](Smallest&& s) -> Done {
      if (s.index < part->end) part->merged.account.add(s);
      return {};
    };
    const auto state = read_journal(path, visitor);
    if (!state) return tl::unexpected(state.error());
    if (part == nullptr) return {};  // killed before its header was whole: nothing was done
    if (shard.in_turn) return {};    // what is missing is nobody's
    std::set<std::uint64_t>& ended = part->merged.ended[{shard.after, shard.of}];
    if (state->ended) ended.insert(shard.number);
    return {};
  }

  tl::expected<Part*, std::string> part_of(const Words& words) {
    const std::string text = text_without_cases(words);
    const auto [at, is_new] = parts_.try_emplace(text);
    Part& part = at->second;
    if (!is_new) {
      Words& known = part.merged.account.words;
      if (words.cases() > known.cases()) known = words;
      return &part;
    }
    if (words.version() != options_.version)
      return tl::unexpected(fmt::format("was written by {}, and this is {}: merge it with that version",
                                        words.version(), options_.version));
    if (std::string changed = changed_objects(words); !changed.empty())
      return tl::unexpected(std::move(changed));
    part.merged.account.words = words;
    if (const auto end = ends_.find(text); end != ends_.end()) part.end = end->second;
    return &part;
  }

  Done add(const nlohmann::json& line, Part& part) {
    auto entry = entry_of(line, cache_);
    if (!entry) return tl::unexpected(entry.error());
    const bool fails = entry->result.verdict == verdict::Verdict::falsified;
    switch (part.verdicts.note(entry->index, entry->result.verdict)) {
      case Verdicts::Noted::again:
        ++part.merged.again;
        return {};
      case Verdicts::Noted::otherwise:
        return tl::unexpected(
            fmt::format("case {} {} here, and another journal has another verdict: one of the machines errs",
                        entry->index + 1, verdict::name(entry->result.verdict)));
      case Verdicts::Noted::first:
        break;
    }
    part.highest = std::max(part.highest, entry->index);
    if (fails) part.note_falsified(entry->index);
    if (entry->index < part.end) {
      part.merged.account.add(*entry);
    } else {
      ++part.merged.beyond;
      part.merged.beyond_falsified += fails ? 1 : 0;
    }
    return {};
  }

  // What is missing of a campaign whose cases are counted, up to its last failure; of one that ends by time,
  // its shards.
  static void complete(Part& part) {
    MergedCampaign& m = part.merged;
    const auto cases = m.account.words.cases();
    if (cases) {
      std::uint64_t end = std::min(part.end, *cases + m.account.words.corpus().size());
      if (part.falsified >= part.allowed()) end = std::min(end, part.first.top() + 1);
      m.missing = end - part.verdicts.count_below(end);
      if (m.missing == 0) return;
    }
    for (const auto& [dealt, ended] : m.ended)
      for (std::uint64_t number = 1; number <= dealt.of; ++number)
        if (!ended.contains(number)) m.unfinished.push_back({number, dealt.of, dealt.after});
  }

  laws::CodeCache& cache_;
  const MergeOptions& options_;
  Ends ends_;
  std::map<std::string, Part> parts_;
};

}  // namespace

Verdicts::Noted Verdicts::note(std::uint64_t index, verdict::Verdict verdict) {
  std::vector<std::uint8_t>& page = pages_[index / kPage];
  page.resize(kPage);
  std::uint8_t& noted = page[index % kPage];
  const auto now = std::uint8_t(1 + std::uint8_t(verdict));
  if (noted == 0) {
    noted = now;
    return Noted::first;
  }
  return noted == now ? Noted::again : Noted::otherwise;
}

std::uint64_t Verdicts::count_below(std::uint64_t end) const {
  std::uint64_t count = 0;
  for (const auto& [number, page] : pages_)
    for (std::size_t i = 0; i < kPage && number * kPage + i < end; ++i) count += page[i] != 0 ? 1 : 0;
  return count;
}

tl::expected<std::vector<MergedCampaign>, std::string> merge(const std::vector<std::string>& paths,
                                                             laws::CodeCache& cache,
                                                             const MergeOptions& options) {
  auto merge = std::make_unique<Merge>(cache, options, Merge::Ends());
  if (auto done = merge->read(paths); !done) return tl::unexpected(done.error());
  // Where one run would have ended earlier: read again, without what stands behind its last failure.
  if (Merge::Ends ends = merge->ends(); !ends.empty() && !options.all) {
    merge = std::make_unique<Merge>(cache, options, std::move(ends));
    if (auto done = merge->read(paths); !done) return tl::unexpected(done.error());
  }
  return merge->finished();
}

}  // namespace lockstep::campaigns
