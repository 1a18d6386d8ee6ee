// Functions that the compiler makes once per instruction set, the best of which the host picks when the
// program starts: for loops over lanes, which baseline x86-64 takes four at a time and AVX-512 sixteen. What
// such a function calls profits only where it is inlined.
//
// Left to the baseline under sanitizers, which begin their work after the choice is made.
#pragma once

#if defined(__has_feature) && !defined(LOCKSTEP_SANITIZED)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define LOCKSTEP_SANITIZED
#endif
#endif
#if (defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)) && !defined(LOCKSTEP_SANITIZED)
#define LOCKSTEP_SANITIZED
#endif

#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(LOCKSTEP_SANITIZED)
#define LOCKSTEP_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define LOCKSTEP_CLONES
#endif
