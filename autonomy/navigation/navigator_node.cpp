// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/navigator_node.h"

#include <fmt/format.h>

#include <utility>

#include "autonomy/navigation/cpu_time.h"
#include "autonomy/navigation/navigation_parameters.h"
#include "messages/time.h"

namespace tandem {

namespace {

constexpr Duration period = 50ms;
constexpr Duration feedback_period = 200ms;
constexpr int last_zeros = 5;

}  // namespace

NavigatorNode::NavigatorNode(const NodeOptions& options) : node_("navigator", options) {
  config_ = settings_for(declare_parameter_set(node_));
  declare_parameters(node_, config_, [this] {
    if (senses_) senses_->reconfigure();
  });
  sends_stamped_ =
      node_
          .parameter(
              "enable_stamped_cmd_vel", false,
              {.description = "Whether cmd_vel is TwistStamped, as Nav2 sends it since Kilted.",
               .is_read_only = true})
          .value();
  senses_.emplace(node_, declare_senses(node_), config_);

  if (sends_stamped_)
    stamped_commands_ = node_.publisher<geometry_msgs::msg::TwistStamped>("cmd_vel");
  else
    commands_ = node_.publisher<geometry_msgs::msg::Twist>("cmd_vel");
  plan_ = node_.publisher<nav_msgs::msg::Path>("plan");
  local_plan_ = node_.publisher<nav_msgs::msg::Path>("local_plan");
  global_topic_ =
      node_.publisher<nav_msgs::msg::OccupancyGrid>("global_costmap/costmap", qos::latched);
  local_topic_ =
      node_.publisher<nav_msgs::msg::OccupancyGrid>("local_costmap/costmap", qos::latched);
  footprint_topic_ =
      node_.publisher<geometry_msgs::msg::PolygonStamped>("local_costmap/published_footprint");
  goal_topic_ = node_.subscribe<geometry_msgs::msg::PoseStamped>(
      "goal_pose", qos::reliable,
      [this](const geometry_msgs::msg::PoseStamped& pose) { hear_goal(pose); });

  using nav2_msgs::srv::ClearEntireCostmap;
  const auto clears = [](LayeredCostmap& costmap) {
    return [&costmap](const ClearEntireCostmap::Request&) {
      costmap.clear();
      return ClearEntireCostmap::Response{};
    };
  };
  services_.push_back(node_.serve<ClearEntireCostmap>(
      "global_costmap/clear_entirely_global_costmap", clears(senses_->global())));
  services_.push_back(node_.serve<ClearEntireCostmap>("local_costmap/clear_entirely_local_costmap",
                                                      clears(senses_->local())));
  serve_actions();
  own_goals_ = node_.action_client<nav2_msgs::action::NavigateToPose>("navigate_to_pose");
  timer_ = node_.timer(period, [this] { control(); });
  node_.start();
}

NavigatorNode::~NavigatorNode() {
  // no callback comes any more
  timer_ = {};
  goal_topic_ = {};
  services_.clear();
  navigate_to_pose_ = {};
  navigate_through_poses_ = {};
  follow_waypoints_ = {};
  compute_path_to_pose_ = {};
  compute_path_through_poses_ = {};
  follow_path_ = {};
  spin_ = {};
  back_up_ = {};
  wait_ = {};
  end_pursuit({0, "the navigator ends"});
}

void NavigatorNode::control() {
  const Duration begin = thread_cpu_time();
  senses_->update();
  config_.planner.is_rolling = senses_->is_rolling();
  become_ready();
  const Duration planned = plans_.spent;
  if (pursuit_) {
    if (!pursuit_->is_active()) {  // it took too long, or its server ended it
      pursuit_.reset();
      stand();
    } else if (pursuit_->is_canceling()) {
      pursuit_->cancel(node_.now());
      node_.log(LogLevel::info, fmt::format("{}: canceled", pursuit_->name()));
      pursuit_.reset();
      stand();
    } else if (const auto loss = senses_->loss()) {
      end_pursuit({pursuit_->code_of_loss(loss->of), loss->what});
    } else {
      work(senses_->situation(plans_));
    }
  } else if (zeros_left_ > 0) {
    --zeros_left_;
    drive({});
  }
  control_times_.add(thread_cpu_time() - begin - (plans_.spent - planned));
  publish_paths();
}

// Ready is who knows all that is needed, or has waited for it long enough to say what is missing.
void NavigatorNode::become_ready() {
  constexpr Duration longest_start = 3s;
  if (is_ready_) return;
  if (!first_look_) first_look_ = node_.now();
  if (senses_->loss() && node_.now() - *first_look_ < longest_start) return;
  is_ready_ = true;
  for (const auto& begin : std::exchange(early_goals_, {})) begin();
}

void NavigatorNode::work(const Situation& situation) {
  const Progress progress = pursuit_->step(situation);
  if (const std::string news = pursuit_->take_news(); !news.empty())
    node_.log(LogLevel::warning, fmt::format("{}: {}", pursuit_->name(), news));
  if (progress.ending) {
    end_pursuit(*progress.ending);
    return;
  }
  drive(give_way(progress.command, situation));
  if (situation.now - told_at_ >= feedback_period) {
    told_at_ = situation.now;
    pursuit_->send_feedback(situation, senses_->frame());
  }
}

// Who is on its way somewhere does not wait to be run over; who was told to stand or to turn does.
Twist2 NavigatorNode::give_way(const Twist2& wanted, const Situation& situation) {
  std::optional<Twist2> instead;
  if (pursuit_->follower())
    instead = way_out_.instead_of(wanted, situation, config_.limits, config_.way_out);
  if (instead && !decision_.gives_way)
    node_.log(LogLevel::debug, "the robot gets out of the way of what comes");
  decision_.wanted = wanted;
  decision_.gives_way = instead.has_value();
  decision_.moving = situation.moving.points();
  decision_.resting = situation.moving.starts();
  return instead.value_or(wanted);
}

void NavigatorNode::drive(const Twist2& wanted) {
  const Twist2 smooth = decision_.gives_way
                            ? smoother_.next_at_once(wanted, config_.limits, seconds(period))
                            : smoother_.next(wanted, config_.limits, seconds(period));
  // the last word: on what sensors see now
  const MonitorVerdict verdict =
      judge(smooth, senses_->points_in_base(), senses_->own_footprint(), config_.monitor);
  if (verdict.action == MonitorAction::stop && decision_.monitor != MonitorAction::stop)
    node_.log(LogLevel::debug, "the collision monitor stops the robot");
  decision_.monitor = verdict.action;
  decision_.sent = verdict.command;
  smoother_.set(verdict.command);
  const geometry_msgs::msg::Twist message{.linear = {.x = verdict.command.linear},
                                          .angular = {.z = verdict.command.angular}};
  if (sends_stamped_)
    stamped_commands_.publish(
        {.header = {.stamp = to_message_time(node_.now())}, .twist = message});
  else
    commands_.publish(message);
}

void NavigatorNode::stand() {
  smoother_.set({});
  zeros_left_ = last_zeros;
  decision_ = {};
  drive({});
}

void NavigatorNode::end_pursuit(const PursuitEnding& ending) {
  if (!pursuit_) return;
  stand();
  if (ending.error.empty())
    node_.log(LogLevel::info, fmt::format("{}: done", pursuit_->name()));
  else
    node_.log(LogLevel::warning,
              fmt::format("{}: {} (error {})", pursuit_->name(), ending.error, ending.error_code));
  pursuit_->end(ending, node_.now());
  pursuit_.reset();
  shown_path_ = nullptr;
}

void NavigatorNode::pursue(std::unique_ptr<Pursuit> pursuit) {
  if (pursuit_) {
    // the robot goes on with the new goal without stopping
    pursuit_->end({0, "another goal took its place"}, node_.now());
    node_.log(LogLevel::info, fmt::format("{}: another goal took its place", pursuit_->name()));
  } else {
    smoother_.set({});
  }
  pursuit_ = std::move(pursuit);
  shown_path_ = nullptr;
  zeros_left_ = 0;
}

void NavigatorNode::publish_paths() {
  const SimTime now = node_.now();
  if (senses_->frame().empty()) return;
  const auto path_message = [&](const std::vector<Pose2>& path) {
    nav_msgs::msg::Path message;
    message.header = {.stamp = to_message_time(now), .frame_id = senses_->frame()};
    for (const Pose2& pose : path) message.poses.push_back(to_message(pose, senses_->frame(), now));
    return message;
  };
  if (const PathFollower* follower = pursuit_ ? pursuit_->follower() : nullptr) {
    const std::vector<Pose2>& path = follower->path().path();
    if (path.data() != shown_path_ && plan_.is_wanted()) plan_.publish(path_message(path));
    shown_path_ = path.data();
    if (!follower->arc().empty() && local_plan_.is_wanted())
      local_plan_.publish(path_message(follower->arc()));
  }
  if (now - global_shown_at_ >= 1s) {
    global_shown_at_ = now;
    publish_costmap(senses_->global(), global_topic_);
  }
  if (now - local_shown_at_ >= 500ms) {
    local_shown_at_ = now;
    publish_costmap(senses_->local(), local_topic_);
    publish_footprint(now);
  }
}

void NavigatorNode::publish_costmap(LayeredCostmap& costmap,
                                    Publisher<nav_msgs::msg::OccupancyGrid>& topic) {
  if (!topic.is_wanted() || costmap.frame().width == 0) return;
  nav_msgs::msg::OccupancyGrid message = to_occupancy_grid(costmap.costs());
  message.header = {.stamp = to_message_time(node_.now()), .frame_id = senses_->frame()};
  message.info.map_load_time = message.header.stamp;
  topic.publish(message);
}

void NavigatorNode::publish_footprint(SimTime now) {
  if (!footprint_topic_.is_wanted() || senses_->loss()) return;
  const Pose2 robot = senses_->situation(plans_).robot;
  geometry_msgs::msg::PolygonStamped message;
  message.header = {.stamp = to_message_time(now), .frame_id = senses_->frame()};
  for (const Vec2 corner : senses_->footprint().outline()) {
    const Vec2 at = robot * corner;
    message.polygon.points.push_back(
        {.x = static_cast<float>(at.x), .y = static_cast<float>(at.y)});
  }
  footprint_topic_.publish(message);
}

}  // namespace tandem
