# Runs COMMAND with WORDS and requires its exit code and a pattern in what it prints on either stream.
execute_process(COMMAND ${COMMAND} ${WORDS} RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT code STREQUAL EXIT)
  message(FATAL_ERROR "exit code ${code}, not ${EXIT}:\n${output}")
endif()
if(PRINTS AND NOT output MATCHES "${PRINTS}")
  message(FATAL_ERROR "nothing like '${PRINTS}' in:\n${output}")
endif()
