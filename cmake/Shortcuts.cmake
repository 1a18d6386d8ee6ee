# What makes a clean build shorter, for users and developers alike: precompiled headers, several commands or tests to a
# compilation, and no more optimisation than a layer's work is worth.
#
# What compiling files together hides is one that leans on another's names: continuous integration's second configuration
# compiles fewer together, which parts most from what they lean on; with OFF each is compiled as it stands. What
# precompiled headers hide is a header that nobody includes: clang-tidy reads all files without them, and tests/ground
# finds missing standard headers in the text.
option(LOCKSTEP_SHORTCUTS "Precompiled headers, several commands or tests to a compilation, spared optimisation" ON)
if(LOCKSTEP_SHORTCUTS)
  set(together 10)
else()
  set(together OFF)
endif()
set(LOCKSTEP_TOGETHER ${together} CACHE STRING "As many commands or tests to a compilation at most, or OFF")
if(NOT LOCKSTEP_SHORTCUTS)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()

# Layers that say what is to be done or look at what was done; what takes time is in those below them. Release builds
# compile them at -O1, in two thirds of the time.
set(LOCKSTEP_LAYERS_AT_O1
  emulator/code_object emulator/findings emulator/launch emulator/lint emulator/runtime devices kernels
  properties/campaigns properties/cases properties/comparison properties/fuzzing properties/pages properties/recipes
  properties/schedule_search properties/wait_mutation properties/compiler_check properties/probe python/session)
set(LOCKSTEP_SPARED $<$<AND:$<CONFIG:Release>,$<BOOL:${LOCKSTEP_SHORTCUTS}>>:-O1>)

set(LOCKSTEP_COMMON_HEADERS
  <algorithm> <array> <atomic> <bit> <cmath> <cstdint> <cstring> <functional> <limits> <map> <memory> <numeric> <optional>
  <random> <set> <span> <string> <string_view> <utility> <variant> <vector> <fmt/format.h> <tl/expected.hpp>)

# A package that is upgraded may bring a header again that says the same with another date, older than the build. Without
# dates in a precompiled header, ccache finds what another clone has compiled.
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND LOCKSTEP_SHORTCUTS)
  target_compile_options(lockstep_flags INTERFACE
    -fpch-validate-input-files-content "SHELL:-Xclang -fno-pch-timestamp")
endif()

# g++ 12 forgets that a precompiled header is the system's, and doubts the copies inside std::string.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND LOCKSTEP_SHORTCUTS)
  target_compile_options(lockstep_flags INTERFACE
    -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
endif()

# lockstep_common_headers(NAME HEADERS header... [OF_LAYERS header...] LIBRARIES target... [OPTIONS flag...]): for
# target_precompile_headers(... REUSE_FROM NAME) by targets of the same flags. Where files are compiled apart, each reads
# the layers' headers itself. A longer list takes another NAME: CMake gives the list the time of the root's
# CMakeLists.txt, so that ninja would keep the headers of an older build.
function(lockstep_common_headers name)
  cmake_parse_arguments(ARG "" "" "HEADERS;OF_LAYERS;LIBRARIES;OPTIONS" ${ARGN})
  if(NOT LOCKSTEP_TOGETHER)
    set(ARG_OF_LAYERS)
  endif()
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp "")
  add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES})
  target_compile_options(${name} PRIVATE ${ARG_OPTIONS})
  target_precompile_headers(${name} PRIVATE ${ARG_HEADERS} ${ARG_OF_LAYERS})
endfunction()

# lockstep_compile_together(TARGET [AT_ONCE number] [ALONE file...]): its files, six or so many at once, or fewer, as
# LOCKSTEP_TOGETHER says, but for some of which names meet those of others.
function(lockstep_compile_together target)
  cmake_parse_arguments(ARG "" "AT_ONCE" "ALONE" ${ARGN})
  if(NOT ARG_AT_ONCE)
    set(ARG_AT_ONCE 6)
  endif()
  if(ARG_AT_ONCE GREATER LOCKSTEP_TOGETHER)
    set(ARG_AT_ONCE ${LOCKSTEP_TOGETHER})
  endif()
  if(LOCKSTEP_TOGETHER)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${ARG_AT_ONCE})
  endif()
  set_source_files_properties(${ARG_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# A precompiled header serves one level of optimisation.
set(libraries lockstep_flags fmt::fmt tl::expected)
lockstep_common_headers(lockstep_layer_headers HEADERS ${LOCKSTEP_COMMON_HEADERS} LIBRARIES ${libraries})
lockstep_common_headers(lockstep_spared_headers HEADERS ${LOCKSTEP_COMMON_HEADERS} LIBRARIES ${libraries}
                        OPTIONS ${LOCKSTEP_SPARED})
