#include "emulator/runtime/silence.hpp"

#include <thread>

namespace lockstep::runtime {

void Silence::watch() {
  ends();
  watched_.store(true);
  if (listens_) return;
  listens_ = true;
  std::thread([this] { listen(); }).detach();
}

void Silence::listen() {
  constexpr std::chrono::milliseconds kBetweenLooks{100};
  while (true) {
    std::this_thread::sleep_for(kBetweenLooks);
    const Clock::duration silent = Clock::now().time_since_epoch() - last_.load(std::memory_order_relaxed);
    if (silent >= kEnds && watched_.exchange(false)) go_on_();
  }
}

}  // namespace lockstep::runtime
