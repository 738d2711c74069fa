// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/sights.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <utility>

#include "messages/cdr.h"
#include "messages/geometry_msgs.h"
#include "messages/nav_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/time.h"
#include "ports/ros/convert.h"
#include "ports/ros/image_pixels.h"

namespace tandem {

namespace {

using geometry_msgs::msg::PoseStamped;
using geometry_msgs::msg::PoseWithCovarianceStamped;
using nav_msgs::msg::OccupancyGrid;
using nav_msgs::msg::Path;
using sensor_msgs::msg::CompressedImage;
using sensor_msgs::msg::Image;
using sensor_msgs::msg::LaserScan;
using sensor_msgs::msg::PointCloud2;
using sensor_msgs::msg::PointField;

using What = decltype(TopicSight::what);

constexpr int jpeg_quality = 80;

Result<Pose> usable(const geometry_msgs::msg::Pose& message) {
  Pose pose = from_message(message);
  const Quat& q = pose.rotation;
  const double norm = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
  if (!is_finite(pose.translation) || !std::isfinite(norm))
    return Error{"the pose has numbers that are not finite"};
  if (norm < 1e-12) return Error{"the pose has no orientation: its quaternion is zero"};
  pose.rotation = normalized(q);
  return pose;
}

// One of so many is kept, so that at most `most` are.
std::size_t stride_for(std::size_t count, std::size_t most) {
  return std::max<std::size_t>(1, (count + most - 1) / most);
}

Result<What> picture_of(const Image& image, JpegEncoder& jpeg) {
  const auto rgb = rgb_of(image);
  if (!rgb) return Error{rgb.error()};
  auto file = jpeg.encode(*rgb, static_cast<int>(image.width), static_cast<int>(image.height),
                          jpeg_quality);
  if (!file) return Error{file.error()};
  return What(
      EncodedPicture{.is_png = false, .bytes = *std::move(file), .camera = {}, .no_camera = {}});
}

// Files that browsers know pass as they are.
Result<What> picture_of(CompressedImage&& image) {
  constexpr std::array<std::uint8_t, 3> jpeg{0xff, 0xd8, 0xff};
  constexpr std::array<std::uint8_t, 4> png{0x89, 'P', 'N', 'G'};
  const auto begins_with = [&](const auto& magic) {
    return image.data.size() > magic.size() &&
           std::equal(magic.begin(), magic.end(), image.data.begin());
  };
  const bool is_png = begins_with(png);
  if (!is_png && !begins_with(jpeg))
    return Error{fmt::format("the picture is neither JPEG nor PNG; its format is '{}'",
                             image.format.substr(0, 60))};
  if (image.data.size() > SightMaker::most_picture_bytes)
    return Error{fmt::format("a picture of {} bytes is too large to be shown", image.data.size())};
  return What(EncodedPicture{
      .is_png = is_png, .bytes = std::move(image.data), .camera = {}, .no_camera = {}});
}

// Where a picture was taken from. Those without a frame are in that of their camera_info.
Result<PictureCamera> camera_of(const std::string& picture_frame, SimTime stamp,
                                const FoundCamera& camera, const FindFrame& world_from) {
  if (!camera) return Error{camera.error()};
  const std::string& frame = picture_frame.empty() ? camera->frame : picture_frame;
  const Result<Pose> world_from_camera = world_from(frame, stamp);
  if (!world_from_camera) return Error{world_from_camera.error()};
  return PictureCamera{*world_from_camera, camera->lens};
}

Result<What> points_of(const LaserScan& scan, const Pose& world_from_sensor) {
  PointSight sight{.world_from_sensor = world_from_sensor, .points = {}};
  const std::size_t stride = stride_for(scan.ranges.size(), SightMaker::most_points);
  for (std::size_t i = 0; i < scan.ranges.size(); i += stride) {
    const double range = scan.ranges[i];
    if (!std::isfinite(range) || range < scan.range_min || range > scan.range_max) continue;
    const double angle = scan.angle_min + static_cast<double>(i) * scan.angle_increment;
    const Vec3 point{range * std::cos(angle), range * std::sin(angle), 0};
    if (is_finite(point)) sight.points.push_back(point);
  }
  return What(std::move(sight));
}

struct Coordinate {
  std::size_t offset = 0;
  bool is_double = false;
};

std::optional<Coordinate> coordinate_of(const PointCloud2& cloud, std::string_view name) {
  for (const PointField& field : cloud.fields) {
    if (field.name != name) continue;
    const bool is_double = field.datatype == PointField::FLOAT64;
    if (!is_double && field.datatype != PointField::FLOAT32) return std::nullopt;
    if (std::uint64_t{field.offset} + (is_double ? 8 : 4) > cloud.point_step) return std::nullopt;
    return Coordinate{field.offset, is_double};
  }
  return std::nullopt;
}

double read_coordinate(const std::uint8_t* point, const Coordinate& where) {
  if (where.is_double) {
    double value = 0;
    std::memcpy(&value, point + where.offset, sizeof value);
    return value;
  }
  float value = 0;
  std::memcpy(&value, point + where.offset, sizeof value);
  return value;
}

Result<What> points_of(const PointCloud2& cloud, const Pose& world_from_sensor) {
  static_assert(std::endian::native == std::endian::little);
  if (cloud.is_bigendian) return Error{"points with the high byte first are not shown"};
  const auto x = coordinate_of(cloud, "x"), y = coordinate_of(cloud, "y"),
             z = coordinate_of(cloud, "z");
  if (!x || !y || !z) return Error{"the points have no fields x, y and z of floating point"};
  const std::uint64_t row = std::uint64_t{cloud.width} * cloud.point_step;
  if (cloud.height > 0 && cloud.width > 0 &&
      (cloud.row_step < row ||
       cloud.data.size() < std::uint64_t{cloud.row_step} * (cloud.height - 1) + row))
    return Error{fmt::format("{} x {} points of {} bytes are more than the {} bytes that came",
                             cloud.width, cloud.height, cloud.point_step, cloud.data.size())};
  const std::size_t count = std::size_t{cloud.width} * cloud.height;
  PointSight sight{.world_from_sensor = world_from_sensor, .points = {}};
  for (std::size_t i = 0; i < count; i += stride_for(count, SightMaker::most_points)) {
    const std::uint8_t* point =
        cloud.data.data() + i / cloud.width * cloud.row_step + i % cloud.width * cloud.point_step;
    const Vec3 at{read_coordinate(point, *x), read_coordinate(point, *y),
                  read_coordinate(point, *z)};
    if (is_finite(at)) sight.points.push_back(at);
  }
  return What(std::move(sight));
}

Result<What> grid_of(OccupancyGrid&& message, const Pose& world_from_frame) {
  const auto& info = message.info;
  const std::uint64_t cells = std::uint64_t{info.width} * info.height;
  if (cells == 0) return Error{"the grid is empty"};
  if (cells > SightMaker::most_cells)
    return Error{
        fmt::format("a grid of {} x {} cells is too large to be shown", info.width, info.height)};
  if (cells != message.data.size())
    return Error{fmt::format("a grid of {} x {} has {} cells, {} came", info.width, info.height,
                             cells, message.data.size())};
  if (!std::isfinite(info.resolution) || info.resolution <= 0)
    return Error{fmt::format("a cell of the grid is {} m wide", info.resolution)};
  const Result<Pose> frame_from_grid = usable(info.origin);
  if (!frame_from_grid) return Error{"where the grid lies: " + frame_from_grid.error()};
  return What(GridSight{.world_from_grid = world_from_frame * *frame_from_grid,
                        .cell_m = info.resolution,
                        .width = info.width,
                        .height = info.height,
                        .cells = std::move(message.data)});
}

Result<What> path_of(const Path& path, const Pose& world_from_frame) {
  PathSight sight;
  const std::size_t stride = stride_for(path.poses.size(), SightMaker::most_path_points - 1);
  for (std::size_t i = 0; i < path.poses.size(); ++i) {
    // the end is where it leads to
    if (i % stride != 0 && i + 1 != path.poses.size()) continue;
    const Vec3 point = from_message(path.poses[i].pose.position);
    if (is_finite(point)) sight.points.push_back(world_from_frame * point);
  }
  return What(std::move(sight));
}

Result<What> pose_of(const geometry_msgs::msg::Pose& message, const Pose& world_from_frame) {
  const Result<Pose> pose = usable(message);
  if (!pose) return Error{pose.error()};
  return What(PoseSight{world_from_frame * *pose});
}

template <class M>
const std_msgs::msg::Header& header_of(const M& message) {
  // planners that fill in nothing but the poses
  if constexpr (std::is_same_v<M, Path>)
    if (message.header.frame_id.empty() && !message.poses.empty())
      return message.poses.front().header;
  return message.header;
}

}  // namespace

std::optional<SightKind> sight_kind_of(std::string_view type_name) {
  if (type_name == Image::type_name || type_name == CompressedImage::type_name)
    return SightKind::image;
  if (type_name == LaserScan::type_name || type_name == PointCloud2::type_name)
    return SightKind::points;
  if (type_name == OccupancyGrid::type_name) return SightKind::grid;
  if (type_name == Path::type_name) return SightKind::path;
  if (type_name == PoseStamped::type_name || type_name == PoseWithCovarianceStamped::type_name)
    return SightKind::pose;
  return std::nullopt;
}

TopicSight SightMaker::make(std::string_view type_name, std::span<const std::byte> bytes,
                            const FindFrame& world_from, const FoundCamera& camera) {
  TopicSight sight;
  const auto show = [&](Result<What> what) {
    if (what)
      sight.what = *std::move(what);
    else
      sight.problem = what.error();
  };
  // reads the message, and shows what `see` makes of it
  const auto read = [&]<class M>(auto see) {
    if (M::type_name != type_name) return false;
    Result<M> message = from_cdr<M>(bytes);
    if (!message) {
      sight.problem = message.error();
      return true;
    }
    M content = *std::move(message);
    sight.stamp = to_time(header_of(content).stamp);
    show(see(std::move(content)));
    return true;
  };
  const auto read_placed = [&]<class M>(auto see) {
    return read.template operator()<M>([&](M&& message) -> Result<What> {
      const Result<Pose> pose = world_from(header_of(message).frame_id, sight.stamp);
      if (!pose) return Error{pose.error()};
      return see(std::move(message), *pose);
    });
  };
  // pictures are shown wherever their camera is; where that is is known or not
  const auto read_picture = [&]<class M>(auto see) {
    return read.template operator()<M>([&](M&& image) -> Result<What> {
      const std::string frame = image.header.frame_id;
      Result<What> what = see(std::move(image));
      if (!what) return what;
      EncodedPicture picture = std::get<EncodedPicture>(*std::move(what));
      const Result<PictureCamera> found = camera_of(frame, sight.stamp, camera, world_from);
      if (found)
        picture.camera = *found;
      else
        picture.no_camera = found.error();
      return What(std::move(picture));
    });
  };
  const auto placed_points = [](const auto& message, const Pose& pose) {
    return points_of(message, pose);
  };

  const bool is_known =
      read_picture.operator()<Image>(
          [&](const Image& image) { return picture_of(image, jpeg_); }) ||
      read_picture.operator()<CompressedImage>(
          [](CompressedImage&& image) { return picture_of(std::move(image)); }) ||
      read_placed.operator()<LaserScan>(placed_points) ||
      read_placed.operator()<PointCloud2>(placed_points) ||
      read_placed.operator()<OccupancyGrid>(
          [](OccupancyGrid&& grid, const Pose& pose) { return grid_of(std::move(grid), pose); }) ||
      read_placed.operator()<Path>(
          [](const Path& path, const Pose& pose) { return path_of(path, pose); }) ||
      read_placed.operator()<PoseStamped>([](const PoseStamped& message, const Pose& pose) {
        return pose_of(message.pose, pose);
      }) ||
      read_placed.operator()<PoseWithCovarianceStamped>(
          [](const PoseWithCovarianceStamped& message, const Pose& pose) {
            return pose_of(message.pose.pose, pose);
          });
  if (!is_known) sight.problem = fmt::format("messages of {} cannot be looked at", type_name);
  return sight;
}

}  // namespace tandem
