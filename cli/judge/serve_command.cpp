// `judge --serve`: requests from standard input, one a line, answered in turn on standard output.
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <deque>
#include <filesystem>
#include <memory>
#include <random>

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <unistd.h>

#include "cli/judge/candidate.hpp"
#include "cli/judge/judged.hpp"
#include "cli/judge/judged_callable.hpp"
#include "cli/judge/judged_operator.hpp"
#include "cli/judge/judging_process.hpp"
#include "cli/judge/served_line.hpp"
#include "cli/output/exit_code.hpp"
#include "host/confined.hpp"
#include "host/process.hpp"

namespace lockstep::cli {

namespace {

using nlohmann::json;
using Clock = JudgingProcess::Clock;

constexpr std::size_t kLongestLine = 1 << 20, kMostWaiting = 256;
/// What is cancelled ends by itself, but for what no budget reaches: a compiler, or a file that never ends.
constexpr std::chrono::seconds kServedGrace(3);

std::string dumped(const json& j) {
  return j.dump(-1, ' ', false, json::error_handler_t::replace);
}

json verdict_json(const verdict::Judgement& j, const SelfTest& controls) {
  json record = verdict::to_json(j);
  record["selftest"] = {{"verdict", verdict_of(controls.exit_code())}, {"summary", controls.summary()}};
  return {{"verdict", std::move(record)}, {"text", fmt::format("{}", fmt::join(verdict::lines(j), "\n"))}};
}

/// What the judging process does.
json judged(const JudgeOptions& o, const std::string& folder, const SelfTest& controls) {
  if (names_callable(o.candidate) || names_callable(o.against))
    return {{"error", "a function in Python is judged by lockstep judge: a server runs nobody's programs"}};
  for (const std::string& path : {o.candidate, o.against})
    if (!path.empty() && path != "nothing" && !names_operator(path))
      if (std::string problem = host::outside(folder, path); !problem.empty()) return {{"error", problem}};
  const Budget budget(o.budget);
  const auto j = judge_within(o, budget, controls);
  return j ? verdict_json(*j, controls) : json{{"error", j.error()}};
}

class Server {
 public:
  explicit Server(std::string folder)
      : folder_(std::move(folder)),
        scratch_("lockstep-judge", folder_),
        controls_(self_test({})),
        interrupted_(watch_for_interrupt()) {
    sigset_t held;
    sigemptyset(&held);
    sigaddset(&held, SIGINT);
    sigaddset(&held, SIGTERM);
    sigprocmask(SIG_BLOCK, &held, &signals_);  // they are seen in wait() alone
    std::signal(SIGPIPE, SIG_IGN);
    if (!scratch_.path().empty()) setenv("TMPDIR", scratch_.path().c_str(), 1);
  }

  int run() {
    while (!interrupted_ && !broken_) {
      if (!job_ && !waiting_.empty()) start();
      if (ended_ && !job_ && waiting_.empty()) return kHolds;
      wait();
    }
    return broken_ ? kUsage : kInterrupted;
  }

 private:
  void wait();
  void read_input();
  void take(const std::string& text);
  void cancel(const ServedLine& line);
  void start();
  void end(const json& judged);
  void end_of_time();
  void say(const json& line);

