// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/line_following/line_follower.h"

#include "autonomy/behavior/mission_steps.h"
#include "autonomy/behavior/skill_state.h"

namespace tandem {

namespace {

using tandem_msgs::action::PerformSkill;

// on the blackboard: where a line was seen, and where something only looked like one
constexpr const char* line_name = "line";
constexpr const char* no_lines_name = "no_lines";
constexpr std::size_t most_no_lines = 8;

Blackboard::Poses poses_in(const Blackboard& blackboard, const char* name) {
  return blackboard.find<Blackboard::Poses>(name).value_or(Blackboard::Poses{});
}

NodeOptions waiting_to_start(NodeOptions options) {
  options.starts_at_once = false;
  return options;
}

}  // namespace

LineFollower::LineFollower(const NodeOptions& options)
    : node_("line_follower", waiting_to_start(options)), begin_(node_.timer(100ms, [this] {
        begin_ = {};
        mission_.start();
      })) {
  node_.start();
}

MissionPlan LineFollower::plan() {
  const auto find = make_skill_state(
      node_, {.skill = "find_line",
              .outcomes = FindLine::outcomes(),
              .goal = [](const Blackboard& blackboard) -> Result<PerformSkill::Goal> {
                return PerformSkill::Goal{.poses = poses_in(blackboard, no_lines_name)};
              },
              .remember =
                  [](const PerformSkill::Result& result, Blackboard& blackboard) {
                    blackboard.erase(line_name);
                    if (!result.poses.empty()) blackboard.set(line_name, result.poses);
                  }});
  const auto align = make_skill_state(
      node_, {.skill = "align_to_line",
              .outcomes = AlignToLine::outcomes(),
              .goal = [](const Blackboard& blackboard) -> Result<PerformSkill::Goal> {
                return PerformSkill::Goal{.poses = poses_in(blackboard, line_name)};
              },
              .remember =
                  [](const PerformSkill::Result& result, Blackboard& blackboard) {
                    if (result.outcome != "blocked" || result.poses.empty()) return;
                    Blackboard::Poses none = poses_in(blackboard, no_lines_name);
                    if (none.size() == most_no_lines) none.erase(none.begin());
                    none.push_back(result.poses.front());
                    blackboard.set(no_lines_name, none);
                  }});
  const auto follow =
      make_skill_state(node_, {.skill = "follow_line",
                               .outcomes = FollowLine::outcomes(),
                               .remember = [](const PerformSkill::Result&, Blackboard& blackboard) {
                                 blackboard.erase(line_name);  // where it was seen is long passed
                               }});
  MissionPlan plan{.program = "line_follower", .on_halt = [this] { sights_.rest(); }};
  plan.steps = {
      step_of("find_line", find,
              {{"found", "align_to_line"},
               {"not_found", "find_line"}}),  // people may draw one at any time
      step_of("align_to_line", align,
              {{"aligned", "follow_line"}, {"blocked", "find_line"}, {"lost", "find_line"}}),
      step_of("follow_line", follow, {{"ended", "find_line"}, {"lost", "find_line"}})};
  plan.failures = failures_of(plan.steps, {});
  return plan;
}

}  // namespace tandem
