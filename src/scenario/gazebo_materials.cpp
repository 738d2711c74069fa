// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/gazebo_materials.h"

#include <array>
#include <utility>

namespace tandem {

namespace {

constexpr std::array<std::pair<std::string_view, Color>, 28> colors{{
    {"Gazebo/Red", {1, 0, 0, 1}},
    {"Gazebo/RedBright", {0.87f, 0.26f, 0.07f, 1}},
    {"Gazebo/Green", {0, 1, 0, 1}},
    {"Gazebo/Blue", {0, 0, 1, 1}},
    {"Gazebo/SkyBlue", {0.13f, 0.44f, 0.7f, 1}},
    {"Gazebo/Yellow", {1, 1, 0, 1}},
    {"Gazebo/ZincYellow", {0.9725f, 0.9529f, 0.2078f, 1}},
    {"Gazebo/DarkYellow", {0.7f, 0.7f, 0, 1}},
    {"Gazebo/Purple", {1, 0, 1, 1}},
    {"Gazebo/Turquoise", {0, 1, 1, 1}},
    {"Gazebo/Indigo", {0.33f, 0, 0.5f, 1}},
    {"Gazebo/Orange", {1, 0.5088f, 0.0468f, 1}},
    {"Gazebo/Gold", {0.8f, 0.648689f, 0.120759f, 1}},
    {"Gazebo/White", {1, 1, 1, 1}},
    {"Gazebo/Grey", {0.7f, 0.7f, 0.7f, 1}},
    {"Gazebo/Gray", {0.7f, 0.7f, 0.7f, 1}},
    {"Gazebo/DarkGrey", {0.175f, 0.175f, 0.175f, 1}},
    {"Gazebo/DarkGray", {0.175f, 0.175f, 0.175f, 1}},
    {"Gazebo/LightGrey", {0.9f, 0.9f, 0.9f, 1}},
    {"Gazebo/Black", {0, 0, 0, 1}},
    {"Gazebo/FlatBlack", {0.1f, 0.1f, 0.1f, 1}},
    {"Gazebo/RedTransparent", {1, 0, 0, 0.5f}},
    {"Gazebo/GreenTransparent", {0, 1, 0, 0.5f}},
    {"Gazebo/BlueTransparent", {0, 0, 1, 0.5f}},
    {"Gazebo/YellowTransparent", {1, 1, 0, 0.5f}},
    {"Gazebo/BlackTransparent", {0, 0, 0, 0.5f}},
    {"Gazebo/GreyTransparent", {0.5f, 0.5f, 0.5f, 0.5f}},
    {"Gazebo/DarkMagentaTransparent", {0.5f, 0, 0.5f, 0.5f}},
}};

}  // namespace

std::optional<Color> gazebo_material(std::string_view name) {
  for (const auto& [known, color] : colors)
    if (known == name) return color;
  return {};
}

}  // namespace tandem
