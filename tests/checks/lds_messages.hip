// Waves of a workgroup that tell each other something through LDS, without a barrier; and twins in which a
// wait or a message is missing. Wave w has threads [w * lanes(), (w + 1) * lanes()).
#define KERNEL extern "C" __attribute__((global)) void
#define SHARED static __attribute__((shared))
#define INLINE static __attribute__((device, always_inline))
#define SCOPE __HIP_MEMORY_SCOPE_WORKGROUP
using u32 = unsigned;

INLINE u32 thread() {
  return __builtin_amdgcn_workitem_id_x();
}
INLINE u32 lanes() {
  return __builtin_amdgcn_wavefrontsize();
}
INLINE u32 lane() {
  return thread() & (lanes() - 1);
}
INLINE u32 wave() {
  return __builtin_amdgcn_readfirstlane(thread() / lanes());
}
INLINE void release() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
}
INLINE void acquire() {
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
INLINE void meet() {
  release();
  __builtin_amdgcn_s_barrier();
  acquire();
}

// Wave 0 fills `data` and gives a signal, wave 1 waits for that and reads. `t`: the lane.
#define HANDED_OVER(NAME, SIGNAL, WAIT)  \
  KERNEL NAME(const u32* in, u32* out) { \
    SHARED u32 data[64], flag;           \
    const u32 t = lane();                \
    if (thread() == 0) flag = 0;         \
    meet();                              \
    if (wave() == 0) {                   \
      data[t] = in[t] + 1;               \
      SIGNAL;                            \
    } else {                             \
      WAIT;                              \
      out[t] = data[t];                  \
    }                                    \
  }
#define STORE(ORDER) __hip_atomic_store(&flag, 1u, ORDER, SCOPE)
#define ADD(ORDER) __hip_atomic_fetch_add(&flag, 1u, ORDER, SCOPE)
#define LOAD(ORDER) __hip_atomic_load(&flag, ORDER, SCOPE)
#define OR(ORDER) __hip_atomic_fetch_or(&flag, 0u, ORDER, SCOPE)
#define ACQUIRE __ATOMIC_ACQUIRE
#define RELEASE __ATOMIC_RELEASE
#define RELAXED __ATOMIC_RELAXED

HANDED_OVER(flag, STORE(RELEASE), while (LOAD(ACQUIRE) == 0))
HANDED_OVER(flag_of_one_lane, if (t == 0) STORE(RELEASE), while (LOAD(ACQUIRE) == 0))
HANDED_OVER(flag_asleep, if (t == 0) STORE(RELEASE), while (LOAD(ACQUIRE) == 0) __builtin_amdgcn_s_sleep(1))
HANDED_OVER(flag_behind_fences, release(); STORE(RELAXED), while (LOAD(RELAXED) == 0); acquire())
HANDED_OVER(flag_added, if (t == 0) ADD(RELEASE), while (LOAD(ACQUIRE) == 0))
HANDED_OVER(flag_by_atomics, if (t == 0) ADD(RELEASE), while (OR(__ATOMIC_ACQ_REL) == 0))
HANDED_OVER(flag_taken_by_atomic, if (t == 0) STORE(RELEASE), while (OR(__ATOMIC_ACQ_REL) == 0))
HANDED_OVER(flag_tried_often, if (t == 0) STORE(RELEASE),
            for (u32 n = 0; n < 100000; ++n) if (LOAD(ACQUIRE)) break)

// What is missing: a wait for the data, before the flag or the atomic; a wait for the flag, by the reader;
// order among those that write; the flag is for another's data.
#define ORDERED_BY_COMPILER asm volatile("" ::: "memory")
HANDED_OVER(flag_early, ORDERED_BY_COMPILER; STORE(RELAXED), while (LOAD(ACQUIRE) == 0))
HANDED_OVER(added_early, ORDERED_BY_COMPILER; if (t == 0) ADD(RELAXED), while (LOAD(ACQUIRE) == 0))
HANDED_OVER(flag_read_once, if (t == 0) STORE(RELEASE), if (LOAD(ACQUIRE) == 7) return)
HANDED_OVER(flag_ignored, if (t == 0) STORE(RELEASE), )
HANDED_OVER(written_behind_flag, if (t == 0) STORE(RELEASE); ORDERED_BY_COMPILER;
            data[t] = in[t] + 2, while (LOAD(ACQUIRE) == 0))
HANDED_OVER(read_before_flag, if (t == 0) STORE(RELEASE), const u32 x = *(volatile u32*)&data[t];
            while (LOAD(ACQUIRE) == 0); out[64 + t] = x)
HANDED_OVER(two_writers, if (t == 0) STORE(RELEASE), *(volatile u32*)&data[t] = 1; while (LOAD(ACQUIRE) == 0))

// The last of four waves to arrive reads what all have written; `before`: what the counter was.
#define ARRIVALS(NAME, ARRIVES, LAST)                                            \
  KERNEL NAME(const u32* in, u32* out) {                                         \
    SHARED u32 data[4][64], count;                                               \
    const u32 t = lane();                                                        \
    if (thread() == 0) count = 0;                                                \
    meet();                                                                      \
    data[wave()][t] = in[t] + wave();                                            \
    u32 before = 0;                                                              \
    ARRIVES;                                                                     \
    before = __builtin_amdgcn_readfirstlane(before);                             \
    if (LAST) out[thread()] = data[0][t] + data[1][t] + data[2][t] + data[3][t]; \
  }
#define ARRIVE(ORDER) before = __hip_atomic_fetch_add(&count, 1u, ORDER, SCOPE)
ARRIVALS(last_arrives, if (t == 0) ARRIVE(__ATOMIC_ACQ_REL), before == 3)
ARRIVALS(last_arrives_early, ORDERED_BY_COMPILER; if (t == 0) ARRIVE(RELAXED), before == 3)
ARRIVALS(one_is_not_counted, if (t == 0 && wave() != 1) ARRIVE(__ATOMIC_ACQ_REL);
         else if (t == 0) before = 9, before == 2)
// All wait until all have come.
#define ALL_COME(ORDER)                                         \
  if (t == 0) __hip_atomic_fetch_add(&count, 1u, ORDER, SCOPE); \
  while (__hip_atomic_load(&count, ACQUIRE, SCOPE) != 4)
ARRIVALS(all_arrive, ALL_COME(RELEASE), wave() < 2)
ARRIVALS(all_arrive_early, ORDERED_BY_COMPILER; ALL_COME(RELAXED), wave() < 2)

// A lock: `total` is the same row for both waves.
#define LOCKED(NAME, UNLOCK)                                                                              \
  KERNEL NAME(const u32* in, u32* out) {                                                                  \
    SHARED u32 total[64], mutex;                                                                          \
    const u32 t = lane();                                                                                 \
    if (wave() == 0) total[t] = 0;                                                                        \
    if (thread() == 0) mutex = 0;                                                                         \
    meet();                                                                                               \
    u32 got = 0;                                                                                          \
    do {                                                                                                  \
      u32 want = 0;                                                                                       \
      if (t == 0) got = __hip_atomic_compare_exchange_strong(&mutex, &want, 1u, ACQUIRE, RELAXED, SCOPE); \
    } while (!__builtin_amdgcn_readfirstlane(got));                                                       \
    acquire();                                                                                            \
    total[t] += in[t] + 1;                                                                                \
    UNLOCK;                                                                                               \
    meet();                                                                                               \
    out[thread()] = total[t];                                                                             \
  }
#define FREE(ORDER) \
  if (t == 0) __hip_atomic_store(&mutex, 0u, ORDER, SCOPE)
LOCKED(locked, release(); FREE(RELEASE))
LOCKED(given_back_early, ORDERED_BY_COMPILER; FREE(RELAXED))
LOCKED(not_locked_again, FREE(RELEASE); ORDERED_BY_COMPILER; total[t] = 5)

// Two rows in turns: `full` tells how many have been filled, `empty` how many were read.
#define RING(NAME, AHEAD)                                                  \
  KERNEL NAME(const u32* in, u32* out) {                                   \
    SHARED u32 data[2][64], full, empty;                                   \
    const u32 t = lane();                                                  \
    if (thread() == 0) full = 0, empty = 0;                                \
    meet();                                                                \
    _Pragma("nounroll") for (u32 i = 0; i < 8; ++i) {                      \
      if (wave() == 0) {                                                   \
        while (__hip_atomic_load(&empty, ACQUIRE, SCOPE) + AHEAD < i + 1); \
        data[i & 1][t] = in[t] + i;                                        \
        if (t == 0) __hip_atomic_store(&full, i + 1, RELEASE, SCOPE);      \
      } else {                                                             \
        while (__hip_atomic_load(&full, ACQUIRE, SCOPE) <= i);             \
        out[64 * i + t] = data[i & 1][t];                                  \
        if (t == 0) __hip_atomic_store(&empty, i + 1, RELEASE, SCOPE);     \
      }                                                                    \
    }                                                                      \
  }
RING(ring, 2)

// The data is in device memory, the flag in LDS.
#define THROUGH_MEMORY(NAME, SIGNAL)          \
  KERNEL NAME(const u32* in, u32* out) {      \
    SHARED u32 flag;                          \
    const u32 t = lane();                     \
    if (thread() == 0) flag = 0;              \
    meet();                                   \
    if (wave() == 0) {                        \
      out[128 + t] = in[t] + 1;               \
      SIGNAL;                                 \
    } else {                                  \
      while (LOAD(ACQUIRE) == 0);             \
      out[t] = *(volatile u32*)&out[128 + t]; \
    }                                         \
  }
#if defined(__gfx1250__)
#define WAIT_FOR_STORES asm volatile("s_wait_storecnt 0x0" ::: "memory")
#else
#define WAIT_FOR_STORES asm volatile("s_waitcnt vmcnt(0)" ::: "memory")
#endif
THROUGH_MEMORY(memory, WAIT_FOR_STORES; if (t == 0) STORE(RELEASE))
THROUGH_MEMORY(memory_ignored, WAIT_FOR_STORES; if (t == 0) STORE(RELEASE); out[128 + t] = 3)

// The flag is in memory, too, at the scope of the workgroup.
#define FLAG_IN_MEMORY(NAME, BEFORE, STORING, WAIT)           \
  KERNEL NAME(const u32* in, u32* out) {                      \
    const u32 t = lane();                                     \
    if (wave() == 0) {                                        \
      out[512 + t] = in[t] + 1;                               \
      BEFORE;                                                 \
      if (STORING) __hip_atomic_store(out + 900, 1u, RELAXED, SCOPE); \
    } else {                                                  \
      WAIT;                                                   \
      acquire();                                              \
      out[t] = out[512 + t];                                  \
    }                                                         \
  }
#define WAIT_IN_MEMORY while (__hip_atomic_load(out + 900, RELAXED, SCOPE) == 0)
FLAG_IN_MEMORY(flag_in_memory, release(), t == 0, WAIT_IN_MEMORY)
FLAG_IN_MEMORY(flag_in_memory_by_all, release(), true, WAIT_IN_MEMORY)
FLAG_IN_MEMORY(flag_in_memory_early, , t == 0, WAIT_IN_MEMORY)
FLAG_IN_MEMORY(flag_in_memory_ignored, release(), t == 0, )

// Workgroups change a byte each: scalar loads of bytes, where there are some, read no other one.
KERNEL bytes_in_place(const u32* in, unsigned char* out) {
  const u32 group = __builtin_amdgcn_workgroup_id_x();
  const u32 before = out[group];
  if (thread() == 0) out[group] = (unsigned char)(3 * before + group + 1);
}

// Copies into LDS, which do not pass through registers.
#if defined(__gfx1250__)
using Int4 = int __attribute__((ext_vector_type(4)));
using Int8 = int __attribute__((ext_vector_type(8)));
#define LDS_AT(POINTER) (__attribute__((address_space(3))) int*)(POINTER)
#define COPY                                     \
  __builtin_amdgcn_global_load_async_to_lds_b32( \
      (__attribute__((address_space(1))) int*)(unsigned long)(in + t), LDS_AT(&data[t]), 0, 0)
#define WAIT_FOR_COPY __builtin_amdgcn_s_wait_asynccnt(0)
// One row of 32 dwords (CDNA5 ISA, descriptors of tensor copies).
#define COPY_TENSOR                                                        \
  const unsigned long at = (unsigned long)in;                              \
  const Int4 first = {1, (int)(u32)(unsigned long)LDS_AT(data), (int)at,   \
                      (int)(u32(at >> 32 & 0x1ffffff) | 2u << 30)};        \
  const Int8 second = {2 << 16, 32 << 16, 1 << 16, 32 << 16, 1, 32, 0, 0}; \
  __builtin_amdgcn_tensor_load_to_lds_d2(first, second, 0)
#define WAIT_FOR_TENSOR __builtin_amdgcn_s_wait_tensorcnt(0)
#else
// In assembly: clang waits for its own copies before any store to LDS.
#define COPY                                                                                      \
  asm volatile("s_mov_b32 m0, %2\n s_nop 0\n global_load_lds_dword %0, %1" ::"v"(4 * t), "s"(in), \
               "s"((u32)(__attribute__((address_space(3))) u32*)data)                             \
               : "memory")
#define WAIT_FOR_COPY __builtin_amdgcn_s_waitcnt(0x0f70)  // vmcnt(0)
#endif
#define COPIED(NAME, START, WAIT, ORDER) \
  KERNEL NAME(const u32* in, u32* out) { \
    SHARED u32 data[64], flag;           \
    const u32 t = lane();                \
    if (thread() == 0) flag = 0;         \
    meet();                              \
    if (wave() == 0) {                   \
      START;                             \
      WAIT;                              \
      if (t == 0) STORE(ORDER);          \
    } else {                             \
      while (LOAD(ACQUIRE) == 0);        \
      out[t] = data[t];                  \
    }                                    \
  }
COPIED(copied, COPY, WAIT_FOR_COPY, RELEASE)
COPIED(copied_early, COPY, ORDERED_BY_COMPILER, RELAXED)
#if defined(__gfx1250__)
COPIED(tensor, COPY_TENSOR, WAIT_FOR_TENSOR, RELEASE)
COPIED(tensor_early, COPY_TENSOR, ORDERED_BY_COMPILER, RELAXED)
#endif
