// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "messages/builtin_interfaces.h"
#include "messages/message.h"

// ROS 2's rcl_interfaces, as in Jazzy.
namespace tandem::rcl_interfaces::msg {

struct FloatingPointRange {
  double from_value = 0.0;
  double to_value = 0.0;
  double step = 0.0;
  TANDEM_MESSAGE("rcl_interfaces/msg/FloatingPointRange", from_value, to_value, step)
};

struct IntegerRange {
  std::int64_t from_value = 0;
  std::int64_t to_value = 0;
  std::uint64_t step = 0;
  TANDEM_MESSAGE("rcl_interfaces/msg/IntegerRange", from_value, to_value, step)
};

struct ListParametersResult {
  std::vector<std::string> names;
  std::vector<std::string> prefixes;
  TANDEM_MESSAGE("rcl_interfaces/msg/ListParametersResult", names, prefixes)
};

struct Log {
  static constexpr std::uint8_t DEBUG = 10;
  static constexpr std::uint8_t INFO = 20;
  static constexpr std::uint8_t WARN = 30;
  static constexpr std::uint8_t ERROR = 40;
  static constexpr std::uint8_t FATAL = 50;

  builtin_interfaces::msg::Time stamp;
  std::uint8_t level = 0;
  std::string name;
  std::string msg;
  std::string file;
  std::string function;
  std::uint32_t line = 0;
  TANDEM_CONSTANTS(DEBUG, INFO, WARN, ERROR, FATAL)
  TANDEM_MESSAGE("rcl_interfaces/msg/Log", stamp, level, name, msg, file, function, line)
};

struct LoggerLevel {
  static constexpr std::uint8_t LOG_LEVEL_UNKNOWN = 0;
  static constexpr std::uint8_t LOG_LEVEL_DEBUG = 10;
  static constexpr std::uint8_t LOG_LEVEL_INFO = 20;
  static constexpr std::uint8_t LOG_LEVEL_WARN = 30;
  static constexpr std::uint8_t LOG_LEVEL_ERROR = 40;
  static constexpr std::uint8_t LOG_LEVEL_FATAL = 50;

  std::string name;
  std::uint32_t level = 0;
  TANDEM_CONSTANTS(LOG_LEVEL_UNKNOWN, LOG_LEVEL_DEBUG, LOG_LEVEL_INFO, LOG_LEVEL_WARN,
                   LOG_LEVEL_ERROR, LOG_LEVEL_FATAL)
  TANDEM_MESSAGE("rcl_interfaces/msg/LoggerLevel", name, level)
};

struct ParameterValue {
  std::uint8_t type = 0;
  bool bool_value = false;
  std::int64_t integer_value = 0;
  double double_value = 0.0;
  std::string string_value;
  std::vector<std::byte> byte_array_value;
  std::vector<bool> bool_array_value;
  std::vector<std::int64_t> integer_array_value;
  std::vector<double> double_array_value;
  std::vector<std::string> string_array_value;
  TANDEM_MESSAGE("rcl_interfaces/msg/ParameterValue", type, bool_value, integer_value, double_value,
                 string_value, byte_array_value, bool_array_value, integer_array_value,
                 double_array_value, string_array_value)
};

struct Parameter {
  std::string name;
  ParameterValue value;
  TANDEM_MESSAGE("rcl_interfaces/msg/Parameter", name, value)
};

struct ParameterDescriptor {
  std::string name;
  std::uint8_t type = 0;
  std::string description;
  std::string additional_constraints;
  bool read_only = false;
  bool dynamic_typing = false;
  BoundedVector<FloatingPointRange, 1> floating_point_range;
  BoundedVector<IntegerRange, 1> integer_range;
  TANDEM_MESSAGE("rcl_interfaces/msg/ParameterDescriptor", name, type, description,
                 additional_constraints, read_only, dynamic_typing, floating_point_range,
                 integer_range)
};

struct ParameterEvent {
  builtin_interfaces::msg::Time stamp;
  std::string node;
  std::vector<Parameter> new_parameters;
  std::vector<Parameter> changed_parameters;
  std::vector<Parameter> deleted_parameters;
  TANDEM_MESSAGE("rcl_interfaces/msg/ParameterEvent", stamp, node, new_parameters,
                 changed_parameters, deleted_parameters)
};

struct ParameterEventDescriptors {
  std::vector<ParameterDescriptor> new_parameters;
  std::vector<ParameterDescriptor> changed_parameters;
  std::vector<ParameterDescriptor> deleted_parameters;
  TANDEM_MESSAGE("rcl_interfaces/msg/ParameterEventDescriptors", new_parameters, changed_parameters,
                 deleted_parameters)
};

struct ParameterType {
  static constexpr std::uint8_t PARAMETER_NOT_SET = 0;
  static constexpr std::uint8_t PARAMETER_BOOL = 1;
  static constexpr std::uint8_t PARAMETER_INTEGER = 2;
  static constexpr std::uint8_t PARAMETER_DOUBLE = 3;
  static constexpr std::uint8_t PARAMETER_STRING = 4;
  static constexpr std::uint8_t PARAMETER_BYTE_ARRAY = 5;
  static constexpr std::uint8_t PARAMETER_BOOL_ARRAY = 6;
  static constexpr std::uint8_t PARAMETER_INTEGER_ARRAY = 7;
  static constexpr std::uint8_t PARAMETER_DOUBLE_ARRAY = 8;
  static constexpr std::uint8_t PARAMETER_STRING_ARRAY = 9;

