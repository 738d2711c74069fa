// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "rules/order_words.h"
#include "rules/rule_kind.h"
#include "scenario/color.h"

namespace tandem {

namespace {

constexpr NumberRange width_range{0.001, 10};

// A pen under a robot: it draws where the middle of the base has been.
struct Pen {
  bool is_down = false;
  Color color;
  double width_m = 0.02;
  std::optional<Vec2> last;  // where it has drawn to
};

// Robots leave a track on the floor.
class Track : public Rule {
 public:
  struct Config : RuleConfig {
    Color color{0.05f, 0.2f, 0.8f, 1};
    double width_m = 0.02;
    bool is_on = false;  // from the start
  };

  static std::vector<std::string_view> keys() { return {"color", "width_m", "on"}; }
  static void read(const Fields& fields, const RuleSource& source, Config& config) {
    fields.read("color", config.color);
    fields.read("width_m", config.width_m, width_range);
    fields.read("on", config.is_on);
    if (!source.scenario.paint)
      fields.findings().error(fields.place(), "tracks need a floor that can be painted: 'paint'");
  }

  explicit Track(std::shared_ptr<const Config> config) : config_(std::move(config)) {}

  void begin(Stage& stage) override { report_pens(stage); }

  void act(Stage& stage) override {
    constexpr double shortest_m = 0.004;  // what a robot must have gone before more is drawn
    for (const Robot& robot : stage.robots()) {
      Pen& pen = pen_of(robot);
      if (!pen.is_down) continue;
      const Vec3 at =
          stage.world().world_from(*stage.world().find(robot.config().name)).translation;
      const Vec2 now{at.x, at.y};
      if (pen.last && std::hypot(now.x - pen.last->x, now.y - pen.last->y) < shortest_m) continue;
      stage.paint(
          paint_stroke(pen.last ? std::vector<Vec2>{*pen.last, now} : std::vector<Vec2>{now},
                       pen.width_m, pen.color));
      pen.last = now;
    }
  }

  std::vector<std::string_view> verbs() const override { return {"paint"}; }

  Result<std::string> obey(const Order& order, const Robot* robot, Stage& stage) override {
    if (!robot) return no_robot_named(order);
    if (const auto reason = why_too_long(order, 3)) return Error{*reason};
    const std::string_view what = order.argument(0);
    if (what != "on" && what != "off")
      return Error{"'paint' is followed by 'on' or 'off', as in 'paint,on,#ff0000,0.05'"};
    Pen pen = pen_of(*robot);
    if (what == "off") {
      if (order.arguments.size() > 1) return Error{"'paint,off' takes nothing more"};
      pen.is_down = false;
    } else {
      pen.is_down = true;
      if (order.arguments.size() > 1) {
        const auto color = parse_color(order.argument(1));
        if (!color) return Error{fmt::format("{} is no color", in_quotes(order.argument(1)))};
        pen.color = *color;
      }
      if (order.arguments.size() > 2) {
        const auto width = parse_number(order.argument(2));
        if (!width || *width < width_range.low || *width > width_range.high)
          return Error{fmt::format("a width is a number from {} to {} m, not {}", width_range.low,
                                   width_range.high, in_quotes(order.argument(2)))};
        pen.width_m = *width;
      }
    }
    pen.last.reset();
    pens_[robot->config().name] = pen;
    report_pens(stage);
    return fmt::format("{} {}", robot->config().name,
                       pen.is_down ? "leaves a track" : "leaves no track");
  }

  void add_to(Hash& hash) const override {
    for (const auto& [name, pen] : pens_) {
      hash.add(name);
      hash.add(static_cast<std::uint64_t>(pen.is_down));
      if (!pen.is_down) continue;
      for (const float part : {pen.color.r, pen.color.g, pen.color.b, pen.color.a})
        hash.add(static_cast<double>(part));
      hash.add(pen.width_m);
      if (pen.last) hash.add(pen.last->x), hash.add(pen.last->y);
    }
  }

 private:
  Pen& pen_of(const Robot& robot) {
    const Pen fresh{.is_down = config_->is_on,
                    .color = config_->color,
                    .width_m = config_->width_m,
                    .last = {}};
    return pens_.try_emplace(robot.config().name, fresh).first->second;
  }

  void report_pens(const Stage& stage) {
    std::vector<std::pair<std::string, RuleValue>> values;
    for (const Robot& robot : stage.robots())
      values.emplace_back(robot.config().name, pen_of(robot).is_down);
    report(stage, std::move(values));
  }

  std::shared_ptr<const Config> config_;
  std::map<std::string, Pen> pens_;  // by the robot's name
};

}  // namespace

RuleKind track_kind() {
  return rule_kind_of<Track>("track", [](const Scenario& scenario) {
    return scenario.paint.has_value() && !scenario.robots.empty();
  });
}

}  // namespace tandem
