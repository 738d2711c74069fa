// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "scenario/model.h"

namespace tandem {

// Building blocks of generated worlds.

// Adds a shape to a link that is seen and touched alike.
void add_part(Link& link, const std::string& name, const Shape& shape, const Pose& link_from_part,
              const Material& material, const Surface& surface = {});

Material matte(Color color, float roughness = 0.9f);

// With a texture of scenarios/textures, times a tint, and its normals if there are such; without
// the file just a colour.
Material textured(const std::string& texture, Color tint, Color without, float roughness = 0.95f);

// A model of one link that never moves.
Model static_model(const std::string& name);

// A single body with the mass of its shape.
Model solid_model(const std::string& name, const Shape& shape, double mass_kg,
                  const Material& material, const Surface& surface);

// Sunlight that falls along a direction.
Light sun(const Vec3& direction, Color color);

}  // namespace tandem
