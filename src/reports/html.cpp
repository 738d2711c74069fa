// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "reports/html.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>

#include "reports/page_style.h"

namespace tandem::reports {

std::string data_uri(std::string_view media_type, std::string_view bytes) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string uri = fmt::format("data:{};base64,", media_type);
  uri.reserve(uri.size() + bytes.size() * 4 / 3 + 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k)
      word = word << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      uri += i + k > bytes.size() ? '=' : digits[word >> (18 - 6 * k) & 63u];
  }
  return uri;
}

std::string number_text(double value) {
  if (!std::isfinite(value)) return std::isnan(value) ? "-" : value > 0 ? "∞" : "-∞";
  const double size = std::abs(value);
  if (size < nothing) return "0";
  if (size < 1e-3 || size >= 1e7) return fmt::format("{:.3g}", value);
  const int decimals = value == std::round(value) ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
  return fmt::format("{:.{}f}", value, decimals);
}

std::string value_text(double value, std::string_view unit) {
  const std::string number = number_text(value);
  return unit.empty() ? number : fmt::format("{} {}", number, unit);
}

std::string figure_text(std::string_view name) {
  std::string text;
  for (const char c : name)
    if (c == '.')
      text += ": ";
    else
      text += c == '_' ? ' ' : c;
  return text;
}

std::string time_text(double seconds) {
  if (!std::isfinite(seconds)) return "-";
  if (seconds < 60) return fmt::format("{:.2f} s", seconds);
  const auto tenths = static_cast<std::int64_t>(std::llround(seconds * 10));
  if (tenths < 36000)
    return fmt::format("{}:{:02}.{} min", tenths / 600, tenths / 10 % 60, tenths % 10);
  return fmt::format("{}:{:02}:{:02} h", tenths / 36000, tenths / 600 % 60, tenths / 10 % 60);
}

std::string table(const std::vector<std::string>& columns,
                  const std::vector<std::vector<std::string>>& rows, std::string_view css_class) {
  std::string html =
      fmt::format("<div class=\"scroll\"><table class=\"{}\"><thead><tr>", css_class);
  const auto is_number = [&](std::size_t i) {
    return i < columns.size() && columns[i].starts_with('#');
  };
  for (std::size_t i = 0; i < columns.size(); ++i)
    html += fmt::format("<th{}>{}</th>", is_number(i) ? " class=\"n\"" : "",
                        columns[i].substr(is_number(i) ? 1 : 0));
  html += "</tr></thead><tbody>";
  for (const auto& row : rows) {
    html += "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i)
      html += fmt::format("<td{}>{}</td>", is_number(i) ? " class=\"n\"" : "", row[i]);
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string section(std::string_view id, std::string_view title, const std::string& content) {
  if (content.empty()) return {};
  return fmt::format("<section id=\"{}\"><h2>{}</h2>\n{}</section>\n", id, escaped(title), content);
}

std::string page(std::string_view title, const std::string& body) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "
      "style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
      "<title>{}</title>\n<style>{}</style></head>\n<body><main>\n{}</main>\n<script>{}</script>"
      "</body></html>\n",
      escaped(title), page_style, body, page_script);
}

}  // namespace tandem::reports
