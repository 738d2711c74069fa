// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "middleware/node.h"
#include "ports/ros/topic_choices.h"
#include "sensors/reading.h"
#include "world/labels.h"

namespace tandem {

// Where a part of a sensor's data goes.
struct OutputSite {
  std::string topic;    // as the node calls it
  std::string message;  // "sensor_msgs/msg/LaserScan"
  Streams stream = streams::main;
  bool is_right = false;  // the second camera of a pair
  std::string frame_id;   // with the prefix of its owner
  TopicChoice choice;

  friend bool operator==(const OutputSite&, const OutputSite&) = default;
};

// One topic of a sensor, on which its measurements become messages.
class SensorOutput {
 public:
  virtual ~SensorOutput() = default;

  virtual bool is_offered() const = 0;
  // Somebody listens, or latecomers will want it.
  virtual bool is_wanted() const = 0;
  virtual void publish(const Reading& reading) = 0;
  // Most have nothing to say about classes.
  virtual void tell_labels(const Labels&, SimTime) {}
  virtual std::uint64_t dropped() const = 0;
};

// Null for a message that no measurement can become.
std::unique_ptr<SensorOutput> make_sensor_output(Node& node, const OutputSite& site);

}  // namespace tandem
