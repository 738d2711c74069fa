// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/deed_file.h"

#include <fmt/format.h>

#include <array>
#include <numbers>

#include "messages/dynamic.h"
#include "messages/dynamic_document.h"
#include "messages/registry.h"
#include "middleware/names.h"
#include "missions/condition_file.h"
#include "missions/mission_schema.h"
#include "rules/order.h"
#include "scenario/faults_file.h"
#include "scenario/outlook.h"
#include "scenario/utf8_text.h"

namespace tandem {

namespace {

constexpr Duration longest = 24h;

Document to_document(const YamlNode& node) {
  Document document;
  if (node.is_text()) {
    document = {Document::Kind::plain, node.text, {}, {}};
  } else if (node.is_list()) {
    document.kind = Document::Kind::list;
    for (const YamlNode& item : node.items) document.list.push_back(to_document(item));
  } else if (node.is_map()) {
    document.kind = Document::Kind::members;
    for (const YamlEntry& entry : node.entries)
      document.members.push_back({entry.key, to_document(entry.value)});
  }
  return document;
}

// A value as --set takes it: flow YAML.
std::string to_flow(const YamlNode& node) {
  if (node.is_text()) {
    constexpr std::string_view special = "\"\\,:#[]{}&*!|>'%@` ";
    if (!node.text.empty() && node.text.find_first_of(special) == std::string::npos)
      return node.text;
    std::string quoted = "\"";
    for (const char letter : node.text) {
      if (letter == '"' || letter == '\\') quoted += '\\';
      quoted += letter;
    }
    return quoted + "\"";
  }
  std::string text;
  if (node.is_list()) {
    for (const YamlNode& item : node.items) text += (text.empty() ? "" : ", ") + to_flow(item);
    return "[" + text + "]";
  }
  for (const YamlEntry& entry : node.entries)
    text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", entry.key, to_flow(entry.value));
  return "{" + text + "}";
}

std::optional<std::vector<Vec2>> to_points(const YamlNode& node, std::string_view key,
                                           Findings& findings) {
  std::vector<Vec2> points;
  if (node.is_list())
    for (const YamlNode& item : node.items)
      if (const auto point = to_point(item, key, findings)) points.push_back(*point);
  if (!points.empty() && points.size() == node.items.size()) return points;
  if (!node.is_list() || node.items.empty())
    findings.error(node.place, fmt::format("'{}' expects a list of places [[x, y], ...], is {}",
                                           key, describe(node)));
  return std::nullopt;
}

// Reads the deed of one event, and says it in words.
class DeedReader {
 public:
  DeedReader(const Fields& fields, EventPlan& event)
      : fields_(fields), findings_(fields.findings()), event_(event) {}

  // False after an error was reported.
  bool read(std::string_view kind) {
    const int errors = findings_.error_count();
    const YamlNode& value = *fields_.find(kind);
    if (kind == "place") place(value);
    if (kind == "move") move();
    if (kind == "remove") remove();
    if (kind == "draw") draw(value);
    if (kind == "erase") erase(value);
    if (kind == "goal") go(value);
    if (kind == "waypoints") tour(value);
    if (kind == "drive") drive(value);
    if (kind == "pause") pause(kind, true);
    if (kind == "resume") pause(kind, false);
    if (kind == "scenario") switch_world();
    if (kind == "reset") reset();
    if (kind == "tracker") tracker(value);
    if (kind == "fault") fault(value);
    if (kind == "clear_fault") clear_fault();
    if (kind == "order") order();
    if (kind == "publish") publish(value);
    if (kind == "call") call(value);
    return findings_.error_count() == errors;
  }

 private:
  void set(Deed deed, std::string text) {
    event_.deed = std::move(deed);
    event_.text = std::move(text);
  }

  DeedPose where(const YamlNode& node, const Fields& of) {
    const PoseFields read = read_pose(node, findings_);
    DeedPose where{read.pose, read.has_z, {}};
    of.read("relative_to", where.relative_to);
    return where;
  }

