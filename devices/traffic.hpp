// What else a GPU does while a kernel runs: copies from place to place on a stream of their own, which take
// bandwidth and compute units away from it.
#pragma once

#include <cstdint>

#include "devices/driver.hpp"

namespace lockstep::devices {

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
