// Vector clocks: of each queue (a stream, or a node of a launched graph) how many of its operations are known to have ended.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>

namespace lockstep::runtime {

class Clock {
 public:
  void join(const Clock& other) {
    for (const auto& [queue, count] : other.counts_) counts_[queue] = std::max(counts_[queue], count);
  }
  void set(std::uint32_t queue, std::uint64_t count) { counts_[queue] = count; }
  std::uint64_t of(std::uint32_t queue) const {
    const auto found = counts_.find(queue);
    return found == counts_.end() ? 0 : found->second;
  }
  void clear() { counts_.clear(); }

 private:
  std::map<std::uint32_t, std::uint64_t> counts_;
};

}  // namespace lockstep::runtime
