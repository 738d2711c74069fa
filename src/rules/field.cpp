// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "rules/field_look.h"
#include "rules/field_tiles.h"
#include "rules/footprint.h"
#include "rules/object_types.h"
#include "rules/rule_kind.h"
#include "scenario/ground.h"
#include "scenario/outlook.h"

namespace tandem {

namespace {

constexpr double most_tiles = 100'000;

// Land that tools work on: ploughed, seeded, and harvested when it is ripe.
class Field : public Rule {
 public:
  struct Config : RuleConfig {
    FieldPlan plan{.area = {}, .columns = 1, .rows = 1, .sprouting = 5s, .ripening = 15s};
    double floor_m = 0;
    double reach_m = 0.04;
    std::array<std::vector<std::string>, 3> tools{{{"plow"}, {"seeder"}, {"harvester"}}};
  };

  static std::vector<std::string_view> events() {
    return {"field_ploughed", "field_seeded", "field_growing", "field_ripe", "field_harvested"};
  }
  static std::vector<std::string_view> keys() {
    return {"area", "tile_m", "sprouting", "ripening", "plow", "seeder", "harvester", "reach_m"};
  }
  static void read(const Fields& fields, const RuleSource& source, Config& config) {
    double tile_m = 0.05;
    fields.read("tile_m", tile_m, {0.005, 1});
    fields.read("sprouting", config.plan.sprouting, 0s, 24h);
    fields.read("ripening", config.plan.ripening, 0s, 24h);
    fields.read("reach_m", config.reach_m, {0, 10});
    constexpr std::array<std::string_view, 3> tools{"plow", "seeder", "harvester"};
    for (std::size_t i = 0; i < tools.size(); ++i)
      if (fields.read(tools[i], config.tools[i]))
        for (const std::string& type : config.tools[i])
          check_object_type(type, fields.place_of(tools[i]), source);
    if (const YamlNode* area = fields.require("area"))
      read_land(*area, tile_m, fields.findings(), source.scenario, config);
  }

  explicit Field(std::shared_ptr<const Config> config)
      : config_(std::move(config)), tiles_(config_->plan) {}

  void begin(Stage& stage) override {
    const Area& area = config_->plan.area;
    stage.paint(paint_stamp(area, tile_look_of(area, TileState::untouched)));
    report_counts(stage);
  }

  void act(Stage& stage) override {
    changed_.clear();
    tiles_.grow(stage.now(), changed_);
    for (const Carried& carried : stage.carrying().all()) {
      if (!carried.is_active) continue;
      const Entity* tool = stage.world().entities().find(carried.load);
      if (!tool) continue;
      for (std::size_t i = 0; i < config_->tools.size(); ++i)
        if (std::ranges::count(config_->tools[i], carried.type) > 0)
          for (const Area& part :
               footprint_of(*tool, stage.world(), config_->floor_m, config_->reach_m))
            tiles_.work(static_cast<FieldWork>(i), part, stage.now(), changed_);
    }
    if (changed_.empty()) return;
    for (const int tile : changed_) {
      const Area area = tiles_.area_of(tile);
      stage.paint(paint_stamp(area, tile_look_of(area, tiles_.state(tile))));
    }
    announce(stage);
    report_counts(stage);
  }

  void add_to(Hash& hash) const override {
    tiles_.add_to(hash);
    hash.add(static_cast<std::uint64_t>(announced_));
  }

 private:
  static void read_land(const YamlNode& node, double tile_m, Findings& findings,
                        const Scenario& scenario, Config& config) {
    const int errors_before = findings.error_count();
    Area& area = config.plan.area;
    area = read_area(node, findings);
    if (findings.error_count() > errors_before) return;
    const double columns = std::max(1.0, std::round(area.size_x_m / tile_m));
    const double rows = std::max(1.0, std::round(area.size_y_m / tile_m));
    if (columns * rows > most_tiles) {
      findings.error(node.place,
                     fmt::format("a field of {:g} by {:g} m has more than {:g} tiles of "
                                 "{:g} m: larger tiles are needed",
                                 area.size_x_m, area.size_y_m, most_tiles, tile_m));
      return;
    }
    config.plan.columns = static_cast<int>(columns);
    config.plan.rows = static_cast<int>(rows);
    if (!scenario.paint) {
      findings.error(node.place, "a field needs a floor that can be painted: 'paint'");
      return;
    }
    constexpr double rounding = 1e-9;
    Area floor = scenario.paint->area;
    floor.size_x_m += rounding, floor.size_y_m += rounding;
    for (const double x : {-0.5, 0.5})
      for (const double y : {-0.5, 0.5})
        if (!contains(floor, area.world_from_center * Vec2{x * area.size_x_m, y * area.size_y_m})) {
          findings.error(node.place, "the field is larger than the painted floor, or beside it");
          return;
        }
    const Vec2 middle = area.world_from_center.translation;
    config.floor_m = Ground(scenario.world).height(middle.x, middle.y).value_or(0);
  }

  std::shared_ptr<const RgbaImage> tile_look_of(const Area& area, TileState state) const {
    const Area& field = config_->plan.area;
    const Vec2 middle = inverse(field.world_from_center) * area.world_from_center.translation;
    const Vec2 corner{middle.x - area.size_x_m / 2 + field.size_x_m / 2,
                      middle.y - area.size_y_m / 2 + field.size_y_m / 2};
    return tile_look(state, corner, area.size_x_m, area.size_y_m);
  }

  // Tells each state that the whole field reaches, once.
  void announce(Stage& stage) {
    for (const TileState all = tiles_.reached_by_all(); announced_ < all;) {
      announced_ = static_cast<TileState>(static_cast<int>(announced_) + 1);
      const std::string_view state = tile_state_names[static_cast<std::size_t>(announced_)];
      stage.tell({.name = fmt::format("field_{}", state),
                  .text = fmt::format("all of {} is {}", stage.rule().name, state),
                  .values = {{"field", stage.rule().name}, {"state", std::string(state)}}});
    }
  }

  void report_counts(const Stage& stage) {
    std::vector<std::pair<std::string, RuleValue>> values;
    for (std::size_t i = 0; i < tile_state_count; ++i)
      values.emplace_back(tile_state_names[i],
                          static_cast<double>(tiles_.count_in(static_cast<TileState>(i))));
    values.emplace_back("done", static_cast<double>(tiles_.count_in(TileState::harvested)) /
                                    static_cast<double>(tiles_.count()));
    report(stage, std::move(values));
  }

  std::shared_ptr<const Config> config_;
  FieldTiles tiles_;
  TileState announced_ = TileState::untouched;
  std::vector<int> changed_;  // in this step; kept for its memory
};

}  // namespace

RuleKind field_kind() { return rule_kind_of<Field>("field"); }

}  // namespace tandem
