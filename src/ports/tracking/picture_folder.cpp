// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/tracking/picture_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

#include "scenario/image.h"

namespace tandem {

namespace {

bool is_picture(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  constexpr std::array<std::string_view, 4> known{".png", ".jpg", ".jpeg", ".bmp"};
  return std::ranges::count(known, ending) > 0;
}

// By text, but numbers by what they count.
bool comes_before(const std::filesystem::path& one, const std::filesystem::path& other) {
  const std::string a = one.filename().string(), b = other.filename().string();
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    if (!is_digit(a[i]) || !is_digit(b[j])) {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i, ++j;
      continue;
    }
    const auto number = [&](const std::string& text, std::size_t& at) {
      while (at + 1 < text.size() && text[at] == '0' && is_digit(text[at + 1])) ++at;
      const std::size_t begin = at;
      while (at < text.size() && is_digit(text[at])) ++at;
      return text.substr(begin, at - begin);
    };
    const std::string m = number(a, i), n = number(b, j);
    if (m.size() != n.size()) return m.size() < n.size();
    if (m != n) return m < n;
  }
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

}  // namespace

Result<std::vector<std::filesystem::path>> picture_files(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    if (is_picture(entry->path())) files.push_back(entry->path());
  if (error) return Error{fmt::format("cannot read '{}': {}", folder.string(), error.message())};
  if (files.empty())
    return Error{fmt::format("there is no picture in '{}' (PNG, JPEG or BMP)", folder.string())};
  std::ranges::sort(files, comes_before);
  return files;
}

Result<GreyImage> read_grey_picture(const std::filesystem::path& file) {
  const auto image = read_gray_image(file);
  if (!image) return Error{fmt::format("'{}' {}", file.string(), image.error())};
  GreyImage grey{image->width, image->height, {}};
  grey.pixels.reserve(image->pixels.size());
  // 255 became 65535
  for (const std::uint16_t pixel : image->pixels)
    grey.pixels.push_back(static_cast<std::uint8_t>(pixel >> 8));
  return grey;
}

}  // namespace tandem
