// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "recording/byte_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "recording/file_descriptor.h"

namespace tandem {

namespace {

class FileSource final : public ByteSource {
 public:
  FileSource(FileDescriptor file, std::uint64_t size) : file_(std::move(file)), size_(size) {}

  std::uint64_t size() const override { return size_; }
  bool read(std::uint64_t offset, std::span<std::byte> to) const override {
    while (!to.empty()) {
      const ssize_t count = pread(file_.value(), to.data(), to.size(), static_cast<off_t>(offset));
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      offset += static_cast<std::uint64_t>(count);
      to = to.subspan(static_cast<std::size_t>(count));
    }
    return true;
  }

 private:
  const FileDescriptor file_;
  const std::uint64_t size_;
};

class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::vector<std::byte> bytes) : bytes_(std::move(bytes)) {}

  std::uint64_t size() const override { return bytes_.size(); }
  bool read(std::uint64_t offset, std::span<std::byte> to) const override {
    if (offset > bytes_.size() || to.size() > bytes_.size() - offset) return false;
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), to.size(), to.begin());
    return true;
  }

 private:
  const std::vector<std::byte> bytes_;
};

}  // namespace

Result<std::shared_ptr<const ByteSource>> open_source(const std::filesystem::path& file) {
  const auto refuse = [&](const char* why) {
    return Error{fmt::format("cannot read {}: {}", file.string(), why)};
  };
  // what is no file may never end, and is not opened to find out
  FileDescriptor descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!descriptor.is_open()) return refuse(std::strerror(errno));
  struct stat status {};
  if (fstat(descriptor.value(), &status) != 0) return refuse(std::strerror(errno));
  if (!S_ISREG(status.st_mode)) return refuse("it is no file");
  return std::shared_ptr<const ByteSource>(std::make_shared<FileSource>(
      std::move(descriptor), static_cast<std::uint64_t>(status.st_size)));
}

std::shared_ptr<const ByteSource> memory_source(std::vector<std::byte> bytes) {
  return std::make_shared<MemorySource>(std::move(bytes));
}

}  // namespace tandem
