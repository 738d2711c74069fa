// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "base/result.h"
#include "base/time.h"
#include "tracking/grey_image.h"

namespace tandem {

// The pictures of a film (MP4, AVI, MKV, WebM and what else FFmpeg reads), by their brightness.
class FilmReader {
 public:
  // An error names the file and what is wrong with it.
  static Result<FilmReader> open(const std::filesystem::path& file);
  FilmReader(FilmReader&&) noexcept;
  FilmReader& operator=(FilmReader&&) noexcept;
  ~FilmReader();

  struct FilmPicture {
    GreyImage image;
    Duration at{};  // since the first picture; never less than before
  };
  // The next picture; nothing after the last. An error is about a broken part: there may be more.
  std::optional<Result<FilmPicture>> next();

 private:
  struct Decoder;
  explicit FilmReader(std::unique_ptr<Decoder> decoder);
  std::unique_ptr<Decoder> decoder_;
};

}  // namespace tandem
