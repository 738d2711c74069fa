// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// Pictures of a laboratory whose truth is known, and how far off what was measured by them is.
//   calibration_scene make FOLDER    pictures of boards, of a floor and of a robot
//   calibration_scene pattern FOLDER    of a floor onto which a projector casts FOLDER/pattern.png
//   calibration_scene check FOLDER      tracks a marker with FOLDER/tracker.yaml, all over the
//   floor calibration_scene pictures FOLDER   for the pages
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "calibrating/board_finder.h"
#include "calibrating/test_boards.h"
#include "calibration/plane_view.h"
#include "imaging/jpeg.h"
#include "plane_tracking/test_poster.h"
#include "ports/tracking/picture_folder.h"
#include "ports/tracking/tracking_file.h"
#include "tracking/annotation.h"

namespace tandem {
namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr Pose2 robot_from_marker{{0.04, -0.015}, -90 * degree};

void write(const std::filesystem::path& file, const GreyImage& image) {
  std::vector<std::uint8_t> rgb;
  rgb.reserve(3 * image.pixels.size());
  for (const std::uint8_t pixel : image.pixels) rgb.insert(rgb.end(), 3, pixel);
  const auto jpeg = JpegEncoder().encode(rgb, image.width, image.height, 95);
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(jpeg->data()), static_cast<long>(jpeg->size()));
}

scene::Picture picture(int seed) {
  scene::Picture result;
  result.seed = static_cast<std::uint64_t>(seed);
  return result;
}

scene::PaintedMarker marker_of_robot(const Pose2& room_from_robot) {
  const Pose2 at = room_from_robot * robot_from_marker;
  return {.room_from_marker = scene::level(at.translation.x, at.translation.y, 0.15, at.yaw),
          .id = 7};
}

// Where something was in each of the pictures.
class Truth {
 public:
  explicit Truth(const std::filesystem::path& file) : out_(file) {}
  void add(const Pose2& pose) {
    out_ << fmt::format("{:.5f} {:.5f} {:.4f}\n", pose.translation.x, pose.translation.y,
                        pose.yaw / degree);
  }

 private:
  std::ofstream out_;
};

// What a robot's own camera sees on its way before a poster, and the file that `track --plane`
// takes.
void make_poster_room(const std::filesystem::path& folder) {
  const PlaneTrackerConfig config = scene::poster_tracker();
  write(folder / "poster.jpg", config.target.picture);
  const LensConfig& lens = config.lens;
  std::ofstream(folder / "lens.yaml") << fmt::format(
      "image_width: 640\nimage_height: 480\ncamera_matrix: [{}, 0, {}, 0, {}, {}, 0, 0, 1]\n"
      "distortion_coefficients: [{}]\n",
      lens.fx_px, lens.cx_px, lens.fy_px, lens.cy_px, fmt::join(lens.distortion, ", "));
  const auto corners = scene::poster_corners();
  std::ofstream file(folder / "plane.yaml");
  file << "source: {folder: seen}\ncalibration_file: lens.yaml\n"
          "plane:\n  picture: poster.jpg\n  corners_m:\n";
  const char* const keys[] = {"top_left", "top_right", "bottom_right", "bottom_left"};
  for (std::size_t i = 0; i < 4; ++i)
    file << fmt::format("    {}: [{}, {}, {}]\n", keys[i], corners[i].x, corners[i].y,
                        corners[i].z);
  file << "robot: {name: r1, camera: {x: 0.1, z: 0.35}}\n";
  Truth way(folder / "seen.txt");
  for (int i = 0; i < 20; ++i) {
    const Pose2 pose = scene::on_the_way(0.1 * i);
    way.add(pose);
    write(folder / fmt::format("seen/{}.jpg", i + 1),
          scene::seen_from(pose, {.seed = static_cast<std::uint64_t>(i + 1)}));
  }
}

