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

}  // namespace lockstep::devices
