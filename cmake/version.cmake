cmake_minimum_required(VERSION 3.25)
# Writes OUTPUT, which says the version and the commit; only if it changed, so that nothing is built again without need.
execute_process(COMMAND git -C ${SOURCE} rev-parse --short=12 HEAD OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE
                RESULT_VARIABLE failed ERROR_QUIET)
set(version ${VERSION})
if(NOT failed)
  execute_process(COMMAND git -C ${SOURCE} diff --quiet HEAD RESULT_VARIABLE changed ERROR_QUIET)
  string(APPEND version " (commit ${commit}")
  if(changed)
    string(APPEND version ", changed")
  endif()
  string(APPEND version ")")
endif()
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "// Made by cmake/version.cmake.
namespace ounce {
extern const char* const kVersion;
const char* const kVersion = \"ounce @version@\";
}  // namespace ounce
" @ONLY)
