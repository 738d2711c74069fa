// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <yaml-cpp/yaml.h>

#include <functional>
#include <string>

#include "base/result.h"
#include "middleware/parameter_value.h"

// For this module's .cpp files only.
namespace tandem {

// A scalar or a list of scalars.
Result<ParameterValue> parameter_from_yaml(const YAML::Node& node);

struct YamlParameter {
  std::string node;  // the pattern under which it stands, "/**" or "/lab/tandem"
  std::string name;  // "camera.rate_hz"
  ParameterValue value;
};

// The parameters of a file as `ros2 param dump` writes it, in its order.
Result<std::vector<YamlParameter>> parameters_of_file(const std::string& path);

}  // namespace tandem
