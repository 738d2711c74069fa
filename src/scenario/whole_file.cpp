// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/whole_file.h"

#include <fmt/format.h>

#include <fstream>

namespace tandem {

std::optional<Error> write_whole_file(const std::filesystem::path& file, const std::string& text) {
  const std::filesystem::path beside = file.string() + ".new";
  std::ofstream stream(beside, std::ios::binary);
  stream << text;
  stream.close();
  std::error_code error;
  if (stream) std::filesystem::rename(beside, file, error);
  if (!stream || error) {
    std::filesystem::remove(beside, error);
    return Error{fmt::format("cannot write '{}'", file.string())};
  }
  return std::nullopt;
}

}  // namespace tandem
