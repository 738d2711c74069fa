// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "geometry/area.h"
#include "geometry/mesh.h"
#include "geometry/pose.h"

namespace tandem::web {

// Geometry as docs/protocol.md writes it.
nlohmann::json json_of(const Vec3& v);
nlohmann::json json_of(const Pose& pose);
nlohmann::json json_of(const Area& area);
nlohmann::json json_of(const Color& color);  // without alpha
nlohmann::json json_with_alpha(const Color& color);

// What is no UTF-8 is replaced: names come from files.
std::string to_text(const nlohmann::json& json);

}  // namespace tandem::web
