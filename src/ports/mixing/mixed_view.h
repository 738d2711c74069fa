// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "calibration/camera_calibration.h"
#include "mixing/picture_mixing.h"
#include "render/renderer.h"
#include "scenario/scenario.h"

namespace tandem {

// The world at one moment, to be drawn later.
struct MixMoment {
  SimTime time{};
  std::shared_ptr<const Scenario> scenario;
  std::shared_ptr<const EntityList> entities;
  PoseTable world_from_body;
};

// Draws the virtual things of a world into pictures of a real camera: with its lens, from its
// place, behind what is real and has a model, with their shadows. The ground is taken for the real
// floor. Belongs to one thread.
class MixedView {
 public:
  // What is called `carrier` is real, whatever else is. An error says what is wrong with the
  // numbers.
  static Result<MixedView> make(const LensConfig& lens, int width, int height,
                                std::string carrier = {});

  // Into the picture, which has the view's size. An error says why nothing could be drawn.
  std::optional<Error> draw(const MixMoment& moment, const Pose& world_from_camera,
                            const RealPicture& picture);
  double exposure() const { return exposure_; }  // that the last picture seems to have had

 private:
  // The model of the room, with or without what is virtual.
  struct Stage {
    std::optional<RenderScene> scene;
    std::unique_ptr<Renderer> renderer;
    CameraImage image;
  };
  std::optional<Error> draw(Stage& stage, const MixMoment& moment,
                            const std::shared_ptr<const EntityList>& entities,
                            const CameraView& view);
  std::optional<Error> draw_both(const MixMoment& moment, const Pose& world_from_camera);
  DrawnViews drawn() const {
    return {.complete = complete_.image.rgb, .real = real_.image.rgb, .is_virtual = is_virtual_};
  }
  void sort_entities(const EntityList& entities);

  std::shared_ptr<const RayTable> rays_;
  std::string carrier_;
  std::shared_ptr<const Scenario> scenario_;
  std::shared_ptr<const EntityList> entities_, real_entities_;
  std::vector<std::uint32_t> real_ids_;  // as instances have them; by size
  Stage complete_, real_;
  std::vector<std::uint8_t> is_virtual_;
  double exposure_ = 1;
};

// How pictures of this size are taken through a lens.
Intrinsics intrinsics_of(const LensConfig& lens, int width, int height);

// What stands for the real floor: static, and nothing of it is higher than 2 cm, or endless.
bool is_ground(const Entity& entity);

// Half of a picture's size: each pixel the mean of four. And the lens that it has then.
std::vector<std::uint8_t> halved(const std::vector<std::uint8_t>& pixels, int width, int height,
                                 int channels);
LensConfig halved(LensConfig lens);

}  // namespace tandem
