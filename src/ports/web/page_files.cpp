// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/page_files.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <system_error>

namespace tandem::web {

namespace {

namespace fs = std::filesystem;

std::string content_type_of(const fs::path& file) {
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

// "/assets/a.js" of the folder itself: no way leads up, and what is hidden stays so.
bool stays_inside(std::string_view path) {
  return path.starts_with('/') && path.find("/.") == path.npos && path.find("//") == path.npos &&
         path.find('\0') == path.npos;
}

// The pages have addresses without an ending.
std::string_view file_of(std::string_view path) {
  if (path == "/") return "/index.html";
  if (path == "/projector") return "/projector.html";
  return path;
}

}  // namespace

HttpReply PageFiles::get(std::string_view asked) {
  const std::string path(file_of(asked));
  const fs::path file = folder_ / fs::path(path).relative_path();
  std::error_code error;
  if (!stays_inside(path) || !fs::is_regular_file(file, error)) {
    files_.erase(path);
    if (asked == "/")
      return sentence(503,
                      "The page was not built; ./run builds it, and so does tools/client.sh.\n");
    return sentence(404, "There is nothing here.\n");
  }
  // looked at before it is read: what is written meanwhile is read the next time
  const fs::file_time_type written = fs::last_write_time(file, error);
  const std::uintmax_t size = fs::file_size(file, error);
  if (const auto known = files_.find(path);
      known != files_.end() && known->second.written == written && known->second.size == size)
    return known->second.reply;
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  // the build names what is in assets/ by its content
  HttpReply reply{.content_type = content_type_of(file),
                  .body = std::make_shared<const std::string>(std::move(bytes).str()),
                  .is_lasting = path.starts_with("/assets/")};
  files_[path] = {written, size, reply};
  return reply;
}

bool PageFiles::is_built() const {
  std::error_code error;
  return fs::is_regular_file(folder_ / "index.html", error);
}

std::filesystem::path page_folder() {
  if (const char* folder = std::getenv("TANDEM_PAGE"); folder && *folder) return folder;
  return TANDEM_BUILT_PAGE;
}

}  // namespace tandem::web
