// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "messages/diagnostic_msgs.h"
#include "middleware/node.h"
#include "ports/ros/event_topic.h"
#include "ports/ros/mix_watch.h"
#include "ports/ros/topic_choices.h"
#include "scenario/mix_config.h"
#include "sensors/reading.h"
#include "simulation/frame.h"
#include "twin/stamp_clock.h"

namespace tandem {

// Where the measurements of a real sensor come from and the mixed ones go.
struct MixSite {
  std::string robot;
  std::string sensor;
  std::string real_topic;  // as the node calls them
  std::string topic;
  std::string message;   // of the virtual sensor
  std::string frame_id;  // of the virtual one, which is where the robot's twin has it
  std::string link;      // of the robot's model
  Pose link_from_frame;
  double rate_hz = 0;              // of the virtual sensor
  Streams stream = streams::main;  // that is needed of it
  bool has_real_partner = false;
  MixConfig config;
  TopicChoice real_choice, choice;

  friend bool operator==(const MixSite&, const MixSite&) = default;
};

// A stream of measurements in a world where both the real and the virtual things are. What is real
// is never held back for what is virtual; without what is real there is nothing, unless the
// scenario says otherwise, so that whoever drives by it stops.
class MixedTopic {
 public:
  MixedTopic(EventTopic& events, const MixSite& site);
  virtual ~MixedTopic() = default;

  virtual bool is_wanted() const = 0;
  // The subscribers may be others.
  virtual void follow() {}
  // What the virtual sensor measured.
  virtual void add(const Reading& reading) = 0;
  virtual std::uint64_t dropped() const = 0;

  // Every frame: notices who is silent.
  void look(const Frame& frame);
  diagnostic_msgs::msg::DiagnosticStatus status() const;

 protected:
  // For who needs more of a frame than what was measured. With the mutex.
  virtual void remember(const Frame&) {}
  // Whether the real sensor is heard while nobody wants to know.
  virtual bool hears_unasked() const { return true; }

  // When something that arrives now was measured; nothing before the first frame.
  std::optional<SimTime> hear(const std::optional<SimTime>& stamp);
  bool goes_on_without_real() const {
    return site_.config.goes_on_without_real || !site_.has_real_partner;
  }

  const MixSite site_;
  mutable std::mutex mutex_;  // real ones arrive on the node's thread, virtual ones on the worker's
  MixWatch watch_;
  SimTime now_ = SimTime::min();

 private:
  MixState judge(bool is_asked_for) const;

  EventTopic& events_;
  StampClock clock_;
  std::optional<MixState> told_;
};

// Null for a message that cannot be mixed. Pictures are drawn by a thread of their own, but in
// lockstep.
std::unique_ptr<MixedTopic> make_mixed_topic(Node& node, EventTopic& events, const MixSite& site,
                                             bool is_lockstep);

}  // namespace tandem
