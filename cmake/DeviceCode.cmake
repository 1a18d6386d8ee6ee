# Compiles HIP sources to AMD code objects with clang and lld, without ROCm, and embeds them.
#
#   lockstep_device_kernel(NAME SOURCE file ARCHS gfx950... [ONLY_SHIPPED | EVERY_LEVEL] [FLAGS f...]
#                          [REST_OF_PAIRS script])
#                                                              a kernel: built at O3 (shipped) and O2, or at O1 and
#                                                              O0 as well; with LOCKSTEP_LEVELS=all every kernel at
#                                                              every level; with REST_OF_PAIRS at O3 and O2 one
#                                                              pair of formats is compiled (LOCKSTEP_ONE_PAIR), and
#                                                              the script makes the others of its assembly. Archs
#                                                              of one kernel may have sources of their own, by
#                                                              further calls
#   lockstep_scalar_build(NAME SOURCE file [BUG id FIND text REPLACE text])
#                                                              a build 'scalar' of a kernel of gfx950 that needs no
#                                                              matrix instruction: for gfx950 and, as PTX, for sm_90;
#                                                              or the same with one planted bug, as build ID
#   lockstep_warpgroup_build(NAME SOURCE file [BUG id FILE file FIND text REPLACE text])
#                                                              the kernel for sm_90 and its tensor cores, as PTX, or the
#                                                              same with one planted bug, in the source or a header
#   lockstep_controls(SOURCE ARCH...)                          the programs of `lockstep selftest`, one image per arch
#   lockstep_device_mutants(TABLE)                             the same kernels, one planted bug each; by default
#                                                              a sample of them is compiled
#   lockstep_embed_device_code(TARGET)                         static library with lockstep::kernels::images()
find_program(LOCKSTEP_CLANG NAMES clang++-22 clang++ REQUIRED)
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)

set(LOCKSTEP_MUTANTS sample CACHE STRING
    "Planted bugs that are compiled, a list: all, or a sample, every twelfth of a kernel, or none, and names of single ones")

set(LOCKSTEP_LEVELS some CACHE STRING "Levels of optimisation that kernels are compiled at: some, of each what tests need, or all")

set(LOCKSTEP_DEVICE_CODE "" CACHE PATH
    "Folder 'device' of a finished build of the same sources, whose code objects are copied; those it lacks are compiled")

set(LOCKSTEP_AMD_FLAGS -x hip -nogpulib -nogpuinc --offload-device-only --no-gpu-bundle-output -fhip-kernel-arg-name)
set(LOCKSTEP_DEVICE_FLAGS -std=c++20 -DLOCKSTEP_PLAIN_CLANG -Wall -Wextra -Wpedantic -Wshadow)
if(LOCKSTEP_WERROR)
  list(APPEND LOCKSTEP_DEVICE_FLAGS -Werror)
endif()

# Notes one code object to be built: `source`, with headers taken from `overlay` (a folder, or NONE) first.
function(lockstep_device_image name arch build optimise source overlay)
  set_property(GLOBAL APPEND PROPERTY LOCKSTEP_IMAGES "${name}|${arch}|${build}|${optimise}|${source}|${overlay}")
endfunction()