  void place(const YamlNode& value) {
    const Fields fields(value, mission_schema::place, findings_);
    PlaceThing deed;
    if (!fields.require("object") || !fields.read("object", deed.object)) return;
    fields.read("name", deed.name);
    if (const YamlNode* pose = fields.require("pose")) deed.where = where(*pose, fields);
    const Vec3 at = deed.where.pose.translation;
    set(deed, fmt::format("place {} at ({:g}, {:g}){}", deed.object, at.x, at.y,
                          deed.where.relative_to.empty() ? "" : " of " + deed.where.relative_to));
  }

  void move() {
    MoveThing deed;
    const YamlNode* to = fields_.require("to");
    if (!fields_.read("move", deed.thing) || !to) return;
    const PoseFields read = read_pose(*to, findings_);
    deed.where = {read.pose, read.has_z, {}};
    const Vec3 at = read.pose.translation;
    set(deed, fmt::format("move {} to ({:g}, {:g})", deed.thing, at.x, at.y));
  }

  void remove() {
    RemoveThing deed;
    if (fields_.read("remove", deed.thing)) set(deed, "remove " + deed.thing);
  }

  void draw(const YamlNode& value) {
    const Fields fields(value, schema::stroke, findings_);
    double width_m = 0.035;
    Color color{0.8F, 0.1F, 0.1F, 1};
    fields.read("width_m", width_m, positive);
    fields.read("color", color);
    const YamlNode* list = fields.require("points");
    const auto points = list ? to_points(*list, "points", findings_) : std::nullopt;
    if (!points) return;
    paint(paint_stroke(*points, width_m, color), value,
          fmt::format("draw a line from ({:g}, {:g}) to ({:g}, {:g})", points->front().x,
                      points->front().y, points->back().x, points->back().y));
  }

  void erase(const YamlNode& value) {
    if (value.is_text() && value.text == "all") {
      set(PaintFloor{paint_erase(PaintEverywhere{})}, "erase all paint");
    } else if (value.is_map()) {
      const Area area = read_area(value, findings_);
      const Vec2 middle = area.world_from_center.translation;
      paint(paint_erase(area), value,
            fmt::format("erase paint around ({:g}, {:g})", middle.x, middle.y));
    } else {
      findings_.error(value.place,
                      fmt::format("'erase' expects 'all' or an area, is {}", describe(value)));
    }
  }

  void paint(PaintEdit edit, const YamlNode& value, std::string text) {
    if (const std::string why = why_unpaintable(edit); !why.empty())
      findings_.error(value.place, why);
    set(PaintFloor{std::move(edit)}, std::move(text));
  }

  std::optional<Pose2> goal_pose(const YamlNode& node) {
    const Fields fields(node, mission_schema::goal, findings_);
    Pose2 pose;
    double yaw_deg = 0;
    const bool has_x = fields.require("x") && fields.read("x", pose.translation.x);
    const bool has_y = fields.require("y") && fields.read("y", pose.translation.y);
    fields.read("yaw_deg", yaw_deg, {-360, 360});
    pose.yaw = yaw_deg * std::numbers::pi / 180;
    return has_x && has_y ? std::optional(pose) : std::nullopt;
  }

  void go(const YamlNode& value) {
    const auto goal = goal_pose(value);
    if (!goal) return;
    set(GoTo{{*goal}},
        fmt::format("send a goal at ({:g}, {:g})", goal->translation.x, goal->translation.y));
  }

  void tour(const YamlNode& value) {
    GoTo deed{.is_tour = true};
    if (value.is_list())
      for (const YamlNode& item : value.items)
        if (const auto goal = goal_pose(item)) deed.map_from_goals.push_back(*goal);
    if (deed.map_from_goals.empty())
      findings_.error(value.place,
                      fmt::format("'waypoints' expects a list of goals, is {}", describe(value)));
    set(deed, fmt::format("send {} waypoints", deed.map_from_goals.size()));
  }

  void drive(const YamlNode& value) {
    const Fields fields(value, mission_schema::drive, findings_);
    if (const YamlNode* points = fields.find("points")) return drive_along(fields, *points);
    DriveFor deed;
    if (!fields.require("for") || !fields.read("for", deed.lasts, 1ms, longest)) return;
    read_amount(fields, "linear", Dimension::speed, deed.velocity.linear);
    read_amount(fields, "angular", Dimension::turn_rate, deed.velocity.angular);
    for (const char* other : {"speed", "by", "tolerance"})
      if (fields.find(other))
        findings_.error(fields.place_of(other),
                        fmt::format("'{}' is for driving along 'points'", other));
    set(deed, fmt::format("drive with {:g} m/s and {:g} rad/s for {:g} s", deed.velocity.linear,
                          deed.velocity.angular, seconds(deed.lasts)));
  }

