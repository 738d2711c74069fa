// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <stb/stb_image_write.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <map>
#include <numbers>
#include <thread>

#include "scenario/scenario.h"
#include "simulation/simulation.h"

// Draws the collision shapes of a scenario as physics sees them, for the pages of the
// documentation: one ray a sample, sunlight with shadows, colours of the visuals.
namespace tandem {

namespace {

struct View {
  Vec3 eye{-2.6, -2.6, 2.0};
  Vec3 target{0, 0, 0};
  double field_of_view_deg = 50;
  int width = 1280, height = 720;
  int samples = 3;  // along each side of a pixel
};

std::map<BodyId, Color> colors_of(const World& world) {
  std::map<BodyId, Color> colors;
  for (const Entity& entity : world.entities())
    for (std::size_t i = 0; i < entity.links.size(); ++i)
      for (const Visual& visual : entity.model->links[i].visuals)
        if (visual.material) colors.emplace(entity.links[i].body, visual.material->base_color);
  return colors;
}

Vec3 sky(const Vec3& direction) {
  const double up = std::clamp(direction.z * 2, 0.0, 1.0);
  return (1 - up) * Vec3{0.86, 0.90, 0.94} + up * Vec3{0.45, 0.62, 0.85};
}

class Painter {
 public:
  explicit Painter(const World& world) : physics_(world.physics()), colors_(colors_of(world)) {}

  Vec3 look(const Vec3& eye, const Vec3& direction) const {
    constexpr double range = 3000;
    const auto hit = physics_.cast_ray(eye, direction, range);
    if (!hit) return sky(direction);

    const auto found = colors_.find(hit->body);
    const Color color = found == colors_.end() ? Color{0.75f, 0.75f, 0.75f, 1} : found->second;
    Vec3 surface{color.r, color.g, color.b};
    const Vec3 sun = normalized(Vec3{0.75, -0.35, 0.9});
    const Vec3 above = hit->point + 0.002 * hit->normal;
    const bool is_lit = dot(hit->normal, sun) > 0 && !physics_.cast_ray(above, sun, range);
    const double light =
        0.42 + 0.12 * hit->normal.z + (is_lit ? 0.55 * dot(hit->normal, sun) : 0.0);
    const double haze = 1 - std::exp(-hit->distance_m / 900);
    return (1 - haze) * (light * surface) + haze * sky(direction);
  }

 private:
  const PhysicsWorld& physics_;
  std::map<BodyId, Color> colors_;
};

std::vector<unsigned char> draw(const Painter& painter, const View& view) {
  const Vec3 forward = normalized(view.target - view.eye);
  const Vec3 right = normalized(cross(forward, {0, 0, 1}));
  const Vec3 up = cross(right, forward);
  const double reach = std::tan(view.field_of_view_deg * std::numbers::pi / 360);

  std::vector<unsigned char> pixels;
  for (int y = 0; y < view.height; ++y)
    for (int x = 0; x < view.width; ++x) {
      Vec3 sum;
      for (int s = 0; s < view.samples * view.samples; ++s) {
        const double sx = x + (s % view.samples + 0.5) / view.samples;
        const double sy = y + (s / view.samples + 0.5) / view.samples;
        const double across = (2 * sx / view.width - 1) * reach;
        const double along = (1 - 2 * sy / view.height) * reach * view.height / view.width;
        sum += painter.look(view.eye, normalized(forward + across * right + along * up));
      }
      const Vec3 mean = (1.0 / (view.samples * view.samples)) * sum;
      for (const double channel : {mean.x, mean.y, mean.z})
        pixels.push_back(
            static_cast<unsigned char>(std::lround(255 * std::clamp(channel, 0.0, 1.0))));
    }
  return pixels;
}

}  // namespace

}  // namespace tandem

int main(int argc, char** argv) {
  using namespace tandem;
  CLI::App app("Draws a scenario after some simulated time");
  std::string name, at = "0s", out = "picture.png";
  std::vector<std::string> settings;
  View view;
  app.add_option("SCENARIO", name)->required();
  app.add_option("--at", at);
  app.add_option("-o", out);
  app.add_option("--set", settings, "KEY=VALUE");
  std::vector<double> eye, target;
  app.add_option("--eye", eye)->expected(3);
  app.add_option("--target", target)->expected(3);
  app.add_option("--fov", view.field_of_view_deg);
  CLI11_PARSE(app, argc, argv);
  if (eye.size() == 3) view.eye = {eye[0], eye[1], eye[2]};
  if (target.size() == 3) view.target = {target[0], target[1], target[2]};

  ScenarioOptions options;
  for (const std::string& setting : settings)
    options.overrides.emplace_back(setting.substr(0, setting.find('=')),
                                   setting.substr(setting.find('=') + 1));
  Findings findings;
  const auto scenario = load_scenario(name, options, findings);
  for (const Finding& finding : findings.all())
    if (finding.severity == Severity::error) std::cerr << to_string(finding) << '\n';
  const auto duration = parse_duration(at);
  if (!scenario || !duration) return 1;

  Simulation simulation(scenario);
  while (simulation.time() < *duration) simulation.step({});
  const std::vector<unsigned char> pixels = draw(Painter(simulation.world()), view);
  return stbi_write_png(out.c_str(), view.width, view.height, 3, pixels.data(), 3 * view.width) ? 0
                                                                                                : 1;
}
