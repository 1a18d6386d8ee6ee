// LOCKSTEP_SANITIZED: whether this is compiled with a sanitizer that knows every access.
#pragma once

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // GCC's names
#define LOCKSTEP_SANITIZED 1
#elif defined(__has_feature)  // clang's
#define LOCKSTEP_SANITIZED \
  (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer))
#else
#define LOCKSTEP_SANITIZED 0
#endif
