// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/scene_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "ports/web/values.h"
#include "ports/web/wire.h"
#include "scenario/bounds.h"
#include "world/labels.h"

namespace tandem::web {

namespace {

using Json = nlohmann::json;

// Models that nothing in the world has are kept for when they come again, so many of them.
constexpr std::size_t most_unused = 32;
// Each costs pages a few bytes.
constexpr std::size_t most_forgotten = 1024;

// Puts the paths of its assets into `used`.
Json shape_json(const Shape& shape, Assets& assets, std::set<std::string>& used) {
  struct Describe {
    Assets& assets;
    std::set<std::string>& used;
    std::string path(std::string added) const { return *used.insert(std::move(added)).first; }
    Json operator()(const Box& box) const { return {{"box", json_of(box.size)}}; }
    Json operator()(const Sphere& sphere) const { return {{"sphere", sphere.radius_m}}; }
    Json operator()(const Cylinder& c) const { return {{"cylinder", {c.radius_m, c.length_m}}}; }
    Json operator()(const Capsule& c) const { return {{"capsule", {c.radius_m, c.length_m}}}; }
    Json operator()(const Ellipsoid& e) const { return {{"ellipsoid", json_of(e.radii)}}; }
    Json operator()(const Plane& p) const {
      return {{"plane", {p.normal.x, p.normal.y, p.normal.z, p.size_x_m, p.size_y_m}}};
    }
    Json operator()(const MeshShape& m) const {
      return {{"mesh", path(assets.add(m.mesh))}, {"scale", json_of(m.scale)}};
    }
    Json operator()(const HeightfieldShape& h) const {
      return {{"heightfield", path(assets.add(h.field))}};
    }
  };
  return std::visit(Describe{assets, used}, shape);
}

Json light_json(const Light& light) {
  constexpr std::array names{"directional", "point", "spot"};
  return {{"type", names.at(static_cast<std::size_t>(light.type))},
          {"position", json_of(light.world_from_light.translation)},
          {"direction", json_of(light.world_from_light.rotation * light.direction)},
          {"color", json_of(light.diffuse)},
          {"intensity", light.intensity},
          {"range_m", light.range_m},
          {"attenuation",
           {light.attenuation_constant, light.attenuation_linear, light.attenuation_quadratic}},
          {"inner_rad", light.spot_inner_angle},
          {"outer_rad", light.spot_outer_angle},
          {"shadows", light.casts_shadows}};
}

Json atmosphere_json(const Atmosphere& atmosphere) {
  return {{"ambient", json_of(atmosphere.ambient)},
          {"background", json_of(atmosphere.background)},
          {"sky", atmosphere.has_sky},
          {"shadows", atmosphere.has_shadows},
          {"fog",
           {{"type", atmosphere.fog.type},
            {"color", json_of(atmosphere.fog.color)},
            {"start_m", atmosphere.fog.start_m},
            {"end_m", atmosphere.fog.end_m},
            {"density", atmosphere.fog.density}}}};
}

// How high the floor is that people paint: the top of what carries the paint, or of the ground.
double floor_height(const Frame& frame) {
  if (!frame.paint) return 0;
  const Entity* const surface = frame.entities->find(frame.paint->placement().surface);
  if (!surface) return 0;
  const Bounds bounds = bounds_of(*surface->model, surface->world_from_start);
  // planes have no bounds: their model stands at their height
  return bounds.is_empty() ? surface->world_from_start.translation.z : bounds.high.z;
}

Json projector_json(const ProjectorCalibration& projector) {
  Json corners = Json::array();
  for (const Vec2& corner : projector.corners_px) corners.push_back({corner.x, corner.y});
  return {{"floor", json_of(projector.area)},
          {"width", projector.width_px},
          {"height", projector.height_px},
          {"corners", corners}};
}

Json world_json(const Frame& frame, std::uint32_t epoch,
                const std::vector<ProjectorCalibration>& projectors) {
  const Scenario& scenario = *frame.scenario;
  Json lights = Json::array();
  for (const Light& light : scenario.world.lights) lights.push_back(light_json(light));
  Json paint, projection, tracked;
  Json calibrated = Json::array();
  for (const ProjectorCalibration& projector : projectors)
    calibrated.push_back(projector_json(projector));
  if (frame.paint) {
    const PaintPlacement& placement = frame.paint->placement();
    paint = {{"surface", placement.surface},
             {"area", json_of(placement.area)},
             {"pixel_m", placement.pixel_m},
             {"width", placement.width_px},
             {"height", placement.height_px}};
  }
  if (scenario.projection)
    projection = {{"floor", json_of(scenario.projection->floor)},
                  {"width", scenario.projection->width_px},
                  {"height", scenario.projection->height_px}};
  if (scenario.tracking && scenario.tracking->area) tracked = json_of(*scenario.tracking->area);
  return {{"epoch", epoch},
          {"scenario",
           {{"name", scenario.name},
            {"description", scenario.description},
            {"step_s", seconds(scenario.step)},
            {"clock", scenario.clock == ClockType::wall ? "wall" : "zero"}}},
          {"lights", lights},
          {"atmosphere", atmosphere_json(scenario.world.atmosphere)},
          {"paint", paint},
          {"projection", projection},
          {"projectors", calibrated},
          {"tracked_area", tracked},
          {"floor_m", floor_height(frame)}};
}

Json robots_json(const Frame& frame) {
  Json robots = Json::array();
  for (const RobotState& robot : frame.robots)
    robots.push_back({{"name", robot.name},
                      {"entity", static_cast<std::uint32_t>(robot.entity)},
                      {"mode", robot.twin ? "twin" : "virtual"},
                      {"namespace", namespace_of(*robot.config)},
                      {"base", 0},
                      {"max_speed_mps", robot.config->drive.max_speed_mps},
                      {"max_yaw_rate_radps", robot.config->drive.max_yaw_rate_radps},
                      {"radius_m", footprint_radius(*robot.config->model)}});
  return robots;
}

// Whether who knows one of the two knows all that pages are told of the other.
bool is_told(const Entity* known, const Entity& entity) {
  return known && is_real(*known) == is_real(entity);
}

bool is_same_epoch(const Frame& a, const Frame& b) {
  return a.world_generation == b.world_generation && a.episode_count == b.episode_count;
}

// Whether pages have to be told about the robots: who is there, and which of them are real.
bool has_same_robots(const Frame& a, const Frame& b) {
  return std::ranges::equal(a.robots, b.robots, [](const RobotState& x, const RobotState& y) {
    return x.entity == y.entity && x.config == y.config;
  });
}

}  // namespace

std::vector<std::string> SceneText::update(const std::shared_ptr<const Frame>& frame) {
  const std::shared_ptr<const Frame> before = std::exchange(frame_, frame);
  if (!before || !is_same_epoch(*before, *frame)) {
    begin_epoch(*frame);
    return all();
  }
  if (before->entities == frame->entities && has_same_robots(*before, *frame)) return {};
  if (models_.forgotten > most_forgotten || materials_.forgotten > most_forgotten) {
    begin_epoch(*frame);
    return all();
  }
  return {changes(*before, *frame)};
}

std::vector<std::string> SceneText::all() const {
  std::vector<const Entity*> everything;
  for (const Entity& entity : *frame_->entities) everything.push_back(&entity);
  return {world_, entities(everything, {}, 0, 0, true)};
}

void SceneText::begin_epoch(const Frame& frame) {
  ++epoch_;
  assets_.begin_world();
  materials_ = {};
  models_ = {};
  known_models_.clear();
  world_ = encode_text(Kind::world, to_text(world_json(frame, epoch_, projectors_)));
  for (const Entity& entity : *frame.entities) add_model(entity);
}

std::string SceneText::changes(const Frame& before, const Frame& after) {
  const std::size_t first_material = materials_.all.size(), first_model = models_.all.size();
  std::vector<const Entity*> added;
  std::vector<EntityId> removed;
  for (const Entity& entity : *after.entities)
    if (!is_told(before.entities->find(entity.id), entity)) {
      add_model(entity);
      added.push_back(&entity);
    }
  for (const Entity& entity : *before.entities)
    if (!is_told(after.entities->find(entity.id), entity)) removed.push_back(entity.id);
  forget_unused(after);
  return entities(added, removed, first_material, first_model, false);
}

std::string SceneText::entities(const std::vector<const Entity*>& added,
                                const std::vector<EntityId>& removed, std::size_t first_material,
                                std::size_t first_model, bool is_full) const {
  Json add = Json::array(), remove = Json::array();
  for (const Entity* entity : added) {
    Json bodies = Json::array();
    for (const BodyId body : entity->bodies) bodies.push_back(static_cast<std::uint32_t>(body));
    add.push_back({{"id", static_cast<std::uint32_t>(entity->id)},
                   {"name", entity->name},
                   {"model", known_models_.at(layout_of(*entity)).second},
                   {"bodies", bodies},
                   {"class", class_name(entity->model->name)},
                   {"static", entity->model->is_static},
                   {"real", is_real(*entity)},
                   {"spawned", entity->is_spawned}});
  }
  for (const EntityId id : removed) remove.push_back(static_cast<std::uint32_t>(id));
  return encode_text(
      Kind::entities,
      fmt::format(
          R"({{"epoch":{},"full":{},"materials":{},"models":{},"add":{},"remove":{},"robots":{}}})",
          epoch_, is_full, materials_.list(first_material), models_.list(first_model), to_text(add),
          to_text(remove), to_text(robots_json(*frame_))));
}

std::size_t SceneText::Numbers::add(Known known) {
  const auto [at, is_new] = by_text.try_emplace(known.text, all.size());
  if (is_new) all.push_back(std::move(known));
  return at->second;
}

void SceneText::Numbers::forget(std::size_t number) {
  by_text.erase(all[number].text);
  all[number] = {};
  ++forgotten;
}

std::string SceneText::Numbers::list(std::size_t first) const {
  std::string list = "[";
  for (std::size_t i = first; i < all.size(); ++i) {
    if (i > first) list += ',';
    list += all[i].text.empty() ? "null" : all[i].text;
  }
  return list + ']';
}

void SceneText::forget_unused(const Frame& frame) {
  ++changes_;
  std::erase_if(known_models_, [](const auto& each) { return each.second.first.expired(); });
  for (const Entity& entity : *frame.entities)
    models_.all[known_models_.at(layout_of(entity)).second].used_at = changes_;
  std::vector<std::size_t> unused;
  for (std::size_t i = 0; i < models_.all.size(); ++i)
    if (!models_.all[i].text.empty() && models_.all[i].used_at != changes_) unused.push_back(i);
  if (unused.size() <= most_unused) return;

  // those that went first go
  const auto kept = unused.end() - most_unused;
  std::ranges::nth_element(unused, kept, {},
                           [&](std::size_t number) { return models_.all[number].used_at; });
  const std::set<std::size_t> gone(unused.begin(), kept);
  for (const std::size_t number : gone) models_.forget(number);
  std::erase_if(known_models_, [&](const auto& each) { return gone.contains(each.second.second); });
  std::set<std::size_t> materials;
  std::set<std::string> assets;
  for (const Known& model : models_.all) {
    materials.insert(model.materials.begin(), model.materials.end());
    assets.insert(model.assets.begin(), model.assets.end());
  }
  for (std::size_t i = 0; i < materials_.all.size(); ++i)
    if (!materials_.all[i].text.empty() && !materials.contains(i)) materials_.forget(i);
  assets_.keep(assets);
}

std::size_t SceneText::add_material(const Material& material, std::set<std::string>& assets) {
  const auto texture = [&](const std::string& file) {
    std::string path = assets_.add_texture(file);
    if (!path.empty()) assets.insert(path);
    return path;
  };
  const Json json{{"color", json_with_alpha(material.base_color)},
                  {"emissive", json_of(material.emissive)},
                  {"metalness", material.metalness},
                  {"roughness", material.roughness},
                  {"texture", texture(material.base_color_texture)},
                  {"normal_texture", texture(material.normal_texture)},
                  {"roughness_texture", texture(material.roughness_texture)},
                  {"metalness_texture", texture(material.metalness_texture)},
                  {"emissive_texture", texture(material.emissive_texture)}};
  return materials_.add({.text = to_text(json), .materials = {}, .assets = {}});
}

std::size_t SceneText::add_model(const Entity& entity) {
  const std::shared_ptr<const Model>& model = entity.model;
  const Layout layout = layout_of(entity);
  if (const auto known = known_models_.find(layout);
      known != known_models_.end() && known->second.first.lock() == model)
    return known->second.second;

  Known told;
  Json links = Json::array();
  for (std::size_t i = 0; i < model->links.size(); ++i) {
    const EntityLink& link = entity.links[i];
    Json visuals = Json::array();
    for (const Visual& visual : model->links[i].visuals) {
      Json materials = Json::array();
      const auto* const mesh = std::get_if<MeshShape>(&visual.shape);
      if (!visual.material && mesh && !mesh->mesh->materials.empty())
        for (const Submesh& part : mesh->mesh->submeshes)
          materials.push_back(add_material(mesh->mesh->materials[part.material], told.assets));
      else
        materials.push_back(add_material(visual.material.value_or(Material{}), told.assets));
      for (const Json& material : materials) told.materials.insert(material.get<std::size_t>());
      visuals.push_back({{"pose", json_of(visual.link_from_visual)},
                         {"shape", shape_json(visual.shape, assets_, told.assets)},
                         {"materials", materials},
                         {"shadows", visual.casts_shadows}});
    }
    links.push_back({{"name", model->links[i].name},
                     {"body", layout.second[i]},
                     {"pose", json_of(link.body_from_link)},
                     {"visuals", visuals}});
  }
  Pose body_from_model;  // of its first link, which carries the model's pose
  if (!model->links.empty())
    body_from_model =
        entity.links.front().body_from_link * inverse(model->links.front().model_from_link);
  told.text =
      to_text(Json{{"name", model->name}, {"origin", json_of(body_from_model)}, {"links", links}});
  const std::size_t number = models_.add(std::move(told));
  known_models_.insert_or_assign(layout, std::pair(std::weak_ptr(model), number));
  return number;
}

SceneText::Layout SceneText::layout_of(const Entity& entity) {
  Layout layout{entity.model.get(), {}};
  for (const EntityLink& link : entity.links)
    layout.second.push_back(static_cast<std::size_t>(std::ranges::find(entity.bodies, link.body) -
                                                     entity.bodies.begin()));
  return layout;
}

}  // namespace tandem::web
