// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "middleware/node.h"
#include "ports/desk/latest_frame.h"
#include "ports/desk/network.h"
#include "ports/ros/cadence.h"
#include "ports/ros/frame_tree.h"
#include "ports/ros/network_robots.h"
#include "ports/ros/topic_view.h"

namespace tandem {

// The topics that people can look at, and those that they do look at. Any thread may ask; endpoints
// are made and end on the port's.
class TopicViews {
 public:
  static constexpr std::size_t most_views = 64;

  TopicViews(Node& node, const NetworkRobots& robots, const LatestFrame& latest, bool is_lockstep);
  // What somebody still holds then says the same for ever.
  ~TopicViews();

  std::vector<ViewableTopic> topics() const;
  // Several that look at the same topic share it.
  std::shared_ptr<Network::View> view(const std::string& topic);

  // Of the port's thread. The network, or the robots, may be others:
  void follow(const GraphView& graph);
  void follow_robots();
  // Listens to what is looked at since the last time, and not any more to what nobody looks at.
  void keep_up(Duration now);

 private:
  class SharedView;

  // What those who publish a topic offer, all together.
  struct Offer {
    std::string type;
    TypeId type_id;
    bool is_reliable = true;
    bool is_latched = true;
    bool is_own = true;

    friend bool operator==(const Offer& a, const Offer& b) {
      return a.type == b.type && a.is_reliable == b.is_reliable && a.is_latched == b.is_latched;
    }
  };
  // Whose topic it is, and in which tree of frames its messages stand.
  struct Surroundings {
    std::string robot;
    std::string tf_prefix = "/";

    friend bool operator==(const Surroundings&, const Surroundings&) = default;
  };
  struct Watch {
    std::weak_ptr<SharedView> holders;
    std::shared_ptr<WatchedTopic> topic;
    std::optional<Offer> heard;  // what the subscription was made for
    Surroundings surroundings;
    Subscription subscription;
    // of pictures
    std::optional<Offer> camera_heard;
    Subscription camera_subscription;
  };

  void list_topics();
  void listen(const std::string& name, Watch& watch);
  void listen_to_camera(const std::string& name, Watch& watch);
  Surroundings surroundings_of(const std::string& topic) const;
  FindFrame frames_in(const Surroundings& surroundings);

  Node& node_;
  const NetworkRobots& robots_;
  const LatestFrame& latest_;
  SightWorker worker_;
  Cadence retries_{500ms};
  std::map<std::string, Offer> offers_;                    // by topic
  std::map<std::string, std::weak_ptr<FrameTree>> trees_;  // by prefix
  mutable std::mutex mutex_;
  std::vector<ViewableTopic> topics_;
  std::map<std::string, Watch> watches_;  // by topic
};

}  // namespace tandem
