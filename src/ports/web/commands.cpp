// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/commands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenario/bounds.h"
#include "scenario/newcomer.h"
#include "simulation/pacer.h"

namespace tandem::web {

namespace {

constexpr auto hold_lasts = std::chrono::milliseconds(500);
constexpr std::size_t max_holds = 64;
constexpr double max_steps = 100'000;
constexpr double max_time_s = 9e9;  // that nanoseconds have room for
constexpr std::string_view is_too_much = "there is more to do than can be done";

Answer refusal(std::string reason) {
  return {.is_done = false, .reason = std::move(reason), .data = {}};
}

Answer answer_of(const EditOutcome& outcome) {
  if (outcome.result != EditResult::done) return refusal(outcome.reason);
  return {.data = {{"name", outcome.entity}}};
}

Answer answer_of(const LoadOutcome& outcome) {
  switch (outcome.result) {
    case LoadResult::done:
      return {};
    case LoadResult::failed:
      return refusal(outcome.reason);
    case LoadResult::superseded:
      return refusal("somebody chose another scenario meanwhile");
    case LoadResult::cancelled:
      break;
  }
  return refusal("the run ended");
}

nlohmann::json json_of(const std::vector<Choice>& choices) {
  nlohmann::json list = nlohmann::json::array();
  for (const Choice& choice : choices)
    list.push_back({{"name", choice.name}, {"description", choice.description}});
  return list;
}

// The origin of some things is their middle, that of most robots is above their wheels; half in the
// floor they would leap out of it.
void stand_on(double height, const Model& model, Pose& world_from_model) {
  const Bounds bounds = bounds_of(model, world_from_model);
  if (bounds.is_empty() || bounds.low.z >= height) return;
  world_from_model.translation.z += height - bounds.low.z;
}

}  // namespace

CommandDesk::CommandDesk(const RunHandles& run, Network* network, EditDesk& edits,
                         const LatestFrame& latest)
    : run_(run),
      network_(network),
      edits_(edits),
      latest_(latest),
      faults_(edits, latest, network, run.processes) {}

const std::map<std::string, CommandDesk::Command, std::less<>>& CommandDesk::commands() {
  static const std::map<std::string, Command, std::less<>> all{
      {"catalog", {&CommandDesk::catalog, true, true}},
      {"pause", {&CommandDesk::pause, false, true}},
      {"resume", {&CommandDesk::resume, false, true}},
      {"step", {&CommandDesk::step, false, true}},
      {"speed", {&CommandDesk::set_speed, false, true}},
      {"jump", {&CommandDesk::jump, false, true}},
      {"reset", {&CommandDesk::reset, false, true}},
      {"next_episode", {&CommandDesk::next_episode}},
      {"load", {&CommandDesk::load}},
      {"drive", {&CommandDesk::drive}},
      {"paint", {&CommandDesk::paint}},
      {"clear_paint", {&CommandDesk::clear_paint}},
      {"spawn", {&CommandDesk::spawn}},
      {"move", {&CommandDesk::move}},
      {"hold", {&CommandDesk::hold}},
      {"remove", {&CommandDesk::remove}},
      {"goal", {&CommandDesk::set_goal}},
      {"cancel_goal", {&CommandDesk::cancel_goal}},
      {"mission", {&CommandDesk::control_mission}},
      {"pause_twin", {&CommandDesk::pause_twin}},
      {"mode", {&CommandDesk::set_mode}},
      {"tell", {&CommandDesk::tell}},
      {"fault_kinds", {&CommandDesk::fault_kinds, true, true}},
      {"fault", {&CommandDesk::inject_fault}},
      {"clear_fault", {&CommandDesk::clear_fault}},
  };
  return all;
}

void CommandDesk::obey(const nlohmann::json& command, bool may_control, const Reply& reply) {
  try {
    const Fields fields(command);
    const std::string what = fields.text("do");
    const auto found = commands().find(what);
    if (found == commands().end())
      return reply(refusal(fmt::format("there is no command '{}'", what)));
    if (!found->second.is_for_viewers && !may_control)
      return reply(refusal("this page may only look; the link in the terminal lets you act"));
    if (!found->second.is_for_recordings && run_.control.status().recorded)
      return reply(refusal("this is a recording: what happened cannot be changed"));
    (this->*found->second.obey)(fields, reply);
  } catch (const BadField& problem) {
    reply(refusal(problem.what()));
  }
}

void CommandDesk::tick() {
  const Clock::time_point now = Clock::now();
  std::erase_if(holds_, [&](const auto& each) { return each.second.until < now; });
  for (const auto& [entity, hold] : holds_)
    edits_.submit(SetEntityState{entity, hold.pose, Twist{}}, [](const EditOutcome&) {});
}

void CommandDesk::catalog(const Fields&, const Reply& reply) {
  const bool is_taken = errands_.add([reply, own = own_things()] {
    std::vector<Choice> things = own;
    for (Choice& thing : thing_choices())
      if (std::ranges::find(own, thing.name, &Choice::name) == own.end())
        things.push_back(std::move(thing));
    reply({.data = {{"scenarios", json_of(scenario_choices())}, {"things", json_of(things)}}});
  });
  if (!is_taken) reply(refusal(std::string(is_too_much)));
}

void CommandDesk::pause(const Fields&, const Reply& reply) {
  run_.control.pause();
  reply({});
}

void CommandDesk::resume(const Fields&, const Reply& reply) {
  run_.control.resume();
  reply({});
}

void CommandDesk::step(const Fields& fields, const Reply& reply) {
  const double count = fields.number("count", 1, max_steps);
  if (count != std::floor(count)) throw BadField("'count' takes a whole number");
  if (!run_.control.status().is_paused) run_.control.pause();
  const Result<Ticket> steps = run_.control.step(static_cast<std::uint64_t>(count));
  reply(steps ? Answer{} : refusal(steps.error()));
}

void CommandDesk::set_speed(const Fields& fields, const Reply& reply) {
  const bool is_max = fields.value("value") == "max";
  const double speed = is_max ? Pacer::as_fast_as_possible : fields.number("value", 0.001, 1000);
  if (!run_.control.set_speed(speed))
    return reply(refusal("time goes as the wall clock does here, which has speed 1"));
  reply({});
}

void CommandDesk::jump(const Fields& fields, const Reply& reply) {
  Jump jump;
  if (fields.has("time_s"))
    jump.time = SimTime(std::llround(fields.number("time_s", 0, max_time_s) * 1e9));
  if (fields.has("frames")) {
    const double frames = fields.number("frames", -max_steps, max_steps);
    if (frames != std::floor(frames)) throw BadField("'frames' takes a whole number");
    jump.frames = static_cast<std::int64_t>(frames);
  }
  const auto error = run_.control.jump(jump);
  reply(error ? refusal(error->message) : Answer{});
}

// In a recording, back to where it begins.
void CommandDesk::reset(const Fields&, const Reply& reply) {
  const auto recorded = run_.control.status().recorded;
  if (!recorded) return edit(Reset{}, reply);
  run_.control.jump({.time = recorded->begin});
  reply({});
}

void CommandDesk::next_episode(const Fields&, const Reply& reply) {
  edit(Reset{ResetScope::next_episode}, reply);
}

void CommandDesk::load(const Fields& fields, const Reply& reply) {
  const std::string scenario = fields.text("scenario");
  const bool is_taken = errands_.add([this, scenario, reply] {
    const std::optional<Choice> choice = find_choice(scenario_choices(), scenario);
    if (!choice) return reply(refusal(fmt::format("there is no scenario '{}'", scenario)));
    run_.loader.load({.scenario = choice->is_loaded_as, .text = {}, .options = {}},
                     [reply](const LoadOutcome& outcome) { reply(answer_of(outcome)); });
  });
  if (!is_taken) reply(refusal(std::string(is_too_much)));
}

void CommandDesk::drive(const Fields& fields, const Reply& reply) {
  const Driven driven = robot(fields);
  const Twist2 velocity{fields.number("linear_mps", -100, 100),
                        fields.number("angular_radps", -100, 100)};
  if (!driven.is_twin) {
    run_.inbox.commands.put({driven.name, velocity});
    return reply({});
  }
  if (!network_)
    return reply(refusal("a real robot hears commands over ROS 2, which this run has none of"));
  network_->drive(driven.name, velocity);
  reply({});
}

void CommandDesk::paint(const Fields& fields, const Reply& reply) {
  const std::vector<Vec2> points = fields.points("points", max_paint_points);
  const double width = fields.number("width_m", 0.001, 10);
  if (fields.flag("erase")) return put_paint(paint_erase(PaintLine{points, width}), reply);
  put_paint(paint_stroke(points, width, fields.color("color")), reply);
}

void CommandDesk::clear_paint(const Fields&, const Reply& reply) {
  put_paint(paint_erase(PaintEverywhere{}), reply);
}

void CommandDesk::put_paint(PaintEdit edit, const Reply& reply) {
  if (!frame()->paint) return reply(refusal("this scenario has no floor to paint"));
  if (const std::string why = why_unpaintable(edit); !why.empty()) return reply(refusal(why));
  const bool is_taken = run_.inbox.paint.put(std::move(edit));
  reply(is_taken ? Answer{} : refusal(std::string(is_too_much)));
}

void CommandDesk::spawn(const Fields& fields, const Reply& reply) {
  const std::string thing = fields.text("thing");
  const Pose pose = fields.pose("pose");
  // what the scenario itself knows is read already
  const auto scenario = frame()->scenario;
  if (const auto own = std::ranges::find(scenario->catalog, thing, &ObjectType::name);
      own != scenario->catalog.end()) {
    ModelInstance instance{thing, own->model, pose};
    stand_on(pose.translation.z, *instance.model, instance.world_from_model);
    return edit(Spawn{.what = std::move(instance), .may_rename = true}, reply);
  }
  const bool is_taken = errands_.add([this, thing, pose, reply] {
    const std::optional<Choice> choice = find_choice(thing_choices(), thing);
    if (!choice) return reply(refusal(fmt::format("there is no thing '{}'", thing)));
    Newcomer newcomer = read_newcomer(
        {.name = "", .uri = choice->is_loaded_as, .text = "", .world_from_model = pose, .ns = {}});
    if (!newcomer.what) return reply(refusal(newcomer.reason));
    if (auto* model = std::get_if<ModelInstance>(&*newcomer.what))
      stand_on(pose.translation.z, *model->model, model->world_from_model);
    if (auto* robot = std::get_if<RobotConfig>(&*newcomer.what))
      stand_on(pose.translation.z, *robot->model, robot->world_from_robot);
    edits_.submit(Spawn{.what = *std::move(newcomer.what), .velocity = {}, .may_rename = true},
                  [reply](const EditOutcome& outcome) { reply(answer_of(outcome)); });
  });
  if (!is_taken) reply(refusal(std::string(is_too_much)));
}

void CommandDesk::move(const Fields& fields, const Reply& reply) {
  const std::string entity = fields.text("entity");
  const Pose pose = fields.pose("pose");
  const std::optional<Vec3> velocity = fields.vector_or_null("velocity");
  holds_.erase(entity);
  edit(SetEntityState{entity, pose, Twist{velocity.value_or(Vec3{}), {}}}, reply);
}

void CommandDesk::hold(const Fields& fields, const Reply& reply) {
  const std::string entity = fields.text("entity");
  const Pose pose = fields.pose("pose");
  if (!holds_.contains(entity) && holds_.size() >= max_holds)
    return reply(refusal("so many things cannot be held at once"));
  holds_[entity] = {pose, Clock::now() + hold_lasts};
  edit(SetEntityState{entity, pose, Twist{}}, reply);
}

void CommandDesk::remove(const Fields& fields, const Reply& reply) {
  const std::string entity = fields.text("entity");
  holds_.erase(entity);
  edit(RemoveEntity{entity}, reply);
}

void CommandDesk::set_goal(const Fields& fields, const Reply& reply) {
  const Driven driven = robot(fields);
  const Pose2 goal{{fields.number("x", -1e6, 1e6), fields.number("y", -1e6, 1e6)},
                   fields.number("yaw", -100, 100)};
  if (!network_)
    return reply(refusal("no navigator: they are asked over ROS 2, which this run has none of"));
  network_->navigate(driven.name, goal);
  reply({});
}

void CommandDesk::cancel_goal(const Fields& fields, const Reply& reply) {
  const Driven driven = robot(fields);
  if (network_) network_->cancel_navigation(driven.name);
  reply({});
}

void CommandDesk::control_mission(const Fields& fields, const Reply& reply) {
  const std::string command = fields.text("command");
  if (command != "stop" && command != "resume" && command != "restart")
    throw BadField("'command' takes stop, resume or restart");
  const std::string state = fields.has("state") ? fields.text("state") : "";
  const Driven driven = robot(fields);
  if (!network_) return reply(refusal("programs hear this over ROS 2, which this run has none of"));
  network_->control_mission(
      {driven.name, command, state}, [reply](const Result<std::string>& said) {
        reply(said ? Answer{.data = {{"text", *said}}} : refusal(said.error()));
      });
}

void CommandDesk::pause_twin(const Fields& fields, const Reply& reply) {
  edit(PauseTwin{fields.text("robot"), fields.flag("paused")}, reply);
}

void CommandDesk::set_mode(const Fields& fields, const Reply& reply) {
  const std::string mode = fields.text("mode");
  if (mode != "virtual" && mode != "twin") throw BadField("'mode' takes virtual or twin");
  edit(SetRobotMode{fields.text("robot"), mode == "twin" ? RobotMode::twin : RobotMode::simulated},
       reply);
}

void CommandDesk::tell(const Fields& fields, const Reply& reply) {
  const std::string robot = fields.has("robot") ? fields.text("robot") : "";
  edits_.tell(robot, fields.text("words"), [reply](const OrderOutcome& outcome) {
    if (!outcome.is_done) return reply(refusal(outcome.text));
    reply({.data = {{"robot", outcome.robot}, {"text", outcome.text}}});
  });
}

void CommandDesk::edit(Edit edit, const Reply& reply) {
  edits_.submit(std::move(edit),
                [reply](const EditOutcome& outcome) { reply(answer_of(outcome)); });
}

// The types of the scenario that runs.
std::vector<Choice> CommandDesk::own_things() const {
  std::vector<Choice> things;
  if (const std::shared_ptr<const Frame> now = latest_.get())
    for (const ObjectType& type : now->scenario->catalog)
      things.push_back({type.name, type.description, {}});
  return things;
}

std::shared_ptr<const Frame> CommandDesk::frame() const {
  std::shared_ptr<const Frame> frame = latest_.get();
  if (!frame) throw BadField("the simulation has not begun yet");
  return frame;
}

CommandDesk::Driven CommandDesk::robot(const Fields& fields) const {
  const std::string name = fields.text("robot");
  const std::shared_ptr<const Frame> now = frame();
  const auto found = std::ranges::find(now->robots, name, &RobotState::name);
  if (found == now->robots.end()) throw BadField(fmt::format("there is no robot '{}'", name));
  return {name, found->twin.has_value()};
}

}  // namespace tandem::web
