// Whether the kernels that ran are the candidate's own: a library's has no source beside the candidate.
#pragma once

#include <string>
#include <vector>

namespace lockstep::cli {

/// What defines kernels, read before a candidate can change it.
class OwnSources {
 public:
  /// Reads a candidate's file, and the sources in its folder and below. A candidate may be a folder itself.
  explicit OwnSources(const std::string& candidate);

  /// Whether a source defines a function of this name, `symbol` mangled or not.
  bool define(const std::string& symbol) const;
  bool empty() const { return texts_.empty(); }

 private:
  std::vector<std::string> texts_;
};

}  // namespace lockstep::cli
