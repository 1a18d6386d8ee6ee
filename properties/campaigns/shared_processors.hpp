// The processors of a machine that several processes share: a case runs on one of its own from its beginning to its end, so that
// more processes than there are processors take no more time. Nobody waits for long: a process that is stopped, and keeps a
// processor, holds up the others by a second a case.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <string>

#include <semaphore.h>
#include <tl/expected.hpp>

namespace lockstep::campaigns {

class SharedProcessors {
 public:
  static constexpr std::size_t kMostProcesses = 1024;  ///< numbered from 1

  /// Fails where memory can't be shared.
  static tl::expected<std::unique_ptr<SharedProcessors>, std::string> of(int count);

  ~SharedProcessors();
  SharedProcessors(const SharedProcessors&) = delete;
  SharedProcessors& operator=(const SharedProcessors&) = delete;

  /// From any thread of this process, and of those that were forked since; `process` is its number.
  class Turn {
   public:
    Turn(SharedProcessors& of, std::size_t process);
    ~Turn();
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    SharedProcessors& of_;
    std::size_t process_;
    bool has_one_;
  };

  /// Of a process that has ended, whatever it still had.
  void give_back(std::size_t process);

 private:
  struct Shared {
    sem_t free;
    std::array<std::atomic<int>, kMostProcesses + 1> wanted{};  ///< by each process: those that it waits for or has
  };

  explicit SharedProcessors(Shared* shared) : shared_(shared) {}

  Shared* const shared_;
};

}  // namespace lockstep::campaigns
