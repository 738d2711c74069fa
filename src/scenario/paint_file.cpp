// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/paint_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "scenario/bounds.h"
#include "scenario/fields.h"
#include "scenario/ground.h"
#include "scenario/image.h"
#include "scenario/outlook.h"
#include "scenario/overrides.h"
#include "scenario/resource.h"
#include "scenario/suggest.h"

namespace tandem {

namespace {

const ModelInstance* find_thing(const WorldDescription& world, const std::string& name) {
  const auto found = std::ranges::find(world.models, name, &ModelInstance::name);
  return found == world.models.end() ? nullptr : &*found;
}

std::vector<std::string> fixed_things(const WorldDescription& world) {
  std::vector<std::string> names;
  for (const ModelInstance& instance : world.models)
    if (instance.model->is_static) names.push_back(instance.name);
  return names;
}

// What is seen of a thing from above.
std::optional<Area> extent_of(const ModelInstance& thing) {
  Bounds bounds;
  for (const Link& link : thing.model->links)
    for (const Visual& visual : link.visuals) {
      const Pose world_from_visual =
          thing.world_from_model * link.model_from_link * visual.link_from_visual;
      Shape shape = visual.shape;
      if (const auto* plane = std::get_if<Plane>(&shape))
        shape = Box{{plane->size_x_m, plane->size_y_m, 1e-3}};
      bounds.add(bounds_of(shape, world_from_visual));
    }
  if (bounds.is_empty()) return std::nullopt;
  const Vec3 center = bounds.center(), size = bounds.size();
  return Area{{{center.x, center.y}, 0}, size.x, size.y};
}

std::optional<Vec2> read_point(const YamlNode& node, Findings& findings) {
  if (!node.is_list() || node.items.size() != 2) {
    findings.error(node.place,
                   fmt::format("'points' expects points [x, y], is {}", describe(node)));
    return std::nullopt;
  }
  const auto x = to_number(node.items[0], "x", any_number, findings);
  const auto y = to_number(node.items[1], "y", any_number, findings);
  if (!x || !y) return std::nullopt;
  return Vec2{*x, *y};
}

void read_strokes(const YamlNode& node, PaintConfig& paint, Findings& findings) {
  if (!node.is_list()) {
    findings.error(node.place, fmt::format("'strokes' expects a list, is {}", describe(node)));
    return;
  }
  for (const YamlNode& item : node.items) {
    const Fields fields(item, schema::stroke, findings);
    PaintLine line;
    Color color{0, 0, 0, 1};
    fields.read("width_m", line.width_m, {1e-4, 100});
    fields.read("color", color);
    const YamlNode* points = fields.require("points");
    if (!points) continue;
    if (!points->is_list()) {
      findings.error(points->place,
                     fmt::format("'points' expects a list of [x, y], is {}", describe(*points)));
      continue;
    }
    for (const YamlNode& point : points->items)
      if (const std::optional<Vec2> read = read_point(point, findings))
        line.points.push_back(*read);
    PaintEdit edit{.shape = std::move(line), .color = color};
    if (const std::string problem = why_unpaintable(edit); !problem.empty())
      findings.error(points->place, problem);
    else
      paint.initial.push_back(std::move(edit));
  }
}

void read_picture(const Fields& fields, PaintConfig& paint, LoadContext& context) {
  std::string name;
  if (!fields.read("image", name)) return;
  const Place& place = fields.place_of("image");
  const std::filesystem::path naming_file =
      is_override(place) ? context.scenario_file() : std::filesystem::path(place.file);
  const ResourceLookup lookup =
      find_resource(name, naming_file, context.search_path(context.scenario_file()));
  if (lookup.found.empty()) {
    context.findings().error(place, lookup.problem);
    return;
  }
  Result<RgbaImage> image = read_rgba_image(lookup.found);
  if (!image) {
    context.findings().error(place, fmt::format("'{}' {}", lookup.found.string(), image.error()));
    return;
  }
  paint.initial.push_back(paint_picture(std::make_shared<const RgbaImage>(*std::move(image))));
}

}  // namespace

std::optional<PaintConfig> read_paint(const YamlNode& node, const WorldDescription& world,
                                      LoadContext& context) {
  Findings& findings = context.findings();
  const Fields fields(node, schema::paint, findings);
  if (!fields.is_map()) return std::nullopt;
  const int errors_before = findings.error_count();
  PaintConfig paint;
  fields.read("pixel_m", paint.pixel_m, {1e-4, 10});
  const YamlNode* written_area = fields.find("area");
  if (written_area) paint.area = read_area(*written_area, findings);

  // the thing that is painted: by name, or what is under the middle of the area
  const ModelInstance* thing = nullptr;
  if (fields.read("surface", paint.surface)) {
    thing = find_thing(world, paint.surface);
    if (!thing)
      findings.error(fields.place_of("surface"),
                     fmt::format("the world has no '{}'{}", paint.surface,
                                 suggestion(paint.surface, fixed_things(world))));
    else if (!thing->model->is_static)
      findings.error(
          fields.place_of("surface"),
          fmt::format("'{}' can move: only what is static can be painted", paint.surface));
  } else {
    const Vec2 middle = paint.area.world_from_center.translation;
    thing = Ground(world).thing_at(middle.x, middle.y);
    if (thing)
      paint.surface = thing->name;
    else
      findings.error(node.place,
                     fmt::format("there is no ground to paint at x {}, y {}", middle.x, middle.y));
  }
  if (thing && !written_area) {
    if (const std::optional<Area> extent = extent_of(*thing))
      paint.area = *extent;
    else
      findings.error(node.place,
                     fmt::format("'{}' has no visual whose size tells what to paint: give an "
                                 "'area'",
                                 thing->name));
  }
  if (paint.width_px() > max_paint_px || paint.height_px() > max_paint_px)
    findings.error(
        fields.place_of("area"),
        fmt::format("{:g} by {:g} m at {:g} m a pixel is more than {} pixels along a side: paint a "
                    "smaller area or larger pixels",
                    paint.area.size_x_m, paint.area.size_y_m, paint.pixel_m, max_paint_px));

  read_picture(fields, paint, context);
  if (const YamlNode* strokes = fields.find("strokes")) read_strokes(*strokes, paint, findings);
  if (findings.error_count() > errors_before) return std::nullopt;
  return paint;
}

}  // namespace tandem