  void drive_along(const Fields& fields, const YamlNode& node) {
    DriveAlong deed;
    if (const auto points = to_points(node, "points", findings_)) deed.points = *points;
    read_amount(fields, "speed", Dimension::speed, deed.speed_mps);
    read_amount(fields, "tolerance", Dimension::length, deed.tolerance_m);
    constexpr std::array<std::string_view, 2> senses{"odometry", "truth"};
    if (const auto choice = fields.read_choice("by", senses)) deed.is_by_truth = *choice == 1;
    for (const char* other : {"linear", "angular", "for"})
      if (fields.find(other))
        findings_.error(fields.place_of(other),
                        fmt::format("'{}' does not go with 'points'", other));
    if (deed.speed_mps <= 0) findings_.error(fields.place_of("speed"), "'speed' must be above 0");
    if (deed.tolerance_m <= 0)
      findings_.error(fields.place_of("tolerance"), "'tolerance' must be above 0");
    set(deed, fmt::format("drive along {} points", deed.points.size()));
  }

  void pause(std::string_view key, bool is_paused) {
    if (!fields_.read(key, event_.robot)) return;
    set(PauseRobot{is_paused}, fmt::format("{} {}", key, event_.robot));
  }

  void switch_world() {
    SwitchWorld deed;
    if (!fields_.read("scenario", deed.scenario)) return;
    if (const YamlNode* settings = fields_.find("settings"))
      deed.settings = read_settings(*settings, findings_);
    set(deed, "switch to the scenario " + deed.scenario);
  }

  void reset() {
    constexpr std::array<std::string_view, 4> scopes{"all", "state", "spawned", "next_episode"};
    const auto choice = fields_.read_choice("reset", scopes);
    if (!choice) return;
    set(ResetWorld{static_cast<ResetScope>(*choice)}, fmt::format("reset {}", scopes[*choice]));
  }

  void tracker(const YamlNode& value) {
    const Fields fields(value, mission_schema::tracker, findings_);
    ChangeTracker deed;
    const auto share = [&](std::string_view key, std::optional<double>& target) {
      double amount = 0;
      if (!read_amount(fields, key, Dimension::none, amount)) return;
      if (amount < 0 || amount > 1)
        findings_.error(fields.place_of(key), fmt::format("'{}' is a share from 0 to 1", key));
      target = amount;
    };
    const auto time = [&](std::string_view key, std::optional<Duration>& target) {
      Duration amount{};
      if (fields.read(key, amount, 0s, 1h)) target = amount;
    };
    const auto amount = [&](std::string_view key, Dimension dimension,
                            std::optional<double>& target) {
      double read = 0;
      if (read_amount(fields, key, dimension, read)) target = read;
    };
    if (bool is_blind = false; fields.read("blind", is_blind)) deed.is_blind = is_blind;
    share("loss", deed.loss_share);
    share("outliers", deed.outlier_share);
    time("latency", deed.latency);
    time("jitter", deed.jitter);
    amount("position_noise", Dimension::length, deed.position_noise_m);
    amount("yaw_noise", Dimension::angle, deed.yaw_noise_rad);
    std::string text = "tracker:";
    if (value.is_map())
      for (const YamlEntry& entry : value.entries)
        text += fmt::format(" {} {}", printable(entry.key), printable(entry.value.text));
    set(deed, text);
  }

  void fault(const YamlNode& value) {
    std::optional<Fault> fault = read_fault(value, findings_);
    if (!fault) return;
    const bool is_of_robot = info_of(fault->kind).subject != FaultSubject::process;
    if (is_of_robot && fault->robot.empty()) fault->robot = event_.robot;
    std::string text = to_text(*fault);
    set(CauseFault{*std::move(fault)}, "fault: " + text);
  }

  void clear_fault() {
    EndFault deed;
    if (!fields_.read("clear_fault", deed.name)) return;
    const std::string name = deed.name;
    if (deed.name == "all") deed.name.clear();
    set(deed, deed.name.empty() ? "clear all faults" : fmt::format("clear the fault '{}'", name));
  }

