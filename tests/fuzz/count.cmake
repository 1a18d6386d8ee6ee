# That FOLDER has INPUTS files.
file(GLOB files ${FOLDER}/*)
list(LENGTH files number)
if(NOT number EQUAL INPUTS)
  message(FATAL_ERROR "${FOLDER} has ${number} inputs, not ${INPUTS}")
endif()