  std::string folder_;
  host::TemporaryFolder scratch_;  ///< what the compiler writes
  SelfTest controls_;
  const std::atomic<bool>& interrupted_;
  sigset_t signals_{};
  bool ended_ = false, broken_ = false;  ///< standard input has ended; standard output is broken
  bool skipping_ = false;                ///< the line under way is too long, and its rest is passed over
  std::string input_;
  Form form_ = Form::plain;
  std::deque<ServedLine> waiting_;  ///< the first is the job's, where there is one
  std::unique_ptr<JudgingProcess> job_;
};

void Server::wait() {
  std::array<pollfd, 2> files{pollfd{ended_ ? -1 : STDIN_FILENO, POLLIN, 0},
                              pollfd{job_ ? job_->descriptor() : -1, POLLIN, 0}};
  timespec left{};
  if (job_) {
    const auto until = std::max(job_->deadline() - Clock::now(), Clock::duration::zero());
    left.tv_sec = std::chrono::duration_cast<std::chrono::seconds>(until).count();
    left.tv_nsec = (until % std::chrono::seconds(1)).count();
  }
  const int ready = ppoll(files.data(), files.size(), job_ ? &left : nullptr, &signals_);
  if (ready < 0) return;
  if (job_ && files[1].revents != 0 && !job_->read()) {
    std::string problem;
    const std::string text = job_->finish(problem);
    if (problem.empty())
      end(json::parse(text, nullptr, false));
    else
      end(verdict_json(not_judged(waiting_.front().options, verdict::Execution::tool_error, problem),
                       controls_));
  } else if (job_ && Clock::now() >= job_->deadline()) {
    end_of_time();
  }
  if (files[0].revents != 0) read_input();
}

void Server::read_input() {
  std::array<char, 65536> piece{};
  const ssize_t got = read(STDIN_FILENO, piece.data(), piece.size());
  if (got < 0 && errno == EINTR) return;
  ended_ = got <= 0;
  std::size_t begin = input_.size();
  input_.append(piece.data(), std::size_t(std::max<ssize_t>(got, 0)));
  if (ended_ && !input_.empty()) input_ += '\n';
  std::size_t first = 0;
  for (std::size_t end = input_.find('\n', begin); end != std::string::npos; end = input_.find('\n', first)) {
    if (!skipping_) take(input_.substr(first, end - first));
    skipping_ = false;
    first = end + 1;
  }
  input_.erase(0, first);
  if (input_.size() <= kLongestLine) return;
  if (!skipping_) say(refused(form_, json(), fmt::format("a line has at most {} bytes", kLongestLine)));
  skipping_ = true;
  input_.clear();
}

void Server::take(const std::string& text) {
  ServedLine line = read_line(text, form_);
  form_ = line.form;
  switch (line.kind) {
    case ServedLine::Kind::answered:
      return say(line.answer);
    case ServedLine::Kind::cancel:
      return cancel(line);
    case ServedLine::Kind::judge:
      if (waiting_.size() >= kMostWaiting)
        return say(refused(line.form, line.id, fmt::format("{} requests wait already", kMostWaiting)));
      waiting_.push_back(std::move(line));
      return;
    case ServedLine::Kind::silent:
      return;
  }
}

// The protocol wants no answer to what was cancelled; whoever writes plain lines waits for one.
void Server::cancel(const ServedLine& line) {
  const auto found = std::ranges::find_if(
      waiting_, [&](const ServedLine& w) { return w.id == line.id && w.form == line.form; });
  if (line.form == Form::plain)
    say(refused(Form::plain, line.id, found == waiting_.end() ? "no such request" : "cancelled"));
  if (found == waiting_.end()) return;
  if (found == waiting_.begin()) job_.reset();
  waiting_.erase(found);
}

void Server::start() {
  JudgeOptions o = waiting_.front().options;
  if (!o.seed) o.seed = std::random_device{}();
  waiting_.front().options = o;
  const std::chrono::duration<double> budget(o.budget);
  const auto work = [&] {
    host::confine(folder_, scratch_.path());
    return dumped(judged(o, folder_, controls_));
  };
  job_ = JudgingProcess::start(
      work, signals_, Clock::now() + std::chrono::duration_cast<Clock::duration>(budget) + kServedGrace);
  if (!job_) end({{"error", "the system starts no process"}});
}

void Server::end_of_time() {
  const JudgeOptions& o = waiting_.front().options;
  end(verdict_json(
      not_judged(o, verdict::Execution::timeout,
                 fmt::format("the budget of {} s ended before the candidate could run", o.budget)),
      controls_));
}

void Server::end(const json& judged) {
  job_.reset();
  say(answer(waiting_.front(), judged.is_object() ? judged : json{{"error", "the verdict is too long"}}));
  waiting_.pop_front();
  std::error_code ignored;  // what a compiler that was killed has left
  if (!scratch_.path().empty())
    for (const auto& left : std::filesystem::directory_iterator(scratch_.path(), ignored))
      std::filesystem::remove_all(left.path(), ignored);
}

void Server::say(const json& line) {
  const std::string text = dumped(line) + "\n";
  broken_ |= std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0;
}

}  // namespace

int serve(const std::string& folder) {
  std::error_code failed;
  std::filesystem::current_path(folder, failed);
  if (failed) return complain("judge", fmt::format("--serve {}: {}", folder, failed.message()));
  if (!host::can_confine())
    fmt::print(
        stderr,
        "lockstep judge: this kernel has no Landlock: what a capsule or a source names is read wherever it "
        "is\n");
  return Server(std::filesystem::current_path().string()).run();
}

}  // namespace lockstep::cli
