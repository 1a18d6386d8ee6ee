// Advice on where managed memory should be, and what was advised last: it is in one place, and no result depends on it.
#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

#include "emulator/runtime/hip/abi.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

constexpr int kNowhere = -2;  // hipInvalidDeviceId

struct Advice {
  int read_mostly = 0, preferred = kNowhere, prefetched = kNowhere;
  std::vector<int> accessed_by{};
};
/// hipMemoryAdvise.
enum Advised : int {
  read_mostly = 1,
  not_read_mostly,
  preferred,
  not_preferred,
  accessed_by,
  not_accessed_by
};
/// hipMemRangeAttribute.
enum Attribute : int { of_read_mostly = 1, of_preferred, of_accessed_by, of_prefetch, of_coherency = 100 };

/// What was advised of an allocation, by its address.
std::map<std::uint64_t, Advice>& advices() {
  static auto* const all = new std::map<std::uint64_t, Advice>;
  return *all;
}

/// The advice of the allocation that has the range; nullptr: it is no managed memory.
Advice* advice_of(Session& s, const void* address, std::size_t bytes) {
  if (bytes == 0 || !s.memory().is_managed(number(address)) ||
      !s.memory().fault(number(address), bytes).empty())
    return nullptr;
  return &advices()[s.memory().extent(number(address))->first];
}

Error tell(const Advice& advice, void* to, std::size_t bytes, int attribute) {
  if (to == nullptr || bytes == 0 || bytes % sizeof(int) != 0) return Error::invalid_value;
  std::vector<int> values(bytes / sizeof(int), kNowhere);
  const auto one = [&](int value) {
    if (values.size() == 1) values[0] = value;
    return values.size() == 1 ? Error::success : Error::invalid_value;
  };
  Error error = Error::success;
  if (attribute == of_read_mostly)
    error = one(advice.read_mostly);
  else if (attribute == of_preferred)
    error = one(advice.preferred);
  else if (attribute == of_prefetch)
    error = one(advice.prefetched);
  else if (attribute == of_coherency)
    error = one(0);  // hipMemRangeCoherencyModeFineGrain
  else if (attribute == of_accessed_by)
    std::copy_n(advice.accessed_by.begin(), std::min(values.size(), advice.accessed_by.size()),
                values.begin());
  else
    error = Error::invalid_value;
  if (error == Error::success) std::memcpy(to, values.data(), bytes);
  return error;
}

}  // namespace

LOCKSTEP_HIP Status hipMemAdvise(const void* address, std::size_t bytes, int advised, int device) {
  return call([&](Session& s) {
    Advice* const advice = advice_of(s, address, bytes);
    if (advice == nullptr) return Error::invalid_value;
    std::vector<int>& users = advice->accessed_by;
    if (advised == read_mostly || advised == not_read_mostly)
      advice->read_mostly = advised == read_mostly ? 1 : 0;
    if (advised == preferred || advised == not_preferred)
      advice->preferred = advised == preferred ? device : kNowhere;
    if (advised == accessed_by || advised == not_accessed_by) std::erase(users, device);
    if (advised == accessed_by) users.push_back(device);
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipMemPrefetchAsync(const void* address, std::size_t bytes, int device, Stream handle) {
  return call_on(handle, [&](Session& s, StreamState&) {
    Advice* const advice = advice_of(s, address, bytes);
    if (advice == nullptr) return Error::invalid_value;
    advice->prefetched = device;
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipMemRangeGetAttribute(void* to, std::size_t bytes, int attribute, const void* address,
                                            std::size_t count) {
  return call([&](Session& s) {
    const Advice* const advice = advice_of(s, address, count);
    return advice != nullptr ? tell(*advice, to, bytes, attribute) : Error::invalid_value;
  });
}
LOCKSTEP_HIP Status hipMemRangeGetAttributes(void** to, std::size_t* bytes, int* attributes,
                                             std::size_t number_of_them, const void* address,
                                             std::size_t count) {
  return call([&](Session& s) {
    const Advice* const advice = advice_of(s, address, count);
    if (advice == nullptr || to == nullptr || bytes == nullptr || attributes == nullptr ||
        number_of_them == 0)
      return Error::invalid_value;
    for (std::size_t i = 0; i < number_of_them; ++i)
      if (const Error e = tell(*advice, to[i], bytes[i], attributes[i]); e != Error::success) return e;
    return Error::success;
  });
}
