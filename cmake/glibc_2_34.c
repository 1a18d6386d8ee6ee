/* Functions younger than glibc 2.34 that Debian's archives call, for builds that are to run with that one (Portable.cmake):
   libstdc++'s random_device asks for this one. */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((visibility("hidden"))) uint32_t arc4random(void) {
  uint32_t bits = 0;
  if (getentropy(&bits, sizeof bits) != 0) abort();
  return bits;
}
