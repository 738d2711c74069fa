// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/record/attached_files.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>

namespace tandem {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view prefix = "files/";
constexpr std::string_view prefix_folder = "files";
constexpr std::string_view elsewhere = "elsewhere";

bool is_below(const fs::path& file, const fs::path& folder) {
  const auto [end, _] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return end == folder.end();
}

// A name out of a file may try to lead anywhere.
bool is_harmless(const std::string& name) {
  if (!name.starts_with(prefix) || name.size() > 4096 || name.find('\0') != std::string::npos)
    return false;
  const fs::path path(name);
  return path.is_relative() && path.has_filename() &&
         std::ranges::none_of(path,
                              [](const fs::path& part) { return part == ".." || part == "."; });
}

// "files/0/room.sdf;2" -> "files/0/room.sdf"
std::string without_version(const std::string& name) {
  const std::size_t at = name.rfind(';');
  const bool has_version = at != std::string::npos && at + 1 < name.size() &&
                           name.find_first_not_of("0123456789", at + 1) == std::string::npos;
  return has_version ? name.substr(0, at) : name;
}

}  // namespace

std::string folder_name(const fs::path& folder) {
  std::error_code ignored;
  const fs::path path = fs::absolute(folder, ignored).lexically_normal();
  return (path.has_filename() ? path : path.parent_path()).string();
}

std::string attachment_name(const fs::path& file, const std::vector<fs::path>& folders) {
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const fs::path folder = folder_name(folders[i]);
    if (is_below(file, folder))
      return fmt::format("{}{}/{}", prefix, i, file.lexically_relative(folder).string());
  }
  return fmt::format("{}{}{}", prefix, elsewhere, file.string());
}

UnpackedFiles::UnpackedFiles(UnpackedFiles&& other) noexcept
    : folder_(std::exchange(other.folder_, {})), origins_(std::move(other.origins_)) {}

UnpackedFiles::~UnpackedFiles() {
  std::error_code ignored;
  if (!folder_.empty()) fs::remove_all(folder_, ignored);
}

Result<UnpackedFiles> UnpackedFiles::unpack(const McapReader& reader,
                                            const std::vector<std::string>& attachments,
                                            FileOrigins origins) {
  std::string pattern = (fs::temp_directory_path() / "tandem-replay-XXXXXX").string();
  if (!mkdtemp(pattern.data()))
    return Error{fmt::format("cannot make a folder for its files: {}", std::strerror(errno))};
  UnpackedFiles unpacked(fs::path(pattern), std::move(origins));
  for (const McapAttachmentIndex& index : reader.summary().attachments) {
    if (std::ranges::count(attachments, index.name) == 0) continue;
    if (!is_harmless(index.name))
      return Error{fmt::format("it has an attachment of the impossible name '{}'", index.name)};
    const auto attachment = reader.attachment(index);
    if (!attachment) return Error{attachment.error()};
    const fs::path file = unpacked.path_of(index.name);
    std::error_code failed;
    fs::create_directories(file.parent_path(), failed);
    std::ofstream out(file, std::ios::binary);
    out << attachment->content;
    out.close();
    if (!out) return Error{fmt::format("cannot write {}", file.string())};
  }
  return unpacked;
}

fs::path UnpackedFiles::path_of(const std::string& attachment) const {
  return folder_ / without_version(attachment);
}

// What a path was on the machine of the recording. Unpacked files say where others are from where
// they are themselves, and may lead out of what a folder of scenarios is here.
fs::path UnpackedFiles::original_of(const fs::path& path) const {
  const auto from = [&](const fs::path& here) -> std::optional<fs::path> {
    const auto [end, rest] = std::mismatch(here.begin(), here.end(), path.begin(), path.end());
    if (end != here.end()) return std::nullopt;
    fs::path relative;
    for (auto part = rest; part != path.end(); ++part) relative /= *part;
    return relative;
  };
  if (const auto relative = from(folder_ / prefix_folder / elsewhere)) return "/" / *relative;
  for (std::size_t i = 0; i < origins_.folders.size(); ++i)
    if (const auto relative = from(folder_ / prefix_folder / std::to_string(i)))
      return origins_.folders[i] / *relative;
  return path.is_absolute() ? path : origins_.working_folder / path;
}

fs::path UnpackedFiles::find(const fs::path& path) const {
  std::error_code ignored;
  if (fs::exists(path, ignored) && is_below(path.lexically_normal(), folder_)) return path;
  const fs::path original = original_of(path).lexically_normal();
  if (!original.is_absolute()) return path;
  const fs::path here = folder_ / attachment_name(original, origins_.folders);
  return fs::exists(here, ignored) ? here : path;
}

std::string UnpackedFiles::search_path() const {
  std::string path;
  std::error_code ignored;
  for (int i = 0; fs::exists(folder_ / prefix, ignored) && i < 100; ++i)
    path += fmt::format("{}{}", i == 0 ? "" : ":", (folder_ / prefix / std::to_string(i)).string());
  return path;
}

}  // namespace tandem
