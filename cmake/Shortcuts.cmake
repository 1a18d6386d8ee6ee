# What makes a clean build shorter at the cost of the next one. A change to a header or a command compiles more anew, and
# a file that leans on another's includes or names is not noticed: the presets dev, clang, tidy and those of the
# sanitizers do without.
option(LOCKSTEP_SHORTCUTS "Precompiled headers, several commands or tests to a compilation, tests not optimised" ON)
if(NOT LOCKSTEP_SHORTCUTS)
  set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()

set(LOCKSTEP_COMMON_HEADERS
  <algorithm> <array> <atomic> <bit> <cmath> <cstdint> <cstring> <functional> <limits> <map> <memory> <numeric> <optional>
  <random> <set> <span> <string> <string_view> <utility> <variant> <vector> <fmt/format.h> <tl/expected.hpp>)

# g++ 12 forgets that a precompiled header is the system's, and doubts the copies inside std::string.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND LOCKSTEP_SHORTCUTS)
  target_compile_options(lockstep_flags INTERFACE
    -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
endif()

# lockstep_common_headers(NAME HEADERS header... LIBRARIES target... [OPTIONS flag...]): for
# target_precompile_headers(... REUSE_FROM NAME) by targets of the same flags.
function(lockstep_common_headers name)
  cmake_parse_arguments(ARG "" "" "HEADERS;LIBRARIES;OPTIONS" ${ARGN})
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp "")
  add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  target_link_libraries(${name} PRIVATE ${ARG_LIBRARIES})
  target_compile_options(${name} PRIVATE ${ARG_OPTIONS})
  target_precompile_headers(${name} PRIVATE ${ARG_HEADERS})
endfunction()

# lockstep_compile_together(TARGET [AT_ONCE number] [ALONE file...]): its files, six or so many at once, but for some of
# which names meet those of others.
function(lockstep_compile_together target)
  cmake_parse_arguments(ARG "" "AT_ONCE" "ALONE" ${ARGN})
  if(NOT ARG_AT_ONCE)
    set(ARG_AT_ONCE 6)
  endif()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${LOCKSTEP_SHORTCUTS} UNITY_BUILD_BATCH_SIZE ${ARG_AT_ONCE})
  set_source_files_properties(${ARG_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

lockstep_common_headers(lockstep_layer_headers HEADERS ${LOCKSTEP_COMMON_HEADERS}
                        LIBRARIES lockstep_flags fmt::fmt tl::expected)
