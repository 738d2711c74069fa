// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "messages/builtin_interfaces.h"
#include "messages/message.h"

// ROS 2's std_msgs, as in Jazzy.
namespace tandem::std_msgs::msg {

struct Bool {
  bool data = false;
  TANDEM_MESSAGE("std_msgs/msg/Bool", data)
};

struct Byte {
  std::byte data{};
  TANDEM_MESSAGE("std_msgs/msg/Byte", data)
};

struct MultiArrayDimension {
  std::string label;
  std::uint32_t size = 0;
  std::uint32_t stride = 0;
  TANDEM_MESSAGE("std_msgs/msg/MultiArrayDimension", label, size, stride)
};

struct MultiArrayLayout {
  std::vector<MultiArrayDimension> dim;
  std::uint32_t data_offset = 0;
  TANDEM_MESSAGE("std_msgs/msg/MultiArrayLayout", dim, data_offset)
};

struct ByteMultiArray {
  MultiArrayLayout layout;
  std::vector<std::byte> data;
  TANDEM_MESSAGE("std_msgs/msg/ByteMultiArray", layout, data)
};

struct Char {
  std::uint8_t data = 0;
  TANDEM_MESSAGE("std_msgs/msg/Char", data)
};

struct ColorRGBA {
  float r = 0.0F;
  float g = 0.0F;
  float b = 0.0F;
  float a = 0.0F;
  TANDEM_MESSAGE("std_msgs/msg/ColorRGBA", r, g, b, a)
};

struct Empty {
  TANDEM_MESSAGE("std_msgs/msg/Empty")
};

struct Float32 {
  float data = 0.0F;
  TANDEM_MESSAGE("std_msgs/msg/Float32", data)
};

struct Float32MultiArray {
  MultiArrayLayout layout;
  std::vector<float> data;
  TANDEM_MESSAGE("std_msgs/msg/Float32MultiArray", layout, data)
};

struct Float64 {
  double data = 0.0;
  TANDEM_MESSAGE("std_msgs/msg/Float64", data)
};

struct Float64MultiArray {
  MultiArrayLayout layout;
  std::vector<double> data;
  TANDEM_MESSAGE("std_msgs/msg/Float64MultiArray", layout, data)
};

struct Header {
  builtin_interfaces::msg::Time stamp;
  std::string frame_id;
  TANDEM_MESSAGE("std_msgs/msg/Header", stamp, frame_id)
};

struct Int16 {
  std::int16_t data = 0;
  TANDEM_MESSAGE("std_msgs/msg/Int16", data)
};

struct Int16MultiArray {
  MultiArrayLayout layout;
  std::vector<std::int16_t> data;
  TANDEM_MESSAGE("std_msgs/msg/Int16MultiArray", layout, data)
};

struct Int32 {
  std::int32_t data = 0;
  TANDEM_MESSAGE("std_msgs/msg/Int32", data)
};

struct Int32MultiArray {
  MultiArrayLayout layout;
  std::vector<std::int32_t> data;
  TANDEM_MESSAGE("std_msgs/msg/Int32MultiArray", layout, data)
};

struct Int64 {
  std::int64_t data = 0;
  TANDEM_MESSAGE("std_msgs/msg/Int64", data)
};

struct Int64MultiArray {
  MultiArrayLayout layout;
  std::vector<std::int64_t> data;
  TANDEM_MESSAGE("std_msgs/msg/Int64MultiArray", layout, data)
};

struct Int8 {
  std::int8_t data = 0;
  TANDEM_MESSAGE("std_msgs/msg/Int8", data)
};

struct Int8MultiArray {
  MultiArrayLayout layout;
  std::vector<std::int8_t> data;
  TANDEM_MESSAGE("std_msgs/msg/Int8MultiArray", layout, data)
};

struct String {
  std::string data;
  TANDEM_MESSAGE("std_msgs/msg/String", data)
};

struct UInt16 {
  std::uint16_t data = 0;
  TANDEM_MESSAGE("std_msgs/msg/UInt16", data)
};

struct UInt16MultiArray {
  MultiArrayLayout layout;
  std::vector<std::uint16_t> data;
  TANDEM_MESSAGE("std_msgs/msg/UInt16MultiArray", layout, data)
};

struct UInt32 {
  std::uint32_t data = 0;
  TANDEM_MESSAGE("std_msgs/msg/UInt32", data)
};

struct UInt32MultiArray {
  MultiArrayLayout layout;
  std::vector<std::uint32_t> data;
  TANDEM_MESSAGE("std_msgs/msg/UInt32MultiArray", layout, data)
};

struct UInt64 {
  std::uint64_t data = 0;
  TANDEM_MESSAGE("std_msgs/msg/UInt64", data)
};

struct UInt64MultiArray {
  MultiArrayLayout layout;
  std::vector<std::uint64_t> data;
  TANDEM_MESSAGE("std_msgs/msg/UInt64MultiArray", layout, data)
};

struct UInt8 {
  std::uint8_t data = 0;
  TANDEM_MESSAGE("std_msgs/msg/UInt8", data)
};

struct UInt8MultiArray {
  MultiArrayLayout layout;
  std::vector<std::uint8_t> data;
  TANDEM_MESSAGE("std_msgs/msg/UInt8MultiArray", layout, data)
};

}  // namespace tandem::std_msgs::msg

namespace tandem::std_msgs {

using Messages =
    TypeList<msg::Bool, msg::Byte, msg::ByteMultiArray, msg::Char, msg::ColorRGBA, msg::Empty,
             msg::Float32, msg::Float32MultiArray, msg::Float64, msg::Float64MultiArray,
             msg::Header, msg::Int16, msg::Int16MultiArray, msg::Int32, msg::Int32MultiArray,
             msg::Int64, msg::Int64MultiArray, msg::Int8, msg::Int8MultiArray,
             msg::MultiArrayDimension, msg::MultiArrayLayout, msg::String, msg::UInt16,
             msg::UInt16MultiArray, msg::UInt32, msg::UInt32MultiArray, msg::UInt64,
             msg::UInt64MultiArray, msg::UInt8, msg::UInt8MultiArray>;

}  // namespace tandem::std_msgs