  void order() {
    GiveOrder deed;
    if (!fields_.read("order", deed.words)) return;
    if (const auto parsed = parse_order(deed.words); !parsed)
      findings_.error(fields_.place_of("order"), parsed.error());
    set(deed, fmt::format("order '{}'", deed.words));
  }

  // Why a message cannot be like this is known before anything runs.
  void check_content(const Fields& fields, const TypeDescription& type, const Document& content) {
    if (const auto message = from_document(type, content); !message)
      findings_.error(fields.place_of("content"), message.error());
  }

  void check_name(const Fields& fields, std::string_view key, const std::string& name) {
    if (const auto expanded = expand_name(name, {"mission", "/"}); !expanded)
      findings_.error(fields.place_of(key), expanded.error());
  }

  void publish(const YamlNode& value) {
    const Fields fields(value, mission_schema::message, findings_);
    PublishMessage deed;
    if (!fields.require("topic") || !fields.read("topic", deed.topic) || !fields.require("type") ||
        !fields.read("type", deed.type))
      return;
    check_name(fields, "topic", deed.topic);
    const MessageType* type = find_message_type(deed.type);
    if (!type) {
      findings_.error(fields.place_of("type"),
                      fmt::format("there is no message type '{}' here", printable(deed.type)));
      return;
    }
    if (const YamlNode* content = fields.find("content")) deed.content = to_document(*content);
    check_content(fields, type->description(), deed.content);
    set(deed, "publish on " + deed.topic);
  }

  void call(const YamlNode& value) {
    const Fields fields(value, mission_schema::message, findings_);
    CallService deed;
    if (!fields.require("service") || !fields.read("service", deed.service) ||
        !fields.require("type") || !fields.read("type", deed.type))
      return;
    check_name(fields, "service", deed.service);
    const ServiceType* type = find_service_type(deed.type);
    if (!type) {
      findings_.error(fields.place_of("type"),
                      fmt::format("there is no service type '{}' here", printable(deed.type)));
      return;
    }
    if (const YamlNode* content = fields.find("content")) deed.content = to_document(*content);
    check_content(fields, type->request.description(), deed.content);
    set(deed, "call " + deed.service);
  }

  const Fields& fields_;
  Findings& findings_;
  EventPlan& event_;
};

}  // namespace

std::optional<EventPlan> read_event(const YamlNode& node, Findings& findings) {
  static const std::vector<std::string_view> kinds{
      "place",     "move",        "remove", "draw",    "erase", "goal",
      "waypoints", "drive",       "pause",  "resume",  "reset", "tracker",
      "fault",     "clear_fault", "order",  "publish", "call",  "scenario"};
  const Fields fields(node, mission_schema::event, findings);
  if (!fields.is_map()) return std::nullopt;
  EventPlan event;
  event.place = node.place;
  fields.read("name", event.name);
  fields.read("robot", event.robot);
  fields.read("delay", event.delay, 0s, longest);
  if (Duration at{}; fields.read("at", at, 0s, longest)) event.at = at;
  if (const YamlNode* when = fields.find("when")) {
    event.when = read_condition(*when, findings);
    if (!event.when) return std::nullopt;
  }
  if (event.at.has_value() == event.when.has_value()) {
    findings.error(node.place, "an event happens 'at' a time or 'when' something is true");
    return std::nullopt;
  }
  fields.read("optional", event.is_optional);
  if (event.is_optional && event.at) {
    findings.error(node.place, "'optional' is about 'when': what happens 'at' a time happens");
    return std::nullopt;
  }
  const auto kind = only_key_of(fields, kinds, "an event");
  if (!kind || !DeedReader(fields, event).read(*kind)) return std::nullopt;
  if (event.name.empty()) event.name = event.text;
  return event;
}

ScenarioOverrides read_settings(const YamlNode& node, Findings& findings) {
  ScenarioOverrides settings;
  if (!node.is_map()) {
    findings.error(node.place, fmt::format("'settings' expects a map such as {{seed: 3}}, is {}",
                                           describe(node)));
    return settings;
  }
  for (const YamlEntry& entry : node.entries)
    settings.emplace_back(entry.key, to_flow(entry.value));
  return settings;
}

}  // namespace tandem
