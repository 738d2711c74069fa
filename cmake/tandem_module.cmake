# tandem_module(<name> DEPENDS <module>... [PRIVATE_LIBS <third party>...] [TEST_LOCK <resource>]
#               [PRECOMPILE <header>...] [VERDICTS <filter of tests>])
#
# One folder, one library, one line that says what it may include. Sources and tests are found by
# name: foo.cpp goes in the library, foo_test.cpp in the tests. Tests with the same lock never run
# beside each other. PRECOMPILE names headers of ours that nearly all of the module's files include
# and that are slow to parse. VERDICTS are tests of which nothing depends on the machine, as they hold
# runs to give the same bits each time: ./test tries none of them a second time.
function(tandem_module name)
  cmake_parse_arguments(arg "" "TEST_LOCK;VERDICTS" "DEPENDS;PRIVATE_LIBS;PRECOMPILE" ${ARGN})

  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  file(GLOB tests CONFIGURE_DEPENDS *_test.cpp)
  list(REMOVE_ITEM sources ${tests} "")

  if(sources)
    add_library(tandem_${name} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(tandem_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(tandem::${name} ALIAS tandem_${name})
  target_include_directories(tandem_${name} ${scope} ${PROJECT_SOURCE_DIR}/src)
  if(name MATCHES "^autonomy_")  # "autonomy/navigation/costmap.h"
    target_include_directories(tandem_${name} ${scope} ${PROJECT_SOURCE_DIR})
  endif()
  list(TRANSFORM arg_DEPENDS PREPEND tandem::)
  target_link_libraries(tandem_${name} ${scope} ${arg_DEPENDS})
  if(sources)
    target_link_libraries(tandem_${name} PRIVATE tandem_warnings ${arg_PRIVATE_LIBS})
    tandem_precompile(tandem_${name} HEADERS ${arg_PRECOMPILE})
  endif()

  if(tests)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE tandem::${name} tandem_warnings ${arg_PRIVATE_LIBS}
                                               tandem_test_places GTest::gmock GTest::gtest_main)
    tandem_precompile(${name}_test TEST HEADERS ${arg_PRECOMPILE})
    set(properties TIMEOUT 300)
    if(arg_TEST_LOCK)
      list(APPEND properties RESOURCE_LOCK ${arg_TEST_LOCK})
    endif()
    set(others "")
    if(arg_VERDICTS)
      set(others TEST_FILTER "-${arg_VERDICTS}")
      gtest_discover_tests(${name}_test TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST
                           TEST_FILTER "${arg_VERDICTS}" TEST_LIST ${name}_verdicts
                           PROPERTIES ${properties} LABELS verdict)
    endif()
    gtest_discover_tests(${name}_test TEST_PREFIX ${name}. DISCOVERY_MODE PRE_TEST ${others}
                         PROPERTIES ${properties})
  endif()
endfunction()
