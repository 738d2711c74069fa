// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/topic_views.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "messages/sensor_msgs.h"
#include "ports/ros/camera_infos.h"
#include "ports/streams/attempt.h"

namespace tandem {

namespace {

constexpr std::size_t longest_quote = 60;

// As much as all publishers of a topic offer.
Qos wanted_of(bool is_reliable, bool is_latched) {
  return {.requests_reliable = is_reliable, .is_latched = is_latched, .depth = 1};
}

// Knows frames by the transforms of one tree, and robots by where the simulation has them: who
// knows a way to a robot's base needs no localisation.
class WorldFrames {
 public:
  WorldFrames(std::shared_ptr<const FrameTree> tree, std::string prefix, std::string robot,
              const NetworkRobots& robots, const LatestFrame& latest)
      : tree_(std::move(tree)),
        prefix_(std::move(prefix)),
        robot_(std::move(robot)),
        robots_(robots),
        latest_(latest) {}

  Result<Pose> operator()(const std::string& frame, SimTime stamp) const {
    const std::string name = frame.starts_with('/') ? frame.substr(1) : frame;
    if (name.empty()) return Error{"the message does not say which frame it is in"};
    if (name == RobotFrames{}.map) return Pose{};
    if (Result<Pose> by_transforms = tree_->find(RobotFrames{}.map, name, stamp))
      return by_transforms;
    if (const auto by_robot = over_a_robot(name, stamp)) return *by_robot;
    return Error{fmt::format("no transforms lead from '{}' to map or to the base of a robot",
                             name.substr(0, longest_quote))};
  }

 private:
  std::optional<Pose> over_a_robot(const std::string& frame, SimTime stamp) const {
    const auto world = latest_.get();
    if (!world) return std::nullopt;
    const auto robots = robots_.all();
    const auto over = [&](const NetworkRobot& robot) -> std::optional<Pose> {
      if (robot.interface.tf_prefix != prefix_) return std::nullopt;
      const auto state = std::ranges::find(world->robots, robot.name, &RobotState::name);
      if (state == world->robots.end()) return std::nullopt;
      const std::string& base = robot.interface.frames.base;
      if (base == frame) return state->world_from_base;
      const Result<Pose> base_from_frame = tree_->find(base, frame, stamp);
      if (!base_from_frame) return std::nullopt;
      return state->world_from_base * *base_from_frame;
    };
    // the topic's own robot first
    if (const NetworkRobot* own = robot_named(*robots, robot_))
      if (const auto pose = over(*own)) return pose;
    for (const NetworkRobot& robot : *robots)
      if (const auto pose = over(robot)) return pose;
    return std::nullopt;
  }

  std::shared_ptr<const FrameTree> tree_;
  std::string prefix_;
  std::string robot_;
  const NetworkRobots& robots_;
  const LatestFrame& latest_;
};

}  // namespace

// What pages hold. Nothing of the network: it may outlive the port.
class TopicViews::SharedView : public Network::View {
 public:
  explicit SharedView(std::shared_ptr<WatchedTopic> topic) : topic_(std::move(topic)) {}
  std::shared_ptr<const TopicSight> latest() const override { return topic_->latest(); }

