// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/markup.h"

namespace tandem {

std::string escaped(std::string_view text) {
  std::string safe;
  safe.reserve(text.size() + text.size() / 8);
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      case '\n':  // as it is, it would become a space in an attribute
        safe += "&#10;";
        break;
      default:
        safe += static_cast<unsigned char>(c) < 0x20 && c != '\t' ? '?' : c;
    }
  }
  return safe;
}

}  // namespace tandem
