// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/guarded_files.h"

#include <algorithm>
#include <assimp/IOStream.hpp>
#include <assimp/IOSystem.hpp>
#include <cstring>
#include <string>
#include <string_view>

#include "scenario/regular_file.h"

namespace tandem {

namespace {

class TextStream : public Assimp::IOStream {
 public:
  explicit TextStream(std::string content) : content_(std::move(content)) {}

  std::size_t Read(void* buffer, std::size_t size, std::size_t count) override {
    if (size == 0) return 0;
    const std::size_t items = std::min(count, (content_.size() - position_) / size);
    std::memcpy(buffer, content_.data() + position_, items * size);
    position_ += items * size;
    return items;
  }

  std::size_t Write(const void*, std::size_t, std::size_t) override { return 0; }

  aiReturn Seek(std::size_t offset, aiOrigin origin) override {
    std::size_t target = offset;
    if (origin == aiOrigin_CUR) target = position_ + offset;
    if (origin == aiOrigin_END) target = content_.size() - offset;
    if (target > content_.size()) return aiReturn_FAILURE;
    position_ = target;
    return aiReturn_SUCCESS;
  }

  std::size_t Tell() const override { return position_; }
  std::size_t FileSize() const override { return content_.size(); }
  void Flush() override {}

 private:
  std::string content_;
  std::size_t position_ = 0;
};

class GuardedFiles : public Assimp::IOSystem {
 public:
  explicit GuardedFiles(std::uintmax_t limit) : limit_(limit) {}

  bool Exists(const char* file) const override { return why_unreadable(file, limit_).empty(); }
  char getOsSeparator() const override { return '/'; }

  Assimp::IOStream* Open(const char* file, const char* mode) override {
    if (std::string_view(mode).find_first_of("wa+") != std::string_view::npos) return nullptr;
    Result<std::string> content = read_regular_file(file, limit_);
    return content ? new TextStream(*std::move(content)) : nullptr;
  }

  void Close(Assimp::IOStream* file) override { delete file; }

 private:
  std::uintmax_t limit_;
};

}  // namespace

Assimp::IOSystem* make_guarded_files(std::uintmax_t limit) { return new GuardedFiles(limit); }

}  // namespace tandem
