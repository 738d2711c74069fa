// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <map>

#include "rules/footprint.h"
#include "rules/object_types.h"
#include "rules/rule_kind.h"
#include "scenario/ground.h"

namespace tandem {

namespace {

// Tools that are carried and switched on leave color where they meet the floor.
class FootprintPaint : public Rule {
 public:
  struct Config : RuleConfig {
    std::vector<std::string> tools;
    Color color{0.14f, 0.34f, 0.78f, 1};
    double reach_m = 0.02;
    double floor_m = 0;
  };

  static std::vector<std::string_view> keys() { return {"tools", "color", "reach_m"}; }
  static void read(const Fields& fields, const RuleSource& source, Config& config) {
    if (fields.require("tools") && fields.read("tools", config.tools))
      for (const std::string& type : config.tools)
        check_object_type(type, fields.place_of("tools"), source);
    fields.read("color", config.color);
    fields.read("reach_m", config.reach_m, {0, 10});
    if (!source.scenario.paint) {
      fields.findings().error(fields.place(),
                              "footprints need a floor that can be painted: 'paint'");
      return;
    }
    const Vec2 middle = source.scenario.paint->area.world_from_center.translation;
    config.floor_m = Ground(source.scenario.world).height(middle.x, middle.y).value_or(0);
  }

  explicit FootprintPaint(std::shared_ptr<const Config> config) : config_(std::move(config)) {}

  void begin(Stage& stage) override { report(stage, {{"painting", 0.0}}); }

  void act(Stage& stage) override {
    std::map<EntityId, Pose2> now;
    for (const Carried& carried : stage.carrying().all()) {
      if (!carried.is_active || std::ranges::count(config_->tools, carried.type) == 0) continue;
      const Entity* tool = stage.world().entities().find(carried.load);
      if (!tool) continue;
      now[carried.load] = paint_under(*tool, stage);
    }
    const bool is_changed = now.size() != last_.size();
    last_ = std::move(now);
    if (is_changed) report(stage, {{"painting", static_cast<double>(last_.size())}});
  }

  void add_to(Hash& hash) const override {
    for (const auto& [tool, at] : last_) {
      hash.add(static_cast<std::uint64_t>(tool));
      for (const double part : {at.translation.x, at.translation.y, at.yaw}) hash.add(part);
    }
  }

 private:
  // Where the tool was when it last painted: now, if it has moved by what can be seen.
  Pose2 paint_under(const Entity& tool, Stage& stage) const {
    constexpr double shortest_m = 0.004, smallest_rad = 0.01;
    const Pose pose = stage.world().world_from(tool);
    const Pose2 at{{pose.translation.x, pose.translation.y}, pose.rotation.yaw()};
    if (const auto last = last_.find(tool.id); last != last_.end()) {
      const Vec2 gone = at.translation - last->second.translation;
      if (std::hypot(gone.x, gone.y) < shortest_m &&
          std::abs(std::remainder(at.yaw - last->second.yaw, 2 * M_PI)) < smallest_rad)
        return last->second;
    }
    for (const Area& part : footprint_of(tool, stage.world(), config_->floor_m, config_->reach_m))
      stage.paint(paint_stamp(part, config_->color));
    return at;
  }

  std::shared_ptr<const Config> config_;
  std::map<EntityId, Pose2> last_;  // of tools that paint
};

}  // namespace

RuleKind footprint_kind() { return rule_kind_of<FootprintPaint>("footprint"); }

}  // namespace tandem
