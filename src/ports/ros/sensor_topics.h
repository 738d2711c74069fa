// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "middleware/node.h"
#include "ports/ros/mixed_topic.h"
#include "ports/ros/sensor_output.h"
#include "sensors/interest.h"
#include "sensors/reading.h"

namespace tandem {

// How the topics and frames of whoever carries a sensor are called.
struct SensorNames {
  std::string ns;  // "emaros"; may be empty
  std::string frame_prefix;
  std::function<TopicChoice(const std::string& topic)> choice;  // by the name below ns

  // One that begins with a slash is from the root.
  std::string topic(const std::string& name) const {
    return ns.empty() || name.starts_with('/') ? name : ns + "/" + name;
  }
};

// The topics of one sensor. It measures what somebody subscribes to, and nothing else.
class SensorTopics {
 public:
  // Where everything goes that such a sensor can give.
  static std::vector<OutputSite> sites_of(const SensorInfo& sensor, const SensorNames& names);

  // Where it comes together with a real one; nothing where it does not.
  static std::optional<MixSite> mix_site_of(const SensorInfo& sensor, const SensorNames& names);

  // Without `interest` nobody can be told, and the sensor measures what others want.
  SensorTopics(Node& node, EventTopic& events, const SensorInfo& sensor, const SensorNames& names,
               std::shared_ptr<SensorInterest> interest, bool is_lockstep);

  // The subscribers may be others.
  void follow();
  void publish(const Reading& reading);
  // How classes are called, to be told when there are other ones.
  void tell_labels(const Labels& labels, SimTime time);
  // Every frame.
  void look(const Frame& frame);
  void append_diagnostics(std::vector<diagnostic_msgs::msg::DiagnosticStatus>& all) const;

  // Whether it can go on as the topics of that one, after the world was built anew.
  bool is_like(const SensorInfo& sensor, const SensorNames& names) const;
  std::uint64_t dropped() const;

 private:
  const std::string owner_, name_;
  const std::vector<OutputSite> sites_;
  const std::optional<MixSite> mix_site_;
  const std::shared_ptr<SensorInterest> interest_;
  std::vector<std::unique_ptr<SensorOutput>> outputs_;  // by site
  std::unique_ptr<MixedTopic> mixed_;
  Streams wanted_ = streams::none;
  SensorInterest::Claim claim_;  // of these
};

}  // namespace tandem
