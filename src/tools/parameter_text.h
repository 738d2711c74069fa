// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "messages/rcl_interfaces.h"
#include "middleware/parameter_value.h"

namespace tandem {

// "Double value is: 0.5", "String values are: ['a', 'b']": the lines of `ros2 param get`.
std::string value_sentence(const ParameterValue& value);
// The value alone, as Python writes it: True, 0.5, lab, ['a', 'b'].
std::string value_text(const ParameterValue& value);

// "integer", "double array"; `type` is one of rcl_interfaces::msg::ParameterType.
std::string parameter_type_name(std::uint8_t type);

// The lines of `ros2 param describe`.
std::string to_text(const rcl_interfaces::msg::ParameterDescriptor& descriptor);

// A file as `ros2 param dump` writes it, and every ROS 2 node reads it with --params-file.
std::string parameter_file(const std::string& node,
                           const std::map<std::string, ParameterValue>& parameters);

}  // namespace tandem
