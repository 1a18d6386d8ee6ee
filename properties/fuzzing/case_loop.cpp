#include "properties/fuzzing/case_loop.hpp"

#include <chrono>
#include <condition_variable>
#include <limits>
#include <map>
#include <mutex>

#include "host/parallel_for.hpp"

namespace lockstep::fuzzing {

namespace {

using Clock = std::chrono::steady_clock;

class Runner {
 public:
  explicit Runner(const CaseLoop& loop) : loop_(loop) {}

  LoopResult run() {
    constexpr auto kUntilTheyRunOut = std::numeric_limits<std::uint64_t>::max();
    host::parallel_for(kUntilTheyRunOut, loop_.jobs, [this](std::uint64_t index, int) {
      Stops stops(*this);  // or those who wait for this result wait for ever
      return stops.unless_going_on(run_case(index));
    });
    result_.interrupted = loop_.cancel != nullptr && loop_.cancel->load();
    return std::move(result_);
  }

 private:
  /// Wakes all who wait when an iteration stops the loop, or throws.
  class Stops {
   public:
    explicit Stops(Runner& runner) : runner_(runner) {}
    Stops(const Stops&) = delete;
    Stops& operator=(const Stops&) = delete;
    ~Stops() {
      if (goes_on_) return;
      const std::lock_guard lock(runner_.mutex_);
      runner_.stopping_ = true;
      runner_.delivered_.notify_all();
    }
    host::Then unless_going_on(host::Then then) {
      goes_on_ = then == host::Then::go_on;
      return then;
    }

   private:
    Runner& runner_;
    bool goes_on_ = false;
  };

  // False when the loop stops first.
  bool wait_for_results(std::uint64_t count) {
    std::unique_lock lock(mutex_);
    delivered_.wait(lock, [&] { return stopping_ || result_.results.size() >= count; });
    return result_.results.size() >= count;
  }

  bool may_start() const {
    if (loop_.cancel != nullptr && loop_.cancel->load()) return false;
    return !loop_.seconds || std::chrono::duration<double>(Clock::now() - start_).count() < *loop_.seconds;
  }

  host::Then run_case(std::uint64_t index) {
    if (!may_start() || !wait_for_results(loop_.needs(index))) return host::Then::stop;
    const std::optional<cases::Case> c = loop_.next(index);
    if (!c) return host::Then::stop;
    laws::CaseResult result = loop_.evaluate(index, *c);
    if (result.cancelled) {
      loop_.cut_short(result);
      return host::Then::stop;
    }
    return deliver(index, std::move(result));
  }

  // Results wait here until all before them are in; those after the last failure allowed are dropped.
  host::Then deliver(std::uint64_t index, laws::CaseResult&& result) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(index, std::move(result));
    while (!waiting_.empty() && waiting_.begin()->first == result_.results.size() &&
           failures_ < loop_.max_failures) {
      result_.results.push_back(std::move(waiting_.begin()->second));
      waiting_.erase(waiting_.begin());
      loop_.note(result_.results.back());
      if (result_.results.back().verdict == verdict::Verdict::falsified) ++failures_;
    }
    delivered_.notify_all();
    loop_.progress(result_.results.size(), failures_);
    return failures_ < loop_.max_failures ? host::Then::go_on : host::Then::stop;
  }

  const CaseLoop& loop_;
  const Clock::time_point start_ = Clock::now();
  std::mutex mutex_;
  std::condition_variable delivered_;
  bool stopping_ = false;
  std::map<std::uint64_t, laws::CaseResult> waiting_;
  std::uint64_t failures_ = 0;
  LoopResult result_;
};

}  // namespace

LoopResult run(const CaseLoop& loop) {
  return Runner(loop).run();
}

}  // namespace lockstep::fuzzing
