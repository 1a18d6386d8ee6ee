// What a kernel needs, as its code object says.
#include <optional>

#include "emulator/runtime/hip/registered.hpp"

using namespace lockstep::runtime;
using namespace lockstep::runtime::hip;

namespace {

/// hipFunction_attribute.
enum Attribute : int {
  max_threads_per_block,
  shared_bytes,
  const_bytes,
  local_bytes,
  registers,
  ptx_version,
  binary_version,
  cache_mode_ca,
  max_dynamic_shared_bytes,
  preferred_carveout,
};

std::optional<int> attribute(const lockstep::arch::Arch& arch, const Function& function, int which) {
  const lockstep::code_object::Kernel& k = *function.kernel;
  switch (which) {
    case max_threads_per_block:
      return int(k.max_workgroup);
    case shared_bytes:
      return int(k.group_bytes);
    case local_bytes:
      return int(k.private_bytes);
    case registers:
      return int(k.vgpr_count);
    case max_dynamic_shared_bytes:
      return function.most_dynamic_lds >= 0 ? function.most_dynamic_lds
                                            : int(arch.unit.lds_bytes - k.group_bytes);
    case ptx_version:
    case binary_version:
      return 10 * arch.device.major + arch.device.minor;
    case const_bytes:
    case cache_mode_ca:
    case preferred_carveout:
      return 0;
    default:
      return std::nullopt;
  }
}

struct Attributes {  ///< hipFuncAttributes
  int binary_version, cache_mode_ca;
  std::size_t const_bytes, local_bytes;
  int max_dynamic_shared_bytes, max_threads_per_block, registers, preferred_carveout, ptx_version;
  std::size_t shared_bytes;
};
static_assert(sizeof(Attributes) == 56);

/// The function behind a stub or behind a handle of a module's function; nullptr: it is neither.
Function* of_either(Session& s, const void* function) {
  auto* const handle = static_cast<Function*>(const_cast<void*>(function));
  return s.has(handle) ? handle : function_of(s, function).value_or(nullptr);
}

}  // namespace

LOCKSTEP_HIP Status hipFuncGetAttributes(Attributes* to, const void* stub) {
  return call([&](Session& s) {
    if (to == nullptr) return Error::invalid_value;
    const auto function = function_of(s, stub);
    if (!function) return function.error();
    const auto of = [&](Attribute which) { return attribute(s.device(), **function, which).value_or(0); };
    *to = {of(binary_version),
           of(cache_mode_ca),
           std::size_t(of(const_bytes)),
           std::size_t(of(local_bytes)),
           of(max_dynamic_shared_bytes),
           of(max_threads_per_block),
           of(registers),
           of(preferred_carveout),
           of(ptx_version),
           std::size_t(of(shared_bytes))};
    return Error::success;
  });
}
LOCKSTEP_HIP Status hipFuncGetAttribute(int* value, int which, FunctionHandle function) {
  return call([&](Session& s) {
    if (value == nullptr) return Error::invalid_value;
    if (function == nullptr) return Error::invalid_resource_handle;
    const auto found = attribute(s.device(), *static_cast<const Function*>(function), which);
    if (!found) return Error::invalid_value;
    *value = *found;
    return Error::success;
  });
}
// Most attributes are hints of how much LDS is wanted; the one that is asked for again is kept.
LOCKSTEP_HIP Status hipFuncSetAttribute(const void* function, int which, int value) {
  return call([&](Session& s) {
    if (which != max_dynamic_shared_bytes) return Error::success;
    Function* const found = of_either(s, function);
    if (found == nullptr) return Error::success;
    const int most = int(s.device().unit.lds_bytes - found->kernel->group_bytes);
    if (value < 0 || value > most) return Error::invalid_value;
    found->most_dynamic_lds = value;
    return Error::success;
  });
}
