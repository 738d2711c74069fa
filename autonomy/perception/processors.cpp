// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/processors.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <opencv2/core/utility.hpp>

#include "autonomy/perception/ball_processor.h"
#include "autonomy/perception/box_processor.h"
#include "autonomy/perception/edge_line_processor.h"
#include "autonomy/perception/edge_processor.h"
#include "autonomy/perception/equipment_processor.h"
#include "autonomy/perception/field_processor.h"
#include "autonomy/perception/line_processor.h"
#include "autonomy/perception/zone_processor.h"

namespace tandem {

namespace {

using Labels = std::vector<std::string>;
using Made = Result<std::unique_ptr<Processor>>;

// Leaves the colors that are asked for; why not.
std::optional<Error> choose(std::vector<ColorLabel>& colors, const Labels& labels) {
  if (labels.empty()) return {};
  Labels known;
  for (const ColorLabel& color : colors) known.push_back(color.label);
  for (const std::string& label : labels)
    if (std::ranges::find(known, label) == known.end())
      return Error{
          fmt::format("there is no label '{}'; known are {}", label, fmt::join(known, ", "))};
  std::erase_if(colors, [&](const ColorLabel& color) {
    return std::ranges::find(labels, color.label) == labels.end();
  });
  return {};
}

// One that looks for labels.
template <class P, class Settings>
Made choosing(Settings settings, const Labels& labels) {
  if (auto error = choose(settings.colors, labels)) return *std::move(error);
  return Made{std::make_unique<P>(std::move(settings))};
}

// One of fields, which have no labels but their edge's.
template <class P, class... Purpose>
Made of_fields(const FieldSettings& settings, const Labels& labels, Purpose... purpose) {
  for (const std::string& label : labels)
    if (label != "edge" && label != "field")
      return Error{fmt::format("there is no label '{}'; known are edge, field", label)};
  return Made{std::make_unique<P>(settings, purpose...)};
}

struct Kind {
  std::string name;
  std::function<Made(const PerceptionSettings&, const Labels&)> make;
};

// the one place that lists them
const std::vector<Kind>& kinds() {
  using S = const PerceptionSettings&;
  using L = const Labels&;
  using Purpose = EdgeLineProcessor::Purpose;
  static const std::vector<Kind> all{
      {"line", [](S s, L l) { return choosing<LineProcessor>(s.line, l); }},
      {"box", [](S s, L l) { return choosing<BoxProcessor>(s.box, l); }},
      {"zone", [](S s, L l) { return choosing<ZoneProcessor>(s.zone, l); }},
      {"field", [](S s, L l) { return of_fields<FieldProcessor>(s.field, l); }},
      {"edge", [](S s, L l) { return of_fields<EdgeProcessor>(s.field, l); }},
      {"edge_adjustment",
       [](S s, L l) { return of_fields<EdgeLineProcessor>(s.field, l, Purpose::adjustment); }},
      {"edge_following",
       [](S s, L l) { return of_fields<EdgeLineProcessor>(s.field, l, Purpose::following); }},
      {"equipment", [](S s, L l) { return choosing<EquipmentProcessor>(s.equipment, l); }},
      {"ball", [](S s, L l) { return choosing<BallProcessor>(s.ball, l); }}};
  return all;
}

}  // namespace

const std::vector<std::string>& processor_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Kind& kind : kinds()) all.push_back(kind.name);
    return all;
  }();
  return names;
}

Result<std::unique_ptr<Processor>> make_processor(std::string_view name,
                                                  const PerceptionSettings& settings,
                                                  const std::vector<std::string>& labels) {
  // pictures are small: threads would cost more than they save, and robots have other work
  cv::setNumThreads(1);
  const auto kind = std::ranges::find(kinds(), name, &Kind::name);
  if (kind == kinds().end())
    return Error{fmt::format("there is no processor '{}'; there are {}", name,
                             fmt::join(processor_names(), ", "))};
  return kind->make(settings, labels);
}

}  // namespace tandem
