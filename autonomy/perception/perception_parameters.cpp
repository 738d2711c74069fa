// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/perception_parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace tandem {

namespace {

using Numbers = std::vector<std::int64_t>;

std::optional<std::string> mistake_in(const Numbers& numbers) {
  const Result<ColorRange> range = color_range_of(numbers);
  if (range) return {};
  return range.error();
}

}  // namespace

PerceptionParameters::PerceptionParameters(Node& node, std::function<void()> after_change)
    : node_(node), after_change_(std::move(after_change)) {
  using S = PerceptionSettings&;
  declare_colors("line", "labels", [](S s) -> Colors& { return s.line.colors; });
  declare_share("line", [](S s) -> double& { return s.line.top_share; });
  declare_area("line", [](S s) -> int& { return s.line.min_area_px; });

  declare_colors("box", "labels", [](S s) -> Colors& { return s.box.colors; });
  declare_share("box", [](S s) -> double& { return s.box.top_share; });
  declare_area("box", [](S s) -> int& { return s.box.min_area_px; });
  declare_number<double>("box.min_height_m", "What is lower is no box.", {0, 10},
                         [](S s) -> double& { return s.box.min_height_m; });
  declare_number<double>("box.max_width_m", "What is wider is no box.", {0, 10},
                         [](S s) -> double& { return s.box.max_width_m; });

  declare_colors("zone", "labels", [](S s) -> Colors& { return s.zone.colors; });
  declare_share("zone", [](S s) -> double& { return s.zone.top_share; });
  declare_area("zone", [](S s) -> int& { return s.zone.min_area_px; });
  declare_number<double>("zone.min_size_m", "What is narrower on the floor is no zone.", {0, 10},
                         [](S s) -> double& { return s.zone.min_size_m; });
  declare_number<double>("zone.max_size_m", "What is longer on the floor is no zone.", {0, 100},
                         [](S s) -> double& { return s.zone.max_size_m; });

  declare_colors("field", "labels", [](S s) -> Colors& { return s.field.land; });
  declare_colors("field", "outside_labels", [](S s) -> Colors& { return s.field.outside; });
  declare_share("field", [](S s) -> double& { return s.field.top_share; });
  declare_area("field", [](S s) -> int& { return s.field.min_area_px; });
  declare_number<double>("field.min_ratio", "Share of land before a robot that is on it.", {0, 1},
                         [](S s) -> double& { return s.field.min_ratio; });
  declare_number<int>("field.min_edge_px", "Length of the shortest edge.", {1, 10000},
                      [](S s) -> int& { return s.field.min_edge_px; });
  declare_number<double>("field.max_range_m", "How far away edges are looked for.", {0, 100},
                         [](S s) -> double& { return s.field.max_range_m; });

  declare_colors("equipment", "labels", [](S s) -> Colors& { return s.equipment.colors; });
  declare_share("equipment", [](S s) -> double& { return s.equipment.top_share; });
  declare_area("equipment", [](S s) -> int& { return s.equipment.min_area_px; });
  declare_number<double>("equipment.plate_height_m",
                         "Height above the floor of the lowest edge of a tool's color.", {0, 10},
                         [](S s) -> double& { return s.equipment.plate_height_m; });
  declare_number<double>("equipment.max_height_m", "What is higher is no tool.", {0, 10},
                         [](S s) -> double& { return s.equipment.max_height_m; });
  declare_number<double>("equipment.max_width_m", "What is wider is no tool.", {0, 10},
                         [](S s) -> double& { return s.equipment.max_width_m; });
  const auto low_sides = node_.parameter(
      "equipment.low_sides", EquipmentSettings{}.low_sides,
      {.description = "Tools whose sides reach lower than their hitch.",
       .after_change = [this](const std::vector<std::string>&) { after_change_(); }});
  readers_.push_back([low_sides](S s) { s.equipment.low_sides = low_sides.value(); });

  declare_colors("ball", "labels", [](S s) -> Colors& { return s.ball.colors; });
  declare_share("ball", [](S s) -> double& { return s.ball.top_share; });
  declare_area("ball", [](S s) -> int& { return s.ball.min_area_px; });
  declare_number<double>("ball.max_width_m", "What is wider is no ball.", {0, 10},
                         [](S s) -> double& { return s.ball.max_width_m; });
}

PerceptionSettings PerceptionParameters::settings() const {
  PerceptionSettings settings;
  for (const auto& read : readers_) read(settings);
  return settings;
}

void PerceptionParameters::declare_colors(const std::string& group, const std::string& list,
                                          const Member<Colors>& member) {
  PerceptionSettings shipped;
  const Colors& defaults = member(shipped);
  std::vector<std::string> labels;
  for (const ColorLabel& color : defaults) labels.push_back(color.label);
  labels = node_
               .parameter(group + "." + list, labels,
                          {.description = "What is told apart by color; each has a parameter.",
                           .is_read_only = true})
               .value();
  std::vector<std::pair<std::string, Parameter<Numbers>>> ranges;
  for (const std::string& label : labels) {
    const auto known = std::ranges::find(defaults, label, &ColorLabel::label);
    const Numbers numbers = known == defaults.end() ? Numbers{} : numbers_of(known->range);
    const Parameter<Numbers> range = node_.parameter(
        group + "." + label, numbers,
        {.description = "Its colors: hue, saturation and value at least, then at most.",
         .on_change = mistake_in,
         .after_change = [this](const Numbers&) { after_change_(); }});
    if (const auto mistake = mistake_in(range.value()))
      throw std::invalid_argument(fmt::format("{}.{}: {}", group, label, *mistake));
    ranges.emplace_back(label, range);
  }
  readers_.push_back([member, ranges](PerceptionSettings& settings) {
    Colors& colors = member(settings);
    colors.clear();
    for (const auto& [label, range] : ranges)
      if (const auto known = color_range_of(range.value())) colors.push_back({label, *known});
  });
}

template <class T>
void PerceptionParameters::declare_number(const std::string& name, const std::string& description,
                                          ParameterRange<kept_as<T>> range,
                                          const Member<T>& member) {
  PerceptionSettings shipped;
  const auto parameter = node_.parameter(
      name, member(shipped),
      {.description = description, .range = range, .after_change = [this](const kept_as<T>&) {
         after_change_();
       }});
  readers_.push_back([member, parameter](PerceptionSettings& settings) {
    member(settings) = static_cast<T>(parameter.value());
  });
}

void PerceptionParameters::declare_share(const std::string& group, const Member<double>& member) {
  declare_number<double>(group + ".top_share",
                         "Of the picture's height, from the top, that is not looked at.", {0, 0.95},
                         member);
}

void PerceptionParameters::declare_area(const std::string& group, const Member<int>& member) {
  declare_number<int>(group + ".min_area_px", "What has fewer pixels is noise.", {1, 1000000},
                      member);
}

}  // namespace tandem
