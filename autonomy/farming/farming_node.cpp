// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/farming_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "autonomy/behavior/guarded_state.h"
#include "autonomy/behavior/mission_steps.h"
#include "autonomy/behavior/planar.h"
#include "autonomy/behavior/robot_command.h"
#include "autonomy/farming/farming_parameters.h"
#include "autonomy/farming/floor_line.h"
#include "autonomy/farming/free_side.h"

namespace tandem {

namespace {

using Poses = Blackboard::Poses;
using tandem_msgs::msg::Sight;

NodeOptions started_later(NodeOptions options) {
  options.starts_at_once = false;
  return options;
}

// Waits until crops had the time that they need since the work before.
class WaitForCrop final : public State {
 public:
  explicit WaitForCrop(std::function<double(const std::string&)> wait_s)
      : wait_s_(std::move(wait_s)) {}

  std::vector<std::string> outcomes() const override { return {"grown"}; }
  void enter(Blackboard& blackboard, SimTime) override {
    until_s_ = blackboard.find<double>("worked_s").value_or(-1e9) +
               wait_s_(blackboard.find<std::string>("tool").value_or(""));
  }
  std::optional<Ending> step(Blackboard&, SimTime now) override {
    const double left_s = until_s_ - seconds(now);
    message_ = fmt::format("waiting {:.0f} s for the crop", left_s);
    if (left_s > 0) return std::nullopt;
    return Ending{"grown", ""};
  }
  std::string message() const override { return message_; }

