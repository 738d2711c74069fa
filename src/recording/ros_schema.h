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

// The text of "offered_qos_profiles" in rmw's numbers, which rosbag2 wrote and read up to Iron.
// Later ones write words, and read numbers where add_rosbag2_version() tells them so.
std::string qos_text(const RecordedQos& qos);
// And back, also of words. What is not said or understood is as usual; several profiles become one
// that all of them can serve.
RecordedQos read_qos_text(const std::string& text);

// What rosbag2 looks for to know how channels are described: the last version of its metadata whose
// qualities of service are numbers. Goes in front of all else, so that cut off files have it too.
void add_rosbag2_version(McapWriter& writer);

// A channel for a topic of ROS 2, with the definition of its type as far as it is known. Nothing
// when the file has no room for another one.
std::optional<std::uint16_t> add_ros_channel(McapWriter& writer, const std::string& topic,
                                             const std::string& type, const std::string& type_hash,
                                             const RecordedQos& qos);

}  // namespace tandem
