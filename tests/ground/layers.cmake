# Configures and builds a project of two layers, `reference/formats` below `emulator/matrix`, on the real Layers.cmake.
# Each scenario says which step must fail and with which words; `allowed_edge` is the control: everything passes.
set(formats_uses "")
set(formats_source "int low() { return 0; }")
set(matrix_layer emulator/matrix)
set(matrix_uses reference/formats)
set(matrix_source "#include \"reference/formats/low.hpp\"\nint high() { return low(); }")

if(SCENARIO STREQUAL allowed_edge)
  set(expected "")
elseif(SCENARIO STREQUAL forbidden_edge)
  set(formats_uses emulator/matrix)
  set(expected "reference/formats may not use emulator/matrix")
elseif(SCENARIO STREQUAL unlisted_layer)
  set(matrix_layer emulator/unheard_of)
  set(expected "emulator/unheard_of has no row in cmake/Layers.cmake")
elseif(SCENARIO STREQUAL include_against_the_arrows)
  set(formats_source "#include \"emulator/matrix/high.hpp\"")
  set(expected "emulator/matrix/high.hpp.*(No such file|file not found)")
elseif(SCENARIO STREQUAL include_of_an_unused_layer)
  set(matrix_uses "")
  set(expected "reference/formats/low.hpp.*(No such file|file not found)")
else()
  message(FATAL_ERROR "no scenario ${SCENARIO}")
endif()

file(REMOVE_RECURSE ${WORK})
file(WRITE ${WORK}/CMakeLists.txt "
cmake_minimum_required(VERSION 3.25)
project(layers LANGUAGES CXX)
include(${LAYERS})
add_library(lockstep_flags INTERFACE)
add_subdirectory(reference/formats)
add_subdirectory(emulator/matrix)
")
file(WRITE ${WORK}/reference/formats/CMakeLists.txt "lockstep_layer(reference/formats SOURCES low.cpp USES ${formats_uses})\n")
file(WRITE ${WORK}/reference/formats/low.hpp "int low();\n")
file(WRITE ${WORK}/reference/formats/low.cpp "${formats_source}\n")
file(WRITE ${WORK}/emulator/matrix/CMakeLists.txt "lockstep_layer(${matrix_layer} SOURCES high.cpp USES ${matrix_uses})\n")
file(WRITE ${WORK}/emulator/matrix/high.hpp "int high();\n")
file(WRITE ${WORK}/emulator/matrix/high.cpp "${matrix_source}\n")

execute_process(
  COMMAND ${CMAKE_COMMAND} -S ${WORK} -B ${WORK}/build -G Ninja -D CMAKE_CXX_COMPILER=${COMPILER}
          -D CMAKE_CXX_COMPILER_WORKS=ON -D CMAKE_CXX_ABI_COMPILED=ON
  RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(code EQUAL 0)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK}/build
                  RESULT_VARIABLE code OUTPUT_VARIABLE built ERROR_VARIABLE built)
  string(APPEND output "${built}")
endif()

if(expected STREQUAL "")
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "an allowed edge was refused:\n${output}")
  endif()
elseif(code EQUAL 0 OR NOT output MATCHES "${expected}")
  message(FATAL_ERROR "expected a failure that says '${expected}', got exit code ${code}:\n${output}")
endif()
