# ounce_library(NAME [PACKAGE…]): the folder src/NAME as a static library. What it may use of Ounce is written in its
# deps.txt, one folder a line; the PACKAGEs are third-party libraries that only its .cpp files see. fmt is for all.
# Files named *_test.cpp become one test program, NAME_test.
function(ounce_library name)
  set(folder ${CMAKE_SOURCE_DIR}/src/${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")

  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  ounce_compile_options(${name})

  file(STRINGS ${folder}/deps.txt deps REGEX "^[a-z]+")
  set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/deps.txt)
  target_link_libraries(${name} PUBLIC ${deps} PRIVATE fmt::fmt ${ARGN})
  ounce_precompiled_headers(${name})

  if(OUNCE_TESTS AND tests)
    add_executable(${name}_test ${tests})
    ounce_compile_options(${name}_test)
    target_link_libraries(${name}_test PRIVATE ${name} GTest::gtest_main GTest::gmock fmt::fmt)
    ounce_precompiled_headers(${name}_test)
    gtest_discover_tests(${name}_test PROPERTIES LABELS fast DISCOVERY_TIMEOUT 60)
  endif()
endfunction()

# ounce_embed(LIBRARY FUNCTION FILE…): the FILEs as `std::span<const EmbeddedFile> ounce::FUNCTION()` of the library
# src/LIBRARY, in that order. Paths are relative to its folder.
function(ounce_embed library function)
  set(entries "")
  foreach(file ${ARGN})
    set(path ${CMAKE_SOURCE_DIR}/src/${library}/${file})
    set_property(DIRECTORY ${CMAKE_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
    file(READ ${path} text)
    get_filename_component(name ${file} NAME)
    string(APPEND entries "    {\"${name}\", R\"EMBEDDED(${text})EMBEDDED\"},\n")
  endforeach()
  set(embedded ${CMAKE_BINARY_DIR}/embedded/${function}.cpp)
  file(CONFIGURE OUTPUT ${embedded} @ONLY CONTENT [=[
#include <span>

#include "base/embedded.h"

namespace ounce {

std::span<const EmbeddedFile> @function@();

static constexpr EmbeddedFile kFiles[] = {
@entries@};

std::span<const EmbeddedFile> @function@() { return kFiles; }

}  // namespace ounce
]=])
  target_sources(${library} PRIVATE ${embedded})
endfunction()

# The headers of the standard library that nearly every file includes, and fmt, parsed once for all. They hide a missing
# #include; the presets asan and fuzz do without them, so that ./check finds it.
option(OUNCE_PCH "Precompile the headers of the standard library" ON)
function(ounce_precompiled_headers target)
  if(NOT OUNCE_PCH)
    return()
  endif()
  if(NOT TARGET precompiled)
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/precompiled.cpp CONTENT "")
    add_library(precompiled OBJECT ${CMAKE_BINARY_DIR}/precompiled.cpp)
    ounce_compile_options(precompiled)
    target_link_libraries(precompiled PRIVATE fmt::fmt)
    target_precompile_headers(precompiled PRIVATE ${CMAKE_SOURCE_DIR}/cmake/precompiled.h)
  endif()
  target_precompile_headers(${target} REUSE_FROM precompiled)
endfunction()

function(ounce_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wshadow -Wpedantic)
  if(OUNCE_PCH AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # g++ 12 reports these falsely inside std::string, and forgets that a precompiled header is a system header.
    target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread -Wno-restrict)
  endif()
  if(OUNCE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

if(OUNCE_INVARIANTS)
  add_compile_definitions(OUNCE_INVARIANTS)
endif()
if(OUNCE_SANITIZE)
  add_compile_options(-fsanitize=${OUNCE_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=undefined)
  add_link_options(-fsanitize=${OUNCE_SANITIZE})
endif()
# Results must not depend on the machine: no fused multiply-add, no excess precision.
add_compile_options(-ffp-contract=off)
