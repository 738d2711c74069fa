// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "base/utf8.h"
#include "scenario/xml_file.h"

namespace tandem {

namespace {

// Lengths and masses beyond this are mistakes, and physics would choke on them.
constexpr double largest = 1e12;

constexpr std::string_view spaces = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(spaces);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

// As written, but short enough for a line.
std::string as_written(std::string_view text) {
  constexpr std::size_t most = 60;
  const std::string_view whole = trimmed(text);
  const std::string_view start = first_characters(whole, most);
  return fmt::format("'{}{}'", start, start.size() < whole.size() ? "..." : "");
}

}  // namespace

std::optional<std::vector<double>> parse_numbers(std::string_view text) {
  std::vector<double> numbers;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(spaces, at)) != std::string_view::npos) {
    const auto end = std::min(text.find_first_of(spaces, at), text.size());
    std::string_view word = text.substr(at, end - at);
    if (word.size() > 1 && word.front() == '+' && word[1] != '-') word.remove_prefix(1);
    double number = 0;
    const auto [stop, code] = std::from_chars(word.data(), word.data() + word.size(), number);
    // too small for a double is as good as zero; too large is not a number we can use
    const bool is_tiny = code == std::errc::result_out_of_range && std::abs(number) < 1 &&
                         word.find("e-") != std::string_view::npos;
    if ((code != std::errc{} && !is_tiny) || stop != word.data() + word.size()) return {};
    numbers.push_back(is_tiny ? 0 : number);
    at = end;
  }
  return numbers;
}

Place XmlValue::place() const {
  return file_ != nullptr ? Place{file_->path().string(), line_} : Place{};
}

void XmlValue::error(std::string_view message) const {
  if (file_ != nullptr) file_->findings().error(place(), fmt::format("{}: {}", name_, message));
}

void XmlValue::warn(std::string_view message) const {
  if (file_ != nullptr) file_->findings().warn(place(), fmt::format("{}: {}", name_, message));
}

std::string XmlValue::text(std::string_view fallback) const {
  return std::string(is_given_ ? trimmed(text_) : fallback);
}

std::optional<std::vector<double>> XmlValue::numbers(std::size_t count) const {
  if (!is_given_) return {};
  const auto found = parse_numbers(text_);
  const std::string expected = count == 1 ? "a number" : fmt::format("{} numbers", count);
  if (!found || found->size() != count) {
    error(fmt::format("expected {}, is {}", expected, as_written(text_)));
    return {};
  }
  for (const double number : *found) {
    if (!std::isfinite(number)) {
      error(fmt::format("expected {}, finite, is {}", expected, as_written(text_)));
      return {};
    }
    if (count > 1 && std::abs(number) > largest) {
      error(fmt::format("must not be larger than {}, is {}", largest, as_written(text_)));
      return {};
    }
  }
  return found;
}

double XmlValue::number(double fallback) const {
  const auto found = numbers(1);
  return found ? found->front() : fallback;
}

double XmlValue::positive(double fallback) const {
  const double found = number(fallback);
  if (found > 0 && found <= largest) return found;
  if (found > 0)
    error(fmt::format("must not be larger than {}, is {}", largest, found));
  else
    error(fmt::format("must be positive, is {}", found));
  return fallback;
}

double XmlValue::not_negative(double fallback) const {
  const double found = number(fallback);
  if (!is_given_ || found >= 0) return found;
  error(fmt::format("must not be negative, is {}", found));
  return fallback;
}

double XmlValue::share(double fallback) const {
  const double found = number(fallback);
  if (!is_given_ || (found >= 0 && found <= 1)) return found;
  error(fmt::format("must be from 0 to 1, is {}", found));
  return fallback;
}

double XmlValue::number_or_infinite(double fallback) const {
  if (is_given_) {
    const auto found = parse_numbers(text_);
    if (found && found->size() == 1 && std::isinf(found->front())) return found->front();
  }
  return number(fallback);
}

bool XmlValue::boolean(bool fallback) const {
  if (!is_given_) return fallback;
  const std::string_view word = trimmed(text_);
  if (word == "true" || word == "1" || word == "True" || word == "TRUE") return true;
  if (word == "false" || word == "0" || word == "False" || word == "FALSE") return false;
  error(fmt::format("expected true or false, is {}", as_written(text_)));
  return fallback;
}

Vec3 XmlValue::vec3(const Vec3& fallback) const {
  const auto found = numbers(3);
  return found ? Vec3{(*found)[0], (*found)[1], (*found)[2]} : fallback;
}

Vec3 XmlValue::positive_vec3(const Vec3& fallback) const {
  const Vec3 found = vec3(fallback);
  if (found.x > 0 && found.y > 0 && found.z > 0) return found;
  error(fmt::format("each must be positive, is {}", as_written(text_)));
  return fallback;
}

Color XmlValue::color(const Color& fallback) const {
  if (!is_given_) return fallback;
  const auto found = parse_numbers(text_);
  if (!found || (found->size() != 3 && found->size() != 4)) {
    error(
        fmt::format("expected red, green, blue and opacity from 0 to 1, is {}", as_written(text_)));
    return fallback;
  }
  for (const double part : *found)
    if (!(part >= 0 && part <= 1)) {
      error(fmt::format("each part must be from 0 to 1, is {}", as_written(text_)));
      return fallback;
    }
  const auto part = [&](std::size_t i) { return static_cast<float>((*found)[i]); };
  return {part(0), part(1), part(2), found->size() == 4 ? part(3) : 1.0f};
}

}  // namespace tandem
