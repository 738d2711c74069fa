// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "reports/top_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "reports/html.h"

namespace tandem::reports {

namespace {

constexpr double map_width = 960;
constexpr double most_height = 720;
constexpr std::size_t most_points = 1500;  // of a way; more are not seen
constexpr int colors = 6;                  // of the style, for robots

// Of the world, in metres.
struct Rect {
  double low_x = std::numeric_limits<double>::infinity();
  double low_y = std::numeric_limits<double>::infinity();
  double high_x = -std::numeric_limits<double>::infinity();
  double high_y = -std::numeric_limits<double>::infinity();

  void add(double x, double y) {
    if (!std::isfinite(x) || !std::isfinite(y)) return;
    low_x = std::min(low_x, x);
    low_y = std::min(low_y, y);
    high_x = std::max(high_x, x);
    high_y = std::max(high_y, y);
  }
  bool is_empty() const { return low_x > high_x; }
};

// What has to be seen: the ways with some room, and what stands near them.
Rect shown_part(const std::vector<MappedRun>& runs) {
  Rect ways;
  for (const MappedRun& run : runs)
    for (const RecordedPath& path : run.result->trajectories)
      for (const auto& point : path.points) ways.add(point.x, point.y);
  Rect shown = ways;
  constexpr double near_m = 4;
  for (const MappedRun& run : runs)
    for (const Outline& outline : run.result->outlines)
      for (const Vec2& point : outline.points)
        if (ways.is_empty() || (point.x > ways.low_x - near_m && point.x < ways.high_x + near_m &&
                                point.y > ways.low_y - near_m && point.y < ways.high_y + near_m))
          shown.add(point.x, point.y);
  if (shown.is_empty()) return {-1, -1, 1, 1};
  const double room =
      std::max(0.3, 0.04 * std::max(shown.high_x - shown.low_x, shown.high_y - shown.low_y));
  return {shown.low_x - room, shown.low_y - room, shown.high_x + room, shown.high_y + room};
}

// From the world to the drawing, north up.
class Map {
 public:
  explicit Map(const Rect& rect) : rect_(rect) {
    scale_ =
        std::min(map_width / (rect.high_x - rect.low_x), most_height / (rect.high_y - rect.low_y));
    width_ = scale_ * (rect.high_x - rect.low_x);
    height_ = scale_ * (rect.high_y - rect.low_y);
  }
  double x(double meters) const { return (meters - rect_.low_x) * scale_; }
  double y(double meters) const { return (rect_.high_y - meters) * scale_; }
  double width() const { return width_; }
  double height() const { return height_; }
  double scale() const { return scale_; }

