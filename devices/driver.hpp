// What running a program asks of a GPU's driver: HIP's runtime and CUDA's driver have the same shape.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <tl/expected.hpp>

#include "devices/device.hpp"

namespace lockstep::devices {

class Driver {
 public:
  using Done = tl::expected<void, Failure>;

  virtual ~Driver() = default;
  virtual tl::expected<std::uint64_t, Failure> allocate(std::uint64_t bytes) = 0;
  virtual void release(std::uint64_t address) = 0;
  virtual Done fill(std::uint64_t to, std::uint8_t with, std::uint64_t bytes) = 0;
  virtual Done upload(std::uint64_t to, std::span<const std::uint8_t> from) = 0;
  virtual Done download(std::span<std::uint8_t> to, std::uint64_t from) = 0;
  /// Loads an image in place of the one before it.
  virtual Done load(const std::vector<std::uint8_t>& image) = 0;
  /// Starts a kernel of the image, with its argument segment.
  virtual Done start(const Step& step, std::vector<std::uint8_t> arguments) = 0;
  /// Starts so many copies from place to place beside what is started next.
  virtual Done busy(std::uint32_t copies) = 0;
  /// Waits until all that was started has ended; `kernel` is the last of it.
  virtual Done wait(const std::string& kernel) = 0;
  /// Marks a moment between what was started and what will be.
  enum class Moment : std::uint8_t { begin, end };
  virtual Done mark(Moment moment) = 0;
  /// Seconds between the two moments by the device's clock, once both are past.
  virtual tl::expected<double, Failure> seconds_between() = 0;
};

/// Runs the steps one after another; `note` is told before each, and of every part that may take a while.
tl::expected<Ran, Failure> run_program(Driver& driver, const Program& program, const Note& note);

/// A GPU by its driver.
template <typename OfGpu>
class Gpu final : public Device {
 public:
  template <typename Api>
  Gpu(Api api, Identity identity) : driver_(std::move(api)), identity_(std::move(identity)) {}

  const Identity& identity() const override { return identity_; }
  tl::expected<Ran, Failure> run(const Program& program, const Note& note) override {
    return run_program(driver_, program, note);
  }

 private:
  OfGpu driver_;
  Identity identity_;
};

// Two events of a driver, made when they are first marked, and the time between them.

/// `Api` has event_create, as `Create` calls it, event_destroy, event_record and event_elapsed; `check` makes
/// a Done of a call's name and status.
template <typename Api>
class Moments {
 public:
  explicit Moments(const Api& api) : api_(api) {}
  Moments(const Moments&) = delete;
  Moments& operator=(const Moments&) = delete;
  ~Moments() {
    for (void* const event : events_)
      if (event != nullptr) api_.event_destroy(event);
  }

  template <typename Create, typename Check>
  Driver::Done mark(Driver::Moment moment, Create create, Check check) {
    void*& event = events_[std::size_t(moment)];
    if (event == nullptr)
      if (auto ok = check("an event", create(&event)); !ok) return ok;
    return check("recording an event", api_.event_record(event, nullptr));
  }

  template <typename Check>
  tl::expected<double, Failure> seconds(Check check) const {
    float milliseconds = 0;
    if (auto ok = check("the time between events", api_.event_elapsed(&milliseconds, events_[0], events_[1]));
        !ok)
      return tl::unexpected(ok.error());
    return double(milliseconds) / 1000;
  }

 private:
  const Api& api_;
  std::array<void*, 2> events_{};
};

// What else a GPU does while a kernel runs: copies from place to place on a stream of their own, which take
// bandwidth and compute units away from it.

/// `Api` has stream_create, stream_destroy and release.
template <typename Api>
class Traffic {
 public:
  explicit Traffic(const Api& api) : api_(api) {}
  Traffic(const Traffic&) = delete;
  Traffic& operator=(const Traffic&) = delete;
  ~Traffic() {
    if (stream_ != nullptr) api_.stream_destroy(stream_);
  }

  /// Starts so many copies. `copy(to, from, bytes, stream)` starts one, `check` makes a Done of a call's name
  /// and status. The first call takes memory from `driver`, which keeps it.
  template <typename Copy, typename Check>
  Driver::Done start(Driver& driver, std::uint32_t copies, Copy copy, Check check) {
    if (stream_ == nullptr)
      if (auto ok = prepare(driver, check); !ok) return ok;
    for (std::uint32_t i = 0; i < copies; ++i)
      if (auto ok = check("a copy on the device",
                          copy(memory_ + i % 2 * kBytes, memory_ + (i + 1) % 2 * kBytes, kBytes, stream_));
          !ok)
        return ok;
    return {};
  }

 private:
  static constexpr std::uint64_t kBytes = 1 << 20;
  static constexpr unsigned kApart =
      1;  // hipStreamNonBlocking, CU_STREAM_NON_BLOCKING: beside the default stream

  template <typename Check>
  Driver::Done prepare(Driver& driver, Check check) {
    const auto memory = driver.allocate(2 * kBytes);
    if (!memory) return tl::unexpected(memory.error());
    memory_ = *memory;
    if (auto ok = driver.fill(memory_, 0, 2 * kBytes); !ok) return ok;
    return check("a stream", api_.stream_create(&stream_, kApart));
  }

  const Api& api_;
  std::uint64_t memory_ = 0;
  void* stream_ = nullptr;
};

}  // namespace lockstep::devices
