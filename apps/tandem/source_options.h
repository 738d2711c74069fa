// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>

#include "ports/tracking/picture_source.h"

namespace tandem {

// Where a command's pictures come from, as said on the command line.
struct SourceChoice {
  std::optional<std::string> topic, folder, film, device, format, size;
  std::optional<double> rate_hz;
  bool is_compressed = false;
  bool is_fastest = false;
};

void add_source_options(CLI::App& command, SourceChoice& choice);

// What was chosen over `base`, or `base` where nothing was. Ends the command with a sentence where
// it makes no sense.
PictureSource chosen_source(const SourceChoice& choice, const PictureSource& base);

// The pictures of it; ends the command with a sentence where there are none.
std::unique_ptr<PictureStream> open_source(const PictureSource& source);

}  // namespace tandem
