# What is installed elsewhere brings what a bare machine lacks: LLVM's disassembler, fmt, zstd, zlib and the C++ library.
#
#   lockstep_link_portably(TARGET LIB)  an executable or shared library; LIB is the way from its folder to lib
#   lockstep_disassembler(RESULT)       names, for llvm.cpp, of what to load, and where it should have come from
option(LOCKSTEP_PORTABLE "Link all but the C library statically, LLVM's disassembler as lib/liblockstep_llvm.so" OFF)
set(LOCKSTEP_PORTABLE_FILES ${CMAKE_CURRENT_LIST_DIR})
set(LOCKSTEP_PORTABLE_FLAGS -static-libstdc++ -Wl,--as-needed -Wl,--gc-sections -s)
if(LOCKSTEP_PORTABLE)
  set(ZLIB_USE_STATIC_LIBS ON)
  set(archive libzstd.a)
endif()
find_library(LOCKSTEP_ZSTD NAMES ${archive} zstd)

function(lockstep_link_portably target lib)
  if(NOT LOCKSTEP_PORTABLE)
    return()
  endif()
  if(NOT TARGET lockstep_portable)  # distributions have fmt as headers and a shared library, not as an archive
    add_library(lockstep_portable OBJECT ${LOCKSTEP_PORTABLE_FILES}/fmt_functions.cpp ${LOCKSTEP_PORTABLE_FILES}/glibc_2_34.c)
    target_link_libraries(lockstep_portable PRIVATE fmt::fmt)
  endif()
  target_link_libraries(${target} PRIVATE lockstep_portable)
  target_link_options(${target} PRIVATE ${LOCKSTEP_PORTABLE_FLAGS})
  set_target_properties(${target} PROPERTIES BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "$ORIGIN/${lib}")
endfunction()

function(lockstep_disassembler result)
  if(NOT LOCKSTEP_PORTABLE)
    # The library's versioned name, which the loader looks up; then the path where the build found it.
    set(${result} "LOCKSTEP_LLVM_NAMES=\"$<TARGET_SONAME_FILE_NAME:LLVM>\",\"$<TARGET_FILE:LLVM>\""
                  "LOCKSTEP_LLVM_SOURCE=\"Debian's package libllvm22 has it\"" PARENT_SCOPE)
    return()
  endif()
  # A process may have other LLVMs, of torch and Triton: nothing of theirs takes the place of anything in here, nor the
  # other way round.
  set(map ${LOCKSTEP_PORTABLE_FILES}/disassembler.map)
  file(STRINGS ${map} functions REGEX "^ +LLVM")
  list(TRANSFORM functions REPLACE "^ +(.*)" "-Wl,-u,\\1")
  file(WRITE ${CMAKE_BINARY_DIR}/lockstep_llvm.c "typedef int lockstep_all_is_in_the_archives;\n")
  add_library(lockstep_llvm SHARED ${CMAKE_BINARY_DIR}/lockstep_llvm.c)
  target_link_libraries(lockstep_llvm PRIVATE LLVMAMDGPUDisassembler $<LINK_LIBRARY:WHOLE_ARCHIVE,${LOCKSTEP_ZSTD}>)
  target_link_options(lockstep_llvm PRIVATE ${functions} ${LOCKSTEP_PORTABLE_FLAGS} -Wl,--version-script=${map} -Wl,-Bsymbolic)
  set_target_properties(lockstep_llvm PROPERTIES LINKER_LANGUAGE CXX LINK_DEPENDS ${map}
                        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
  set(${result} "LOCKSTEP_LLVM_NAMES=\"$<TARGET_FILE_NAME:lockstep_llvm>\""
                "LOCKSTEP_LLVM_SOURCE=\"It belongs to this installation\"" PARENT_SCOPE)
endfunction()
