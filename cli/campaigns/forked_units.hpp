// Units of campaigns, as many at a time as are asked for: each in a process of its own, forked from one that
// has decoded its kernels.
//
// Decoding takes 0.2 to 4 s, for each process of fuzz, and up to 1 GB. A fork shares what the first has
// decoded, and nothing else of what the others did: a unit that crashes, is killed or leaks takes nothing
// with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/types.h>

#include "cli/cases/commands.hpp"
#include "cli/output/exit_code.hpp"
#include "properties/laws/code_cache.hpp"

namespace lockstep::cli {

struct UnitRequest {
  std::uint64_t id = 0;            ///< which the answer repeats
  std::vector<std::string> words;  ///< arguments of `lockstep fuzz`
  std::string folder;              ///< where it runs
  std::string errors;              ///< the file that its standard error goes to
};

class ForkedUnits {
 public:
  ForkedUnits() = default;
  ForkedUnits(const ForkedUnits&) = delete;
  ForkedUnits& operator=(const ForkedUnits&) = delete;
  ~ForkedUnits();  ///< leaves what runs to end with this process

  /// What units with these options will need. Fails where none of their cases could run.
  tl::expected<void, Problem> decode(const FuzzOptions& options);
  /// Decodes and starts a unit; else its exit code, with the reason in the file for its errors.
  std::optional<int> begin(const UnitRequest& request);
  /// Starts a unit in the folder of this process, which has decoded the objects of all units.
  std::optional<int> begin(std::uint64_t id, const FuzzOptions& options, const std::string& errors,
                           const FuzzUnit& unit = {});

  bool any() const { return !running_.empty(); }
  /// Descriptors to poll: one for each unit that runs, which hangs up when its process ends.
  std::vector<pollfd> ends() const;
  /// The units that ended, by what poll said of `ends`: the request's id, and the process's exit code or the
  /// negative number of the signal that ended it.
  std::vector<std::pair<std::uint64_t, int>> ended(const std::vector<pollfd>& polled);
  void signal(int number) const;

  /// The code objects that units find decoded.
  laws::CodeCache& cache() { return cache_; }

 private:
  struct Running {
    std::uint64_t id;
    pid_t process;
    int end;  ///< descriptor of a pipe whose other end the process holds
  };

  int be(const FuzzOptions& options, const std::string& errors, const FuzzUnit& unit);

  laws::CodeCache cache_;
  std::vector<Running> running_;
};

}  // namespace lockstep::cli