 private:
  Rect rect_;
  double scale_ = 1, width_ = 1, height_ = 1;
};

std::string line_of(const Map& map, const std::vector<Vec2>& points, bool is_closed) {
  std::string path;
  for (const Vec2& point : points)
    if (std::isfinite(point.x) && std::isfinite(point.y))
      path +=
          fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", map.x(point.x), map.y(point.y));
  return is_closed ? path + "Z" : path;
}

// Those points of a way that are places, and no more of them than are seen.
std::vector<RecordedPath::Point> places_of(const RecordedPath& path) {
  std::vector<RecordedPath::Point> all, kept;
  for (RecordedPath::Point point : path.points) {
    if (!std::isfinite(point.x) || !std::isfinite(point.y)) continue;
    if (!std::isfinite(point.yaw)) point.yaw = 0;
    all.push_back(point);
  }
  const std::size_t every = all.size() / most_points + 1;
  for (std::size_t i = 0; i < all.size(); i += every) kept.push_back(all[i]);
  if (!kept.empty() && !(kept.back() == all.back())) kept.push_back(all.back());
  return kept;
}

std::string way_of(const Map& map, const std::vector<RecordedPath::Point>& places) {
  std::vector<Vec2> points;
  for (const auto& place : places) points.push_back({place.x, place.y});
  return line_of(map, points, false);
}

// " from 3.00 s", " until 7.00 s", " from 3.00 s to 7.00 s"; nothing of what was always there.
std::string when_text(const Outline& outline) {
  if (outline.came_s <= 0)
    return outline.gone_s ? " until " + time_text(*outline.gone_s) : std::string();
  return " from " + time_text(outline.came_s) +
         (outline.gone_s ? " to " + time_text(*outline.gone_s) : "");
}

std::string outlines_of(const Map& map, const RunResult& result) {
  std::string svg, names;
  for (const Outline& outline : result.outlines) {
    const bool is_line = outline.kind == Outline::Kind::line;
    const bool is_passing = outline.came_s > 0 || outline.gone_s;
    const std::string name = escaped(outline.name + when_text(outline));
    const std::string state =
        fmt::format("{}{}", outline.came_s > 0 ? " later" : "", outline.gone_s ? " gone" : "");
    const std::string times = is_passing ? fmt::format(" data-from=\"{:.3f}\" data-to=\"{:.3f}\"",
                                                       outline.came_s, outline.gone_s.value_or(1e9))
                                         : "";
    svg += fmt::format("<path class=\"{}{}\"{} d=\"{}\"><title>{}</title></path>",
                       is_line ? "painted" : name_of(outline.kind), state, times,
                       line_of(map, outline.points, !is_line), name);
    if ((outline.kind != Outline::Kind::zone && !is_passing) || outline.points.empty()) continue;
    Rect rect;
    for (const Vec2& point : outline.points) rect.add(point.x, point.y);
    names += fmt::format(
        "<text class=\"name{}\"{} x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>",
        state, times, map.x((rect.low_x + rect.high_x) / 2), map.y(rect.high_y) - 6, name);
  }
  return svg + names;
}

// Where the first robot was when something was not as expected.
std::string failures_of(const Map& map, const RunResult& result) {
  const auto robot =
      std::ranges::find(result.trajectories, RecordedPath::Kind::robot, &RecordedPath::kind);
  if (robot == result.trajectories.end()) return {};
  const std::vector<RecordedPath::Point> places = places_of(*robot);
  if (places.empty()) return {};
  std::string svg;
  for (const AssertionResult& assertion : result.assertions) {
    if (assertion.state != AssertionResult::State::failed || !assertion.decided_s) continue;
    auto at =
        std::ranges::lower_bound(places, *assertion.decided_s, {}, &RecordedPath::Point::time_s);
    if (at == places.end()) --at;
    svg += fmt::format(
        "<g transform=\"translate({:.1f} {:.1f})\"><circle r=\"17\" "
        "class=\"trouble\"><title>{}</title>"
        "</circle></g>",
        map.x(at->x), map.y(at->y), escaped(assertion.name + ": " + assertion.explanation));
  }
  return svg;
}

// A round number of metres that fits.
std::string scale_bar(const Map& map) {
  const double most_m = 0.25 * map.width() / map.scale();
  const double power = std::pow(10.0, std::floor(std::log10(most_m)));
  const double meters = most_m >= 5 * power ? 5 * power : most_m >= 2 * power ? 2 * power : power;
  const double y = map.height() - 14;
  return fmt::format(
      "<line class=\"scale\" x1=\"14\" x2=\"{:.1f}\" y1=\"{}\" y2=\"{}\"/><text class=\"name\" "
      "x=\"14\" "
      "y=\"{}\">{} m</text>",
      14 + meters * map.scale(), y, y, y - 6, number_text(meters));
}

std::string color_of(std::size_t index) { return fmt::format("var(--r{})", index % colors); }

// The points of a way for the script: time, place in the drawing, degrees clockwise.
std::string points_json(const Map& map, const std::vector<RecordedPath::Point>& places) {
  std::string json = "[";
  for (const auto& place : places)
    json += fmt::format("{}[{:.2f},{:.1f},{:.1f},{:.0f}]", json.size() > 1 ? "," : "", place.time_s,
                        map.x(place.x), map.y(place.y), -place.yaw * 180 / std::numbers::pi);
  return json + "]";
}

struct Drawn {
  std::string svg, legend, json;
};

// One run in all detail.
Drawn draw_run(const Map& map, const RunResult& result) {
  Drawn drawn;
  std::size_t robots = 0, things = 0;
  const auto color_for = [&](const RecordedPath& path) {
    // an odometry has the color of its robot
    std::size_t index = 0;
    for (const RecordedPath& other : result.trajectories) {
      if (other.kind != RecordedPath::Kind::robot) continue;
      if (other.name == path.name) return color_of(index);
      ++index;
    }
    return path.kind == RecordedPath::Kind::thing ? std::string("var(--warn)") : color_of(index);
  };
  std::string marks;
  for (const RecordedPath& path : result.trajectories) {
    const std::vector<RecordedPath::Point> places = places_of(path);
    if (places.empty()) continue;
    const std::string color = color_for(path);
    const std::string way = way_of(map, places);
    const bool is_robot = path.kind == RecordedPath::Kind::robot;
    if (is_robot) drawn.svg += fmt::format("<path class=\"halo\" d=\"{}\"/>", way);
    drawn.svg += fmt::format("<path class=\"way {}\" style=\"stroke:{}\" d=\"{}\"/>",
                             name_of(path.kind), color, way);
    if (path.kind == RecordedPath::Kind::thing && ++things > 4) continue;
    drawn.legend +=
        fmt::format("<span><i style=\"border-color:{};border-top-style:{}\"></i>{}{}</span>", color,
                    is_robot ? "solid" : "dashed", escaped(path.name),
                    path.kind == RecordedPath::Kind::odometry ? ", where it believes to be" : "");
    if (!is_robot) continue;
    const auto& first = places.front();
    const auto& last = places.back();
    marks += fmt::format(
        "<circle class=\"mark\" style=\"fill:{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\"><title>{} "
        "begins here</title></circle>",
        color, map.x(first.x), map.y(first.y), escaped(path.name));
    const std::string id = fmt::format("mark{}", robots++);
    marks += fmt::format(
        "<g id=\"{}\" transform=\"translate({:.1f} {:.1f}) rotate({:.0f})\"><path class=\"mark\" "
        "style=\"fill:{}\" d=\"M13 0L-8 8.5L-4 0L-8 -8.5Z\"><title>{}</title></path></g>",
        id, map.x(last.x), map.y(last.y), -last.yaw * 180 / std::numbers::pi, color,
        escaped(path.name));
    drawn.json += fmt::format("{}{{\"mark\":\"{}\",\"points\":{}}}", drawn.json.empty() ? "" : ",",
                              id, points_json(map, places));
  }
  if (const std::string failures = failures_of(map, result); !failures.empty()) {
    drawn.svg += failures;
    drawn.legend += "<span><span class=\"ring\"></span>where it failed</span>";
  }
  if (robots > 0) drawn.legend += "<span>● begins &nbsp; ➤ ends, or is at the chosen time</span>";
  drawn.svg += marks;
  return drawn;
}

// Many runs: first those that passed, so that the others lie above them.
Drawn draw_bundle(const Map& map, const std::vector<MappedRun>& runs) {
  Drawn drawn;
  for (const bool is_passed : {true, false})
    for (const MappedRun& run : runs) {
      if (run.result->is_passed() != is_passed) continue;
      for (const RecordedPath& path : run.result->trajectories) {
        if (path.kind != RecordedPath::Kind::robot) continue;
        drawn.svg += fmt::format(
            "<path class=\"way\" style=\"stroke:var(--{});opacity:{};stroke-width:{}\" "
            "d=\"{}\"><title>{}"
            "</title></path>",
            is_passed ? "r0" : "bad", is_passed ? 0.4 : 0.9, is_passed ? 1.8 : 2.6,
            way_of(map, places_of(path)), escaped(title_of(*run.result)));
      }
    }
  drawn.legend =
      "<span><i style=\"border-color:var(--r0)\"></i>passed</span>"
      "<span><i style=\"border-color:var(--bad)\"></i>did not pass</span>";
  return drawn;
}

}  // namespace

std::string top_view(const std::vector<MappedRun>& runs, const PictureFile* floor) {
  const bool has_ways = std::ranges::any_of(
      runs, [](const MappedRun& run) { return !run.result->trajectories.empty(); });
  if (!has_ways && !floor) return {};
  const auto& area = floor ? floor->picture.area : std::nullopt;
  const Map map(area ? Rect{area->low_x, area->low_y, area->high_x, area->high_y}
                     : shown_part(runs));
  const Drawn drawn =
      runs.size() == 1 ? draw_run(map, *runs.front().result) : draw_bundle(map, runs);
  std::string svg = fmt::format(
      "<figure class=\"top\"><svg class=\"map{}\" viewBox=\"0 0 {:.1f} {:.1f}\" role=\"img\" "
      "aria-label=\"the world "
      "from above\" style=\"max-height:76vh\">",
      area ? " pictured" : "", map.width(), map.height());
  if (area)
    svg += fmt::format(
        "<image href=\"{}\" width=\"{:.1f}\" height=\"{:.1f}\" preserveAspectRatio=\"none\"/>",
        data_uri("image/jpeg", floor->jpeg), map.width(), map.height());
  svg += outlines_of(map, *runs.front().result) + drawn.svg + scale_bar(map) + "</svg>";
  svg += fmt::format("<div class=\"legend\">{}</div></figure>\n", drawn.legend);
  if (runs.size() > 1) return svg;
  const double end_s = std::max(runs.front().result->simulated_s, 1e-3);
  // a long run is not watched in its own time
  const double pace = std::max(1.0, std::round(end_s / 20));
  return svg + fmt::format(
                   "<script type=\"application/json\" "
                   "id=\"ways\">{{\"end\":{:.3f},\"pace\":{:g},\"ways\":[{}]}}"
                   "</script>\n",
                   end_s, pace, drawn.json);
}

}  // namespace tandem::reports
