// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "render/renderer.h"
#include "render/viewpoint.h"
#include "scenario/image.h"
#include "scenario_files.h"
#include "simulation/simulation.h"
#include "test_places.h"

namespace tandem {

// One look at one of the scenarios that come with Tandem.
struct ShippedView {
  std::string name;
  std::string scenario;
  struct Spot {
    Vec3 eye, target;
  };
  std::optional<Spot> place{};  // else from above, so that all of it is in sight
  Duration at = 1s;
  std::vector<std::pair<std::string, std::string>> overrides{};
};

inline void PrintTo(const ShippedView& view, std::ostream* out) { *out << view.name; }

// Chosen for what is in sight, and one of every scenario that has none here.
inline std::vector<ShippedView> shipped_views() {
  using Spot = ShippedView::Spot;
  std::vector<ShippedView> views{
      {"arena", "arena", Spot{{-3.6, -3.4, 2.2}, {0, 0, 0}}, 2s},
      {"push", "push", Spot{{-1.9, -1.9, 1.25}, {-0.25, 0.1, 0.1}}, 4s},
      {"crowd", "crowd", Spot{{-3, -2, 1.2}, {0, 0, 0}}, 500ms, {{"spawn.boxes.count", "300"}}},
      {"slope", "slope", Spot{{-6, -5, 3}, {0, 0, 1}}, 4s},
      {"park", "park", Spot{{-2, -9, 1.6}, {0, 0, 1}}, 3s},
      {"lunar", "lunar", Spot{{-8, -6, 3}, {30, 10, 0}}, 1s},
      {"office", "office", Spot{{-5.2, -3.2, 1.5}, {1, 1.2, 0.5}}, 1s},
      {"office_meeting", "office", Spot{{0.6, -0.4, 1.6}, {4, -2.4, 0.8}}, 1s},
      {"office_desk", "office", Spot{{-1.7, 0.3, 1.3}, {-0.6, 1.4, 0.9}}, 1s},
      {"paint", "paint", Spot{{-2.2, -2.4, 1.7}, {0, 0, 0}}, 1s},
      {"pong", "pong", Spot{{-2.6, -1.9, 1.4}, {0.1, 0, 0}}, 3s},
      {"logistics", "logistics", Spot{{-1.9, -1.9, 1.9}, {0.2, 0.1, 0}}, 1s},
      {"farm", "farm", Spot{{-2.6, -2.2, 1.7}, {0.1, 0, 0}}, 1s},
      {"corridor", "corridor", Spot{{-6.4, -0.6, 1.5}, {1, 0.2, 0.7}}, 2s},
      {"hazard", "hazard", Spot{{-3.8, -2.8, 1.7}, {0.3, -0.6, 0.5}}, 3s}};
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(source_folder() / "scenarios"))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  for (const std::string& name : names)
    if (std::ranges::find(views, name, &ShippedView::scenario) == views.end())
      views.push_back({name, name});
  return views;
}

// A scenario as it is at the time of a view, for any renderer. Set TANDEM_PICTURES to a folder to
// look at what was drawn.
class DrawnScenario {
 public:
  explicit DrawnScenario(const ShippedView& view) : view_(view) {
    ScenarioOptions options;
    options.overrides = view.overrides;
    scenario_ = load_good(view.scenario, options);
    if (!scenario_) return;
    Simulation simulation(scenario_);
    while (simulation.time() < view.at) simulation.step({});
    const Frame frame = simulation.edit({});
    scene_.emplace(scenario_->world);
    scene_->show(frame.entities, frame.world_from_body, frame.paint);
  }

  bool is_loaded() const { return scene_.has_value(); }

  CameraView view(int width, int height) const {
    constexpr double fov = 75 * std::numbers::pi / 180;
    CameraView view;
    view.world_from_camera =
        view_.place ? looking_at(view_.place->eye, view_.place->target)
                    : view_from_orbit(extent_of(*scene_), fov, static_cast<double>(width) / height);
    view.rays =
        std::make_shared<const RayTable>(*RayTable::make(intrinsics_from_fov(width, height, fov)));
    view.far_m = 4000;
    return view;
  }

  // Empty when it cannot be drawn, after a failure.
  CameraImage draw(RendererChoice choice, const CameraView& view) const {
    ThreadPool pool;
    auto renderer = make_renderer(choice, std::make_shared<RayWorld>(), &pool);
    CameraImage image;
    if (!renderer) {
      ADD_FAILURE() << renderer.error();
      return image;
    }
    (*renderer)->update(*scene_);
    if (const auto error = (*renderer)->render(view, image)) ADD_FAILURE() << error->message;
    if (const char* folder = std::getenv("TANDEM_PICTURES")) {
      EXPECT_TRUE(write_png(fmt::format("{}/{}_{}.png", folder, view_.name, (*renderer)->name()),
                            picture_of(image)));
    }
    return image;
  }

  static RgbaImage picture_of(const CameraImage& image) {
    RgbaImage picture{image.width, image.height, {}};
    for (std::size_t i = 0; i < image.rgb.size(); i += 3)
      picture.pixels.push_back({image.rgb[i], image.rgb[i + 1], image.rgb[i + 2], 255});
    return picture;
  }

 private:
  ShippedView view_;
  std::shared_ptr<const Scenario> scenario_;
  std::optional<RenderScene> scene_;
};

}  // namespace tandem
