// The commands of campaigns, and what their options are. Each returns an ExitCode.
#pragma once

#include <string>
#include <vector>

namespace lockstep::laws {
class CodeCache;
}

namespace lockstep::cli {

/// Runs units of campaigns as standard input names them, until nothing runs and nothing more comes for a
/// minute.
int units();

struct SelfTest;

struct MergeOptions {
  std::vector<std::string> paths;  ///< journals, and folders of them
  bool all = false;                ///< merges cases behind the last failure that one run would come to, too
  bool timings = false;
  bool stats = true;     ///< tells what was drawn, reached and judged
  std::string findings;  ///< a folder in which causes are noted; empty: none
  std::string json, junit, sarif, html;
  bool selftest_first = false;         ///< and nothing else where it fails
  const SelfTest* selftest = nullptr;  ///< a record for the JSON
};
int merge(const MergeOptions& options);
/// Merges with code objects that `cache` may have decoded already.
int merge(const MergeOptions& options, laws::CodeCache& cache);

struct FindingsOptions {
  std::string folder;
  std::vector<std::string> states, kernels, laws;  ///< which findings are listed; empty: all
  std::string accept, reopen;                      ///< an ID, or how it begins
  std::string reason;
  std::string json;
};
int findings(const FindingsOptions& options);

}  // namespace lockstep::cli
