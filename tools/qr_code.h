// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

// A QR code of version 1, whose smallest squares are 21 by 21, with quartile error correction: a
// quarter of it may be unreadable. Row by row from the top; true is dark.
constexpr int qr_size = 21;
using QrCode = std::array<std::array<bool, qr_size>, qr_size>;

// At most 11 bytes.
QrCode qr_code(std::string_view text);
