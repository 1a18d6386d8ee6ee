// Advice on where managed memory should be, and what was advised last: it is in one place, and no result
// depends on it.
#include <algorithm>
#include <cstring>
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

/// What was advised of a range; prefetches are like advice of a kind of their own.
struct RangeAdvice {
  std::uint64_t first, end;
  int advised, device;
};
constexpr int kPrefetch = -1;
std::vector<RangeAdvice>& all_advice() {
  static auto* const all = new std::vector<RangeAdvice>;
  return *all;
}

bool is_managed(Session& s, const void* address, std::size_t bytes) {
  return bytes != 0 && s.memory().is_managed(number(address)) &&
         s.memory().fault(number(address), bytes).empty();
}

Error advise(Session& s, const void* address, std::size_t bytes, int advised, int device) {
  if (!is_managed(s, address, bytes)) return Error::invalid_value;
  all_advice().push_back({number(address), number(address) + bytes, advised, device});
  return Error::success;
}

/// All that was advised of a byte.
Advice advice_at(std::uint64_t byte) {
  Advice a;
  for (const auto& [first, end, advised, device] : all_advice()) {
    if (byte < first || byte >= end) continue;
    if (advised == read_mostly || advised == not_read_mostly) a.read_mostly = advised == read_mostly ? 1 : 0;
    if (advised == preferred || advised == not_preferred)
      a.preferred = advised == preferred ? device : kNowhere;
    if (advised == accessed_by || advised == not_accessed_by) std::erase(a.accessed_by, device);
    if (advised == accessed_by) a.accessed_by.push_back(device);
    if (advised == kPrefetch) a.prefetched = device;
  }
  return a;
}

/// What holds of a whole range: what differs within it is as if nobody had advised it.
Advice advice_of(const void* address, std::size_t bytes) {
  const std::uint64_t begin = number(address);
  Advice all = advice_at(begin);
  for (const RangeAdvice& other : all_advice())
    for (const std::uint64_t cut : {other.first, other.end}) {
      if (cut <= begin || cut >= begin + bytes) continue;
      const Advice a = advice_at(cut);
      if (a.read_mostly != all.read_mostly) all.read_mostly = 0;
      if (a.preferred != all.preferred) all.preferred = kNowhere;
      if (a.prefetched != all.prefetched) all.prefetched = kNowhere;
      std::erase_if(all.accessed_by,
                    [&](int d) { return std::ranges::find(a.accessed_by, d) == a.accessed_by.end(); });
    }
  return all;
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
  return call([&](Session& s) { return advise(s, address, bytes, advised, device); });
}
LOCKSTEP_HIP Status hipMemPrefetchAsync(const void* address, std::size_t bytes, int device, Stream handle) {
  return call_on(handle,
                 [&](Session& s, StreamState&) { return advise(s, address, bytes, kPrefetch, device); });
}
LOCKSTEP_HIP Status hipMemRangeGetAttribute(void* to, std::size_t bytes, int attribute, const void* address,
                                            std::size_t count) {
  return call([&](Session& s) {
    if (!is_managed(s, address, count)) return Error::invalid_value;
    return tell(advice_of(address, count), to, bytes, attribute);
  });
}
LOCKSTEP_HIP Status hipMemRangeGetAttributes(void** to, std::size_t* bytes, int* attributes,
                                             std::size_t number_of_them, const void* address,
                                             std::size_t count) {
  return call([&](Session& s) {
    if (!is_managed(s, address, count) || to == nullptr || bytes == nullptr || attributes == nullptr ||
        number_of_them == 0)
      return Error::invalid_value;
    for (std::size_t i = 0; i < number_of_them; ++i)
      if (const Error e = tell(advice_of(address, count), to[i], bytes[i], attributes[i]);
          e != Error::success)
        return e;
    return Error::success;
  });
}
