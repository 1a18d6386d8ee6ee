// Who judges the LDS of a cluster's other workgroups: a copy that names them may change theirs, too.
#pragma once

#include <map>
#include <mutex>
#include <vector>

namespace lockstep::machine {
struct Cluster;
}

namespace lockstep::checks {

class LdsOrder;

/// By rank; a cluster runs on one thread.
using Peers = std::vector<LdsOrder*>;

/// Of a dispatch, on all of its threads.
class ClusterPeers {
 public:
  Peers& of(const machine::Cluster& cluster) {
    const std::scoped_lock lock(mutex_);
    return peers_[&cluster];
  }

 private:
  std::mutex mutex_;
  std::map<const machine::Cluster*, Peers> peers_;
};

}  // namespace lockstep::checks
