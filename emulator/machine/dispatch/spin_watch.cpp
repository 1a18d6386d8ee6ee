#include "emulator/machine/dispatch/spin_watch.hpp"

#include <algorithm>

namespace lockstep::machine {

namespace {

std::uint64_t all_changes(const Wave& wave, std::uint64_t elsewhere) {
  return elsewhere + wave.group->changes + wave.group->own_changes;
}

bool same_values(const ScalarRegisters& a, const ScalarRegisters& b) {
  for (int r = 0; r < ScalarRegisters::kCount; ++r)
    if (a.read32(r).value != b.read32(r).value) return false;
  return true;
}

}  // namespace

void SpinWatch::keep(const Wave& wave) {
  pc_ = wave.pc;
  mode_ = wave.mode;
  scc_ = wave.scc;
  scalar_ = wave.scalar;
  version_ = wave.vector.version();
  vector_.resize(std::size_t(wave.vector.count()));
  for (int r = 0; r < wave.vector.count(); ++r)
    std::copy_n(wave.vector.written(r), kMaxLanes, vector_[std::size_t(r)].begin());
  scratch_ = wave.scratch;
  lds_.clear();
  Lds& lds = wave.group->lds;
  if (wave.group->own_changes != 0) lds_.assign(lds.data(), lds.data() + lds.size());
}

// Cheapest first: the states of a loop that counts differ in a scalar register or in one of few vector ones.
bool SpinWatch::is_back(const Wave& wave) const {
  if (seen_.most_looks == 0 || wave.pc != pc_ || wave.mode != mode_ || wave.scc != scc_) return false;
  if (!same_values(wave.scalar, scalar_)) return false;
  const auto lanes = std::size_t(isa::lane_count(wave.width()));
  for (int r = 0; r < wave.vector.count(); ++r)
    if (wave.vector.written_since(version_, r, 1) &&
        !std::equal(wave.vector.written(r), wave.vector.written(r) + lanes, vector_[std::size_t(r)].begin()))
      return false;
  return wave.scratch == scratch_;
}

bool SpinWatch::is_lds_back(const Wave& wave) const {
  Lds& lds = wave.group->lds;
  return lds_.empty() || std::equal(lds_.begin(), lds_.end(), lds.data());
}

void SpinWatch::note_same(const Wave& wave, std::uint64_t elsewhere) {
  seen_.same_at = all_changes(wave, elsewhere);
  seen_.same_issued = wave.issued - wave.repeated;
}

bool SpinWatch::has_run_long(const Wave& wave, std::uint64_t changes) {
  if (seen_.quiet_at != changes) {
    seen_.quiet_at = changes;
    seen_.quiet_since = wave.steps;
  }
  if (wave.steps - seen_.quiet_since < kLong) return false;
  seen_.doing = Doing::perhaps;
  seen_.doing_at = changes;
  return true;
}

void SpinWatch::run_on(const Wave& wave) {
  seen_.doing = Doing::running;
  seen_.rounds = 0;
  seen_.quiet_since = wave.steps;
  seen_.next = wave.steps + kLong;
}

void SpinWatch::take_copy(Wave& wave, std::uint64_t elsewhere) {
  wait_for_all(wave);
  keep(wave);
  seen_.looks = 0;
  seen_.rounds = 0;
  note_same(wave, elsewhere);
}

// A wave that is back has to go round once more where something changed on the way, which it may have read.
// One that waited and is not back mostly waits on: it has read what changed meanwhile.
bool SpinWatch::jumped(Wave& wave, std::uint64_t elsewhere) {
  if (is_back(wave)) wait_for_all(wave);
  const std::uint64_t changes = all_changes(wave, elsewhere), in_memory = elsewhere + wave.group->changes;
  if (!is_back(wave)) {
    seen_.next = wave.steps + (seen_.waited != 0 ? 1 : kApart);
    if (seen_.waited != 0) {
      --seen_.waited;
      take_copy(wave, elsewhere);
      return false;
    }
    if (++seen_.looks < seen_.most_looks) return has_run_long(wave, changes);
    seen_.most_looks = std::max<std::uint64_t>(1, 2 * seen_.most_looks);
    take_copy(wave, elsewhere);
    return false;
  }
  seen_.next = wave.steps + 1;
  if (seen_.same_at == changes) {
    seen_.doing = wave.issued - wave.repeated == seen_.same_issued ? Doing::endless : Doing::waiting;
    seen_.doing_at = changes;
    seen_.waited = kMostCopies;
  }
  wave.group->compares_stores = true;
  seen_.rounds = seen_.round_at == in_memory && is_lds_back(wave) ? seen_.rounds + 1 : 0;
  seen_.round_at = in_memory;
  note_same(wave, elsewhere);
  return seen_.doing_at == changes;
}

}  // namespace lockstep::machine
