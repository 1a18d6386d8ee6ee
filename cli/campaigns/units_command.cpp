// What a worker of a campaign talks to: a line of JSON asks for a unit, and a line answers when it has ended.
#include <cerrno>
#include <csignal>
#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "cli/campaigns/commands.hpp"
#include "cli/campaigns/forked_units.hpp"
#include "cli/output/exit_code.hpp"
#include "host/json_reader.hpp"

namespace lockstep::cli {

namespace {

// A worker of a cluster that others use, too, gives the memory back when its campaign has no more for it.
constexpr timespec kIdle{60, 0};

UnitRequest request_of(const std::string& line) {
  const nlohmann::json j = nlohmann::json::parse(line);
  return {j.at("id").get<std::uint64_t>(), j.at("words").get<std::vector<std::string>>(),
          j.at("folder").get<std::string>(), j.at("errors").get<std::string>()};
}

void answer(std::uint64_t id, int code) {
  fmt::print("{}\n", nlohmann::json{{"id", id}, {"code", code}}.dump());
  std::fflush(stdout);
}

volatile std::sig_atomic_t asked_to_end = 0;
void note(int) {
  asked_to_end = 1;
}

/// Outside of poll it waits: no unit is begun and forgotten. The mask for poll.
sigset_t hold_back_sigterm() {
  struct sigaction action{};
  action.sa_handler = note;
  ::sigaction(SIGTERM, &action, nullptr);
  sigset_t held, before;
  sigemptyset(&held);
  sigaddset(&held, SIGTERM);
  ::sigprocmask(SIG_BLOCK, &held, &before);
  sigdelset(&before, SIGTERM);
  return before;
}

/// Standard input, by lines.
class Lines {
 public:
  bool open() const { return open_; }
  pollfd end() const { return {open_ ? STDIN_FILENO : -1, POLLIN, 0}; }
  /// Reads what is there, once poll says that something is.
  void read() {
    char buffer[4096];
    const ssize_t size = ::read(STDIN_FILENO, buffer, sizeof buffer);
    if (size > 0) rest_.append(buffer, std::size_t(size));
    open_ = size > 0 || (size < 0 && errno == EINTR);
  }
  /// A whole line, the last of which nothing need end.
  std::optional<std::string> take() {
    const std::size_t end = rest_.find('\n');
    if (rest_.empty() || (end == std::string::npos && open_)) return std::nullopt;
    std::string line = rest_.substr(0, end);
    rest_.erase(0, end == std::string::npos ? end : end + 1);
    return line;
  }

 private:
  std::string rest_;
  bool open_ = true;
};

}  // namespace

int units() {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGINT, SIG_IGN);  // control-C reaches the units themselves
  const sigset_t in_poll = hold_back_sigterm();
  ForkedUnits all;
  Lines lines;
  while (lines.open() || all.any()) {
    std::vector<pollfd> watched = all.ends();
    watched.push_back(lines.end());
    const int ready = ::ppoll(watched.data(), watched.size(), all.any() ? nullptr : &kIdle, &in_poll);
    if (ready == 0) return kHolds;
    if (ready < 0 && asked_to_end != 0) {
      asked_to_end = 0;
      if (!all.any()) return 128 + SIGTERM;
      all.signal(SIGTERM);
    }
    if (ready < 0) continue;
    for (const auto& [id, code] : all.ended(watched)) answer(id, code);
    if (watched.back().revents != 0) lines.read();
    while (const auto line = lines.take()) {
      try {
        const UnitRequest request = request_of(*line);
        if (const auto refused = all.begin(request)) answer(request.id, *refused);
      } catch (const nlohmann::json::exception& e) {
        fmt::print(stderr,
                   "lockstep units: '{}' is not {{\"id\": N, \"words\": [...], \"folder\": DIR, \"errors\": "
                   "FILE}}: {}\n",
                   *line, host::json_complaint(e.what()));
        return kUsage;
      }
    }
  }
  return kHolds;
}

}  // namespace lockstep::cli
