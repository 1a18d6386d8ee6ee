// What waves told each other through memory: who released how much of its work, and who has it from whom.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "emulator/isa/counters.hpp"

namespace lockstep::checks {

/// How far a wave has come with its memory operations, by Pending::number.
struct WaveProgress {
  std::uint32_t issued = 0;        ///< those below were issued
  std::uint32_t met = 0;           ///< those below were issued before a barrier
  std::uint32_t written_back = 0;  ///< those below were issued before a write-back to the device that is over
  std::array<std::uint32_t, isa::kCounters.size()> done{};  ///< [counter] waits have covered those below

  void join(const WaveProgress& other);
  bool is_done(isa::Counter counter, std::uint32_t number) const {
    return number < done[std::size_t(counter)];
  }
  bool operator==(const WaveProgress&) const = default;
};

/// What one release, or several, told: an index in Releases; 0: nothing.
using ReleaseId = std::uint32_t;

/// What a wave knows of other waves.
struct Knowledge {
  std::vector<WaveProgress> waves;  ///< [wave of its workgroup]
  ReleaseId acquired = 0;           ///< what it was told through memory
  ReleaseId fresh = 0;  ///< what of `acquired` it was told before it last invalidated its workgroup's caches

  bool operator==(const Knowledge&) const = default;
};

/// The releases of a launch. A release tells what its wave has done and knows; who adds to an atomic's
/// location passes on what the location told before. So they are a graph, searched only when two accesses
/// meet.
class Releases {
 public:
  /// A wave of a workgroup, with how far it has come and what it knows itself.
  ReleaseId add(std::uint32_t group, std::uint8_t wave, const WaveProgress& own,
                std::shared_ptr<const Knowledge> known);
  ReleaseId join(ReleaseId a, ReleaseId b);
  /// Tells what `id` does, and stands for one of the operations that tell it.
  ReleaseId mark(ReleaseId id);
  /// Whether whoever was told `id` was told `part`, too.
  bool contains(ReleaseId id, ReleaseId part);
  /// How far a wave has come for whoever was told this.
  WaveProgress told(ReleaseId id, std::uint32_t group, std::uint8_t wave);

 private:
  template <typename Visit>
  void search(ReleaseId from, ReleaseId oldest, Visit visit);

  /// One release, or the union of two others.
  struct Node {
    ReleaseId left = 0, right = 0;
    std::uint32_t release = 0;  ///< an index in releases_; 0: a union
  };
  struct Release {
    std::uint32_t group = 0;
    std::uint8_t wave = 0;
    WaveProgress own;
    std::shared_ptr<const Knowledge> known;
  };

  std::vector<Node> nodes_{1};
  std::vector<Release> releases_{1};
  std::tuple<ReleaseId, ReleaseId, ReleaseId> last_join_{};  ///< two, and their union
  std::vector<std::uint32_t> seen_;                          ///< [node] the search that came there last
  std::uint32_t searches_ = 0;
  std::map<std::tuple<ReleaseId, std::uint32_t, std::uint8_t>, WaveProgress> found_;
};

}  // namespace lockstep::checks
