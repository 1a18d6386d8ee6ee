#include "cli/campaign.hpp"

#include <map>
#include <thread>

#include <fmt/format.h>

namespace lockstep::cli {

namespace {

class Runner {
 public:
  Runner(const Campaign& campaign, laws::CodeCache& cache, Progress& progress)
      : campaign_(campaign), cache_(cache), progress_(progress) {}

  CampaignResult run() {
    std::vector<std::thread> threads;
    for (int i = 1; i < campaign_.jobs; ++i) threads.emplace_back([this] { work(); });
    work();
    for (std::thread& t : threads) t.join();
    result_.interrupted = campaign_.cancel != nullptr && campaign_.cancel->load();
    return std::move(result_);
  }

 private:
  bool may_start() const {
    if (stop_.load() || (campaign_.cancel != nullptr && campaign_.cancel->load())) return false;
    return !campaign_.seconds || progress_.elapsed() < *campaign_.seconds;
  }

  void work() {
    while (may_start()) {
      const std::uint64_t index = next_.fetch_add(1);
      const std::optional<cases::Case> c = campaign_.next(index);
      if (!c) return;
      laws::Experiment::Options options;
      options.cancel = campaign_.cancel;
      options.suppressions = campaign_.suppressions;
      options.opt_in = campaign_.opt_in;
      laws::CaseResult result = laws::evaluate(*c, campaign_.laws, cache_, options);
      if (result.cancelled) return;
      deliver(index, std::move(result));
    }
  }

  // Results wait here until all before them are in; those after the last failure allowed are dropped.
  void deliver(std::uint64_t index, laws::CaseResult&& result) {
    const std::lock_guard lock(mutex_);
    waiting_.emplace(index, std::move(result));
    while (!waiting_.empty() && waiting_.begin()->first == result_.results.size() &&
           failures_ < campaign_.max_failures) {
      result_.results.push_back(std::move(waiting_.begin()->second));
      waiting_.erase(waiting_.begin());
      if (result_.results.back().verdict == verdict::Verdict::falsified) ++failures_;
    }
    if (failures_ >= campaign_.max_failures) stop_.store(true);
    const std::uint64_t cases = result_.results.size();
    progress_.update(cases, fmt::format("cases {}   {:.1f} cases/s   failures {}", cases,
                                        double(cases) / progress_.elapsed(), failures_));
  }

  const Campaign& campaign_;
  laws::CodeCache& cache_;
  Progress& progress_;
  std::atomic<std::uint64_t> next_{0};
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::map<std::uint64_t, laws::CaseResult> waiting_;
  std::uint64_t failures_ = 0;
  CampaignResult result_;
};

}  // namespace

CampaignResult run(const Campaign& campaign, laws::CodeCache& cache, Progress& progress) {
  return Runner(campaign, cache, progress).run();
}

}  // namespace lockstep::cli
