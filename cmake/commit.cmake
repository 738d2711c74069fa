# cmake -D SOURCE=... -D OUTPUT=... -P commit.cmake writes a header that names the commit of the sources,
# if git knows it; and leaves the header alone where it says so already.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git describe --always --exclude=* --abbrev=8 --dirty=+
                WORKING_DIRECTORY ${SOURCE}
                OUTPUT_VARIABLE commit
                OUTPUT_STRIP_TRAILING_WHITESPACE
                ERROR_QUIET)
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "#define TANDEM_COMMIT \"@commit@\"\n" @ONLY)
