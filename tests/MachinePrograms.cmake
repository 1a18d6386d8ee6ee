# Small programs in assembly, whose outcome follows from the manual. A program names each kernel in one line,
# `kernel NAME, lds=…, private=…`: the descriptor is the macro's work, the metadata is written from the line.
# Assembled for one arch, into OBJECT.co; the objects are the folder's LOCKSTEP_MACHINE_OBJECTS.
function(lockstep_machine_program name arch object)
  set(shared ${CMAKE_SOURCE_DIR}/tests/machine/programs)
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/programs/${name}.s)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(STRINGS ${source} lines REGEX "^kernel ")
  set(rows "")
  set(lanes 64)
  set(macros kernel.inc)
  if(arch STREQUAL "gfx1250")
    set(lanes 32)
    set(macros gfx1250.inc)
  endif()
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^kernel ([a-z0-9_]+).*" "\\1" kernel "${line}")
    foreach(key lds private)
      set(${key} 0)
      if(line MATCHES "${key}=([0-9]+)")
        set(${key} ${CMAKE_MATCH_1})
      endif()
    endforeach()
    string(APPEND rows
      "  - {.name: ${kernel}, .symbol: ${kernel}.kd, .kernarg_segment_size: 64, .kernarg_segment_align: 8,\n"
      "     .group_segment_fixed_size: ${lds}, .private_segment_fixed_size: ${private}, .wavefront_size: ${lanes},\n"
      "     .sgpr_count: 100, .vgpr_count: 32, .agpr_count: 0, .max_flat_workgroup_size: 1024}\n")
  endforeach()
  set(whole ${CMAKE_CURRENT_BINARY_DIR}/${object}.whole.s)
  lockstep_write(${whole}
    ".include \"${macros}\"\n.include \"${name}.s\"\n.amdgpu_metadata\n---\namdhsa.version: [1, 2]\namdhsa.kernels:\n${rows}...\n.end_amdgpu_metadata\n")
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${object}.co)
  add_custom_command(
    OUTPUT ${object}
    COMMAND ${LOCKSTEP_CLANG} -x assembler --target=amdgcn-amd-amdhsa -mcpu=${arch}
            -Wa,-I${CMAKE_CURRENT_SOURCE_DIR}/programs -Wa,-I${shared} ${whole} -o ${object}
    DEPENDS ${whole} ${source} ${shared}/${macros} ${shared}/dense.inc ${shared}/sparse.inc VERBATIM)
  set_property(DIRECTORY APPEND PROPERTY LOCKSTEP_MACHINE_OBJECTS ${object})
endfunction()
