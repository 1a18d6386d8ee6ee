# lockstep_sources_per_level(NAME RESULT): NAME_v3.cpp and NAME_v4.cpp, each compiled whole for its x86-64 level; none on
# other hosts. For what a library makes of the compiler's flags: functions of our own say their level themselves
# (host/simd_levels.hpp).
function(lockstep_sources_per_level name result)
  set(sources "")
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    foreach(level v3 v4)
      # g++ 12 takes its own _mm256_undefined_pd() for uninitialised (GCC bug 105593). As clang schedules for no
      # processor in particular, Eigen's product of matrices is a quarter slower than as it does for a real one.
      set_source_files_properties(${name}_${level}.cpp PROPERTIES
        COMPILE_OPTIONS "-march=x86-64-${level};$<$<CXX_COMPILER_ID:Clang>:-mtune=skylake-avx512>;-Wno-uninitialized"
        SKIP_PRECOMPILE_HEADERS ON)
      list(APPEND sources ${name}_${level}.cpp)
    endforeach()
  endif()
  set(${result} ${sources} PARENT_SCOPE)
endfunction()
