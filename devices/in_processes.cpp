// A device whose programs run in processes of their own.
#include <algorithm>
#include <condition_variable>
#include <mutex>

#include <fmt/format.h>

#include "devices/messages.hpp"
#include "devices/worker.hpp"

namespace lockstep::devices {

namespace {

using std::chrono::milliseconds;

// A driver that starts, or a copy of many bytes, may take longer than a kernel.
constexpr milliseconds kLeast{120'000};

struct Worker {
  Worker(const std::string& device, const std::string& command) : process(device, command) {}
  Process process;
  std::vector<std::uint8_t> image;  // the last program's
  int programs = 0;
};

Failure gone(Worker& worker, const std::string& kernel) {
  return {Failure::Kind::trapped,
          fmt::format("{}: the process that ran it is gone: {}", kernel.empty() ? "between kernels" : kernel,
                      worker.process.end())};
}

tl::expected<Identity, Failure> identify(Worker& worker) {
  Message message;
  if (receive(worker.process.socket(), kLeast, message) != Received::message)
    return tl::unexpected(
        Failure{Failure::Kind::refused,
                fmt::format("the process that was to open the device: {}", worker.process.end())});
  if (message.kind == Message::Kind::identity) {
    Identity identity;
    read(message, identity);
    return identity;
  }
  Failure failure;
  read(message, failure);
  return tl::unexpected(failure);
}

class InProcesses final : public Device {
 public:
  InProcesses(std::string device, std::string command, milliseconds patience, int programs)
      : device_(std::move(device)), command_(std::move(command)), patience_(patience), programs_(programs) {}

  tl::expected<void, Failure> start() {
    auto first = std::make_unique<Worker>(device_, command_);
    auto identity = identify(*first);
    if (!identity) return tl::unexpected(identity.error());
    identity_ = std::move(*identity);
    idle_.push_back(std::move(first));
    return {};
  }

  const Identity& identity() const override { return identity_; }

  tl::expected<Ran, Failure> run(const Program& program, const Note&) override {
    const Room room(*this, program);
    auto worker = take();
    if (!worker) return tl::unexpected(worker.error());
    auto ran = run_in(**worker, program);
    // A fault, and a process that is gone, cost this one alone.
    if (ran && ++(*worker)->programs < programs_) {
      const std::lock_guard lock(mutex_);
      idle_.push_back(std::move(*worker));
    }
    return ran;
  }

 private:
  /// Device memory that a program may take, among those that run at the same time.
  class Room {
   public:
    Room(InProcesses& device, const Program& program) : device_(device) {
      for (const Region& r : program.regions) bytes_ += r.bytes;
      std::unique_lock lock(device_.mutex_);
      const std::uint64_t all = device_.identity_.memory / 8 * 7;
      device_.freed_.wait(lock,
                          [&] { return device_.used_ == 0 || all == 0 || device_.used_ + bytes_ <= all; });
      device_.used_ += bytes_;
    }
    ~Room() {
      const std::lock_guard lock(device_.mutex_);
      device_.used_ -= bytes_;
      device_.freed_.notify_all();
    }
    Room(const Room&) = delete;
    Room& operator=(const Room&) = delete;

   private:
    InProcesses& device_;
    std::uint64_t bytes_ = 0;
  };

  tl::expected<std::unique_ptr<Worker>, Failure> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto worker = std::move(idle_.back());
        idle_.pop_back();
        return worker;
      }
    }
    auto worker = std::make_unique<Worker>(device_, command_);
    if (auto identity = identify(*worker); !identity) return tl::unexpected(identity.error());
    return worker;
  }

  tl::expected<Ran, Failure> run_in(Worker& worker, const Program& program) const {
    if (!send(worker.process.socket(),
              worker.image == program.image ? message_without_image(program) : message_of(program)))
      return tl::unexpected(gone(worker, ""));
    worker.image = program.image;
    std::string kernel;  // empty: it copies
    Message message;
    while (true) {
      const milliseconds wait = kernel.empty() ? std::max(kLeast, patience_) : patience_;
      const Received received = receive(worker.process.socket(), wait, message);
      if (received == Received::gone) return tl::unexpected(gone(worker, kernel));
      if (received == Received::nothing_in_time) {
        worker.process.end();
        return tl::unexpected(
            Failure{Failure::Kind::trapped,
                    fmt::format("{}: did not end within {:g} s, and was killed",
                                kernel.empty() ? "a copy" : kernel, double(wait.count()) / 1000)});
      }
      if (message.kind == Message::Kind::note) {
        read(message, kernel);
        continue;
      }
      if (message.kind == Message::Kind::ran) {
        Ran ran;
        read(message, ran);
        return ran;
      }
      Failure failure;
      read(message, failure);
      return tl::unexpected(failure);
    }
  }

  std::string device_, command_;
  milliseconds patience_;
  int programs_;
  Identity identity_;
  std::mutex mutex_;
  std::condition_variable freed_;
  std::vector<std::unique_ptr<Worker>> idle_;
  std::uint64_t used_ = 0;  // bytes of the device
};

}  // namespace

Opened open_in_processes(const std::string& device, const std::string& command, milliseconds patience,
                         int programs) {
  auto opened = std::make_unique<InProcesses>(device, command, patience, programs);
  if (auto ok = opened->start(); !ok) return tl::unexpected(ok.error());
  return opened;
}

}  // namespace lockstep::devices
