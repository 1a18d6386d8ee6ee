#include "emulator/machine/dispatch/saved_registers.hpp"

#include <algorithm>
#include <cstring>

namespace lockstep::machine {

namespace {

using isa::File;
using isa::RegisterAccess;

constexpr std::uint64_t kEveryLane = ~std::uint64_t{0};  // also those that a wave32 lacks

// The unified register of the i-th register of an access; -1 when the kernel has no such register.
int unified(const Wave& wave, const RegisterAccess& a, int i) {
  const int r = a.first + i + (a.file == File::accumulator ? wave.environment().accum_offset : 0);
  return r < wave.vector.count() ? r : -1;
}

}  // namespace

SavedRegisters save(Wave& wave, const RegisterAccess& a) {
  SavedRegisters saved{a, {}, {}, {}};
  for (int i = 0; i < a.count; ++i) {
    if (a.file == File::scalar) {
      const bool stored = a.first + i < ScalarRegisters::kCount;
      saved.scalar.push_back(stored ? wave.scalar.read32(a.first + i) : Scalar{});
      continue;
    }
    Lanes value{}, undefined{};
    if (const int r = unified(wave, a, i); r >= 0) {
      std::memcpy(value.data(), wave.vector.read(r), sizeof value);
      if (const std::uint32_t* u = wave.vector.undefined(r))
        std::memcpy(undefined.data(), u, sizeof undefined);
    }
    saved.value.push_back(value);
    saved.undefined.push_back(undefined);
  }
  return saved;
}

void restore(Wave& wave, const SavedRegisters& saved, int i, std::uint64_t mask) {
  const RegisterAccess& a = saved.where;
  if (a.file == File::scalar) {
    if (a.first + i < ScalarRegisters::kCount) wave.scalar.write32(a.first + i, saved.scalar[std::size_t(i)]);
    return;
  }
  const int r = unified(wave, a, i);
  if (r < 0) return;
  const Lanes& undefined = saved.undefined[std::size_t(i)];
  const bool any = std::ranges::any_of(undefined, [](std::uint32_t u) { return u != 0; });
  mask &= wave.every_lane();
  wave.vector.write(r, mask, spread(mask), saved.value[std::size_t(i)].data(),
                    any ? undefined.data() : nullptr);
}
void restore(Wave& wave, const SavedRegisters& saved) {
  for (int i = 0; i < saved.where.count; ++i) restore(wave, saved, i, kEveryLane);
}

const SavedRegisters* find(const std::vector<SavedRegisters>& all, const RegisterAccess& a) {
  const auto same = [&](const SavedRegisters& s) {
    return s.where.file == a.file && s.where.first == a.first && s.where.count == a.count;
  };
  const auto found = std::ranges::find_if(all, same);
  return found == all.end() ? nullptr : &*found;
}

bool holds(Wave& wave, const SavedRegisters& saved) {
  const SavedRegisters now = save(wave, saved.where);
  const auto equal = [](const Scalar& a, const Scalar& b) { return a.value == b.value; };
  return now.value == saved.value && std::ranges::equal(now.scalar, saved.scalar, equal);
}

}  // namespace lockstep::machine
