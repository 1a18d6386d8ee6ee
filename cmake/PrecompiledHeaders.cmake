# Headers of others that most sources include, parsed once for each set instead of once for each source. A source
# includes what it uses all the same: preset tidy builds without these.
set(LOCKSTEP_COMMON_HEADERS
  <algorithm> <array> <bit> <cmath> <cstdint> <cstring> <functional> <limits> <map> <memory> <optional> <set> <span>
  <string> <string_view> <vector> <fmt/format.h> <tl/expected.hpp>)

# lockstep_header_set(NAME LIBRARIES target... HEADERS header...): the common headers and more, for those who take it.
function(lockstep_header_set name)
  cmake_parse_arguments(ARG "" "" "LIBRARIES;HEADERS" ${ARGN})
  set(source ${CMAKE_BINARY_DIR}/generated/${name}.cpp)
  if(NOT EXISTS ${source})
    file(WRITE ${source} "")
  endif()
  add_library(${name} OBJECT ${source})
  target_link_libraries(${name} PRIVATE lockstep_flags fmt::fmt tl::expected ${ARG_LIBRARIES})
  target_precompile_headers(${name} PRIVATE ${LOCKSTEP_COMMON_HEADERS} ${ARG_HEADERS})
endfunction()

# lockstep_take_headers(TARGET NAME): with what the libraries of the set have defined, as the compiler demands.
function(lockstep_take_headers target name)
  target_compile_definitions(${target} PRIVATE $<TARGET_PROPERTY:${name},COMPILE_DEFINITIONS>)
  target_precompile_headers(${target} REUSE_FROM ${name})
endfunction()
