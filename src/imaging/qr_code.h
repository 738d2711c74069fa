// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tandem {

// A QR code, row by row from the top; true is dark. Readers want four light squares around it.
struct QrCode {
  int size = 0;
  std::vector<bool> squares;

  bool is_dark(int x, int y) const { return squares[static_cast<std::size_t>(y * size + x)]; }
};

// How much of it may be unreadable: 7 of 100, or a quarter.
enum class QrCorrection { low, quartile };

// The smallest that has room for the text: 106 bytes with low correction, 11 with quartile. Nothing
// for longer ones.
std::optional<QrCode> qr_code(std::string_view text, QrCorrection correction = QrCorrection::low);

// For a terminal: two squares a character, dark on light whatever the terminal's own colours are.
std::string terminal_text(const QrCode& code);

}  // namespace tandem
