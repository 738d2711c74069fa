// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include "rule_world.h"
#include "test_places.h"

namespace tandem {

// A world that comes with Tandem, as a test runs it.
class ShippedWorld : public RuleWorld {
 public:
  explicit ShippedWorld(const std::string& name, ScenarioOptions options = {})
      : RuleWorld(text_of(name), std::move(options)) {}

  static std::filesystem::path folder() { return source_folder() / "scenarios"; }

  // Of the painted floor of 4 by 3 m.
  Rgba pixel_at(Vec2 at) const {
    const Vec2 pixel = frame().paint->placement().pixel_from_world(at);
    return frame().paint->pixel(static_cast<int>(pixel.x), static_cast<int>(pixel.y));
  }

 private:
  static std::string text_of(const std::string& name) {
    std::ifstream stream(folder() / (name + ".yaml"));
    return {std::istreambuf_iterator<char>(stream), {}};
  }
};

}  // namespace tandem
