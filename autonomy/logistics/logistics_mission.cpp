// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// The mission of the logistics program: its states, and what they decide.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "autonomy/behavior/action_state.h"
#include "autonomy/behavior/drive_outcome.h"
#include "autonomy/behavior/mission_steps.h"
#include "autonomy/behavior/planar.h"
#include "autonomy/behavior/robot_command.h"
#include "autonomy/behavior/skill_state.h"
#include "autonomy/logistics/logistics_node.h"

namespace tandem {

namespace {

using nav2_msgs::action::BackUp;
using nav2_msgs::action::NavigateToPose;
using Transitions = std::vector<Transition>;

constexpr int most_tries = 5;  // to get a box into a zone
constexpr Duration place_timeout = 20s;

std::vector<std::string> drive_outcomes() {
  return {"arrived", "unreachable", "tracking_lost", "sensor_lost", "preempted"};
}

// A state that drives by an action of the navigator: without an answer there is no navigator.
MissionStep driving(const std::string& name, std::shared_ptr<State> work, Transitions next) {
  next.push_back({"failed", "navigator_lost"});
  return step_of(name, std::move(work), std::move(next));
}

// One that gives an order: without an answer there is nobody who takes them.
MissionStep ordering(const std::string& name, std::shared_ptr<State> work, Transitions next) {
  next.push_back({"failed", "command_lost"});
  return step_of(name, std::move(work), std::move(next));
}

// Waits until the robot knows its place: its world may only just be starting.
class Readiness final : public State {
 public:
  Readiness(const Whereabouts& whereabouts, std::function<void()> recall_given)
      : whereabouts_(whereabouts), recall_given_(std::move(recall_given)) {}

  std::vector<std::string> outcomes() const override { return {"ready", "tracking_lost"}; }
  void enter(Blackboard&, SimTime now) override { begin_ = now; }
  std::optional<Ending> step(Blackboard& board, SimTime now) override {
    const auto base = whereabouts_.global_from_base();
    if (base) {
      // people put robots where they have room to turn: a good place to search around
      board.set("home", Blackboard::Poses{to_pose_stamped(*base, whereabouts_.global_frame())});
      recall_given_();
      return Ending{"ready", ""};
    }
    if (now - begin_ <= place_timeout) return std::nullopt;
    return Ending{"tracking_lost",
                  fmt::format("nobody knows where the robot is: {}", base.error())};
  }

