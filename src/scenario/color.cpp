// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/color.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <utility>
#include <vector>

#include "scenario/fields.h"
#include "scenario/suggest.h"

namespace tandem {

namespace {

constexpr std::array<std::pair<std::string_view, Color>, 12> named_colors{{
    {"white", {0.95f, 0.95f, 0.95f}},
    {"grey", {0.5f, 0.5f, 0.5f}},
    {"black", {0.05f, 0.05f, 0.05f}},
    {"red", {0.8f, 0.1f, 0.1f}},
    {"orange", {0.9f, 0.45f, 0.1f}},
    {"yellow", {0.9f, 0.8f, 0.15f}},
    {"green", {0.15f, 0.6f, 0.2f}},
    {"cyan", {0.1f, 0.7f, 0.75f}},
    {"blue", {0.1f, 0.3f, 0.8f}},
    {"purple", {0.5f, 0.2f, 0.65f}},
    {"brown", {0.45f, 0.3f, 0.18f}},
    {"pink", {0.95f, 0.55f, 0.65f}},
}};

std::optional<Color> parse_hex(std::string_view digits) {
  unsigned value = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (digits.size() != 6 || error != std::errc{} || end != digits.data() + digits.size())
    return std::nullopt;
  const auto channel = [&](unsigned shift) {
    return static_cast<float>((value >> shift) & 0xffu) / 255.0f;
  };
  return Color{channel(16), channel(8), channel(0), 1};
}

}  // namespace

std::optional<Color> parse_color(std::string_view text) {
  for (const auto& [name, color] : named_colors)
    if (text == name) return color;
  return text.starts_with('#') ? parse_hex(text.substr(1)) : std::nullopt;
}

std::optional<Color> to_color(const YamlNode& node, std::string_view key, Findings& findings) {
  if (node.is_list() && (node.items.size() == 3 || node.items.size() == 4)) {
    Color color;
    std::array<float*, 4> channels{&color.r, &color.g, &color.b, &color.a};
    for (std::size_t i = 0; i < node.items.size(); ++i) {
      const std::optional<double> value = to_number(node.items[i], key, {0, 1}, findings);
      if (!value) return std::nullopt;
      *channels[i] = static_cast<float>(*value);
    }
    return color;
  }

  if (node.is_text())
    if (const std::optional<Color> color = parse_color(node.text)) return color;
  std::vector<std::string_view> names;
  for (const auto& [name, color] : named_colors) names.push_back(name);
  findings.error(node.place,
                 fmt::format("'{}' expects a color such as '#ff8800' or [1, 0.5, 0], is {}{}", key,
                             describe(node), suggestion(node.is_text() ? node.text : "", names)));
  return std::nullopt;
}

}  // namespace tandem
