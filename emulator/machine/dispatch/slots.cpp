#include "emulator/machine/dispatch/slots.hpp"

#include <algorithm>
#include <utility>

namespace lockstep::machine {

// The first one has the dispatch's observer. Nothing: it has none for another thread.
std::unique_ptr<Slot> Slots::make(bool first) const {
  Observer* observer = settings_.observer;
  const bool observed = observer != nullptr;
  if (!first && observed) observer = observer->of_thread();
  if (observed && observer == nullptr) return nullptr;
  auto slot = std::make_unique<Slot>();
  slot->environment = environment_;
  slot->environment.observer = observer;
  slot->environment.loads_are_read = observed && observer->reads_loaded();
  return slot;
}

std::uint64_t Slots::begin(std::uint64_t each) {
  if (!slots_.empty()) return each;
  while (slots_.size() < std::size_t(std::max(settings_.threads, 1))) {
    std::vector<std::unique_ptr<Slot>> of_thread;
    while (of_thread.size() < each) {
      auto slot = make(slots_.empty() && of_thread.empty());
      if (slot == nullptr && !slots_.empty()) return each;
      if (slot == nullptr) each = of_thread.size();
      if (slot != nullptr) of_thread.push_back(std::move(slot));
    }
    slots_.push_back(std::move(of_thread));
  }
  return each;
}

bool Slots::finished(int thread) const {
  const Observer* const observer = slots_[std::size_t(thread)].front()->environment.observer;
  return observer != nullptr && observer->finished();
}

std::vector<Slot*> Slots::free(int thread, std::uint64_t count) {
  auto& of_thread = slots_[std::size_t(thread)];
  std::vector<Slot*> all;
  for (const auto& slot : of_thread)
    if (slot->is_free && all.size() < count) all.push_back(slot.get());
  while (all.size() < count) {
    auto slot = make(false);
    if (slot == nullptr) break;
    all.push_back(of_thread.emplace_back(std::move(slot)).get());
  }
  return all;
}

}  // namespace lockstep::machine