void make(const std::filesystem::path& folder) {
  const CameraCalibration camera = scene::overhead_camera();
  const BoardConfig board;
  int number = 0;
  for (const scene::Held& held : scene::careful_views()) {
    ++number;
    write(folder / fmt::format("boards/{}.jpg", number),
          scene::board_picture(board, camera, picture(number), {held}));
  }
  // eight sheets at measured places, one of which is on a box
  std::vector<scene::PaintedMarker> sheets;
  int id = 10;
  for (const Vec2 at : {Vec2{-1.8, 1.3}, Vec2{0, 1.3}, Vec2{1.8, 1.3}, Vec2{1.8, -1.3},
                        Vec2{0, -1.3}, Vec2{-1.8, -1.3}, Vec2{-1.8, 0}, Vec2{1, 0}}) {
    const double height = id == 17 ? 0.3 : 0;
    sheets.push_back(
        {.room_from_marker = scene::level(at.x, at.y, height, 0.4 * id), .size_m = 0.18, .id = id});
    ++id;
  }
  for (int i = 1; i <= 3; ++i)
    write(folder / fmt::format("floor/{}.jpg", i), scene::take(picture(40 + i), camera, sheets));
  // where somebody would find five places of the floor in a picture
  const auto floor = PlaneView::make(camera, 0);
  std::ofstream pixels(folder / "pixels.txt");
  for (const Vec2 at :
       {Vec2{-1.8, 1.3}, Vec2{1.8, 1.3}, Vec2{1.8, -1.3}, Vec2{-1.8, -1.3}, Vec2{0.1, 0.2}}) {
    const Vec2 pixel = *floor->pixel_of(at);
    pixels << fmt::format("{:.1f},{:.1f}={},{}\n", pixel.x, pixel.y, at.x, at.y);
  }
  // the robot turns on the spot and drives on
  number = 0;
  Truth drive(folder / "drive.txt");
  const auto drive_to = [&](const Pose2& pose) {
    ++number;
    const scene::PaintedMarker marker = marker_of_robot(pose);
    const Pose& at = marker.room_from_marker;
    drive.add({{at.translation.x, at.translation.y}, at.rotation.yaw()});
    write(folder / fmt::format("drive/{}.jpg", number),
          scene::take(picture(100 + number), camera, std::vector{marker}));
  };
  for (int turned = 0; turned <= 380; turned += 12) drive_to({{-0.3, 0.2}, turned * degree});
  const double yaw = 372 * degree;
  for (double way = 0; way < 0.6; way += 0.04)
    drive_to({Vec2{-0.3, 0.2} + way * Vec2{std::cos(yaw), std::sin(yaw)}, yaw});
  make_poster_room(folder / "poster");
}

// A room whose floor a projector lights with its pattern, brighter than what else falls there.
void make_pattern(const std::filesystem::path& folder) {
  const auto pattern = read_grey_picture(folder / "pattern.png");
  if (!pattern) throw std::runtime_error(pattern.error());
  const Vec2 size_m{4, 3};
  const scene::PaintedPlane lit{
      scene::level(0, 0, 0, 0), {size_m.x / 2, size_m.y / 2}, [&](Vec2 at) {
        const Vec2 share{at.x / size_m.x + 0.5, 0.5 - at.y / size_m.y};
        const double beam = scene::between_pixels(
            *pattern, {share.x * pattern->width - 0.5, share.y * pattern->height - 0.5});
        return std::optional(50 + 0.6 * beam);
      }};
  for (int i = 1; i <= 2; ++i)
    write(folder / fmt::format("lit/{}.jpg", i),
          scene::take(picture(300 + i), scene::overhead_camera(), std::vector{lit}));
}

