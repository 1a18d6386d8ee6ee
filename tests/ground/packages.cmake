# Configures a project that finds none of the packages: all are named at once. -D SOURCE -D WORK
file(REMOVE_RECURSE ${WORK})
set(hidden "")
foreach(package LLVM Eigen3 fmt nlohmann_json CLI11 tl-expected rapidcheck ZLIB)
  string(APPEND hidden "set(CMAKE_DISABLE_FIND_PACKAGE_${package} ON)\n")
endforeach()
file(WRITE ${WORK}/CMakeLists.txt "cmake_minimum_required(VERSION 3.25)\nproject(nothing LANGUAGES NONE)\n${hidden}
set(LOCKSTEP_MUSTACHE NOTFOUND)\nset(LOCKSTEP_ZSTD NOTFOUND)\nset(CMAKE_FIND_ROOT_PATH ${WORK})
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)\ninclude(${SOURCE}/cmake/Packages.cmake)\n")
execute_process(COMMAND ${CMAKE_COMMAND} -S ${WORK} -B ${WORK}/build RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE said)
string(REGEX REPLACE "[ \n]+" " " said "${said}")
foreach(words "LLVM (llvm-22-dev)" "Eigen3 (libeigen3-dev)" "fmt (libfmt-dev)" "nlohmann_json (nlohmann-json3-dev)"
        "CLI11 (libcli11-dev)" "tl-expected (libexpected-dev)" "rapidcheck (librapidcheck-dev)" "ZLIB (zlib1g-dev)"
        "mustache (libkainjow-mustache-dev)" "zstd (libzstd-dev)")
  string(FIND "${said}" "${words}" place)
  if(code EQUAL 0 OR place EQUAL -1)
    message(FATAL_ERROR "exit code ${code}; '${words}' is not named:\n${said}")
  endif()
endforeach()
