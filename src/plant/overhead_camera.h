// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "calibration/camera_calibration.h"
#include "geometry/area.h"
#include "plant/film_developer.h"
#include "plant/occluders.h"
#include "plant/pixel_rays.h"
#include "plant/robot_sprite.h"
#include "plant/room_light.h"
#include "scenario/overhead_config.h"
#include "tracking/marker_finder.h"

namespace tandem {

struct OverheadSetup {
  OverheadConfig config;
  CameraCalibration camera;
  Area floor;  // that is tracked
  std::vector<FilmedRobot> robots;
  std::uint64_t seed = 1;
  std::string floor_reason{};  // why it is that one, for people
  double beyond_m = 0;         // from its edge to the walls of the room
};

// A wide-angle camera straight above the middle of a floor, as high as it must be to see all of it,
// at the height of the markers too.
Result<CameraCalibration> camera_above(const Area& floor, double marker_height_m, int width,
                                       int height);

// Where a robot was when the shutter opened and when it closed.
struct RobotMotion {
  Pose2 opened, closed;
};

// Takes pictures of robots on a floor as a real camera above them would: with the bends of its
// lens, noise, motion blur, people's hands, and with the light of lamps and of a projector. The
// floor is drawn once, then only what moves. The same times and motions give the same pictures.
class OverheadCamera {
 public:
  // An error is a sentence about what the setup lacks.
  static Result<OverheadCamera> make(const OverheadSetup& setup);

  const OverheadSetup& setup() const { return setup_; }
  std::size_t picture_bytes() const { return lamps_.size(); }  // one a pixel

  // What a projector whose light is live shows from now on: by rows from the north of its area, 255
  // is white.
  void show(int width, int height, std::span<const std::uint8_t> projection);

  // The picture of this number, in the order of the setup's robots; the middle of its exposure was
  // so long after the start.
  void take(Duration since_start, std::uint64_t index, std::span<const RobotMotion> robots,
            std::span<std::uint8_t> picture);

 private:
  explicit OverheadCamera(const OverheadSetup& setup, PixelRays rays);

  void draw_floor();
  void find_projection();
  void restore();
  PixelBox box_around(std::span<const Vec3> points, double margin_px) const;
  void shine(const Projector::Spot& spot);
  void draw(const RobotSprite& robot, const RobotMotion& motion);
  void draw(const Occluder& occluder);
  double lens_light(int x, int y) const;
  double projected_at(Vec2 on_floor, const std::optional<Projector::Spot>& halo) const;

  OverheadSetup setup_;
  PixelRays rays_;
  FilmDeveloper developer_;
  Pose camera_from_room_;
  std::optional<Projector> projector_;
  std::vector<RobotSprite> sprites_;
  std::vector<std::string> names_;
  double pixel_m_ = 0.003;  // on the floor, in the middle
  // What is sent back of the light of lamps and projector: of the empty floor, and with what is on
  // it now.
  std::vector<std::uint8_t> still_lamps_, still_projector_, lamps_, projected_;
  std::vector<PixelBox> drawn_;  // since the empty floor
  // Where in the projection each pixel's place of the floor is, in parts of 65536 of its width and
  // height; only if that is live.
  struct InProjection {
    std::uint16_t x, y;
    bool is_lit;
  };
  std::vector<InProjection> in_projection_;
  std::vector<Projector::Spot> spots_;
  std::vector<Vec2> slopes_;  // of a row
};

}  // namespace tandem