# The command that builds it; belongs to the folder of the target that embeds it. clang ignores -MF when it also
# links device code, hence the dependency options of its front end.
function(lockstep_compile_device_image object name arch build optimise source overlay)
  set(language ${LOCKSTEP_AMD_FLAGS})
  if(arch MATCHES "^sm_")  # the first PTX that knows the target, so that no driver is too old that knows the GPU
    set(ptx ptx78)
    if(arch STREQUAL sm_90a)
      set(ptx ptx80)
    endif()
    set(language -x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version --cuda-feature=+${ptx} -S)
  endif()
  get_filename_component(file ${object} NAME)
  if(LOCKSTEP_DEVICE_CODE AND EXISTS ${LOCKSTEP_DEVICE_CODE}/${file})
    add_custom_command(
      OUTPUT ${object} COMMAND ${CMAKE_COMMAND} -E copy ${LOCKSTEP_DEVICE_CODE}/${file} ${object}
      DEPENDS ${LOCKSTEP_DEVICE_CODE}/${file} VERBATIM)
    return()
  endif()
  set(includes -I${CMAKE_SOURCE_DIR})
  if(NOT overlay STREQUAL NONE)
    list(PREPEND includes -I${overlay} -DLOCKSTEP_ONE_PAIR -w)  # a planted bug may leave a name unused
  endif()
  get_property(own_flags GLOBAL PROPERTY LOCKSTEP_FLAGS_${name})
  if(optimise STREQUAL -O1)
    list(APPEND own_flags -DLOCKSTEP_HOLD_NOTHING)  # see kernels/primitives/held_accumulators.hpp
  endif()
  set(compiled ${object})
  set(assemble "")
  get_property(script GLOBAL PROPERTY LOCKSTEP_REST_OF_PAIRS_${name})
  if(NOT overlay STREQUAL NONE OR NOT optimise MATCHES "-O[23]")
    set(script "")
  endif()
  if(arch MATCHES "^sm_")  # whose sources are others
    set(own_flags "")
    set(script "")
  endif()
  # tests/gfx1250 reads the assembly of what is shipped; planted bugs are made alike, to differ by their code alone.
  if(script OR (arch STREQUAL gfx1250 AND optimise STREQUAL -O3))
    set(compiled ${object}.s)
    set(assembly ${compiled})
    list(APPEND own_flags -S)
    if(script)
      list(APPEND own_flags -DLOCKSTEP_ONE_PAIR)
      set(assembly ${object}.pairs.s)
      list(APPEND assemble COMMAND ${Python3_EXECUTABLE} ${script} ${compiled} ${assembly})
    endif()
    list(APPEND assemble COMMAND ${LOCKSTEP_CLANG} -x assembler --target=amdgcn-amd-amdhsa -mcpu=${arch} ${assembly} -o ${object})
    if(script)
      list(APPEND assemble COMMAND ${CMAKE_COMMAND} -E rm ${compiled} ${assembly})
    endif()
  endif()
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${LOCKSTEP_CLANG} ${language} ${LOCKSTEP_DEVICE_FLAGS} ${own_flags} ${optimise}
            --offload-arch=${arch} ${includes}
            -Xclang -dependency-file -Xclang ${object}.d -Xclang -MT -Xclang ${object}
            ${source} -o ${compiled}
    ${assemble}
    DEPENDS ${source} ${script} DEPFILE ${object}.d
    COMMENT "Building device code ${name} for ${arch} (${build})" VERBATIM)
endfunction()

function(lockstep_device_kernel name)
  cmake_parse_arguments(ARG "ONLY_SHIPPED;EVERY_LEVEL" "SOURCE;REST_OF_PAIRS" "ARCHS;FLAGS" ${ARGN})
  if(ARG_REST_OF_PAIRS)
    get_filename_component(script ${ARG_REST_OF_PAIRS} ABSOLUTE)
    set_property(GLOBAL PROPERTY LOCKSTEP_REST_OF_PAIRS_${name} ${script})
  endif()
  get_filename_component(source ${ARG_SOURCE} ABSOLUTE)
  foreach(arch IN LISTS ARG_ARCHS)
    set_property(GLOBAL PROPERTY LOCKSTEP_SOURCE_${name}_${arch} ${source})
  endforeach()
  set_property(GLOBAL PROPERTY LOCKSTEP_FLAGS_${name} ${ARG_FLAGS})
  foreach(arch IN LISTS ARG_ARCHS)
    lockstep_device_image(${name} ${arch} O3 -O3 ${source} NONE)
    if(NOT ARG_ONLY_SHIPPED OR LOCKSTEP_LEVELS STREQUAL all)
      lockstep_device_image(${name} ${arch} O2 -O2 ${source} NONE)
    endif()
    if(ARG_EVERY_LEVEL OR LOCKSTEP_LEVELS STREQUAL all)
      lockstep_device_image(${name} ${arch} O1 -O1 ${source} NONE)
      lockstep_device_image(${name} ${arch} O0 -O0 ${source} NONE)
    endif()
  endforeach()
endfunction()

# Writes `text` only when it differs, so that nothing is rebuilt for nothing.
function(lockstep_write file text)
  if(EXISTS ${file})
    file(READ ${file} old)
    if("${old}" STREQUAL "${text}")
      return()
    endif()
  endif()
  file(WRITE ${file} "${text}")
