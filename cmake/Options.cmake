# Compiler settings shared by every target.
option(LOCKSTEP_TESTS "Build the test suite" ON)
option(LOCKSTEP_WERROR "Treat warnings as errors" $ENV{LOCKSTEP_WERROR})
set(LOCKSTEP_SANITIZE "" CACHE STRING "Sanitizers to build with: address,undefined or thread")

option(LOCKSTEP_FUZZERS "Build the targets of tests/fuzz for libFuzzer: needs clang" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

add_library(lockstep_flags INTERFACE)
# Contraction would change the bits of every reference: a*b+c must stay two roundings (docs/decisions/0001).
target_compile_options(lockstep_flags INTERFACE -ffp-contract=off -Wall -Wextra -Wpedantic -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ 12 reports overlapping copies inside std::string operator+ that do not exist (GCC bug 105651).
  # It doubts the contents of a std::optional that holds none (GCC bug 80635); clang and clang-tidy tell what is really
  # uninitialised. Its notes on how vectors of 32 bytes were passed before GCC 4.6 concern nobody.
  target_compile_options(lockstep_flags INTERFACE -Wno-restrict -Wno-maybe-uninitialized -Wno-psabi)
  # Nobody replaces a function of ours at load time: within a file they may be inlined, as clang does unasked.
  target_compile_options(lockstep_flags INTERFACE -fno-semantic-interposition)
  # Rows of 64 lanes are copied and cleared all the time. By itself GCC uses REP MOVS and REP STOS, which take
  # longer to begin than the C library takes for a whole row.
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(lockstep_flags INTERFACE -mstringop-strategy=libcall)
  endif()
endif()
if(LOCKSTEP_WERROR)
  target_compile_options(lockstep_flags INTERFACE -Werror)
endif()
if(LOCKSTEP_FUZZERS)
  target_compile_options(lockstep_flags INTERFACE
    -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g1)
  target_link_options(lockstep_flags INTERFACE -fsanitize=address,undefined)
endif()
if(LOCKSTEP_SANITIZE)
  # A report ends the process: a test with one does not pass.
  target_compile_options(lockstep_flags INTERFACE
    -fsanitize=${LOCKSTEP_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(lockstep_flags INTERFACE -fsanitize=${LOCKSTEP_SANITIZE})
endif()
