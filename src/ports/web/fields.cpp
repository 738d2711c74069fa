// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/fields.h"

#include <fmt/format.h>

#include <cmath>

namespace tandem::web {

namespace {

constexpr double farthest_m = 1e6;

double finite_number(const nlohmann::json& value, const char* name) {
  if (!value.is_number() || !std::isfinite(value.get<double>()))
    throw BadField(fmt::format("'{}' takes a finite number", name));
  return value.get<double>();
}

double coordinate(const nlohmann::json& value, const char* name) {
  const double number = finite_number(value, name);
  if (std::abs(number) > farthest_m)
    throw BadField(fmt::format("'{}' is more than {} km away", name, farthest_m / 1000));
  return number;
}

}  // namespace

nlohmann::json read_json(std::string_view text) {
  nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) throw BadField("a message is no JSON object");
  return json;
}

const nlohmann::json& Fields::value(const char* name) const {
  const auto found = object_.find(name);
  if (found == object_.end()) throw BadField(fmt::format("'{}' is missing", name));
  return *found;
}

std::string Fields::text(const char* name) const {
  const nlohmann::json& found = value(name);
  if (!found.is_string()) throw BadField(fmt::format("'{}' takes a text", name));
  return found.get<std::string>();
}

double Fields::number(const char* name) const { return finite_number(value(name), name); }

double Fields::number(const char* name, double low, double high) const {
  const double found = number(name);
  if (found < low || found > high)
    throw BadField(fmt::format("'{}' takes a number from {} to {}", name, low, high));
  return found;
}

bool Fields::flag(const char* name) const {
  const nlohmann::json& found = value(name);
  if (!found.is_boolean()) throw BadField(fmt::format("'{}' takes true or false", name));
  return found.get<bool>();
}

std::vector<double> Fields::numbers(const char* name, std::size_t count) const {
  const nlohmann::json& found = value(name);
  if (!found.is_array() || found.size() != count)
    throw BadField(fmt::format("'{}' takes a list of {} numbers", name, count));
  std::vector<double> result;
  for (const nlohmann::json& each : found) result.push_back(coordinate(each, name));
  return result;
}

Pose Fields::pose(const char* name) const {
  const std::vector<double> v = numbers(name, 7);
  const double length = std::sqrt(v[3] * v[3] + v[4] * v[4] + v[5] * v[5] + v[6] * v[6]);
  if (length < 1e-6) throw BadField(fmt::format("'{}' has no rotation", name));
  return {{v[0], v[1], v[2]}, {v[6] / length, v[3] / length, v[4] / length, v[5] / length}};
}

std::optional<Vec3> Fields::vector_or_null(const char* name) const {
  if (!object_.contains(name) || object_.at(name).is_null()) return std::nullopt;
  const std::vector<double> v = numbers(name, 3);
  return Vec3{v[0], v[1], v[2]};
}

std::vector<Vec2> Fields::points(const char* name, std::size_t most) const {
  const nlohmann::json& found = value(name);
  if (!found.is_array() || found.empty() || found.size() > most)
    throw BadField(fmt::format("'{}' takes 1 to {} points", name, most));
  std::vector<Vec2> result;
  for (const nlohmann::json& point : found) {
    if (!point.is_array() || point.size() != 2)
      throw BadField(fmt::format("each of '{}' takes two numbers", name));
    result.push_back({coordinate(point[0], name), coordinate(point[1], name)});
  }
  return result;
}

Color Fields::color(const char* name) const {
  const std::vector<double> v = numbers(name, 4);
  for (const double part : v)
    if (part < 0 || part > 1) throw BadField(fmt::format("'{}' has parts from 0 to 1", name));
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2]),
          static_cast<float>(v[3])};
}

std::vector<std::string> Fields::texts(const char* name, std::size_t most) const {
  const nlohmann::json& found = value(name);
  if (!found.is_array() || found.size() > most)
    throw BadField(fmt::format("'{}' takes up to {} texts", name, most));
  std::vector<std::string> result;
  for (const nlohmann::json& each : found) {
    if (!each.is_string()) throw BadField(fmt::format("'{}' takes texts", name));
    result.push_back(each.get<std::string>());
  }
  return result;
}

}  // namespace tandem::web