endfunction()

# Puts the edited copy of one file in a folder of its own, spelt from the root as includes are: compiled with that
# folder in front, the kernel sees the edit and every other file as it is. LOCKSTEP_ONE_PAIR is defined then: one pair
# of formats tells a planted bug.
function(lockstep_plant_bug id file find replace overlay)
  set(original ${CMAKE_SOURCE_DIR}/${file})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${original})
  file(READ ${original} text)
  string(FIND "${text}" "${find}" first)
  string(FIND "${text}" "${find}" last REVERSE)
  if(first EQUAL -1)
    message(FATAL_ERROR "mutant ${id}: this text is no longer in ${file}:\n${find}")
  elseif(NOT first EQUAL last)
    message(FATAL_ERROR "mutant ${id}: this text is more than once in ${file}:\n${find}")
  endif()
  string(REPLACE "${find}" "${replace}" text "${text}")
  lockstep_write(${overlay}/${file} "${text}")
endfunction()

function(lockstep_scalar_build name)
  cmake_parse_arguments(ARG "" "SOURCE;BUG;FIND;REPLACE" "" ${ARGN})
  get_filename_component(source ${ARG_SOURCE} ABSOLUTE)
  set(build scalar)
  set(overlay NONE)
  if(ARG_BUG)
    set(build ${ARG_BUG})
    set(overlay ${CMAKE_BINARY_DIR}/device/mutants/${build})
    file(RELATIVE_PATH file ${CMAKE_SOURCE_DIR} ${source})
    lockstep_plant_bug(${build} ${file} "${ARG_FIND}" "${ARG_REPLACE}" ${overlay})
    set(source ${overlay}/${file})
  endif()
  foreach(arch gfx950 sm_90)
    lockstep_device_image(${name} ${arch} ${build} -O3 ${source} ${overlay})
  endforeach()
endfunction()

function(lockstep_warpgroup_build name)
  cmake_parse_arguments(ARG "" "SOURCE;BUG;FILE;FIND;REPLACE" "" ${ARGN})
  get_filename_component(source ${ARG_SOURCE} ABSOLUTE)
  set(build O3)
  set(overlay NONE)
  if(ARG_BUG)
    set(build ${ARG_BUG})
    set(overlay ${CMAKE_BINARY_DIR}/device/mutants/${build})
    lockstep_plant_bug(${build} ${ARG_FILE} "${ARG_FIND}" "${ARG_REPLACE}" ${overlay})
    if(source STREQUAL "${CMAKE_SOURCE_DIR}/${ARG_FILE}")
      set(source ${overlay}/${ARG_FILE})
    endif()
  endif()
  lockstep_device_image(${name} sm_90a ${build} -O3 ${source} ${overlay})
endfunction()

function(lockstep_controls source)
  get_filename_component(source ${source} ABSOLUTE)
  foreach(arch IN LISTS ARGN)
    lockstep_device_image(selftest ${arch} controls -O3 ${source} NONE)
  endforeach()
endfunction()

