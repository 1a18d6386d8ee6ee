// Two events of a driver, made when they are first marked, and the time between them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "devices/driver.hpp"

namespace lockstep::devices {

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

}  // namespace lockstep::devices
