// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/thing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <utility>

namespace tandem {

namespace {

std::string title_of(const tandem_msgs::msg::Sighting& sighting) {
  std::string title = sighting.label;
  for (char& letter : title)
    letter =
        letter == '_' ? ' ' : static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
  if (sighting.has_position)
    title += fmt::format(" {:.2f} m", std::hypot(sighting.position.x, sighting.position.y));
  return title;
}

// How wide an outline is on average from one share of its height to another, and where those rows
// are. Rows that touch the picture's sides are wider than can be seen.
struct Girth {
  double width_px = 0;
  double row = 0;  // of the region
};
std::optional<Girth> girth_of(const Contour& outline, int columns, double from, double to) {
  const cv::Rect box = cv::boundingRect(outline);
  std::vector<std::pair<int, int>> rows(static_cast<std::size_t>(box.height), {columns, -1});
  for (const cv::Point& point : outline) {
    auto& [left, right] = rows[static_cast<std::size_t>(point.y - box.y)];
    left = std::min(left, point.x);
    right = std::max(right, point.x);
  }
  Girth sum;
  int count = 0;
  for (int i = static_cast<int>(from * box.height); i < std::max(to * box.height, 1.0); ++i) {
    const auto [left, right] = rows[static_cast<std::size_t>(std::min(i, box.height - 1))];
    if (left <= 0 || right >= columns - 1) continue;
    sum.width_px += right - left + 1;
    sum.row += box.y + i;
    ++count;
  }
  if (count == 0) return {};
  return Girth{sum.width_px / count, sum.row / count};
}

}  // namespace

bool is_upright(const Thing& thing, const Region& region, const FloorCamera& camera) {
  const cv::Rect box = cv::boundingRect(thing.outline);
  const double middle = box.x + (box.width - 1) / 2.0;
  if (camera.is_above_horizon({middle, box.y + region.top + 0.5})) return true;
  const auto upper = girth_of(thing.outline, region.rgb.cols, 0.1, 0.4);
  const auto lower = girth_of(thing.outline, region.rgb.cols, 0.6, 0.9);
  if (!upper || !lower) return false;
  // if it lies, widths are as the distances of their rows are
  const auto distance = [&](double row) {
    const auto place = camera.floor_at({middle, row + region.top});
    return place ? std::hypot(place->x - camera.place().x, place->y - camera.place().y) : 1e9;
  };
  const double if_flat = distance(lower->row) / distance(upper->row);
  return upper->width_px / lower->width_px > (1 + if_flat) / 2;
}

std::vector<Thing> things_of(const Region& region, const ColorLabel& color, double min_area_px) {
  cv::Mat mask = mask_of(region, color.range);
  // labels, straps and noise tear holes that are not there
  cv::morphologyEx(mask, mask, cv::MORPH_CLOSE, cv::Mat::ones(3, 3, CV_8U));
  std::vector<Thing> things;
  for (Contour& outline : outlines_of(mask, min_area_px)) {
    Thing thing;
    const cv::Moments moments = cv::moments(outline);
    const cv::Rect box = cv::boundingRect(outline);
    thing.sighting.label = color.label;
    thing.sighting.x_px = moments.m10 / moments.m00;
    thing.sighting.y_px = moments.m01 / moments.m00 + region.top;
    thing.sighting.width_px = box.width;
    thing.sighting.height_px = box.height;
    thing.sighting.area_px = moments.m00;
    thing.lower_edge = lower_edge_of(region, outline);
    thing.sighting.is_cut = thing.lower_edge.reaches_picture_end || box.x <= 0 ||
                            box.br().x >= region.rgb.cols || (box.y <= 0 && region.top == 0);
    thing.outline = std::move(outline);
    things.push_back(std::move(thing));
  }
  return things;
}

void set_position(Vec2 on_floor, double floor_z_m, tandem_msgs::msg::Sighting& sighting) {
  sighting.has_position = true;
  sighting.position = {on_floor.x, on_floor.y, floor_z_m};
}

void tell_things(std::vector<Thing> things, const Region& region, tandem_msgs::msg::Sight& sight,
                 Annotation* annotation) {
  std::ranges::stable_sort(things, std::ranges::greater{},
                           [](const Thing& thing) { return thing.sighting.area_px; });
  double area_px = 0;
  for (const Thing& thing : things) {
    area_px += thing.sighting.area_px;
    sight.sightings.push_back(thing.sighting);
    note_outline(thing.outline, region.top, annotation);
    if (!annotation) continue;
    const cv::Rect box = cv::boundingRect(thing.outline);
    annotation->dots_px.push_back({thing.sighting.x_px, thing.sighting.y_px});
    annotation->labels.push_back(
        {{static_cast<double>(box.x), static_cast<double>(box.y + region.top - 6)},
         title_of(thing.sighting)});
  }
  sight.found = !things.empty();
  sight.ratio = area_px / static_cast<double>(region.rgb.total());
  if (annotation)
    annotation->lines.push_back(things.empty() ? "nothing found"
                                               : fmt::format("{} found", things.size()));
}

}  // namespace tandem