int check(const std::filesystem::path& folder) {
  Findings findings;
  const auto setup = read_tracking_file(folder / "tracker.yaml", findings);
  for (const Finding& finding : findings.all()) fmt::print(stderr, "{}\n", to_string(finding));
  if (!setup) return 1;
  const CameraCalibration camera = scene::overhead_camera();
  double off_mm = 0, off_deg = 0;
  int missed = 0, places = 0;
  for (const double x : {-1.9, -0.95, 0.0, 0.95, 1.9})
    for (const double y : {-1.4, 0.0, 1.4}) {
      const double yaw = std::remainder(1.3 * ++places, 2 * std::numbers::pi);
      const scene::PaintedMarker marker{.room_from_marker = scene::level(x, y, 0.15, yaw), .id = 7};
      MarkerTracker tracker = *MarkerTracker::make(tracker_config(*setup));
      const auto& sight =
          tracker.look(scene::take(picture(200 + places), camera, std::vector{marker}), {})[0];
      if (!sight.pose) {
        ++missed;
        fmt::print(stderr, "not seen at {} {}: {}\n", x, y, sight.why);
        continue;
      }
      const Pose2& pose = sight.pose->room_from_marker;
      off_mm = std::max(off_mm, 1e3 * std::hypot(pose.translation.x - x, pose.translation.y - y));
      off_deg = std::max(off_deg,
                         std::abs(std::remainder(pose.yaw - yaw, 2 * std::numbers::pi)) / degree);
    }
  fmt::print("worst_mm: {:.2f}\nworst_deg: {:.3f}\nmissed: {}\n", off_mm, off_deg, missed);
  return 0;
}

void write(const std::filesystem::path& file, const RgbImage& image) {
  const auto jpeg = JpegEncoder().encode(image.rgb, image.width, image.height, 88);
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(jpeg->data()), static_cast<long>(jpeg->size()));
}

// What people see on the way: a board, a floor with robots, a poster on a wall.
void draw_pictures(const std::filesystem::path& folder) {
  const CameraCalibration camera = scene::overhead_camera();
  const BoardConfig board;
  const GreyImage held =
      scene::board_picture(board, camera, picture(1), {{-0.35, 0.2, 0.45, 20, -25, 12}});
  std::vector<PictureOutline> corners;
  if (const auto sight = BoardFinder(board).find(held))
    for (const BoardCorner& corner : sight->corners) {
      const Vec2 at = corner.at_px;
      corners.push_back(
          {.corners_px = {at + Vec2{-8, -8}, at + Vec2{8, -8}, at + Vec2{8, 8}, at + Vec2{-8, 8}}});
    }
  write(folder / "calibrate_board.jpg", outlined(held, corners));

  const std::vector<scene::PaintedMarker> robots{
      {.room_from_marker = scene::level(-0.9, 0.4, 0.15, 0.6), .id = 7},
      {.room_from_marker = scene::level(1.1, -0.7, 0.15, 2.5), .id = 3},
      {.room_from_marker = scene::level(1.2, 0.9, 0.15, 0), .size_m = 0.2, .id = 5}};
  const GreyImage above = scene::take(picture(2), camera, robots);
  MarkerTrackerConfig config{.dictionary = find_dictionary("4x4_50"), .camera = camera};
  for (const int id : {7, 3, 5})
    config.markers.push_back({.id = id, .place = {.size_m = 0.12, .height_m = 0.15}});
  MarkerTracker tracker = *MarkerTracker::make(config);
  write(folder / "track_overhead.jpg", annotated(above, tracker.look(above, {})));

  PlaneTracker eyes(scene::poster_tracker());
  const GreyImage wall = scene::seen_from({{1.3, 0.35}, -0.15});
  const PlaneSight& sight = eyes.look(wall, {});
  std::vector<PictureOutline> outlines;
  if (sight.room_from_robot)
    outlines.push_back(
        {.corners_px = sight.corners_px,
         .text = fmt::format("{:.3f} {:.3f} m, {} places", sight.room_from_robot->translation.x,
                             sight.room_from_robot->translation.y, sight.places)});
  write(folder / "track_plane.jpg", outlined(wall, outlines));
}

}  // namespace
}  // namespace tandem

int main(int count, char** words) {
  const std::string what = count == 3 ? words[1] : "";
  if (what == "make") return tandem::make(words[2]), 0;
  if (what == "pattern") return tandem::make_pattern(words[2]), 0;
  if (what == "check") return tandem::check(words[2]);
  if (what == "pictures") return tandem::draw_pictures(words[2]), 0;
  fmt::print(stderr, "make, pattern, check or pictures, and a folder\n");
  return 2;
}
