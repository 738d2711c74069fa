// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/values.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace tandem::web {

namespace {

// Files say 0.1 and mean it: as many digits as a person can see.
double rounded(double value) { return std::round(value * 1e7) / 1e7; }

}  // namespace

nlohmann::json json_of(const Vec3& v) { return {rounded(v.x), rounded(v.y), rounded(v.z)}; }

nlohmann::json json_of(const Pose& pose) {
  const Vec3& t = pose.translation;
  const Quat& q = pose.rotation;
  return {rounded(t.x), rounded(t.y), rounded(t.z), rounded(q.x),
          rounded(q.y), rounded(q.z), rounded(q.w)};
}

nlohmann::json json_of(const Area& area) {
  const Pose2& center = area.world_from_center;
  return {center.translation.x, center.translation.y, center.yaw, area.size_x_m, area.size_y_m};
}

nlohmann::json json_of(const Color& color) {
  return {rounded(color.r), rounded(color.g), rounded(color.b)};
}

nlohmann::json json_with_alpha(const Color& color) {
  return {rounded(color.r), rounded(color.g), rounded(color.b), rounded(color.a)};
}

std::string to_text(const nlohmann::json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace tandem::web
