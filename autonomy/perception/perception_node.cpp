// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/perception_node.h"

#include <fmt/format.h>

#include <utility>

#include "autonomy/perception/picture_messages.h"
#include "messages/time.h"

namespace tandem {

namespace {

using diagnostic_msgs::msg::DiagnosticStatus;
using sensor_msgs::msg::CameraInfo;
using sensor_msgs::msg::CompressedImage;
using sensor_msgs::msg::Image;

constexpr std::string_view raw = "raw", compressed = "compressed";
constexpr std::size_t most_said = 100;  // different sentences, before there is no end to them

NodeOptions waiting_for_start(NodeOptions options) {
  options.starts_at_once = false;
  return options;
}

std::optional<std::string> mistake_in_transport(const std::string& transport) {
  if (transport == raw || transport == compressed) return {};
  return fmt::format("expected raw or compressed, not '{}'", transport);
}

}  // namespace

PerceptionNode::PerceptionNode(NodeOptions options)
    : node_("perception", waiting_for_start(std::move(options))),
      image_topic_(
          node_.parameter("image_topic", "camera_front/image_raw",
                          {.description = "Pictures, without the ending of compressed ones.",
                           .is_read_only = true})),
      transport_(node_.parameter("transport", compressed,
                                 {.description = "raw or compressed pictures.",
                                  .is_read_only = true,
                                  .on_change = mistake_in_transport})),
      info_topic_(
          node_.parameter("camera_info_topic", "camera_front/camera_info",
                          {.description = "The camera's calibration.", .is_read_only = true})),
      base_frame_(node_.parameter(
          "base_frame", "base_link",
          {.description = "Frame of positions; what is before the last slash of the camera's frame "
                          "is put before it."})),
      floor_z_m_(node_.parameter(
          "floor_z_m", -0.035,
          {.description = "Height of the floor in that frame.", .range = {-10, 10}})),
      silence_s_(
          node_.parameter("silence_s", 1.0,
                          {.description = "A camera without a picture for so long is silent.",
                           .range = {0.01, 1000}})),
      parameters_(node_, [this] { remake(); }),
      transform_listener_(node_, transforms_),
      sights_(node_.publisher<tandem_msgs::msg::Sight>("perception/sight")),
      debug_(node_.publisher<Image>("perception/debug_image", qos::image)),
      debug_compressed_(
          node_.publisher<CompressedImage>("perception/debug_image/compressed", qos::image)),
      diagnostics_(node_.publisher<diagnostic_msgs::msg::DiagnosticArray>("/diagnostics")) {
  const auto processor = node_.parameter(
      "processor", "",
      {.description = "The one to begin with; else none until somebody selects one.",
       .is_read_only = true});
  // hearing how a camera is made costs next to nothing, and it is known when the first picture
  // comes
  infos_ = node_.subscribe<CameraInfo>(info_topic_.value(), qos::sensor,
                                       [this](const CameraInfo& info) { hear_info(info); });
  select_ = node_.serve<SelectProcessor>("perception/select",
                                         [this](const SelectProcessor::Request& request) {
                                           return select({request.processor, request.labels});
                                         });
  report_timer_ = node_.timer(1s, [this] { report(); });
  if (const auto first = select({processor.value(), {}}); !first.success)
    throw std::invalid_argument("processor: " + first.message);
  node_.start();
}

PerceptionNode::SelectProcessor::Response PerceptionNode::select(const Selection& wanted) {
  std::unique_ptr<Processor> made;
  if (!wanted.processor.empty()) {
    auto processor = make_processor(wanted.processor, parameters_.settings(), wanted.labels);
    if (!processor) return {.success = false, .message = processor.error()};
    made = *std::move(processor);
  }
  const bool was_looking = processor_ != nullptr;
  processor_ = std::move(made);
  selection_ = wanted;
  if (!processor_) {
    pictures_topic_ = {};
  } else if (!was_looking) {
    last_heard_ = node_.now();
    listen();
  }
  return {.success = true};
}

void PerceptionNode::remake() {
  if (processor_) (void)select(selection_);
}

std::string PerceptionNode::topic() const {
  return transport_.value() == compressed ? image_topic_.value() + "/compressed"
                                          : image_topic_.value();
}

void PerceptionNode::listen() {
  if (transport_.value() == compressed)
    pictures_topic_ = node_.subscribe<CompressedImage>(
        topic(), qos::image, [this](const CompressedImage& message) {
          see(message.header, decoder_.decode(message.data));
        });
  else
    pictures_topic_ = node_.subscribe<Image>(topic(), qos::image, [this](const Image& message) {
      see(message.header, picture_of(message));
    });
}

void PerceptionNode::hear_info(const CameraInfo& info) {
  auto lens = CameraLens::make(info);
  if (lens)
    lens_ = *std::move(lens);
  else
    say_once(lens.error());
}

void PerceptionNode::see(const std_msgs::msg::Header& header, Result<RgbImage> image) {
  if (!processor_) return;  // selected away while the picture was on its way
  last_heard_ = node_.now();
  if (!image) {
    ++unreadable_;
    say_once(image.error());
    return;
  }
  ++pictures_;
  const std::optional<FloorCamera> camera = camera_of(header, *image);
  if (!camera) ++without_place_;
  const bool is_watched = debug_.is_wanted() || debug_compressed_.is_wanted();
  Annotation annotation;
  tandem_msgs::msg::Sight sight =
      processor_->look({*image, camera ? &*camera : nullptr}, is_watched ? &annotation : nullptr);
  sight.header = {.stamp = header.stamp, .frame_id = base_frame(header.frame_id)};
  sight.processor = selection_.processor;
  sights_.publish(sight);
  if (is_watched) {
    annotation.lines.insert(annotation.lines.begin(), selection_.processor);
    show(annotation, header, *std::move(image));
  }
}

std::optional<FloorCamera> PerceptionNode::camera_of(const std_msgs::msg::Header& header,
                                                     const RgbImage& image) {
  if (!lens_) {
    // it may come right behind the first picture
    if (pictures_ > 1)
      say_once(fmt::format("there is no calibration on {}: nothing has a place on the floor",
                           node_.resolve_topic(info_topic_.value())));
    return {};
  }
  if (lens_->width() != image.width || lens_->height() != image.height) {
    say_once(
        fmt::format("pictures are {} x {} and the camera's calibration is for {} x {}: nothing "
                    "has a place on the floor",
                    image.width, image.height, lens_->width(), lens_->height()));
    return {};
  }
  // most cameras are fixed; one that moves is taken where it was last seen if the moment itself is
  // not known yet
  const std::string base = base_frame(header.frame_id);
  Result<Pose> base_from_camera = transforms_.lookup(base, header.frame_id, to_time(header.stamp));
  if (!base_from_camera) {
    const auto latest = transforms_.latest(base, header.frame_id);
    if (!latest) {
      say_once(fmt::format("{}: nothing has a place on the floor", latest.error()));
      return {};
    }
    base_from_camera = latest->pose;
  }
  return FloorCamera(*lens_, *base_from_camera, floor_z_m_.value());
}

std::string PerceptionNode::base_frame(const std::string& camera_frame) const {
  const std::size_t slash = camera_frame.rfind('/');
  const std::string base = base_frame_.value();
  if (slash == std::string::npos || base.find('/') != std::string::npos) return base;
  return camera_frame.substr(0, slash + 1) + base;
}

void PerceptionNode::show(const Annotation& annotation, const std_msgs::msg::Header& header,
                          RgbImage image) {
  draw(annotation, image);
  if (debug_.is_wanted()) {
    Image message = message_of(image);
    message.header = header;
    debug_.publish(message);
  }
  if (!debug_compressed_.is_wanted()) return;
  if (auto file = encoder_.encode(image.rgb, image.width, image.height))
    debug_compressed_.publish(
        {.header = header, .format = "rgb8; jpeg compressed rgb8", .data = *std::move(file)});
}

bool PerceptionNode::is_silent() const {
  return processor_ && seconds(node_.now() - last_heard_) > silence_s_.value();
}

void PerceptionNode::report() {
  // the clock of a simulation that begins somewhere is no silence
  if (last_heard_ == SimTime{}) last_heard_ = node_.now();
  DiagnosticStatus status{.level = DiagnosticStatus::OK,
                          .name = node_.full_name(),
                          .message = processor_ ? "looks for " + selection_.processor : "idle"};
  if (is_silent()) {
    status.level = DiagnosticStatus::ERROR;
    status.message = fmt::format("no picture on {} for {:.1f} s", node_.resolve_topic(topic()),
                                 seconds(node_.now() - last_heard_));
    say_once(fmt::format("no picture on {}", node_.resolve_topic(topic())));
  } else if (processor_ && unreadable_ > 0) {
    status.level = DiagnosticStatus::WARN;
    status.message += ", some pictures could not be read";
  }
  const auto count = [](std::uint64_t number) { return std::to_string(number); };
  status.values = {{"processor", selection_.processor},
                   {"pictures", count(pictures_)},
                   {"unreadable", count(unreadable_)},
                   {"without_place", count(without_place_)}};
  diagnostics_.publish({.header = {.stamp = to_message_time(node_.now())}, .status = {status}});
}

void PerceptionNode::say_once(const std::string& sentence) {
  if (said_.size() < most_said && said_.insert(sentence).second)
    node_.log(LogLevel::warning, sentence);
}

}  // namespace tandem
