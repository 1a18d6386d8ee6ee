// Memory operations: bytes travel between registers, LDS and memory, and keep their fingerprints.
#include <algorithm>
#include <cstring>

#include "emulator/fingerprints/lemmas.hpp"
#include "emulator/fingerprints/tracker.hpp"
#include "emulator/machine/lds/lane_groups.hpp"

namespace lockstep::fingerprint {

using isa::Access;
using machine::Pending, machine::Wave;
using Space = isa::Memory::Space;

namespace {

bool is_copy(const Pending& p) {
  return p.lds.kind != machine::LdsSide::Kind::none;
}

int elements(const Pending& p) {
  return p.memory->pair ? 2 : 1;
}

/// Calls visit(lane, address, byte, dword, byte of the dword) for each byte that the lanes use.
template <typename Visit>
void each_byte(const Pending& p, Visit visit) {
  const int bytes = p.memory->bytes, dwords = (bytes + 3) / 4;
  for (int l = 0; l < isa::kMaxLanes; ++l) {
    if ((p.lanes >> l & 1) == 0) continue;
    const bool in_memory = p.space == Space::buffer || p.space == Space::global || p.space == Space::flat;
    const std::uint8_t in_range = in_memory ? p.in_range(std::size_t(l)) : 0xFF;
    for (int e = 0; e < elements(p); ++e)
      for (int b = 0; b < bytes; ++b)
        if ((in_range >> b / 4 & 1) != 0)
          visit(l, p.address[std::size_t(l)] + std::uint64_t(e) * std::uint64_t(p.second) + std::uint64_t(b),
                std::size_t(e * dwords + b / 4), std::size_t(b % 4));
  }
}

std::uint64_t scratch_key(const Wave& wave, int lane, std::uint64_t address) {
  return std::uint64_t(wave.id) << 48 | std::uint64_t(lane) << 40 | address;
}

/// A permutation of bytes, found by letting the machine's own function move their numbers.
template <typename Exchange>
void exchange_bytes(std::array<VectorShadow::Register, 4>& data, Exchange exchange) {
  std::array<std::array<isa::Lanes, 4>, 2> numbers;  // the low and the high half of each byte's number
  for (std::size_t d = 0; d < 4; ++d)
    for (std::size_t l = 0; l < isa::kMaxLanes; ++l) {
      numbers[0][d][l] = numbers[1][d][l] = 0;
      for (std::size_t b = 0; b < 4; ++b) {
        const std::size_t number = (d * isa::kMaxLanes + l) * 4 + b;
        numbers[0][d][l] |= std::uint32_t(number & 0xFF) << 8 * b;
        numbers[1][d][l] |= std::uint32_t(number >> 8) << 8 * b;
      }
    }
  for (auto& half : numbers) exchange(half);
  const auto from = std::make_unique<std::array<VectorShadow::Register, 4>>(data);
  for (std::size_t d = 0; d < 4; ++d)
    for (std::size_t l = 0; l < isa::kMaxLanes; ++l)
      for (std::size_t b = 0; b < 4; ++b) {
        const std::size_t number = (numbers[0][d][l] >> 8 * b & 0xFF) | (numbers[1][d][l] >> 8 * b & 0xFF)
                                                                            << 8;
        data[d][l][b] = (*from)[number / 4 / isa::kMaxLanes][number / 4 % isa::kMaxLanes][number % 4];
      }
}

bool any(const std::array<VectorShadow::Register, 4>& data) {
  return std::ranges::any_of(data, [](const auto& dword) {
    return std::ranges::any_of(dword, [](const Dword& d) { return !none(d); });
  });
}

}  // namespace

/// The fingerprints of what is stored, dword by dword.
void Tracker::capture(Wave& wave, const Pending& p, Carried& data) {
  std::size_t at = 0;
  const WaveShadow& shadow = shadow_of(wave);
  for (std::size_t n = 0; n < 2; ++n) {
    const isa::Operand* const operand = p.prepared->instruction->data(n);
    if (operand == nullptr || operand->kind == isa::Operand::Kind::off) continue;
    const bool scalar = operand->kind == isa::Operand::Kind::scalar;
    const int first = scalar ? operand->index : machine::unified_register(wave, *operand);
    for (int d = 0; first >= 0 && d < operand->count && at < data.size(); ++d, ++at) {
      if (scalar) {
        data[at][0] = shadow.scalar.at(first + d);
        continue;
      }
      for (int l = 0; l < isa::kMaxLanes; ++l) {
        Dword from = shadow.vector.at(first + d, l);
        if (p.memory->high_half) from = {from[2], from[3]};
        data[at][std::size_t(l)] = from;
      }
    }
  }
}

void Tracker::issues(Wave& wave, Pending& p) {
  if (obstacle_ || p.memory == nullptr) return;
  auto carried = permuted_ != nullptr ? std::move(permuted_) : std::make_unique<Carried>();
  const WaveShadow& shadow = shadow_of(wave);
  const isa::Operand* const lds_address = p.prepared->instruction->data(0);
  if (p.lds.in_row() && shadow.scalar.depends(isa::scalar::kM0))
    stop(wave, *p.prepared, "M0, the LDS address of a copy, depends on data");
  if (p.lds.per_lane()) {
    if (lds_address != nullptr && lds_address->kind == isa::Operand::Kind::vector &&
        shadow.vector.depends(machine::unified_register(wave, *lds_address), 1))
      stop(wave, *p.prepared, "the LDS address of a copy depends on data");
  } else if (p.memory->access != Access::load) {
    capture(wave, p, *carried);
  }
  carried_[&p] = std::move(carried);
}

Fingerprint Tracker::byte_at(const Wave& wave, const Pending& p, int lane, std::uint64_t address) {
  switch (p.space) {
    case Space::lds:
      return group_of(wave).lds.at(address);
    case Space::scratch: {
      const auto& scratch = group_of(wave).scratch;
      const auto found = scratch.find(scratch_key(wave, lane, address));
      return found == scratch.end() ? Fingerprint{} : found->second;
    }
    default:
      if (memory_.is_from_another(address, writer(wave)))
        stop(wave, *p.prepared, "reads what another workgroup of this kernel wrote");
      return memory_.at(address);
  }
}

void Tracker::load_scalars(const Wave& wave, const Pending& p, Carried& data) {
  for (int d = 0; d < p.dwords; ++d)
    for (std::size_t b = 0; b < std::min<std::size_t>(4, p.memory->bytes); ++b)
      if (p.owners.of(std::size_t(p.memory->bytes < 4 ? 0 : d)) != nullptr)
        data[std::size_t(d % 4)][std::size_t(d / 4)][b] =
            byte_at(wave, p, 0, p.address[0] + 4u * std::uint64_t(d) + b);
}

void Tracker::load(const Wave& wave, const Pending& p, Carried& data) {
  if (isa::is_scalar(p.space)) return load_scalars(wave, p, data);
  each_byte(p, [&](int l, std::uint64_t address, std::size_t dword, std::size_t byte) {
    data[dword][std::size_t(l)][byte] = byte_at(wave, p, l, address);
  });
  const int bits = p.memory->transpose != 0 ? p.memory->transpose : p.memory->exchange;
  if (bits == 0 || !any(data)) return;
  if (bits < 8) return stop(wave, *p.prepared, "a load that transposes elements of less than a byte");
  exchange_bytes(data, [&](std::array<isa::Lanes, 4>& numbers) {
    if (p.memory->transpose != 0) return machine::transpose_groups(bits, 8 * p.memory->bytes / bits, numbers);
    Pending moved;
    static_cast<machine::PendingOperation&>(moved) = p;
    moved.all_defined = true;
    moved.data = numbers;
    machine::exchange_elements(moved);
    numbers = moved.data;
  });
}

void Tracker::store(const Wave& wave, const Pending& p, const Carried& data) {
  if (isa::is_scalar(p.space)) {
    if (any(data)) stop(wave, *p.prepared, "a scalar store of data");
    return;
  }
  each_byte(p, [&](int l, std::uint64_t address, std::size_t dword, std::size_t byte) {
    Fingerprint from = data[dword][std::size_t(l)][byte];
    if (p.lds.per_lane()) from = group_of(wave).lds.at(p.lds_address[std::size_t(l)] + 4 * dword + byte);
    if (p.space == Space::lds)
      group_of(wave).lds.write(address, from);
    else if (p.space == Space::scratch)
      group_of(wave).scratch[scratch_key(wave, l, address)] = from;
    else
      memory_.write(address, p.memory->bytes == 1 ? named(from) : from, writer(wave));
  });
}

/// A byte as it is, or as a lemma names it: kernels hand each other scales.
Fingerprint Tracker::named(Fingerprint from) const {
  Byte byte{0, from};
  if (!from.none()) named_value(hasher_, functions_, std::span(&byte, 1));
  return byte.from;
}

namespace {

/// Atomic additions of floats: of the same numbers in another order they give another of the results that
/// the contract admits.
struct Addition {
  isa::Atomic atomic;
  std::string_view format;
  std::size_t bytes;
};
constexpr std::array kAdditions{Addition{isa::Atomic::add_f32, "f32", 4},
                                Addition{isa::Atomic::pk_add_f16, "f16", 2},
                                Addition{isa::Atomic::pk_add_bf16, "bf16", 2}};

const Addition* addition_of(const Pending& p) {
  if (isa::is_scalar(p.space) || p.space == Space::lds || p.space == Space::scratch) return nullptr;
  const auto* const found = std::ranges::find(kAdditions, p.memory->atomic, &Addition::atomic);
  return found == kAdditions.end() ? nullptr : found;
}

}  // namespace

/// Atomics on what depends on no data are as any other; of data additions are followed.
void Tracker::update(const Wave& wave, const Pending& p, const Carried& data) {
  if (p.destination >= 0) stop(wave, *p.prepared, "what an atomic operation returns depends on the schedule");
  const Addition* const addition = addition_of(p);
  bool depends = any(data);
  if (!isa::is_scalar(p.space))
    each_byte(p, [&](int l, std::uint64_t address, std::size_t, std::size_t) {
      depends |= !(addition != nullptr ? memory_.at(address) : byte_at(wave, p, l, address)).none();
    });
  if (!depends) return;
  if (addition == nullptr) return stop(wave, *p.prepared, "an atomic operation on data");
  each_byte(p, [&](int l, std::uint64_t address, std::size_t dword, std::size_t byte) {
    if (byte % addition->bytes != 0) return;
    std::array<Byte, 4> addend;
    for (std::size_t b = 0; b < addition->bytes; ++b)
      addend[b] = {std::uint8_t(p.data[dword][std::size_t(l)] >> 8 * (byte + b)),
                   data[dword][std::size_t(l)][byte + b]};
    arrive(wave, p, addition->format, l, address, std::span(addend).first(addition->bytes));
  });
}

/// A number is added to the one at an address.
void Tracker::arrive(const Wave& wave, const Pending& p, std::string_view format, int lane,
                     std::uint64_t address, std::span<const Byte> addend) {
  const std::size_t count = addend.size();
  std::array<Byte, 4> there;
  for (std::size_t b = 0; b < count; ++b) {
    std::uint8_t undefined = 0;
    const machine::Allocation& owner = *p.owners.of(std::size_t(lane));
    owner.peek(address + b - owner.base(), &there[b].value, &undefined, 1);
    there[b].from = memory_.at(address + b);
  }
  const Fingerprint before = hasher_.value(std::span(there).first(count));
  Arrivals& all = arrivals_[address];
  if (all.now != before || all.format != format) {
    if (memory_.is_from_another(address, writer(wave)))
      return stop(wave, *p.prepared, "adds to what another workgroup of this kernel wrote");
    all = {format, before};
  }
  all.addends.push_back(hasher_.value(addend));
  const Fingerprint sum = hasher_.arrivals(format, all.initial, all.addends);
  all.now = hasher_.value_of(sum, count);
  const ByteWriter nobody{0, writer(wave).entry};  // all workgroups may have added, and may still
  for (unsigned b = 0; b < count; ++b) memory_.write(address + b, hasher_.byte_of(sum, b), nobody);
}

void Tracker::performs(const Wave& wave, const Pending& p) {
  if (obstacle_ || p.memory == nullptr || p.perform == nullptr) return;
  const auto found = carried_.find(&p);
  if (found == carried_.end()) return;
  switch (p.memory->access) {
    case Access::load:
      return load(wave, p, *found->second);
    case Access::store:
      return store(wave, p, *found->second);
    case Access::atomic:
      update(wave, p, *found->second);
      *found->second = {};
  }
}

void Tracker::fill_lds(const Wave& wave, const Pending& p, const Carried& data) {
  LdsShadow& lds = group_of(wave).lds;
  const std::size_t bytes = p.lds.in_row() ? std::max<std::size_t>(4, p.memory->bytes) : p.memory->bytes;
  for (int l = 0; l < isa::kMaxLanes; ++l) {
    if ((p.lanes >> l & 1) == 0) continue;
    const std::uint64_t at =
        p.lds.in_row() ? p.lds.base + std::uint64_t(l) * bytes : std::uint64_t(p.lds_address[std::size_t(l)]);
    for (std::size_t b = 0; b < bytes; ++b) lds.write(at + b, data[b / 4][std::size_t(l)][b % 4]);
  }
  if (p.memory->bytes < 4 && p.memory->sign_extend && any(data))
    stop(wave, *p.prepared, "a copy into LDS that extends data by its sign");
}

void Tracker::deliver(const Wave& wave, const Pending& p, Carried& data) {
  WaveShadow& shadow = shadow_of(wave);
  if (isa::is_scalar(p.space)) {
    for (int d = 0; d < p.dwords; ++d)
      shadow.scalar.write(p.destination + d, data[std::size_t(d % 4)][std::size_t(d / 4)]);
    return;
  }
  const int dwords = p.memory->access == Access::load ? p.dwords : (p.memory->bytes + 3) / 4 * elements(p);
  if (p.memory->bytes < 4 && !p.memory->pair) {
    if (p.memory->sign_extend && any(data)) stop(wave, *p.prepared, "a load that extends data by its sign");
    for (int l = 0; l < isa::kMaxLanes; ++l) {
      Dword& from = data[0][std::size_t(l)];
      const Dword old = shadow.vector.at(p.destination, l);
      if (p.memory->high_half)
        from = {old[0], old[1], from[0], from[1]};
      else if (p.memory->low_half)
        from = {from[0], from[1], old[2], old[3]};
    }
  }
  for (int d = 0; d < dwords; ++d) shadow.vector.write(p.destination + d, p.lanes, data[std::size_t(d)]);
}

void Tracker::retires(const Wave& wave, const Pending& p) {
  const auto found = carried_.find(&p);
  if (found == carried_.end()) return;
  const std::unique_ptr<Carried> data = std::move(found->second);
  carried_.erase(found);
  if (obstacle_ || p.memory == nullptr || p.retire == nullptr) return;
  if (is_copy(p))
    fill_lds(wave, p, *data);
  else if (p.destination >= 0)
    deliver(wave, p, *data);
}

}  // namespace lockstep::fingerprint
