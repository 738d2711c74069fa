// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "geometry/area.h"
#include "geometry/rgba_image.h"
#include "rules/field_tiles.h"

namespace tandem {

// What land in a state looks like from above: a metre of earth and plants, drawn by code, that
// repeats without a seam. Furrows and rows of plants run along x.
constexpr int field_look_px = 200;  // 5 mm each
const RgbaImage& field_look(TileState state);

// The part of it on a tile, for a stamp. `corner` is that of the tile with the smallest x and y, in
// metres of the field, so that neighbours fit together.
std::shared_ptr<const RgbaImage> tile_look(TileState state, Vec2 corner, double size_x_m,
                                           double size_y_m);

}  // namespace tandem
