// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "machine.h"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>
#include <string_view>
#include <thread>

#include "version.h"

namespace tandem {

namespace {

// What stands behind the first line that begins so, without blanks, signs and quotes around it.
std::string value_in(const char* file, std::string_view key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    constexpr std::string_view around = " \t:=\"";
    const std::size_t begin = line.find_first_not_of(around, key.size());
    if (begin == std::string::npos) break;
    return line.substr(begin, line.find_last_not_of(around) + 1 - begin);
  }
  return "not known";
}

std::string kernel() {
  utsname names{};
  if (uname(&names) != 0) return "not known";
  return fmt::format("{} {} {}", names.sysname, names.release, names.machine);
}

constexpr std::string_view compiler =
#if defined(__clang__)
    "Clang " __clang_version__;
#elif defined(__GNUC__)
    "GCC " __VERSION__;
#else
    "not known";
#endif

}  // namespace

std::map<std::string, std::string> about_this_machine() {
  return {{"tandem", version_with_commit()},
          {"compiler", std::string(compiler)},
          {"system", value_in("/etc/os-release", "PRETTY_NAME")},
          {"kernel", kernel()},
          {"processor", value_in("/proc/cpuinfo", "model name")},
          {"cores", fmt::format("{}", std::thread::hardware_concurrency())}};
}

}  // namespace tandem
