#include "emulator/observe/footprint.hpp"

#include <algorithm>
#include <bit>

namespace lockstep::observe {

bool reaches_device(const machine::Pending& p) {
  const isa::Modifiers& m = p.prepared->instruction->modifiers;
  const bool past_scalar_cache = isa::is_scalar(p.space) && m.sc0;  // glc
  return p.memory->access == isa::Access::atomic || m.sc1 || past_scalar_cache;
}

bool synchronises(const machine::Pending& p) {
  return p.memory->access == isa::Access::atomic || (reaches_device(p) && p.memory->bytes <= kWidestAtomic);
}

namespace {

Footprint::Use use_of(const machine::Pending& p) {
  using Use = Footprint::Use;
  const bool loads = p.memory->access == isa::Access::load;
  if (isa::is_scalar(p.space) || !synchronises(p)) return loads ? Use::read : Use::write;
  return loads ? Use::atomic_load : Use::atomic;
}

constexpr std::uint64_t low_bits(std::uint64_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace

void Footprint::performs(const machine::Wave&, const machine::Pending& p) {
  if (!uses_device_memory(p)) return;
  const Use use = use_of(p);
  const std::lock_guard held(mutex_);
  for_each_run(p, [&](std::uint64_t first, std::uint64_t end) { add(use, first, end); });
}

void Footprint::add(Use use, std::uint64_t first, std::uint64_t end) {
  while (first < end) {
    const std::uint64_t number = first / kPageBytes;
    if (last_ == nullptr || number != last_number_) {
      auto& page = pages_[number];
      if (page == nullptr) page = std::make_unique<Page>();
      last_ = page.get();
      last_number_ = number;
    }
    const std::uint64_t stop = std::min(end, (number + 1) * kPageBytes);
    while (first < stop) {
      const std::uint64_t at = first % 64, count = std::min(stop - first, 64 - at);
      const std::uint64_t bits = low_bits(count) << at;
      if (use != Use::write && use != Use::found)
        last_->word(Use::found, first) |=
            bits & ~(last_->word(Use::write, first) | last_->word(Use::atomic, first));
      last_->word(use, first) |= bits;
      first += count;
    }
  }
}

void Footprint::clear() {
  pages_.clear();
  last_ = nullptr;
}

std::vector<Footprint::Range> Footprint::ranges(Use use) const {
  std::vector<Range> all;
  for (const auto& [number, page] : pages_) {
    const Bits& bits = page->used[std::size_t(use)];
    for (std::size_t w = 0; w < bits.size(); ++w) {
      std::uint64_t word = bits[w];
      for (std::uint64_t base = number * kPageBytes + 64 * w; word != 0;) {
        const auto skip = std::uint64_t(std::countr_zero(word));
        const auto count = std::uint64_t(std::countr_one(word >> skip));
        const std::uint64_t first = base + skip;
        if (!all.empty() && all.back().end == first)
          all.back().end += count;
        else
          all.push_back({first, first + count});
        word &= ~(low_bits(count) << skip);
      }
    }
  }
  return all;
}

}  // namespace lockstep::observe
