// What lanes do together, on the device: the builtins of the arch, and atomics.
#pragma once

#include "tests/compiled/random/prelude.hpp"

namespace lockstep::compiled {

#define LOCKSTEP_SYNC() (__builtin_amdgcn_fence(__ATOMIC_SEQ_CST, "workgroup"), __builtin_amdgcn_s_barrier())

/// What made it and what uses it become no one instruction.
LOCKSTEP_HERE F32 kept_apart(F32 x) {
  asm volatile("" : "+v"(x));
  return x;
}

enum class Combine { add, and_, or_, xor_, umin, umax, smin, smax };

template <Combine kHow, class T>
LOCKSTEP_HERE void combine(T* cell, T x) {
  constexpr int kOrder = __ATOMIC_RELAXED, kScope = __HIP_MEMORY_SCOPE_AGENT;
  if constexpr (kHow == Combine::add) __hip_atomic_fetch_add(cell, x, kOrder, kScope);
  if constexpr (kHow == Combine::and_) __hip_atomic_fetch_and(cell, x, kOrder, kScope);
  if constexpr (kHow == Combine::or_) __hip_atomic_fetch_or(cell, x, kOrder, kScope);
  if constexpr (kHow == Combine::xor_) __hip_atomic_fetch_xor(cell, x, kOrder, kScope);
  if constexpr (kHow == Combine::umin) __hip_atomic_fetch_min(cell, x, kOrder, kScope);
  if constexpr (kHow == Combine::umax) __hip_atomic_fetch_max(cell, x, kOrder, kScope);
  if constexpr (kHow == Combine::smin) __hip_atomic_fetch_min((I32*)cell, I32(x), kOrder, kScope);
  if constexpr (kHow == Combine::smax) __hip_atomic_fetch_max((I32*)cell, I32(x), kOrder, kScope);
}

/// Sixteen cells that begin as `first`; each lane combines x into one and reads the sum of all.
template <Combine kHow, class T>
LOCKSTEP_HERE T in_lds(U32 lane, U32 cell, T x, T first) {
  static __attribute__((shared)) T cells[16];
  if (lane < 16) cells[lane] = first;
  LOCKSTEP_SYNC();
  combine<kHow>(&cells[cell & 15], x);
  LOCKSTEP_SYNC();
  const T result = cells[(lane + 5) & 15];
  LOCKSTEP_SYNC();
  return result;
}
template <Combine kHow, class T>
LOCKSTEP_HERE T in_memory(void* at, U32 lane, U32 cell, T x, T first) {
  T* const cells = static_cast<T*>(at);
  if (lane < 16) cells[lane] = first;
  LOCKSTEP_SYNC();
  combine<kHow>(&cells[cell & 15], x);
  LOCKSTEP_SYNC();
  const T result = __hip_atomic_load(&cells[(lane + 5) & 15], __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
  LOCKSTEP_SYNC();
  return result;
}

}  // namespace lockstep::compiled
