# The architecture as data. Each layer is one folder and one target, and may use only the layers named in its row;
# a layer's headers are visible only to those who link it, so an include against the arrows does not compile.
set(LOCKSTEP_LAYERS
  "host:"
  "reference/formats:host"
  "reference/scaling:reference/formats"
  "reference/layouts:"
  "reference/exact:reference/formats"
  "reference/operators:host,reference/formats,reference/scaling,reference/layouts,reference/exact"
  "emulator/matrix:host,reference/formats"
  "emulator/accumulation:reference/formats,reference/exact,reference/operators,emulator/matrix"
  "emulator/code_object:"
  "emulator/isa:emulator/code_object"
  "emulator/lint:emulator/code_object,emulator/isa"
  "emulator/machine:host,reference/formats,emulator/matrix,emulator/code_object,emulator/isa"
  "emulator/checks:host,emulator/isa,emulator/machine"
  "emulator/launch:reference/formats,emulator/code_object,emulator/machine"
  "devices:emulator/code_object,emulator/matrix,emulator/machine"
  "kernels:reference/formats,reference/operators,emulator/code_object,emulator/machine"
  "properties/cases:host,reference/formats,emulator/machine"
  "properties/subjects:reference/formats,reference/scaling,reference/layouts,reference/exact,reference/operators,emulator/matrix,emulator/accumulation,emulator/machine,kernels,properties/cases"
  "properties/verdict:reference/formats,reference/operators,properties/cases"
  "properties/laws:reference/formats,reference/exact,reference/operators,emulator/matrix,emulator/isa,emulator/machine,emulator/checks,kernels,properties/cases,properties/subjects,properties/verdict"
  "properties/hunt:emulator/isa,emulator/machine,emulator/checks,kernels,properties/cases,properties/subjects,properties/verdict,properties/laws"
  "properties/mutation:emulator/code_object,emulator/isa,emulator/lint,emulator/machine,emulator/checks,kernels,properties/cases,properties/subjects,properties/verdict,properties/laws"
  "properties/probe:reference/formats,emulator/matrix,emulator/machine,kernels,devices"
  "bench:*"
  "cli:*"
)

# lockstep_layer(LAYER SOURCES file... [TOGETHER [ALONE file...]] USES layer... LIBRARIES target...)
# TOGETHER: lockstep_compile_together. Defines target lockstep_<layer with slashes as underscores>.
function(lockstep_layer layer)
  cmake_parse_arguments(ARG "TOGETHER" "" "SOURCES;ALONE;USES;LIBRARIES" ${ARGN})
  set(row "")
  foreach(candidate IN LISTS LOCKSTEP_LAYERS)
    if(candidate MATCHES "^${layer}:(.*)$")
      set(allowed "${CMAKE_MATCH_1}")
      set(row found)
    endif()
  endforeach()
  if(NOT row)
    message(FATAL_ERROR "${layer} has no row in cmake/Layers.cmake")
  endif()
  string(REPLACE "," ";" allowed "${allowed}")
  string(REPLACE "/" "_" name "lockstep_${layer}")

  if(ARG_SOURCES)
    add_library(${name} STATIC ${ARG_SOURCES})
    set(scope PUBLIC)
    if(fmt::fmt IN_LIST ARG_LIBRARIES)
      target_precompile_headers(${name} REUSE_FROM lockstep_layer_headers)
    endif()
    if(ARG_TOGETHER)
      lockstep_compile_together(${name} ALONE ${ARG_ALONE})
    endif()
  else()
    add_library(${name} INTERFACE)
    set(scope INTERFACE)
  endif()

  set(root ${CMAKE_BINARY_DIR}/include/${name})
  get_filename_component(parent ${root}/${layer} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${root}/${layer} SYMBOLIC)
  target_include_directories(${name} ${scope} ${root})
  target_link_libraries(${name} ${scope} lockstep_flags ${ARG_LIBRARIES})
  foreach(used IN LISTS ARG_USES)
    if(NOT allowed STREQUAL "*" AND NOT used IN_LIST allowed)
      message(FATAL_ERROR "${layer} may not use ${used}: see cmake/Layers.cmake")
    endif()
    string(REPLACE "/" "_" used_name "lockstep_${used}")
    target_link_libraries(${name} ${scope} ${used_name})
  endforeach()
endfunction()
