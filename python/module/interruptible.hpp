// Work that takes time: without the interpreter's lock, so that other threads go on, and ended by Ctrl-C.
#pragma once

#include <atomic>
#include <chrono>
#include <future>

#include <nanobind/nanobind.h>

namespace lockstep::python {

/// `work` is given a flag that asks it to end, and runs on a thread of its own; it must not touch Python.
template <typename Work>
auto interruptible(Work work) {
  constexpr std::chrono::milliseconds kPatience{20};
  std::atomic<bool> cancel = false;
  bool interrupted = false;
  auto result = [&] {
    const nanobind::gil_scoped_release released;
    auto future = std::async(std::launch::async, [&] { return work(cancel); });
    while (future.wait_for(kPatience) != std::future_status::ready) {
      const nanobind::gil_scoped_acquire held;
      if (PyErr_CheckSignals() == 0) continue;
      interrupted = cancel = true;
      break;
    }
    return future.get();
  }();
  if (interrupted) throw nanobind::python_error();
  return result;
}

}  // namespace lockstep::python
