// What the parts of the module have in common: how errors and long work reach Python.
#pragma once

#include <atomic>
#include <chrono>
#include <future>
#include <string>
#include <type_traits>
#include <utility>

#include <nanobind/nanobind.h>
#include <tl/expected.hpp>

namespace lockstep::python {

/// An error in words becomes ValueError, with the words that the command has for it.
template <typename Value>
Value must(tl::expected<Value, std::string> value) {
  if (!value) throw nanobind::value_error(value.error().c_str());
  if constexpr (!std::is_void_v<Value>) return *std::move(value);
}

/// Work that takes time: without the interpreter's lock, so that other threads go on, and ended by Ctrl-C.
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

// The parts of the module, a file each.
void add_reports(nanobind::module_& m);     ///< Finding, Coverage, LaunchReport
void add_devices(nanobind::module_& m);     ///< Code, EmulatedDevice
void add_trials(nanobind::module_& m);      ///< Trial
void add_products(nanobind::module_& m);    ///< KernelProduct
void add_references(nanobind::module_& m);  ///< functions

}  // namespace lockstep::python