function(lockstep_device_mutants table)
  get_filename_component(table ${table} ABSOLUTE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
  file(READ ${table} json)
  string(JSON count LENGTH "${json}")
  math(EXPR last "${count} - 1")
  set(rows "")
  foreach(i RANGE ${last})
    foreach(field id zoo kernel law file find replace sentence)
      string(JSON ${field} GET "${json}" ${i} ${field})
    endforeach()
    string(JSON arch ERROR_VARIABLE no_arch GET "${json}" ${i} arch)
    if(no_arch)
      set(arch gfx950)
    endif()
    set(overlay ${CMAKE_BINARY_DIR}/device/mutants/${id})
    lockstep_plant_bug(${id} ${file} "${find}" "${replace}" ${overlay})

    get_property(source GLOBAL PROPERTY LOCKSTEP_SOURCE_${kernel}_${arch})
    if(NOT source)
      message(FATAL_ERROR "mutant ${id}: no kernel named ${kernel} is built for ${arch}")
    endif()
    if(source STREQUAL "${CMAKE_SOURCE_DIR}/${file}")
      set(source ${overlay}/${file})
    endif()
    # A row whose image is not compiled still has its edit applied: it can't rot.
    string(JSON sampled ERROR_VARIABLE unmarked GET "${json}" ${i} sample)
    if(NOT DEFINED number_${kernel}_${arch})
      set(number_${kernel}_${arch} 0)
    endif()
    math(EXPR place "${number_${kernel}_${arch}} % 12")
    math(EXPR number_${kernel}_${arch} "${number_${kernel}_${arch}} + 1")
    set(built false)
    if("all" IN_LIST LOCKSTEP_MUTANTS OR id IN_LIST LOCKSTEP_MUTANTS
       OR ("sample" IN_LIST LOCKSTEP_MUTANTS AND (NOT unmarked OR place EQUAL 0)))
      set(built true)
      lockstep_device_image(${kernel} ${arch} ${id} -O3 ${source} ${overlay})
    endif()
    string(APPEND rows
      "    {\"${id}\", \"${kernel}\", \"${arch}\", \"${law}\", R\"(${sentence})\", ${zoo}, ${built}},\n")
  endforeach()
  set_property(GLOBAL PROPERTY LOCKSTEP_MUTANT_ROWS "${rows}")
endfunction()

# The tables of kernels/images.hpp and kernels/mutants/mutants.hpp, and the bytes behind the first.
function(lockstep_embed_device_code target)
  file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/device)
  get_property(images GLOBAL PROPERTY LOCKSTEP_IMAGES)
  get_property(mutant_rows GLOBAL PROPERTY LOCKSTEP_MUTANT_ROWS)
  set(generated ${CMAKE_CURRENT_BINARY_DIR}/generated)
  set(assembly ".section .rodata\n")
  set(symbols "")
  set(rows "")
  set(objects "")
  set(index 0)
  foreach(image IN LISTS images)
    string(REPLACE "|" ";" fields "${image}")
    list(GET fields 0 name)
    list(GET fields 1 arch)
    list(GET fields 2 build)
    string(REGEX REPLACE "^(sm_[0-9]+)a$" "\\1" listed_arch ${arch})  # what GPUs say they are
    set(object ${CMAKE_BINARY_DIR}/device/${name}.${arch}.${build}.co)
    lockstep_compile_device_image(${object} ${fields})
    set(symbol lockstep_image_${index})
    string(APPEND assembly
      ".balign 64\n.globl ${symbol}_begin\n.globl ${symbol}_end\n"
      "${symbol}_begin:\n.incbin \"${object}\"\n${symbol}_end:\n")
    string(APPEND symbols "extern const std::byte ${symbol}_begin[], ${symbol}_end[];\n")
    string(APPEND rows "      Image{\"${name}\", \"${listed_arch}\", \"${build}\", {${symbol}_begin, ${symbol}_end}},\n")
    list(APPEND objects ${object})
    math(EXPR index "${index} + 1")
  endforeach()
  string(APPEND assembly ".section .note.GNU-stack,\"\",@progbits\n")

  lockstep_write(${generated}/images.S "${assembly}")
  lockstep_write(${generated}/images.cpp
"#include \"kernels/images.hpp\"

#include <array>

extern \"C\" {
${symbols}}

namespace lockstep::kernels {

std::span<const Image> images() {
  static const std::array table = {
${rows}  };
  return table;
}

}  // namespace lockstep::kernels
")
  lockstep_write(${generated}/mutants.cpp
"#include \"kernels/mutants/mutants.hpp\"

#include <array>

namespace lockstep::kernels {

std::span<const Mutant> mutants() {
  static constexpr auto kTable = std::to_array<Mutant>({
${mutant_rows}  });
  return kTable;
}

}  // namespace lockstep::kernels
")

  set_source_files_properties(${generated}/images.S PROPERTIES OBJECT_DEPENDS "${objects}" LANGUAGE ASM)
  add_library(${target} STATIC ${generated}/images.S ${generated}/images.cpp ${generated}/mutants.cpp)
  target_link_libraries(${target} PUBLIC lockstep_flags)
  set(root ${CMAKE_BINARY_DIR}/include/${target})
  file(MAKE_DIRECTORY ${root})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR} ${root}/kernels SYMBOLIC)
  target_include_directories(${target} PUBLIC ${root})
endfunction()
