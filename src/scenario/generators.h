// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "scenario/fields.h"
#include "scenario/model.h"

namespace tandem {

// Worlds that are code: {generate: arena, size_x_m: 10}. Nothing after an error was reported.
std::optional<WorldDescription> generate_world(const YamlNode& node, Findings& findings);

// A floor with walls around it.
struct ArenaSettings {
  double size_x_m = 10;
  double size_y_m = 10;
  double wall_height_m = 0.3;  // 0: no walls
  double friction = 0.8;
};
WorldDescription generate_arena(const ArenaSettings& settings);

}  // namespace tandem
