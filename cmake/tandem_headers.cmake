# Headers parsed once instead of once a file: over half of a clean build was reading them
# (docs/decisions/0026). Files include what they use all the same; nothing depends on this.
#
# tandem_precompile(<target> [TEST] [HEADERS <of ours>...])
set(tandem_common_headers
    <algorithm> <array> <atomic> <chrono> <cmath> <condition_variable> <deque> <filesystem> <fstream>
    <functional> <map> <memory> <mutex> <numbers> <optional> <set> <span> <sstream> <string>
    <string_view> <thread> <variant> <vector> <fmt/format.h>)
set(tandem_test_headers ${tandem_common_headers} <gtest/gtest.h> <gmock/gmock.h>)

# Tests are compiled more often than they are run. At -O1 GCC 12 sees short strings overflow that
# do not.
set(tandem_test_options $<$<CONFIG:Release>:-O1> -Wno-array-bounds)

foreach(kind common test)
  set(source ${CMAKE_BINARY_DIR}/${kind}_headers.cpp)
  file(CONFIGURE OUTPUT ${source} CONTENT "// holds the precompiled headers\n")
  add_library(tandem_${kind}_headers OBJECT ${source})
  target_link_libraries(tandem_${kind}_headers PRIVATE tandem_warnings fmt::fmt)
  target_compile_options(tandem_${kind}_headers PRIVATE -pthread)
  target_precompile_headers(tandem_${kind}_headers PRIVATE ${tandem_${kind}_headers})
endforeach()
target_link_libraries(tandem_test_headers PRIVATE GTest::gmock)
target_compile_options(tandem_test_headers PRIVATE ${tandem_test_options})

function(tandem_precompile target)
  cmake_parse_arguments(arg "TEST" "" "HEADERS" ${ARGN})
  # precompiled headers serve only who has their definitions
  target_link_libraries(${target} PRIVATE fmt::fmt)
  target_compile_options(${target} PRIVATE -pthread)
  set(kind common)
  if(arg_TEST)
    set(kind test)
    target_compile_options(${target} PRIVATE ${tandem_test_options})
  endif()
  if(arg_HEADERS)
    list(TRANSFORM arg_HEADERS REPLACE "(.+)" "<\\1>")
    target_precompile_headers(${target} PRIVATE ${tandem_${kind}_headers} ${arg_HEADERS})
  else()
    target_precompile_headers(${target} REUSE_FROM tandem_${kind}_headers)
  endif()
endfunction()
