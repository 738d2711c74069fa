// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "recording/mcap_writer.h"

namespace tandem {

// How a topic of ROS 2 was offered, as recordings keep it.
struct RecordedQos {
  bool is_reliable = true;
  bool is_latched = false;
  bool keeps_all = false;
  int depth = 10;

  friend bool operator==(const RecordedQos&, const RecordedQos&) = default;
};

// The text of "offered_qos_profiles", as rosbag2 writes it since Jazzy.
std::string qos_text(const RecordedQos& qos);
// And back, also of older files, whose words are numbers. What is not said or understood is as
// usual; several profiles become one that all of them can serve.
RecordedQos read_qos_text(const std::string& text);

// A channel for a topic of ROS 2, with the definition of its type as far as it is known. Nothing
// when the file has no room for another one.
std::optional<std::uint16_t> add_ros_channel(McapWriter& writer, const std::string& topic,
                                             const std::string& type, const std::string& type_hash,
                                             const RecordedQos& qos);

}  // namespace tandem
