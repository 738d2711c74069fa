// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "rules/rule_kind.h"
#include "rules/walker.h"
#include "scenario/ground.h"
#include "scenario/outlook.h"

namespace tandem {

namespace {

constexpr int most_people = 100;

// People who walk about.
class Walkers : public Rule {
 public:
  using Config = WalkersConfig;

  static std::vector<std::string_view> events() {
    return {"person_met", "person_blocked", "spawn_shortage"};
  }
  static std::vector<std::string_view> keys() {
    return {"count", "area",         "points",    "order",      "speed_mps", "speed_spread",
            "wait",  "longest_wait", "gives_way", "give_way_m", "patience",  "height_m"};
  }

  static void read(const Fields& fields, const RuleSource&, Config& config) {
    Findings& findings = fields.findings();
    fields.read("count", config.count, 1, most_people);
    if (const YamlNode* area = fields.find("area")) config.area = read_area(*area, findings);
    config.points = read_waypoints(fields, "points", 1);
    constexpr std::array<std::string_view, 3> orders{"loop", "there_and_back", "random"};
    if (const auto choice = fields.read_choice("order", orders))
      config.order = static_cast<WalkOrder>(*choice);
    fields.read("speed_mps", config.speed_mps, {0.05, 3});
    fields.read("speed_spread", config.speed_spread, {0, 0.9});
    fields.read("wait", config.wait, 0s, 24h);
    Duration longest{};
    if (fields.read("longest_wait", longest, 0s, 24h)) config.longest_wait = longest;
    fields.read("gives_way", config.gives_way);
    fields.read("give_way_m", config.give_way_m, {0, 10});
    fields.read("patience", config.patience, 100ms, 24h);
    double height_m = 0;
    if (fields.read("height_m", height_m, {0.8, 2.2})) config.height_m = height_m;

    if (!fields.find("points") && !fields.find("area"))
      findings.error(fields.place(), "people need 'points' to walk between, or an 'area'");
    if (!config.area && !config.points.empty() &&
        config.points.size() < static_cast<std::size_t>(config.count))
      findings.error(fields.place_of("count"),
                     fmt::format("{} people cannot begin at {} points; give them an 'area' to "
                                 "begin in",
                                 config.count, config.points.size()));
    if (config.longest_wait && *config.longest_wait < config.wait)
      findings.error(fields.place_of("longest_wait"), "'longest_wait' is shorter than 'wait'");
  }

  explicit Walkers(std::shared_ptr<const Config> config) : config_(std::move(config)) {}

  void begin(Stage& stage) override {
    const Ground ground(stage.scenario().world);
    Random places = stage.random("places");
    for (int i = 0; i < config_->count; ++i) {
      const auto number = static_cast<std::size_t>(i);
      const std::string name = fmt::format("{}_{}", stage.rule().name, i + 1);
      const std::optional<Vec2> start =
          config_->area ? drawn_start(stage, ground, places) : config_->points[number].at;
      if (!start) {
        stage.tell({.name = "spawn_shortage",
                    .text = fmt::format("there is no room for {}", name),
                    .values = {{"spawn", stage.rule().name}}});
        continue;
      }
      people_.emplace_back(*config_, number, stage.random(name));
      people_.back().enter(stage, name, *start, ground.height(start->x, start->y).value_or(0));
    }
    report_people(stage);
  }

  void act(Stage& stage) override {
    for (Walker& person : people_) person.act(stage);
    report_people(stage);
  }

  void add_to(Hash& hash) const override {
    for (const Walker& person : people_) person.add_to(hash);
  }

 private:
  std::optional<Vec2> drawn_start(const Stage& stage, const Ground& ground, Random& random) const {
    const Area& area = *config_->area;
    for (int tries = 0; tries < 200; ++tries) {
      const double x = random.uniform(-0.5, 0.5) * area.size_x_m;
      const double y = random.uniform(-0.5, 0.5) * area.size_y_m;
      const Vec2 place = area.world_from_center * Vec2{x, y};
      if (has_room(stage, place, ground.height(place.x, place.y).value_or(0))) return place;
    }
    return std::nullopt;
  }

  void report_people(const Stage& stage) {
    std::vector<std::pair<std::string, RuleValue>> values;
    for (const Walker& person : people_)
      if (!person.doing().empty()) values.emplace_back(person.name(), person.doing());
    if (status() && values == status()->values) return;
    report(stage, std::move(values));
  }

  std::shared_ptr<const Config> config_;
  std::vector<Walker> people_;
};

}  // namespace

RuleKind walkers_kind() { return rule_kind_of<Walkers>("walkers"); }

}  // namespace tandem
