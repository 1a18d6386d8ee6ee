# What a wheel has of other projects, as PEP 770 wants it beside the package's metadata: a list in CycloneDX's format, and
# each one's licence. Versions and texts are those of Debian's packages, where those are installed.
set(LOCKSTEP_LINKED_IN
  "LLVM|llvm-22-dev|Apache-2.0 WITH LLVM-exception"
  "fmt|libfmt-dev|MIT"
  "zstd|libzstd-dev|BSD-3-Clause"
  "zlib|zlib1g-dev|Zlib"
  "libstdc++|libstdc++-12-dev|GPL-3.0-or-later WITH GCC-exception-3.1"
  "Eigen|libeigen3-dev|MPL-2.0"
  "nlohmann_json|nlohmann-json3-dev|MIT"
  "CLI11|libcli11-dev|BSD-3-Clause"
  "expected|libexpected-dev|CC0-1.0"
  "RapidCheck|librapidcheck-dev|BSD-2-Clause"
  "Mustache|libkainjow-mustache-dev|BSL-1.0")

# nanobind's hash table is a copy of robin_map, whose headers begin with its licence.
function(lockstep_find_robin_map version licence)
  set(header ${nanobind_DIR}/../ext/robin_map/include/tsl/robin_growth_policy.h)
  file(READ ${header} text)
  string(REGEX MATCHALL "TSL_RH_VERSION_(MAJOR|MINOR|PATCH) [0-9]+" numbers "${text}")
  list(TRANSFORM numbers REPLACE ".* " "")
  list(JOIN numbers "." numbers)
  string(FIND "${text}" "*/" end)
  string(SUBSTRING "${text}" 0 ${end} text)
  string(REGEX REPLACE "(^|\n)[/ ]?\\*+ ?" "\\1" text "${text}")
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/robin_map.txt "${text}")
  set(${version} ${numbers} PARENT_SCOPE)
  set(${licence} ${CMAKE_CURRENT_BINARY_DIR}/robin_map.txt PARENT_SCOPE)
endfunction()

# lockstep_list_linked_in(METADATA COMPONENT): installs both into METADATA, the wheel's folder for what describes it.
function(lockstep_list_linked_in metadata component)
  set(rows "")
  file(GLOB licence ${nanobind_DIR}/../../nanobind-*.dist-info/licenses/LICENSE)
  lockstep_find_robin_map(robin_map_version robin_map_licence)
  set(texts "nanobind|${licence}" "robin_map|${robin_map_licence}")
  string(APPEND rows "    {\"type\": \"library\", \"name\": \"nanobind\", \"version\": \"${nanobind_VERSION}\","
    " \"licenses\": [{\"expression\": \"BSD-3-Clause\"}], \"purl\": \"pkg:pypi/nanobind@${nanobind_VERSION}\"},\n"
    "    {\"type\": \"library\", \"name\": \"robin_map\", \"version\": \"${robin_map_version}\","
    " \"licenses\": [{\"expression\": \"MIT\"}], \"purl\": \"pkg:github/Tessil/robin-map@v${robin_map_version}\"}")
  foreach(row IN LISTS LOCKSTEP_LINKED_IN)
    string(REPLACE "|" ";" row "${row}")
    list(GET row 0 name)
    list(GET row 1 package)
    list(GET row 2 licence)
    execute_process(COMMAND dpkg-query --show --showformat "\${Version}" ${package} OUTPUT_VARIABLE version ERROR_QUIET)
    string(APPEND rows ",\n    {\"type\": \"library\", \"name\": \"${name}\", \"version\": \"${version}\","
      " \"licenses\": [{\"expression\": \"${licence}\"}], \"purl\": \"pkg:deb/debian/${package}@${version}\"}")
    list(APPEND texts "${name}|/usr/share/doc/${package}/copyright")
  endforeach()
  set(list ${CMAKE_CURRENT_BINARY_DIR}/lockstep.cdx.json)
  file(WRITE ${list} "{\n  \"bomFormat\": \"CycloneDX\",\n  \"specVersion\": \"1.5\",\n  \"version\": 1,\n"
    "  \"components\": [\n${rows}\n  ]\n}\n")
  install(FILES ${list} DESTINATION ${metadata}/sboms COMPONENT ${component})
  foreach(text IN LISTS texts)
    string(REPLACE "|" ";" text "${text}")
    list(GET text 0 name)
    list(GET text 1 file)
    install(FILES ${file} DESTINATION ${metadata}/licenses RENAME ${name}.txt COMPONENT ${component} OPTIONAL)
  endforeach()
endfunction()