 private:
  std::shared_ptr<WatchedTopic> topic_;
};

TopicViews::TopicViews(Node& node, const NetworkRobots& robots, const LatestFrame& latest,
                       bool is_lockstep)
    : node_(node), robots_(robots), latest_(latest), worker_(is_lockstep) {}

TopicViews::~TopicViews() {
  std::map<std::string, Watch> watches;  // end outside of the lock
  {
    const std::lock_guard lock(mutex_);
    watches.swap(watches_);
  }
  for (auto& [name, watch] : watches) {
    watch.subscription.close();
    watch.camera_subscription.close();
  }
  worker_.stop();
  // frames are asked for no more
  for (auto& [name, watch] : watches) watch.topic->begin("", {});
}

std::vector<ViewableTopic> TopicViews::topics() const {
  const std::lock_guard lock(mutex_);
  return topics_;
}

std::shared_ptr<Network::View> TopicViews::view(const std::string& topic) {
  const std::lock_guard lock(mutex_);
  const auto known = watches_.find(topic);
  if (known != watches_.end())
    if (auto view = known->second.holders.lock()) return view;
  if (known == watches_.end() && watches_.size() >= most_views) {
    auto refused = std::make_shared<WatchedTopic>();
    refused->say(fmt::format("{} topics are looked at already, which is the most", most_views));
    return std::make_shared<SharedView>(std::move(refused));
  }
  Watch& watch = watches_[topic];
  if (!watch.topic) watch.topic = std::make_shared<WatchedTopic>();
  auto view = std::make_shared<SharedView>(watch.topic);
  watch.holders = view;
  return view;
}

void TopicViews::follow(const GraphView& graph) {
  offers_.clear();
  for (const EndpointInfo& endpoint : graph.endpoints) {
    if (!endpoint.is_publisher) continue;
    const auto [found, is_new] = offers_.try_emplace(endpoint.topic);
    Offer& offer = found->second;
    // one type at a time; one that can be looked at, if there are several
    if (is_new || (!sight_kind_of(offer.type) && sight_kind_of(endpoint.type.name)))
      offer = {.type = endpoint.type.name, .type_id = endpoint.type};
    if (offer.type != endpoint.type.name) continue;
    offer.is_reliable &= endpoint.qos.offers_reliable;
    offer.is_latched &= endpoint.qos.is_latched;
    offer.is_own &= endpoint.node == node_.full_name();
  }
  list_topics();
  const std::lock_guard lock(mutex_);
  for (auto& [name, watch] : watches_) listen(name, watch);
}

void TopicViews::follow_robots() {
  list_topics();
  const std::lock_guard lock(mutex_);
  for (auto& [name, watch] : watches_) {
    if (watch.surroundings == surroundings_of(name)) continue;
    watch.heard.reset();
    listen(name, watch);
  }
  std::erase_if(trees_, [](const auto& tree) { return tree.second.expired(); });
}

void TopicViews::list_topics() {
  const auto robots = robots_.all();
  std::vector<ViewableTopic> topics;
  for (const auto& [name, offer] : offers_) {
    const auto kind = sight_kind_of(offer.type);
    if (!kind) continue;
    // pages see what our own sensors measure without the network
    if (offer.is_own && (kind == SightKind::image || kind == SightKind::points)) continue;
    const NetworkRobot* robot = robot_with_topic(*robots, name);
    topics.push_back({name, *kind, robot ? robot->name : ""});
  }
  const std::lock_guard lock(mutex_);
  topics_ = std::move(topics);
}

void TopicViews::keep_up(Duration now) {
  const bool is_retry = retries_.is_due(now);
  const std::lock_guard lock(mutex_);
  for (auto it = watches_.begin(); it != watches_.end();) {
    Watch& watch = it->second;
    if (watch.holders.expired()) {
      watch.subscription.close();
      watch.camera_subscription.close();
      watch.topic->begin({}, {});  // whoever still looks at it needs no frames
      it = watches_.erase(it);
      continue;
    }
    if (!watch.heard) listen(it->first, watch);
    if (is_retry && watch.topic->awaits_frame()) worker_.put(watch.topic);
    ++it;
  }
}

void TopicViews::listen(const std::string& name, Watch& watch) {
  const auto offer = offers_.find(name);
  if (offer == offers_.end()) return;  // its publishers may come, or come back
  const auto kind = sight_kind_of(offer->second.type);
  if (watch.heard == offer->second) {
    if (kind == SightKind::image) listen_to_camera(name, watch);
    return;
  }
  watch.subscription.close();
  watch.camera_subscription.close();
  watch.camera_heard.reset();
  watch.heard = offer->second;
  watch.surroundings = surroundings_of(name);
  if (!kind)
    return watch.topic->say(fmt::format("messages of {} cannot be looked at", offer->second.type));
  watch.topic->begin(offer->second.type,
                     kind == SightKind::image ? FindFrame{} : frames_in(watch.surroundings));
  if (kind == SightKind::image) listen_to_camera(name, watch);
  try {
    watch.subscription = node_.subscribe_bytes(
        name, offer->second.type_id, wanted_of(offer->second.is_reliable, offer->second.is_latched),
        [this, topic = watch.topic](const SharedBytes& message, const MessageInfo&) {
          topic->hear(message);
          worker_.put(topic);
        },
        {.is_immediate = true});
  } catch (const std::exception& error) {
    watch.topic->say(error.what());
  }
}

// What was said of a camera stays true when nobody says it any more.
void TopicViews::listen_to_camera(const std::string& name, Watch& watch) {
  using sensor_msgs::msg::CameraInfo;
  const std::string info_topic = camera_info_topic_of(name);
  const auto offer = offers_.find(info_topic);
  if (offer == offers_.end() || offer->second.type != CameraInfo::type_name) {
    if (!watch.camera_heard)
      watch.topic->know(Error{fmt::format("nobody publishes {}", info_topic)});
    return;
  }
  if (watch.camera_heard == offer->second) return;
  if (!watch.camera_heard)
    watch.topic->know(Error{fmt::format("nothing came of {} yet", info_topic)});
  watch.camera_subscription.close();
  watch.camera_heard = offer->second;
  watch.topic->place_by(frames_in(watch.surroundings));
  const auto hear = [this, name, topic = watch.topic](const CameraInfo& info) {
    // what was seen without its camera is seen again
    if (topic->know(told_camera(info, name))) worker_.put(topic);
  };
  attempt(node_, [&] {
    watch.camera_subscription = node_.subscribe<CameraInfo>(
        info_topic, wanted_of(offer->second.is_reliable, offer->second.is_latched), hear);
  });
}

TopicViews::Surroundings TopicViews::surroundings_of(const std::string& topic) const {
  const auto robots = robots_.all();
  const NetworkRobot* robot = robot_with_topic(*robots, topic);
  return robot ? Surroundings{robot->name, robot->interface.tf_prefix} : Surroundings{};
}

FindFrame TopicViews::frames_in(const Surroundings& surroundings) {
  std::weak_ptr<FrameTree>& known = trees_[surroundings.tf_prefix];
  std::shared_ptr<FrameTree> tree = known.lock();
  if (!tree) known = tree = std::make_shared<FrameTree>(node_, surroundings.tf_prefix);
  return WorldFrames(std::move(tree), surroundings.tf_prefix, surroundings.robot, robots_, latest_);
}

}  // namespace tandem
