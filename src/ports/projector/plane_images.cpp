// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/projector/plane_images.h"

#include <fmt/format.h>

#include <utility>

#include "messages/cdr.h"
#include "messages/sensor_msgs.h"

namespace tandem {

namespace {

using ImageMessage = sensor_msgs::msg::Image;

constexpr std::uint32_t most_px = 8192;

// Where red, green and blue are among the bytes of a pixel.
struct Layout {
  std::size_t bytes, red, green, blue;
};

std::optional<Layout> layout_of(const std::string& encoding) {
  if (encoding == "rgb8") return Layout{3, 0, 1, 2};
  if (encoding == "bgr8") return Layout{3, 2, 1, 0};
  if (encoding == "rgba8") return Layout{4, 0, 1, 2};
  if (encoding == "bgra8") return Layout{4, 2, 1, 0};
  if (encoding == "mono8") return Layout{1, 0, 0, 0};
  return std::nullopt;
}

std::shared_ptr<const RgbaImage> image_of(const CameraImage& picture) {
  RgbaImage image{picture.width, picture.height, {}};
  image.pixels.reserve(picture.rgb.size() / 3);
  for (std::size_t i = 0; i + 2 < picture.rgb.size(); i += 3)
    image.pixels.push_back({picture.rgb[i], picture.rgb[i + 1], picture.rgb[i + 2], 255});
  return std::make_shared<const RgbaImage>(std::move(image));
}

}  // namespace

bool is_said_of(const RobotState& robot, const Observation& observation) {
  if (!observation.robot.empty()) return observation.robot == robot.name;
  const std::string space = namespace_of(*robot.config);
  return space.empty() || observation.topic.starts_with("/" + space + "/");
}

Result<RgbaImage> image_of_message(std::span<const std::byte> bytes) {
  const Result<ImageMessage> message = from_cdr<ImageMessage>(bytes);
  if (!message) return Error{message.error()};
  const std::optional<Layout> layout = layout_of(message->encoding);
  if (!layout)
    return Error{fmt::format("images of encoding '{}' are not shown", message->encoding)};
  const std::uint32_t width = message->width, height = message->height;
  if (width == 0 || height == 0 || width > most_px || height > most_px)
    return Error{fmt::format("an image of {} by {} pixels is not shown", width, height)};
  if (message->step < width * layout->bytes || message->data.size() / message->step < height)
    return Error{"the image has fewer bytes than pixels"};
  RgbaImage image{static_cast<int>(width), static_cast<int>(height), {}};
  image.pixels.reserve(static_cast<std::size_t>(width) * height);
  for (std::size_t row = 0; row < height; ++row) {
    const std::uint8_t* at = message->data.data() + row * message->step;
    for (std::size_t column = 0; column < width; ++column, at += layout->bytes)
      image.pixels.push_back({at[layout->red], at[layout->green], at[layout->blue], 255});
  }
  return image;
}

void PlaneImages::begin_world_of(const Frame& frame) {
  if (std::exchange(world_, frame.world_generation) == frame.world_generation) return;
  measured_.clear();
  observed_.clear();
}

void PlaneImages::take(const Frame& frame) {
  begin_world_of(frame);
  for (const auto& reading : frame.readings) {
    const auto* camera = std::get_if<CameraReading>(&reading->measurement);
    if (const auto* pair = std::get_if<StereoReading>(&reading->measurement)) camera = &pair->left;
    if (camera == nullptr || camera->image.rgb.empty()) continue;
    measured_[reading->sensor->owner] = {image_of(camera->image), reading->index};
  }
}

void PlaneImages::take(const Frame& frame, std::span<const Observation> observed) {
  begin_world_of(frame);
  for (const RobotState& robot : frame.robots) {
    for (const Observation& one : observed) {
      if (one.type != ImageMessage::type_name || !one.message || !is_said_of(robot, one)) continue;
      Seen& seen = observed_[robot.name];
      if (seen.count == one.count) break;
      seen.count = one.count;
      Result<RgbaImage> image = image_of_message(*one.message);
      if (image) seen.image = std::make_shared<const RgbaImage>(*std::move(image));
      break;  // the first that the scenario names
    }
  }
}

std::shared_ptr<const RgbaImage> PlaneImages::of(const std::string& robot) const {
  for (const auto* images : {&observed_, &measured_})
    if (const auto found = images->find(robot); found != images->end() && found->second.image)
      return found->second.image;
  return nullptr;
}

}  // namespace tandem
