// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "geometry/mesh.h"
#include "geometry/pose.h"
#include "geometry/pose2.h"

namespace tandem::web {

// What is wrong with a message, as a sentence.
class BadField : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The object that is written in a message of a stranger; throws BadField when it is none.
nlohmann::json read_json(std::string_view text);

// Reads the fields of a message that a stranger may have written.
class Fields {
 public:
  explicit Fields(const nlohmann::json& object) : object_(object) {}

  std::string text(const char* name) const;
  double number(const char* name) const;  // finite
  double number(const char* name, double low, double high) const;
  bool flag(const char* name) const;
  Pose pose(const char* name) const;  // of a rotation of any length but 0
  std::optional<Vec3> vector_or_null(const char* name) const;
  std::vector<Vec2> points(const char* name, std::size_t most) const;
  Color color(const char* name) const;
  std::vector<std::string> texts(const char* name, std::size_t most) const;
  const nlohmann::json& value(const char* name) const;
  bool has(const char* name) const { return object_.is_object() && object_.contains(name); }

 private:
  std::vector<double> numbers(const char* name, std::size_t count) const;

  const nlohmann::json& object_;
};

}  // namespace tandem::web