  TANDEM_CONSTANTS(PARAMETER_NOT_SET, PARAMETER_BOOL, PARAMETER_INTEGER, PARAMETER_DOUBLE,
                   PARAMETER_STRING, PARAMETER_BYTE_ARRAY, PARAMETER_BOOL_ARRAY,
                   PARAMETER_INTEGER_ARRAY, PARAMETER_DOUBLE_ARRAY, PARAMETER_STRING_ARRAY)
  TANDEM_MESSAGE("rcl_interfaces/msg/ParameterType")
};

struct SetLoggerLevelsResult {
  bool successful = false;
  std::string reason;
  TANDEM_MESSAGE("rcl_interfaces/msg/SetLoggerLevelsResult", successful, reason)
};

struct SetParametersResult {
  bool successful = false;
  std::string reason;
  TANDEM_MESSAGE("rcl_interfaces/msg/SetParametersResult", successful, reason)
};

}  // namespace tandem::rcl_interfaces::msg

namespace tandem::rcl_interfaces::srv {

struct DescribeParameters {
  struct Request {
    std::vector<std::string> names;
    TANDEM_MESSAGE("rcl_interfaces/srv/DescribeParameters_Request", names)
  };
  struct Response {
    std::vector<msg::ParameterDescriptor> descriptors;
    TANDEM_MESSAGE("rcl_interfaces/srv/DescribeParameters_Response", descriptors)
  };
  TANDEM_SERVICE("rcl_interfaces/srv/DescribeParameters")
};

struct GetLoggerLevels {
  struct Request {
    std::vector<std::string> names;
    TANDEM_MESSAGE("rcl_interfaces/srv/GetLoggerLevels_Request", names)
  };
  struct Response {
    std::vector<msg::LoggerLevel> levels;
    TANDEM_MESSAGE("rcl_interfaces/srv/GetLoggerLevels_Response", levels)
  };
  TANDEM_SERVICE("rcl_interfaces/srv/GetLoggerLevels")
};

struct GetParameterTypes {
  struct Request {
    std::vector<std::string> names;
    TANDEM_MESSAGE("rcl_interfaces/srv/GetParameterTypes_Request", names)
  };
  struct Response {
    std::vector<std::uint8_t> types;
    TANDEM_MESSAGE("rcl_interfaces/srv/GetParameterTypes_Response", types)
  };
  TANDEM_SERVICE("rcl_interfaces/srv/GetParameterTypes")
};

struct GetParameters {
  struct Request {
    std::vector<std::string> names;
    TANDEM_MESSAGE("rcl_interfaces/srv/GetParameters_Request", names)
  };
  struct Response {
    std::vector<msg::ParameterValue> values;
    TANDEM_MESSAGE("rcl_interfaces/srv/GetParameters_Response", values)
  };
  TANDEM_SERVICE("rcl_interfaces/srv/GetParameters")
};

struct ListParameters {
  struct Request {
    static constexpr std::uint64_t DEPTH_RECURSIVE = 0;

    std::vector<std::string> prefixes;
    std::uint64_t depth = 0;
    TANDEM_CONSTANTS(DEPTH_RECURSIVE)
    TANDEM_MESSAGE("rcl_interfaces/srv/ListParameters_Request", prefixes, depth)
  };
  struct Response {
    msg::ListParametersResult result;
    TANDEM_MESSAGE("rcl_interfaces/srv/ListParameters_Response", result)
  };
  TANDEM_SERVICE("rcl_interfaces/srv/ListParameters")
};

struct SetLoggerLevels {
  struct Request {
    std::vector<msg::LoggerLevel> levels;
    TANDEM_MESSAGE("rcl_interfaces/srv/SetLoggerLevels_Request", levels)
  };
  struct Response {
    std::vector<msg::SetLoggerLevelsResult> results;
    TANDEM_MESSAGE("rcl_interfaces/srv/SetLoggerLevels_Response", results)
  };
  TANDEM_SERVICE("rcl_interfaces/srv/SetLoggerLevels")
};

struct SetParameters {
  struct Request {
    std::vector<msg::Parameter> parameters;
    TANDEM_MESSAGE("rcl_interfaces/srv/SetParameters_Request", parameters)
  };
  struct Response {
    std::vector<msg::SetParametersResult> results;
    TANDEM_MESSAGE("rcl_interfaces/srv/SetParameters_Response", results)
  };
  TANDEM_SERVICE("rcl_interfaces/srv/SetParameters")
};

struct SetParametersAtomically {
  struct Request {
    std::vector<msg::Parameter> parameters;
    TANDEM_MESSAGE("rcl_interfaces/srv/SetParametersAtomically_Request", parameters)
  };
  struct Response {
    msg::SetParametersResult result;
    TANDEM_MESSAGE("rcl_interfaces/srv/SetParametersAtomically_Response", result)
  };
  TANDEM_SERVICE("rcl_interfaces/srv/SetParametersAtomically")
};

}  // namespace tandem::rcl_interfaces::srv

namespace tandem::rcl_interfaces {

using Messages =
    TypeList<msg::FloatingPointRange, msg::IntegerRange, msg::ListParametersResult, msg::Log,
             msg::LoggerLevel, msg::Parameter, msg::ParameterDescriptor, msg::ParameterEvent,
             msg::ParameterEventDescriptors, msg::ParameterType, msg::ParameterValue,
             msg::SetLoggerLevelsResult, msg::SetParametersResult>;
using Services = TypeList<srv::DescribeParameters, srv::GetLoggerLevels, srv::GetParameterTypes,
                          srv::GetParameters, srv::ListParameters, srv::SetLoggerLevels,
                          srv::SetParameters, srv::SetParametersAtomically>;

}  // namespace tandem::rcl_interfaces