 private:
  std::function<double(const std::string&)> wait_s_;
  double until_s_ = 0;
  std::string message_;
};

// A goal with what the mission knows by a name, and the tool that the robot carries.
SkillCall call_with(const std::string& skill, std::vector<std::string> outcomes,
                    const std::string& poses, bool has_tool) {
  return {.skill = skill,
          .outcomes = std::move(outcomes),
          .goal = [=](const Blackboard& board) -> Result<tandem_msgs::action::PerformSkill::Goal> {
            const auto known = board.find<Poses>(poses);
            if (!known) return Error{fmt::format("the mission does not know '{}'", poses)};
            return tandem_msgs::action::PerformSkill::Goal{
                .target = has_tool ? board.find<std::string>("tool").value_or("") : "",
                .poses = *known};
          }};
}

// Goes on with "again" so many times, then ends with "enough".
std::shared_ptr<State> make_tries(const std::string& counter, int most, const std::string& what) {
  return std::make_shared<Decision>(
      std::vector<std::string>{"again", "enough"}, [=](Blackboard& board) -> Ending {
        const double tries = board.find<double>(counter).value_or(0) + 1;
        board.set(counter, tries);
        if (tries <= most) return {"again", ""};
        board.erase(counter);
        return {"enough", fmt::format("{} in {} tries", what, most + 1)};
      });
}

}  // namespace

FarmingNode::FarmingNode(const NodeOptions& options)
    : node_("farming", started_later(options)),
      config_(node_),
      whereabouts_(node_),
      sights_(node_),
      guard_(node_, whereabouts_),
      maps_(node_.subscribe<nav_msgs::msg::OccupancyGrid>(
          "/map", qos::latched, [this](const nav_msgs::msg::OccupancyGrid& map) { map_ = map; })),
      path_(node_.publisher<nav_msgs::msg::Path>("coverage_path", qos::latched)),
      check_on_field_(node_, whereabouts_, sights_,
                      {.processor = "field",
                       .find = [this](const Sight& sight) -> std::optional<Vec2> {
                         if (sight.ratio < config_.field_ratio) return std::nullopt;
                         return Vec2{config_.onto_field_m, 0};
                       },
                       .spacing_m = config_.spacing_m,
                       .stride_m = config_.spacing_m,
                       .radius_m = config_.radius_m}),
      drive_to_edge_(node_, whereabouts_, sights_, guard_, config_.drive_to_edge),
      adjust_to_edge_(node_, whereabouts_, sights_, guard_, config_.adjust_to_edge),
      follow_edge_(node_, whereabouts_, sights_, guard_, config_.follow_edge),
      find_equipment_(node_, whereabouts_, sights_,
                      {.processor = "equipment",
                       .find = [](const Sight& sight) -> std::optional<Vec2> {
                         for (const auto& thing : sight.sightings)
                           if (thing.has_position) return Vec2{thing.position.x, thing.position.y};
                         return std::nullopt;
                       },
                       .spacing_m = config_.spacing_m,
                       .stride_m = config_.spacing_m,
                       .radius_m = config_.radius_m}),
      approach_(node_, whereabouts_, sights_,
                {.processor = "equipment",
                 .limits = {.stop_at_m = config_.hitch_m, .max_speed_mps = 0.2},
                 .unseen_m = 0.35}),
      work_(node_, whereabouts_, guard_, config_.work),
      travel_(node_, [this](const std::string& tool) { return outline_of(tool, tool_margin_m); }),
      dock_(
          node_, whereabouts_, guard_,
          [this](const std::string& tool) {
            return tool.empty() ? outline_without_tool(config_.robot_radius_m)
                                : outline_of(tool, 0);
          },
          config_.dock) {
  config_.work.shape_of = [this](const std::string& tool) {
    return config_.tool_settings[tool].shape;
  };
  const auto serve = [this](const std::string& name, Skill& skill) {
    servers_.push_back(std::make_unique<SkillServer>(node_, name, skill));
  };
  serve("check_on_field", check_on_field_);
  serve("drive_to_edge", drive_to_edge_);
  serve("adjust_to_edge", adjust_to_edge_);
  serve("follow_edge", follow_edge_);
  serve("find_equipment", find_equipment_);
  serve("approach_equipment", approach_);
  serve("work_field", work_);
  serve("travel", travel_);
  serve("dock", dock_);
  mission_.emplace(node_, plan());
  mission_->start();
  node_.start();
}

std::vector<Vec2> FarmingNode::outline_of(const std::string& tool, double margin_m) const {
  const auto found = config_.tool_settings.find(tool);
  if (found == config_.tool_settings.end()) return {};
  return outline_with(found->second.shape, config_.robot_radius_m, margin_m);
}

MissionStep FarmingNode::skill_step(const std::string& name, SkillCall call,
                                    std::vector<Transition> next) {
  // longer than a navigator that does not get on stands before it turns or backs up
  constexpr Duration standing_limit = 40s;
  return step_of(name,
                 std::make_shared<GuardedState>(make_skill_state(node_, std::move(call)),
                                                whereabouts_, standing_limit),
                 std::move(next));
}

MissionPlan FarmingNode::plan() {
  const auto order = [this](const std::string& text) {
    return std::make_shared<RobotCommandState>(node_, [text](const Blackboard&) { return text; });
  };
  MissionPlan plan{.program = "farming", .successes = {"finished"}};
  plan.on_halt = [this] { sights_.rest(); };
  // a mission that begins anew may begin with a tool in its hand
  plan.steps.push_back(
      step_of("lay_down", order("detach"),
              {{"done", "step_back"}, {"refused", "map_field"}, {"failed", "map_field"}}));
  SkillCall step_back{.skill = "dock", .outcomes = Dock::outcomes()};
  step_back.goal = [this](const Blackboard&) -> Result<Goal> {
    const auto robot = whereabouts_.global_from_base();
    if (!robot) return Error{robot.error()};
    return Goal{.poses = {to_pose_stamped(*robot * Pose2{{-config_.back_off_m, 0}, 0},
                                          whereabouts_.global_frame())}};
  };
  plan.steps.push_back(skill_step("step_back", std::move(step_back),
                                  {{"arrived", "map_field"}, {"blocked", "map_field"}}));
  plan.steps.push_back(step_around("map_field", mapping_steps(), {{"mapped", "choose_tool"}}));
  plan.steps.push_back(
      step_of("choose_tool",
              std::make_shared<Decision>(std::vector<std::string>{"next", "finished"},
                                         [this](Blackboard& board) { return choose_tool(board); }),
              {{"next", "use_tool"}}));
  plan.steps.push_back(step_around("use_tool", tool_steps(), {{"used", "choose_tool"}}));
  plan.failures = failures_of(plan.steps, plan.successes);
  return plan;
}

std::vector<MissionStep> FarmingNode::mapping_steps() {
  const auto remember = [](const std::string& name) {
    return [name](const SkillResult& result, Blackboard& board) {
      if (!result.poses.empty()) board.set(name, result.poses);
    };
  };
  std::vector<MissionStep> steps;
  SkillCall search{.skill = "check_on_field", .outcomes = SpiralSearch::outcomes()};
  search.remember = remember("on_field");
  steps.push_back(skill_step("check_on_field", std::move(search),
                             {{"found", "drive_onto_field"}, {"not_found", "field_not_found"}}));
  steps.push_back(skill_step("drive_onto_field",
                             call_with("travel", Travel::outcomes(), "on_field", false),
                             {{"arrived", "drive_to_edge"}, {"unreachable", "drive_to_edge"}}));
  SkillCall drive{.skill = "drive_to_edge", .outcomes = DriveToEdge::outcomes()};
  drive.remember = remember("edge");
  steps.push_back(skill_step(
      "drive_to_edge", std::move(drive),
      {{"at_edge", "adjust_to_edge"}, {"not_found", "search_again"}, {"blocked", "search_again"}}));
  SkillCall adjust = call_with("adjust_to_edge", AdjustToEdge::outcomes(), "edge", false);
  steps.push_back(skill_step("adjust_to_edge", std::move(adjust),
                             {{"adjusted", "follow_edge"}, {"lost", "search_again"}}));
  SkillCall follow{.skill = "follow_edge", .outcomes = FollowEdge::outcomes()};
  follow.remember = remember("corners");
  steps.push_back(skill_step("follow_edge", std::move(follow),
                             {{"lost", "search_again"}, {"blocked", "search_again"}}));
  steps.push_back(step_of("search_again", make_tries("searches", 3, "no field with four corners"),
                          {{"again", "check_on_field"}, {"enough", "field_not_found"}}));
  return steps;
}

std::vector<MissionStep> FarmingNode::tool_steps() {
  const auto decide = [](const std::string& outcome, std::function<Ending(Blackboard&)> act) {
    return std::make_shared<Decision>(std::vector<std::string>{outcome, "failed"}, std::move(act));
  };
  const auto give_order = [this](const std::string& text, bool names_tool) {
    return std::make_shared<RobotCommandState>(node_, [=](const Blackboard& board) {
      return names_tool ? text + "," + board.find<std::string>("tool").value_or("") : text;
    });
  };
  std::vector<MissionStep> steps;
  SkillCall find{.skill = "find_equipment", .outcomes = SpiralSearch::outcomes()};
  find.goal = [](const Blackboard& board) -> Result<Goal> {
    Goal goal{.target = board.find<std::string>("tool").value_or("")};
    // tools stand together: the search begins where the one before is
    const bool was_seen = board.has("finds");  // from afar
    if (const auto before = board.find<Poses>("before_rack"); before && !was_seen)
      goal.poses = *before;
    return goal;
  };
  find.remember = [](const SkillResult& result, Blackboard& board) {
    if (!result.poses.empty()) board.set("seen_tool", result.poses);
  };
  steps.push_back(skill_step("find_equipment", std::move(find),
                             {{"found", "plan_way"}, {"not_found", "tool_missing"}}));
  steps.push_back(step_of(
      "plan_way",
      std::make_shared<Decision>(std::vector<std::string>{"there", "planned", "far", "failed"},
                                 [this](Blackboard& board) { return plan_way_to_tool(board); }),
      {{"there", "approach_tool"},
       {"planned", "drive_before_tool"},
       {"far", "drive_before_tool"}}));
  // its place is seen best from there, so the robot looks once more
  steps.push_back(skill_step("drive_before_tool",
                             call_with("travel", Travel::outcomes(), "before_tool", false),
                             {{"arrived", "find_again"}, {"unreachable", "find_again"}}));
  SkillCall approach{.skill = "approach_equipment", .outcomes = Approach::outcomes()};
  approach.goal = [](const Blackboard& board) -> Result<Goal> {
    return Goal{.target = board.find<std::string>("tool").value_or("")};
  };
  steps.push_back(skill_step("approach_tool", std::move(approach),
                             {{"reached", "note_rack"}, {"lost", "find_again"}}));
  steps.push_back(step_of("find_again",
                          make_tries("finds", 6, "the robot did not get before the tool"),
                          {{"again", "find_equipment"}, {"enough", "tool_missing"}}));
  steps.push_back(step_of("note_rack",
                          decide("noted", [this](Blackboard& board) { return note_rack(board); }),
                          {{"noted", "attach"}}));
  steps.push_back(step_of("attach", give_order("attach", true),
                          {{"done", "leave_rack"}, {"refused", "attach_refused"}}));
  steps.push_back(skill_step("leave_rack", call_with("dock", Dock::outcomes(), "before_rack", true),
                             {{"arrived", "plan_path"}, {"blocked", "plan_path"}}));
  steps.push_back(step_of("plan_path",
                          decide("planned", [this](Blackboard& board) { return plan_path(board); }),
                          {{"planned", "wait_for_crop"}}));
  steps.push_back(step_of("wait_for_crop",
                          std::make_shared<WaitForCrop>([this](const std::string& tool) {
                            return config_.tool_settings[tool].wait_s;
                          }),
                          {{"grown", "work"}}));
  SkillCall work = call_with("work_field", WorkField::outcomes(), "path", true);
  work.remember = [this](const SkillResult& result, Blackboard& board) {
    if (result.outcome == "worked") board.set("worked_s", seconds(node_.now()));
  };
  steps.push_back(skill_step("work", std::move(work), {{"worked", "return_tool"}}));
  // a tool that cannot be brought back is put down where the robot is
  steps.push_back(skill_step("return_tool",
                             call_with("travel", Travel::outcomes(), "before_rack", true),
                             {{"arrived", "enter_rack"}, {"unreachable", "detach"}}));
  steps.push_back(skill_step("enter_rack", call_with("dock", Dock::outcomes(), "rack", true),
                             {{"arrived", "detach"}, {"blocked", "detach"}}));
  steps.push_back(step_of("detach", give_order("detach", false),
                          {{"done", "back_off"}, {"refused", "tool_missing"}}));
  steps.push_back(skill_step("back_off", call_with("dock", Dock::outcomes(), "before_rack", false),
                             {{"arrived", "used"}, {"blocked", "used"}}));
  return steps;
}

Ending FarmingNode::choose_tool(Blackboard& board) const {
  const auto before = board.find<std::string>("tool");
  auto next = config_.tools.begin();
  if (before) {
    next = std::ranges::find(config_.tools, *before);
    if (next != config_.tools.end()) ++next;
  }
  if (next == config_.tools.end()) return {"finished", "all tools were used"};
  board.set("tool", *next);
  return {"next", fmt::format("the {} is next", *next)};
}

// To a place from which the tool's hitch is before the robot.
Ending FarmingNode::plan_way_to_tool(Blackboard& board) const {
  const auto seen = board.find<Poses>("seen_tool");
  const auto robot = whereabouts_.global_from_base();
  if (!seen || !robot) return {"failed", "nobody knows where the tool and the robot are"};
  const Vec2 tool = to_pose2(seen->front().pose).translation;
  const double away_m = distance(tool, robot->translation);
  if (away_m > config_.equipment_range_m) {
    const Vec2 way = (1 / away_m) * (tool - robot->translation);
    const Pose2 nearer{tool - config_.nearer_m * way, std::atan2(way.y, way.x)};
    board.set("before_tool", Poses{to_pose_stamped(nearer, whereabouts_.global_frame())});
    return {"far", fmt::format("seen from {:.1f} m", away_m)};
  }
  const double side = free_side(map_ ? &*map_ : nullptr, tool, robot->translation);
  const Pose2 before{tool + config_.before_tool_m * direction_of(side), side + M_PI};
  constexpr double there_m = 0.15, there_rad = 0.25;
  if (distance(before.translation, robot->translation) < there_m &&
      std::abs(wrap_angle(before.yaw - robot->yaw)) < there_rad)
    return {"there", ""};
  board.set("before_tool", Poses{to_pose_stamped(before, whereabouts_.global_frame())});
  return {"planned", ""};
}

Ending FarmingNode::note_rack(Blackboard& board) const {
  const auto robot = whereabouts_.global_from_base();
  if (!robot) return {"failed", robot.error()};
  const std::string frame = whereabouts_.global_frame();
  board.erase("finds");
  board.set("rack", Poses{to_pose_stamped(*robot, frame)});
  board.set("before_rack",
            Poses{to_pose_stamped(*robot * Pose2{{-config_.back_off_m, 0}, 0}, frame)});
  return {"noted", ""};
}

Ending FarmingNode::plan_path(Blackboard& board) {
  sights_.rest();  // nobody looks from here on: the tool is before the camera
  const auto corners = board.find<Poses>("corners");
  if (!corners) return {"failed", "the field is not mapped"};
  std::vector<Vec2> field;
  for (const auto& corner : *corners) field.push_back(to_pose2(corner.pose).translation);
  const std::string tool = board.find<std::string>("tool").value_or("");
  const auto swaths = plan_coverage(field, config_.tool_settings[tool].shape, config_.coverage);
  if (swaths.empty()) return {"failed", "there is no field to work on"};
  const std::string frame = whereabouts_.global_frame();
  Poses path;
  for (const Swath& swath : swaths) {
    path.push_back(to_pose_stamped({swath.from, swath.yaw()}, frame));
    path.push_back(to_pose_stamped({swath.to, swath.yaw()}, frame));
  }
  nav_msgs::msg::Path shown{.poses = path};
  shown.header.frame_id = frame;
  path_.publish(shown);
  board.set("path", std::move(path));
  return {"planned", fmt::format("{} swaths", swaths.size())};
}

}  // namespace tandem
