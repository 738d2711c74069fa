// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/regular_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "scenario/file_trace.h"

namespace tandem {

namespace {

std::string why_too_large(std::uintmax_t size, std::uintmax_t limit) {
  if (size <= limit) return {};
  return fmt::format("has {:.1f} MiB, more than the {} MiB that are read",
                     static_cast<double>(size) / (1 << 20), limit >> 20);
}

std::string why_unreadable(const struct stat& status, std::uintmax_t limit) {
  if (S_ISDIR(status.st_mode)) return "is a folder, expected a file";
  if (!S_ISREG(status.st_mode)) return "is not a regular file";
  return why_too_large(static_cast<std::uintmax_t>(status.st_size), limit);
}

std::string open_failure() {
  if (errno == ENOENT || errno == ENOTDIR) return "no such file";
  return fmt::format("cannot be read: {}", std::strerror(errno));
}

}  // namespace

std::string why_unreadable(const std::filesystem::path& file, std::uintmax_t limit) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) return open_failure();
  if (std::string reason = why_unreadable(status, limit); !reason.empty()) return reason;
  if (::access(file.c_str(), R_OK) != 0) return open_failure();
  note_file(file);
  return {};
}

Result<std::string> read_regular_file(const std::filesystem::path& file, std::uintmax_t limit) {
  if (std::string reason = why_unreadable(file, limit); !reason.empty()) return Error{reason};

  // the file may have become something else since: never wait for a writer, and look again
  const int handle = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (handle < 0) return Error{open_failure()};
  struct stat status {};
  std::string reason =
      ::fstat(handle, &status) == 0 ? why_unreadable(status, limit) : open_failure();
  std::string content;
  if (reason.empty()) {
    content.resize(static_cast<std::size_t>(status.st_size));
    std::size_t done = 0;
    while (done < content.size()) {
      const ssize_t count = ::read(handle, content.data() + done, content.size() - done);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) reason = open_failure();
      if (count <= 0) break;
      done += static_cast<std::size_t>(count);
    }
    content.resize(done);
  }
  ::close(handle);
  if (!reason.empty()) return Error{reason};
  return content;
}

Result<std::string> read_source(const SourceFile& source, std::uintmax_t limit) {
  if (!source.text) return read_regular_file(source.path, limit);
  if (std::string reason = why_too_large(source.text->size(), limit); !reason.empty())
    return Error{reason};
  return *source.text;
}

}  // namespace tandem