 private:
  const Whereabouts& whereabouts_;
  const std::function<void()> recall_given_;
  SimTime begin_{};
};

Result<Pose2> pose_of(const Blackboard& blackboard, const std::string& name) {
  const auto poses = blackboard.find<Blackboard::Poses>(name);
  if (!poses || poses->empty()) return Error{fmt::format("'{}' is not known", name)};
  return to_pose2(poses->front().pose);
}

std::string carried(const Blackboard& blackboard) {
  return blackboard.find<std::string>("carries").value_or("");
}

void count(Blackboard& blackboard, const std::string& what) {
  blackboard.set(what, blackboard.find<double>(what).value_or(0) + 1);
}

}  // namespace

// --- states

std::shared_ptr<State> LogisticsNode::guarded(std::shared_ptr<State> state, StateHooks guard) {
  return std::make_shared<GuardedState>(std::move(state), whereabouts_, config_.immobile,
                                        std::move(guard));
}

std::shared_ptr<State> LogisticsNode::skill(const std::string& name,
                                            std::vector<std::string> outcomes,
                                            std::function<Result<Goal>(const Blackboard&)> goal,
                                            StateHooks guard, Remember remember) {
  return guarded(make_skill_state(node_, {.skill = name,
                                          .outcomes = std::move(outcomes),
                                          .goal = std::move(goal),
                                          .remember = std::move(remember)}),
                 std::move(guard));
}

std::shared_ptr<State> LogisticsNode::drive(std::function<Result<Pose2>(const Blackboard&)> to,
                                            StateHooks guard) {
  ActionCall<NavigateToPose> call{.action = "navigate_to_pose", .outcomes = drive_outcomes()};
  call.goal = [this, to](const Blackboard& board) -> Result<NavigateToPose::Goal> {
    rest();
    tell_navigator(board);
    const Result<Pose2> pose = to(board);
    if (!pose) return Error{pose.error()};
    return NavigateToPose::Goal{.pose = to_pose_stamped(*pose, whereabouts_.global_frame())};
  };
  call.judge = [](const Outcome<NavigateToPose>& outcome, Blackboard&) {
    return judge_drive(outcome.status, outcome.result.error_code, outcome.result.error_msg);
  };
  call.tell = [](const NavigateToPose::Feedback& feedback) {
    return fmt::format("driving, {:.1f} m to go", feedback.distance_remaining);
  };
  return guarded(std::make_shared<ActionState<NavigateToPose>>(node_, std::move(call)),
                 std::move(guard));
}

std::shared_ptr<State> LogisticsNode::back_off() {
  ActionCall<BackUp> call{.action = "backup", .outcomes = drive_outcomes()};
  call.goal = [this](const Blackboard& board) -> Result<BackUp::Goal> {
    rest();
    tell_navigator(board);
    return BackUp::Goal{.target = {.x = config_.back_off_m},
                        .speed = static_cast<float>(config_.back_off_mps),
                        .time_allowance = {.sec = 10}};
  };
  call.judge = [](const Outcome<BackUp>& outcome, Blackboard&) {
    return judge_drive(outcome.status, outcome.result.error_code, outcome.result.error_msg);
  };
  return guarded(std::make_shared<ActionState<BackUp>>(node_, std::move(call)));
}

std::shared_ptr<State> LogisticsNode::order(std::function<std::string(const Blackboard&)> command,
                                            StateHooks guard) {
  return guarded(std::make_shared<RobotCommandState>(node_, std::move(command)), std::move(guard));
}

// --- the table

MissionPlan LogisticsNode::plan() {
  MissionPlan plan{
      .program = "logistics", .successes = {"all_delivered"}, .on_halt = [this] { rest(); }};
  plan.steps = taking_steps();
  std::ranges::move(bringing_steps(), std::back_inserter(plan.steps));
  plan.failures = failures_of(plan.steps, plan.successes);
  return plan;
}

std::vector<MissionStep> LogisticsNode::taking_steps() {
  const auto let_go = order([](const Blackboard&) { return "detach"; },
                            {.on_end = [this](const Ending&, Blackboard& board) {
                              board.erase("carries");
                              tell_navigator(board);
                            }});
  const auto centre_of_search = [](const Blackboard& board) -> Result<Goal> {
    // where there was one box there are others
    return Goal{.poses = board.find<Blackboard::Poses>("box").value_or(Blackboard::Poses{})};
  };
  const auto find =
      skill("find_box", SpiralSearch::outcomes(), centre_of_search,
            {.on_enter =
                 [this](Blackboard& board, SimTime now) {
                   tell_navigator(board);
                   watch_for_zones(now);
                 },
             .on_end = [](const Ending&, Blackboard& board) { count(board, "box searches"); },
             .on_leave = [this] { rear_.rest(); }});
  const auto recall =
      std::make_shared<Decision>(std::vector<std::string>{"known", "unknown"},
                                 [this](Blackboard& board) { return recall_box(board); });
  const auto take_stock =
      std::make_shared<Decision>(std::vector<std::string>{"all_delivered", "boxes_left"},
                                 [this](Blackboard& board) { return this->take_stock(board); });
  return {
      step_of(
          "get_ready",
          std::make_shared<Readiness>(whereabouts_,
                                      [this] {
                                        // as from afar: whatever it sees itself is better
                                        for (const auto& [zone, place] : config_.given_zones)
                                          memory().note_zone({zone, place, config_.zone_range_m});
                                      }),
          {{"ready", "let_go"}}),
      // whatever it carries from before: it will be found again
      ordering("let_go", let_go, {{"done", "make_room"}, {"refused", "recall_box"}}),
      driving("make_room", back_off(), {{"arrived", "recall_box"}, {"unreachable", "recall_box"}}),
      step_of("recall_box", recall, {{"known", "attach_box"}, {"unknown", "find_box"}}),
      step_of("find_box", find, {{"found", "recall_box"}, {"not_found", "take_stock"}}),
      attach_step(), step_of("take_stock", take_stock, {})};
}

MissionStep LogisticsNode::attach_step() {
  const auto box = [](const Blackboard& board) -> Result<Goal> {
    return Goal{.target = board.find<std::string>("box label").value_or(""),
                .poses = board.find<Blackboard::Poses>("box").value_or(Blackboard::Poses{})};
  };
  const auto place_of = [](const Blackboard& board) {
    const auto poses = board.find<Blackboard::Poses>("box").value_or(Blackboard::Poses{});
    return poses.empty() ? Vec2{} : to_pose2(poses.front().pose).translation;
  };
  // it is not tried for ever; one that was taken away is no failure, one that stays is
  const auto note_vain_try = [this, place_of](const Ending& ending, Blackboard& board) {
    const std::string label = board.find<std::string>("box label").value_or("");
    SpatialMemory known = memory();
    known.note_vain_try(label, place_of(board));
    known.forget_box(label, place_of(board));
    if (ending.outcome != "gone" && known.vain_tries(label, place_of(board)) >= most_vain_tries)
      board.set(label + " stays", ending.message);
  };
  // where it was seen last, from near
  const auto remember_place = [](const auto& result, Blackboard& board) {
    if (!result.poses.empty()) board.set("box", result.poses);
  };
  const auto approach =
      skill("approach_box", ApproachBox::outcomes(), box,
            {.on_enter =
                 [this](Blackboard& board, SimTime now) {
                   tell_navigator(board);
                   watch_for_zones(now);
                 },
             .on_end =
                 [note_vain_try](const Ending& ending, Blackboard& board) {
                   if (ending.outcome == "gone" || ending.outcome == "unreachable")
                     note_vain_try(ending, board);
                 },
             .on_leave = [this] { rest(); }},
            remember_place);
  const auto attach = order(
      [](const Blackboard& board) {
        return "attach," + board.find<std::string>("box label").value_or("");
      },
      {.on_end = [this, place_of, note_vain_try](const Ending& ending, Blackboard& board) {
        if (ending.outcome == "refused") note_vain_try(ending, board);
        if (ending.outcome != "done") return;
        const std::string label = board.find<std::string>("box label").value_or("");
        memory().forget_box(label, place_of(board));
        board.set("carries", label);
        board.erase("tries");
        board.erase("tried");
        tell_navigator(board);
      }});
  return step_around("attach_box",
                     {step_of("approach", approach,
                              {{"reached", "attach"}, {"gone", "gone"}, {"unreachable", "gone"}}),
                      ordering("attach", attach, {{"done", "attached"}})},
                     {{"attached", "recall_zone"}, {"gone", "recall_box"}, {"refused", "let_go"}});
}

std::vector<MissionStep> LogisticsNode::bringing_steps() {
  const auto decision = [](std::vector<std::string> outcomes, Decision::Decide decide) {
    return std::make_shared<Decision>(std::move(outcomes), std::move(decide));
  };
  const auto zone_goal = [this](const Blackboard& board) -> Result<Goal> {
    const std::string label = zone_of(config_, carried(board));
    const auto zone = memory().zone(label);
    if (!zone) return Error{fmt::format("nobody knows where {} is", label)};
    return Goal{.target = label,
                .poses = {to_pose_stamped({zone->place, 0}, whereabouts_.global_frame())}};
  };
  const auto find = skill(
      "find_zone", SpiralSearch::outcomes(),
      [](const Blackboard& board) -> Result<Goal> {
        return Goal{.poses = board.find<Blackboard::Poses>("home").value_or(Blackboard::Poses{})};
      },
      {.on_enter =
           [this](Blackboard& board, SimTime) {
             front_.rest();
             tell_navigator(board);
           },
       .on_end = [](const Ending&, Blackboard& board) { count(board, "zone searches"); },
       .on_leave = [this] { rear_.rest(); }});
  const auto to_zone = drive([](const Blackboard& board) { return pose_of(board, "stand"); }, {});
  const auto verify =
      skill("verify_zone", VerifyZone::outcomes(), zone_goal,
            {.on_enter = [this](Blackboard& board, SimTime) { tell_navigator(board); },
             .on_end =
                 [this](const Ending& ending, Blackboard& board) {
                   if (ending.outcome == "not_seen")
                     memory().forget_zone(zone_of(config_, carried(board)));
                 },
             .on_leave = [this] { rear_.rest(); }},
            [this](const auto& result, Blackboard& board) {
              if (result.poses.empty()) return;
              const Vec2 place = to_pose2(result.poses.front().pose).translation;
              memory().note_zone({zone_of(config_, carried(board)), place, 0});  // no better look
            });
  const auto back_to = [](const Blackboard& board) { return pose_of(board, "taken from"); };
  const auto put_down = order([](const Blackboard&) { return "detach"; },
                              {.on_end = [this](const Ending& ending, Blackboard& board) {
                                note_put_down(ending, board);
                              }});
  const auto give_up = [this](Blackboard& board) {
    return leave_box(board, "its zone was not found, or cannot be reached");
  };
  return {
      step_of(
          "recall_zone",
          decision({"known", "unknown", "no_room"},
                   [this](Blackboard& board) { return recall_zone(board); }),
          {{"known", "navigate_to_zone"}, {"unknown", "find_zone"}, {"no_room", "give_up_zone"}}),
      step_of("find_zone", find, {{"found", "recall_zone"}, {"not_found", "give_up_zone"}}),
      driving("navigate_to_zone", to_zone,
              {{"arrived", "verify_zone"}, {"unreachable", "try_again"}}),
      step_of("verify_zone", verify,
              {{"verified", "drop_box"}, {"moved", "try_again"}, {"not_seen", "try_again"}}),
      drop_step(),
      // from another side, or after another search; but not for ever
      step_of("try_again",
              decision({"again", "enough"}, [this](Blackboard& board) { return try_again(board); }),
              {{"again", "recall_zone"}, {"enough", "give_up_zone"}}),
      step_of("give_up_zone", decision({"given_up"}, give_up), {{"given_up", "bring_back"}}),
      driving("bring_back", drive(back_to, {}),
              {{"arrived", "put_down"}, {"unreachable", "put_down"}}),
      ordering("put_down", put_down, {{"done", "make_room"}, {"refused", "box_lost"}}),
      // somebody took it on the way: it looks for the next one
      step_of("box_lost",
              decision({"forgotten"},
                       [](Blackboard&) {
                         return Ending{"forgotten", "the robot has lost its box"};
                       }),
              {{"forgotten", "recall_box"}})};
}

MissionStep LogisticsNode::drop_step() {
  const auto drive_in = drive([this](const Blackboard& board) { return drop_pose(board); }, {});
  const auto detach = order([](const Blackboard&) { return "detach"; },
                            {.on_end = [this](const Ending& ending, Blackboard& board) {
                              if (ending.outcome == "done") count(board, "delivered");
                              note_put_down(ending, board);
                            }});
  return step_around(
      "drop_box",
      {driving("drive_in", drive_in, {{"arrived", "detach"}, {"unreachable", "blocked"}}),
       ordering("detach", detach, {{"done", "back_off"}, {"refused", "box_lost"}}),
       driving("back_off", back_off(), {{"arrived", "dropped"}, {"unreachable", "dropped"}})},
      {{"dropped", "recall_box"}, {"blocked", "try_again"}, {"box_lost", "box_lost"}});
}

// It has no box any more, however that came: what cannot be put down is not there.
void LogisticsNode::note_put_down(const Ending& ending, Blackboard& blackboard) {
  if (ending.outcome != "done" && ending.outcome != "refused") return;
  if (ending.outcome == "refused") blackboard.set(carried(blackboard) + " lost", ending.message);
  blackboard.erase("carries");
  tell_navigator(blackboard);
}

// --- decisions

Ending LogisticsNode::recall_box(Blackboard& blackboard) {
  const auto base = whereabouts_.global_from_base();
  std::optional<Remembered> next;
  if (base)
    for (const std::string& label : config_.boxes)
      for (const Remembered& box : memory().boxes(label)) {
        if (!is_wanted(box)) continue;
        if (!next ||
            distance(box.place, base->translation) < distance(next->place, base->translation))
          next = box;
      }
  if (!next) return {"unknown", "no box is known: searching"};
  blackboard.set("box label", next->label);
  blackboard.set("box",
                 Blackboard::Poses{to_pose_stamped({next->place, 0}, whereabouts_.global_frame())});
  return {"known",
          fmt::format("{} at ({:.2f}, {:.2f})", next->label, next->place.x, next->place.y)};
}

Ending LogisticsNode::recall_zone(Blackboard& blackboard) {
  if (!blackboard.has("tries")) {
    // it has just been taken
    if (const auto base = whereabouts_.global_from_base())
      blackboard.set("taken from",
                     Blackboard::Poses{to_pose_stamped(*base, whereabouts_.global_frame())});
    blackboard.set("tries", 0.0);
  }
  const std::string label = zone_of(config_, carried(blackboard));
  const auto zone = memory().zone(label);
  if (!zone) return {"unknown", fmt::format("nobody has seen {} yet: searching", label)};
  auto stand = zone_stand(blackboard, zone->place);
  if (!stand && blackboard.has("tried")) {
    blackboard.erase("tried");  // what was in the way may be gone
    stand = zone_stand(blackboard, zone->place);
  }
  if (!stand) return {"no_room", fmt::format("there is no room before {}", label)};
  blackboard.set("stand", Blackboard::Poses{to_pose_stamped(*stand, whereabouts_.global_frame())});
  return {"known", fmt::format("{} is at ({:.2f}, {:.2f})", label, zone->place.x, zone->place.y)};
}

Ending LogisticsNode::try_again(Blackboard& blackboard) {
  count(blackboard, "tries");
  if (const auto stand = blackboard.find<Blackboard::Poses>("stand")) {
    auto tried = blackboard.find<Blackboard::Poses>("tried").value_or(Blackboard::Poses{});
    tried.insert(tried.end(), stand->begin(), stand->end());
    blackboard.set("tried", std::move(tried));
  }
  const double tries = blackboard.find<double>("tries").value_or(0);
  if (tries >= most_tries)
    return {"enough",
            fmt::format("{} was not brought to its zone in {} tries", carried(blackboard), tries)};
  return {"again", ""};
}

Ending LogisticsNode::leave_box(Blackboard& blackboard, const std::string& why) {
  memory().give_up(carried(blackboard), why);
  return {"given_up",
          fmt::format("{}: {}; it goes back to where it was taken", carried(blackboard), why)};
}

Ending LogisticsNode::take_stock(Blackboard& blackboard) {
  const auto delivered = blackboard.find<double>("delivered").value_or(0);
  std::string left;
  for (const std::string& label : config_.boxes) {
    const auto why = blackboard.find<std::string>(label + " left");
    if (why) left += fmt::format("; {}: {}", label, *why);
    const auto stays = blackboard.find<std::string>(label + " stays");
    if (stays) left += fmt::format("; a {} stays: {}", label, *stays);
    const auto lost = blackboard.find<std::string>(label + " lost");
    if (lost) left += fmt::format("; a {} was lost on the way: {}", label, *lost);
  }
  if (left.empty())
    return {"all_delivered",
            fmt::format("{} boxes were brought home, and there is no other", delivered)};
  return {"boxes_left", fmt::format("{} boxes were brought home{}", delivered, left)};
}

}  // namespace tandem
