// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/page_files.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>

namespace tandem::web {

namespace {

std::string content_type_of(const std::filesystem::path& file) {
  static const std::map<std::string, std::string> types{{".html", "text/html; charset=utf-8"},
                                                        {".js", "text/javascript; charset=utf-8"},
                                                        {".css", "text/css; charset=utf-8"},
                                                        {".json", "application/json"},
                                                        {".svg", "image/svg+xml"},
                                                        {".png", "image/png"},
                                                        {".jpg", "image/jpeg"},
                                                        {".ico", "image/x-icon"},
                                                        {".webmanifest", "application/json"},
                                                        {".wasm", "application/wasm"},
                                                        {".woff2", "font/woff2"},
                                                        {".glb", "model/gltf-binary"}};
  const auto found = types.find(file.extension().string());
  return found == types.end() ? "application/octet-stream" : found->second;
}

HttpReply sentence(int status, std::string text) {
  return {.status = status, .body = std::make_shared<const std::string>(std::move(text))};
}

}  // namespace

PageFiles::PageFiles(const std::filesystem::path& folder) {
  std::error_code error;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder, error)) {
    if (!entry.is_regular_file(error)) continue;
    std::ostringstream bytes;
    bytes << std::ifstream(entry.path(), std::ios::binary).rdbuf();
    const std::string path = "/" + entry.path().lexically_relative(folder).generic_string();
    // the build names what is in assets/ by its content
    files_[path] = {.content_type = content_type_of(entry.path()),
                    .body = std::make_shared<const std::string>(std::move(bytes).str()),
                    .is_lasting = path.starts_with("/assets/")};
  }
  if (files_.contains("/index.html")) files_["/"] = files_["/index.html"];
  if (files_.contains("/projector.html")) files_["/projector"] = files_["/projector.html"];
}

HttpReply PageFiles::get(std::string_view path) const {
  if (const auto found = files_.find(path); found != files_.end()) return found->second;
  if (is_empty() && path == "/")
    return sentence(503, "The page was not built; ./run builds it, and so does tools/client.sh.\n");
  return sentence(404, "There is nothing here.\n");
}

std::filesystem::path page_folder() {
  if (const char* folder = std::getenv("TANDEM_PAGE"); folder && *folder) return folder;
  return TANDEM_BUILT_PAGE;
}

}  // namespace tandem::web
