#include "emulator/checks/lds_history.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "emulator/machine/waves/wave.hpp"

namespace lockstep::checks {

namespace {

constexpr std::uint32_t kDword = 4;

std::uint8_t different_bytes(std::uint32_t a, std::uint32_t b) {
  std::uint8_t different = 0;
  for (std::uint32_t i = 0; i < kDword; ++i)
    different |= std::uint8_t(((a ^ b) >> 8 * i & 0xFF) != 0 ? 1u << i : 0);
  return different;
}

/// The bits of bytes that are named by one bit each.
std::uint32_t bits_of(std::uint8_t bytes) {
  std::uint32_t bits = 0;
  for (std::uint32_t i = 0; i < kDword; ++i)
    if ((bytes >> i & 1) != 0) bits |= 0xFFu << 8 * i;
  return bits;
}

/// Later for whoever comes behind another in the order of waits and barriers; of others one and the same.
auto rank(const LdsOperation& o) {
  return std::tuple(o.rank, o.wave, o.order);
}

}  // namespace

void LdsHistory::workgroup_begins(const machine::Workgroup& group) {
  group_ = &group;
  kept_.clear();
  oldest_ = 0;
  parties_.clear();
  free_.clear();
  numbers_.clear();
  for (const std::uint32_t dword : used_) uses_[dword].clear();
  used_.clear();
  settled_.clear();
}

void LdsHistory::begins() {
  if (!settled_.empty()) return;
  machine::Lds& lds = group_->waves.front()->group->lds;
  const std::uint32_t bytes = lds.size();
  uses_.resize(std::max<std::size_t>(uses_.size(), bytes / kDword + 1));
  settled_.resize((bytes / kDword + 1) * kDword);
  unknown_.assign(bytes / kDword + 1, 0);
  std::memcpy(settled_.data(), lds.data(), bytes);
}

/// Calls visit(number of a dword, lane, its bytes) for each dword of each element.
template <typename Visit>
void LdsHistory::each_dword(const LdsOperation& o, const Visit& visit) const {
  o.each([&](std::size_t lane, int element, std::uint32_t address) {
    const std::uint32_t end = std::min(address + o.bytes, std::uint32_t(settled_.size()));
    for (std::uint32_t at = address; at < end; at = (at / kDword + 1) * kDword) {
      const std::uint32_t first = at % kDword, last = std::min(end - at + first, kDword);
      Bytes bytes{std::uint8_t((1u << last) - (1u << first))};
      if (!o.writes) bytes = before(o, at / kDword, bytes.used);
      if (o.writes && o.data == nullptr) bytes.unknown = bytes.used;
      for (std::uint32_t b = first; o.data != nullptr && b < last; ++b)
        bytes.value |= std::uint32_t{o.written(lane, element, at + b - first - address)} << 8 * b;
      visit(at / kDword, lane, bytes);
    }
  });
}

LdsHistory::Key LdsHistory::key(const LdsOperation& o) {
  return {o.wave, o.prepared->index, o.first, o.last, o.known, o.needs};
}

std::size_t LdsHistory::party_of(const LdsOperation& o) {
  const auto [at, is_new] = numbers_.try_emplace(key(o), parties_.size());
  if (!is_new) return at->second;
  if (free_.empty()) {
    parties_.emplace_back();
  } else {
    at->second = free_.back();
    free_.pop_back();
  }
  parties_[at->second].loads.clear();
  return at->second;
}

void LdsHistory::sort(const LdsOperation& o) {
  const std::size_t number = party_of(o);
  Party& party = parties_[number];
  party.last = o;
  party.last.data.reset();
  if (o.loads()) party.loads.push_back(o.order);
  each_dword(o, [&](std::uint32_t dword, std::size_t lane, const Bytes& bytes) {
    std::vector<Use>& uses = uses_[dword];
    if (uses.empty()) used_.push_back(dword);
    const auto there = std::ranges::find(uses, number, &Use::party);
    if (there == uses.end()) {
      uses.push_back({number, bytes, std::uint8_t(lane)});
      return;
    }
    Bytes& all = there->bytes;
    const int both = all.used & bytes.used & different_bytes(all.value, bytes.value);
    all.unknown = std::uint8_t(all.unknown | bytes.unknown | both);
    all.value = (all.value & ~bits_of(bytes.used)) | bytes.value;
    all.used |= bytes.used;
  });
}

void LdsHistory::sort_kept() {
  for (; oldest_ < kept_.size(); ++oldest_) sort(kept_[oldest_]);
  kept_.clear();
  oldest_ = 0;
}

/// LDS obeys a wave in the order of its instructions, but for copies.
bool LdsHistory::is_before(const LdsOperation& write, const LdsOperation& read) const {
  if (write.wave != read.wave) return judge_.is_over(write, read);
  return write.copies ? write.over < read.order : write.order < read.order;
}

/// What the last writes before a read, byte by byte, left there.
LdsHistory::Bytes LdsHistory::before(const LdsOperation& read, std::uint32_t dword, std::uint8_t used) const {
  Bytes all{used, std::uint8_t(unknown_[dword] & used)};
  std::memcpy(&all.value, &settled_[kDword * dword], kDword);
  all.value &= bits_of(used);
  std::array<const LdsOperation*, kDword> last{};
  for (const Use& u : uses_[dword]) {
    const LdsOperation& write = parties_[u.party].last;
    if (!write.writes || !is_before(write, read)) continue;
    for (std::uint32_t b = 0; b < kDword; ++b) {
      const auto byte = std::uint8_t(1u << b & used & u.bytes.used);
      if (byte == 0 || (last[b] != nullptr && rank(write) < rank(*last[b]))) continue;
      last[b] = &write;
      all.unknown = std::uint8_t((all.unknown & ~byte) | (u.bytes.unknown & byte));
      all.value = (all.value & ~bits_of(byte)) | (u.bytes.value & bits_of(byte));
    }
  }
  return all;
}

void LdsHistory::meet(const LdsOperation& mine, const std::function<void(const Meeting&)>& visit) {
  sort_kept();
  std::map<std::size_t, Meeting> all;  // by party
  each_dword(mine, [&](std::uint32_t dword, std::size_t lane, const Bytes& bytes) {
    for (const Use& u : uses_[dword]) {
      const auto& [theirs, loads] = parties_[u.party];
      if (theirs.wave == mine.wave || !(mine.writes || theirs.writes) || (u.bytes.used & bytes.used) == 0 ||
          judge_.is_over(theirs, mine) || judge_.is_over(mine, theirs) ||
          judge_.is_meant(mine, theirs, dword))
        continue;
      const auto known = all.find(u.party);
      if (known != all.end() && !known->second.repeats) continue;
      const int different = bytes.unknown | u.bytes.unknown | different_bytes(bytes.value, u.bytes.value);
      const bool equal = (bytes.used & u.bytes.used & different) == 0;
      const bool copies = (mine.writes && mine.copies) || (theirs.writes && theirs.copies);
      if (equal && (!copies || known != all.end())) continue;
      if (known != all.end()) all.erase(known);
      all.emplace(u.party, Meeting{mine, theirs, int(lane), int(u.lane), dword * kDword, equal, loads});
    }
  });
  for (const auto& [party, meeting] : all) visit(meeting);
}

void LdsHistory::settle(std::uint32_t dword, const Bytes& bytes) {
  std::uint32_t now;
  std::memcpy(&now, &settled_[kDword * dword], kDword);
  now = (now & ~bits_of(bytes.used)) | (bytes.value & bits_of(bytes.used));
  std::memcpy(&settled_[kDword * dword], &now, kDword);
  unknown_[dword] = std::uint8_t((unknown_[dword] & ~bytes.used) | bytes.unknown);
}

/// Mostly of whole dwords, whose values are known.
void LdsHistory::settle(const LdsOperation& write) {
  if (!write.writes) return;
  if (write.data == nullptr || write.bytes % kDword != 0 || write.lowest % kDword != 0)
    return each_dword(write, [&](std::uint32_t dword, std::size_t, const Bytes& b) { settle(dword, b); });
  write.each([&](std::size_t lane, int element, std::uint32_t address) {
    if (address + write.bytes > settled_.size()) return;
    const std::size_t first = std::size_t(element) * write.rows();
    for (std::uint32_t d = 0; d < write.rows(); ++d) {
      std::memcpy(&settled_[address + kDword * d], &write.data->rows[first + d][lane], kDword);
      unknown_[address / kDword + d] = 0;
    }
  });
}

/// Drops the uses of parties that are over; what they wrote last is settled.
void LdsHistory::settle(std::uint32_t dword, const std::vector<bool>& over) {
  std::vector<Use>& uses = uses_[dword];
  const auto rest = std::ranges::partition(uses, [&](const Use& u) { return !over[u.party]; });
  std::ranges::sort(rest, {}, [&](const Use& u) { return rank(parties_[u.party].last); });
  for (const Use& u : rest)
    if (parties_[u.party].last.writes) settle(dword, u.bytes);
  uses.erase(rest.begin(), rest.end());
}

std::size_t LdsHistory::forget(const IsOver& is_over) {
  std::vector<bool> over(parties_.size());
  std::erase_if(numbers_, [&](const auto& party) {
    over[party.second] = is_over(parties_[party.second].last);
    if (over[party.second]) free_.push_back(party.second);
    return over[party.second];
  });
  if (std::ranges::find(over, true) != over.end()) {
    for (const std::uint32_t dword : used_) settle(dword, over);
    std::erase_if(used_, [&](std::uint32_t dword) { return uses_[dword].empty(); });
  }
  const std::size_t before = oldest_;
  for (; oldest_ < kept_.size() && is_over(kept_[oldest_]); ++oldest_) settle(kept_[oldest_]);
  const std::size_t forgotten = oldest_ - before;
  if (2 * oldest_ < kept_.size()) return forgotten;
  kept_.erase(kept_.begin(), kept_.begin() + std::ptrdiff_t(oldest_));
  oldest_ = 0;
  return forgotten;
}

}  // namespace lockstep::checks
