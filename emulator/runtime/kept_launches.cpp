#include "emulator/runtime/kept_launches.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "host/files.hpp"

namespace lockstep::runtime {

using machine::Allocation, machine::Memory;

namespace {

using Range = KeptLaunches::Range;
using Bytes = std::span<const std::uint8_t>;

/// A digest of bytes, and of whose they are.
class Digest {
 public:
  void add(Bytes bytes) { value_ = host::digest(std::as_bytes(bytes), value_); }
  /// Addresses of one allocation are not handed out again, but what the program registers or maps may be.
  void add_owner(const Allocation& a) {
    if (&a == last_) return;
    last_ = &a;
    const std::array<std::uint64_t, 3> extent{a.base(), a.size(), a.writable()};
    value_ = host::digest(std::as_bytes(std::span(extent)), value_);
    value_ = host::digest(std::as_bytes(std::span(a.name())), value_);
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = host::digest({});
  const Allocation* last_ = nullptr;
};

/// Calls visit(offset, bytes) for pieces of a range that an allocation owns.
template <typename Visit>
void for_each_piece(const Allocation& owner, const Range& range, Visit visit) {
  for (std::uint64_t at = range.first; at < range.end; at += machine::kPageBytes)
    visit(at - owner.base(), std::min(machine::kPageBytes, range.end - at));
}

const Allocation* owner_of(const Memory& memory, const Range& range) {
  return memory.owner(range.first, range.end - range.first);
}

}  // namespace

LaunchKey::LaunchKey(const KernelLaunch& launch, bool is_checked)
    : module(launch.function.module),
      kernel(launch.function.kernel),
      grid(launch.geometry.grid),
      block(launch.geometry.block),
      cluster(launch.geometry.cluster),
      dynamic_lds(launch.geometry.dynamic_lds),
      cooperative(launch.cooperative),
      checked(is_checked),
      stack(launch.stack),
      arguments(launch.segment.bytes),
      undefined(launch.segment.undefined) {}

// Nothing: some bytes are no longer anybody's, or those of several.
std::optional<std::uint64_t> KeptLaunches::digest_of(const LaunchKey& key, const Kept& kept,
                                                     const Memory& memory) {
  Digest digest;
  for (const auto* ranges :
       {&kept.used.reads, &kept.used.writes, &kept.used.atomics, &kept.used.atomic_loads})
    for (const Range& range : *ranges) {
      const Allocation* const owner = owner_of(memory, range);
      if (owner == nullptr) return std::nullopt;
      digest.add_owner(*owner);
    }
  // What a buffer's descriptor spans matters even where a launch uses none of it.
  for (std::size_t at = 0; at + sizeof(std::uint64_t) <= key.arguments.size(); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, &key.arguments[at], sizeof word);
    if (const Allocation* const owner = memory.owner(word, 1)) digest.add_owner(*owner);
  }
  std::vector<std::uint8_t> data(machine::kPageBytes), undefined(machine::kPageBytes);
  for (const Range& range : kept.found) {
    const Allocation* const owner = owner_of(memory, range);
    if (owner == nullptr) return std::nullopt;
    for_each_piece(*owner, range, [&](std::uint64_t offset, std::uint64_t bytes) {
      owner->peek(offset, data.data(), undefined.data(), bytes);
      digest.add(Bytes(data).first(bytes));
      digest.add(Bytes(undefined).first(bytes));
    });
  }
  return digest.value();
}

std::uint64_t KeptLaunches::bytes_of(const LaunchKey& key, const Kept& kept) {
  constexpr std::uint64_t kOfEach = 512;
  const std::uint64_t ranges = kept.used.reads.size() + kept.used.writes.size() + kept.used.atomics.size() +
                               kept.used.atomic_loads.size() + kept.found.size();
  return kOfEach + 2 * key.arguments.size() + ranges * sizeof(Range) + kept.written.size() +
         kept.undefined.size();
}

void KeptLaunches::keep(const LaunchKey& key, Accesses used, std::vector<Range> found, const Memory& before,
                        const Memory& after) {
  Kept kept{std::move(used), std::move(found), 0, {}, {}};
  const auto digest = digest_of(key, kept, before);
  if (!digest) return;
  kept.digest = *digest;
  for (const auto* ranges : {&kept.used.writes, &kept.used.atomics})
    for (const Range& range : *ranges) {
      const std::size_t from = kept.written.size(), bytes = range.end - range.first;
      if (from + bytes > most_) return;
      const Allocation* const owner = owner_of(after, range);
      kept.written.resize(from + bytes), kept.undefined.resize(from + bytes);
      owner->peek(range.first - owner->base(), &kept.written[from], &kept.undefined[from], bytes);
    }
  if (std::ranges::all_of(kept.undefined, [](std::uint8_t u) { return u == 0; })) kept.undefined = {};
  if (const auto old = kept_.find(key); old != kept_.end()) {
    bytes_ -= bytes_of(key, old->second);
    kept_.erase(old);
  }
  const std::uint64_t bytes = bytes_of(key, kept);
  if (bytes > most_) return;
  if (bytes > most_ - bytes_) forget_all();
  bytes_ += bytes;
  kept_.emplace(key, std::move(kept));
}

const Accesses* KeptLaunches::repeat(const LaunchKey& key, Memory& memory) const {
  const auto found = kept_.find(key);
  if (found == kept_.end()) return nullptr;
  const Kept& kept = found->second;
  if (digest_of(key, kept, memory) != kept.digest) return nullptr;
  const std::vector<std::uint8_t> defined(kept.undefined.empty() ? machine::kPageBytes : 0);
  std::size_t from = 0;
  for (const auto* ranges : {&kept.used.writes, &kept.used.atomics})
    for (const Range& range : *ranges) {
      Allocation& owner = *memory.owner(range.first, range.end - range.first);
      for_each_piece(owner, range, [&](std::uint64_t offset, std::uint64_t bytes) {
        owner.write(offset, &kept.written[from],
                    kept.undefined.empty() ? defined.data() : &kept.undefined[from], bytes);
        from += bytes;
      });
    }
  return &kept.used;
}

}  // namespace lockstep::runtime
