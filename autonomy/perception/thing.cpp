// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/thing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numbers>
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

// From where to where an outline reaches in each of its rows, smoothed against noise.
struct RowSpan {
  int left = 0;
  int right = 0;
};
std::vector<RowSpan> rows_of(const Contour& outline) {
  const cv::Rect box = cv::boundingRect(outline);
  std::vector<RowSpan> rows(static_cast<std::size_t>(box.height), {box.br().x, -1});
  for (const cv::Point& point : outline) {
    RowSpan& row = rows[static_cast<std::size_t>(point.y - box.y)];
    row.left = std::min(row.left, point.x);
    row.right = std::max(row.right, point.x);
  }
  std::vector<RowSpan> smooth = rows;
  const auto median = [](int a, int b, int c) {
    return std::max(std::min(a, b), std::min(std::max(a, b), c));
  };
  for (std::size_t i = 1; i + 1 < rows.size(); ++i) {
    smooth[i].left = median(rows[i - 1].left, rows[i].left, rows[i + 1].left);
    smooth[i].right = median(rows[i - 1].right, rows[i].right, rows[i + 1].right);
  }
  return smooth;
}

// How high something reaches in the direction in which it ends at one side, if it stands there. Of
// what lies that is little: sides that lead away leave that direction at once.
double upright_part_m(const std::vector<Vec2>& side_px, bool is_left, const FloorCamera& camera) {
  const auto turned = [](double from, double to) {
    return std::remainder(to - from, 2 * std::numbers::pi);
  };
  // how far to the outside each row is
  const auto middle = camera.bearing_of(side_px[side_px.size() / 2]);
  const auto beside = camera.bearing_of(side_px[side_px.size() / 2] + Vec2{1, 0});
  if (!middle || !beside) return 0;
  std::vector<double> outward;
  for (const Vec2& px : side_px)
    outward.push_back((is_left ? 1 : -1) *
                      turned(*middle, camera.bearing_of(px).value_or(*middle)));
  const double most = *std::ranges::max_element(outward);
  // from the lowest to the highest row that is as far out
  struct Part {
    Vec2 foot;
    double height_m = 0;
  };
  const auto part_within = [&](double slack_rad) -> std::optional<Part> {
    const auto is_out = [&](double row) { return row >= most - slack_rad; };
    const auto top = std::ranges::find_if(outward, is_out) - outward.begin();
    const auto bottom =
        std::ranges::find_if(outward.rbegin(), outward.rend(), is_out).base() - outward.begin() - 1;
    const auto at = [&](std::ptrdiff_t row) { return side_px[static_cast<std::size_t>(row)]; };
    const auto foot = camera.floor_at(at(bottom) + Vec2{0, 0.5});
    if (!foot) return {};
    return Part{*foot, camera.height_at(*foot, at(top) - Vec2{0, 0.5}).value_or(0)};
  };
  const double noise_rad = 2 * std::abs(turned(*middle, *beside));
  const auto part = part_within(noise_rad);
  if (!part) return 0;
  constexpr double ledge_m = 0.008;  // lids stand over
  const Vec2 eye = camera.place();
  const double away = std::hypot(part->foot.x - eye.x, part->foot.y - eye.y);
  const auto with_ledge = part_within(std::max(noise_rad, ledge_m / away));
  return with_ledge ? with_ledge->height_m : 0;
}

}  // namespace

Stance stance_of(const Thing& thing, const Region& region, const FloorCamera& camera) {
  constexpr double least_m = 0.05;  // one side of a zone seems to have some 2 cm of it
  const cv::Rect box = cv::boundingRect(thing.outline);
  const double middle = box.x + (box.width - 1) / 2.0;
  if (camera.is_above_horizon({middle, box.y + region.top + 0.5})) return Stance::stands;
  std::vector<Vec2> left, right;
  bool is_left_cut = false, is_right_cut = false;
  double row = box.y + region.top;
  for (const RowSpan& span : rows_of(thing.outline)) {
    is_left_cut = is_left_cut || span.left <= 0;
    is_right_cut = is_right_cut || span.right >= region.rgb.cols - 1;
    left.push_back({static_cast<double>(span.left), row});
    right.push_back({static_cast<double>(span.right), row});
    row += 1;
  }
  const bool is_left_upright = !is_left_cut && upright_part_m(left, true, camera) >= least_m;
  const bool is_right_upright = !is_right_cut && upright_part_m(right, false, camera) >= least_m;
  if (is_left_upright && is_right_upright) return Stance::stands;
  if ((is_left_upright && is_right_cut) || (is_right_upright && is_left_cut))
    return Stance::unclear;
  return Stance::lies;
}

std::optional<ThingSize> size_of_thing(const Thing& thing, const Region& region,
                                       const FloorCamera& camera, Vec2 foot) {
  const cv::Rect box = cv::boundingRect(thing.outline);
  const double middle = box.x + (box.width - 1) / 2.0;
  const auto height = camera.height_at(foot, {middle, box.y + region.top - 0.5});
  const auto foot_px = camera.pixel_of(foot);
  if (!height || !foot_px) return {};
  const auto beside = camera.floor_at({foot_px->x + 1, foot_px->y});
  if (!beside) return {};
  return ThingSize{*height, box.width * std::hypot(beside->x - foot.x, beside->y - foot.y)};
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
