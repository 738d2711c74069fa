// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/file_uri.h"

#include <charconv>
#include <filesystem>

namespace tandem {

std::string percent_decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned char code = 0;
    if (text[i] == '%' && i + 2 < text.size()) {
      const char* begin = text.data() + i + 1;
      if (std::from_chars(begin, begin + 2, code, 16).ptr != begin + 2) code = 0;
    }
    // no path has a zero in it
    plain += code != 0 ? static_cast<char>(code) : text[i];
    if (code != 0) i += 2;
  }
  return plain;
}

std::string path_of_file_uri(std::string_view uri) {
  constexpr std::string_view scheme = "file://";
  constexpr std::string_view this_host = "localhost/";
  if (uri.starts_with(scheme)) uri.remove_prefix(scheme.size());
  if (uri.starts_with(this_host)) uri.remove_prefix(this_host.size() - 1);
  std::error_code ignored;
  if (std::filesystem::exists(uri, ignored)) return std::string(uri);
  return percent_decoded(uri);
}

}  // namespace tandem
