// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/sensor_output.h"

#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "ports/ros/convert.h"
#include "ports/ros/offered_topic.h"
#include "ports/ros/sensor_messages.h"

namespace tandem {

namespace {

using nav_msgs::msg::Odometry;
using tandem_msgs::msg::Contacts;
using vision_msgs::msg::LabelInfo;
using namespace sensor_msgs::msg;

// Large and often: sent behind, and never the old ones first.
constexpr Qos many_bytes = qos::image;

// What a reading is on a topic; nothing when it was not measured for it.
template <Message M>
using Convert = std::optional<M> (*)(const Reading&, const OutputSite&);

template <Message M>
class TypedOutput final : public SensorOutput {
 public:
  TypedOutput(Node& node, const OutputSite& site, const Qos& qos, Convert<M> convert)
      : site_(site), convert_(convert), topic_(node, site.topic, {.qos = qos}, site.choice) {}

  bool is_offered() const override { return topic_.is_offered(); }
  bool is_wanted() const override { return topic_.is_wanted(); }
  void publish(const Reading& reading) override {
    if (!topic_.is_due(reading.stamp)) return;
    std::optional<M> message = convert_(reading, site_);
    if (!message) return;
    message->header.stamp = make_header(reading.stamp, "").stamp;
    topic_.publish(*message);
  }
  std::uint64_t dropped() const override { return topic_.dropped(); }

 private:
  const OutputSite site_;
  const Convert<M> convert_;
  OfferedTopic<M> topic_;
};

// The names of classes, for whoever comes whenever.
class LabelOutput final : public SensorOutput {
 public:
  LabelOutput(Node& node, const OutputSite& site)
      : frame_id_(site.frame_id), topic_(node, site.topic, {.qos = qos::latched}, site.choice) {}

  bool is_offered() const override { return topic_.is_offered(); }
  bool is_wanted() const override { return topic_.is_wanted(); }
  void publish(const Reading&) override {}
  void tell_labels(const Labels& labels, SimTime time) override {
    if (!topic_.is_offered()) return;
    LabelInfo message = label_info_message(labels);
    message.header = make_header(time, frame_id_);
    topic_.publish(message);
  }
  std::uint64_t dropped() const override { return topic_.dropped(); }

 private:
  const std::string frame_id_;
  OfferedTopic<LabelInfo> topic_;
};

template <Message M>
M in_frame(M message, const OutputSite& site) {
  message.header.frame_id = site.frame_id;
  return message;
}

// Those that one kind of measurement becomes in one way.
template <class Measured, auto to_message>
auto simple(const Reading& reading, const OutputSite& site)
    -> std::optional<decltype(to_message(std::declval<const Measured&>()))> {
  const auto* measured = std::get_if<Measured>(&reading.measurement);
  if (!measured) return std::nullopt;
  return in_frame(to_message(*measured), site);
}

std::optional<LaserScan> to_scan(const Reading& reading, const OutputSite& site) {
  const auto* cloud = std::get_if<CloudReading>(&reading.measurement);
  const auto* scan =
      cloud && cloud->scan ? &*cloud->scan : std::get_if<ScanReading>(&reading.measurement);
  if (!scan) return std::nullopt;
  return in_frame(scan_message(*scan, reading.sensor->rate_hz), site);
}

std::optional<PointCloud2> to_cloud(const Reading& reading, const OutputSite& site) {
  const auto* cloud = std::get_if<CloudReading>(&reading.measurement);
  // a cloud of which only the scan was wanted has a size but no points
  if (!cloud || cloud->points.size() != static_cast<std::size_t>(cloud->width) *
                                            static_cast<std::size_t>(cloud->height))
    return std::nullopt;
  return in_frame(cloud_message(*cloud), site);
}

// Joints have no frame.
std::optional<JointState> to_joints(const Reading& reading, const OutputSite&) {
  const auto* encoder = std::get_if<EncoderReading>(&reading.measurement);
  return encoder ? std::optional(encoder_message(*encoder)) : std::nullopt;
}

std::optional<Odometry> to_truth(const Reading& reading, const OutputSite& site) {
  const auto* pose = std::get_if<PoseReading>(&reading.measurement);
  if (!pose) return std::nullopt;
  Odometry message = pose_message(*pose);
  message.header.frame_id = "map";
  message.child_frame_id = site.frame_id;
  return message;
}

std::optional<Contacts> to_contacts(const Reading& reading, const OutputSite& site) {
  const auto* contacts = std::get_if<ContactReading>(&reading.measurement);
  if (!contacts) return std::nullopt;
  return in_frame(contacts_message(*contacts, *reading.sensor), site);
}

const CameraReading* camera_of(const Reading& reading, const OutputSite& site) {
  if (const auto* pair = std::get_if<StereoReading>(&reading.measurement))
    return site.is_right ? &pair->right : &pair->left;
  return std::get_if<CameraReading>(&reading.measurement);
}

std::optional<CameraInfo> to_camera_info(const Reading& reading, const OutputSite& site) {
  const CameraReading* camera = camera_of(reading, site);
  return camera ? std::optional(in_frame(camera_info_message(*camera), site)) : std::nullopt;
}

std::optional<Image> to_image(const Reading& reading, const OutputSite& site) {
  const CameraReading* camera = camera_of(reading, site);
  if (!camera) return std::nullopt;
  const CameraImage& image = camera->image;
  const auto if_drawn = [&](const auto& pixels, auto to_message) -> std::optional<Image> {
    return pixels.empty() ? std::nullopt : std::optional(in_frame(to_message(image), site));
  };
  switch (site.stream) {
    case streams::main:
      return if_drawn(image.rgb, color_message);
    case streams::depth:
      return if_drawn(image.depth_m, depth_message);
    case streams::labels:
      return if_drawn(image.labels, labels_message);
    case streams::instances:
      return if_drawn(image.instances, instances_message);
    default:
      return std::nullopt;
  }
}

std::optional<CompressedImage> to_compressed(const Reading& reading, const OutputSite& site) {
  const CameraReading* camera = camera_of(reading, site);
  if (!camera || camera->image.rgb.empty()) return std::nullopt;
  auto message = compressed_message(camera->image);
  return message ? std::optional(in_frame(*std::move(message), site)) : std::nullopt;
}

using Make = std::function<std::unique_ptr<SensorOutput>(Node&, const OutputSite&)>;

template <Message M>
std::pair<const std::string_view, Make> kind(Convert<M> convert, const Qos& qos) {
  return {M::type_name, [convert, qos](Node& node, const OutputSite& site) {
            return std::make_unique<TypedOutput<M>>(node, site, qos, convert);
          }};
}

// What measurements become. Another sensor is one line here.
const std::map<std::string_view, Make>& kinds() {
  static const std::map<std::string_view, Make> all{
      kind<LaserScan>(to_scan, qos::sensor),
      kind<PointCloud2>(to_cloud, many_bytes),
      kind<Imu>(simple<ImuReading, imu_message>, qos::sensor),
      kind<Range>(simple<RangeReading, range_message>, qos::sensor),
      kind<NavSatFix>(simple<FixReading, fix_message>, qos::sensor),
      kind<BatteryState>(simple<BatteryReading, battery_message>, qos::reliable),
      kind<JointState>(to_joints, qos::reliable),
      kind<Odometry>(to_truth, qos::reliable),
      kind<Contacts>(to_contacts, qos::reliable),
      kind<CameraInfo>(to_camera_info, qos::sensor),
      kind<Image>(to_image, many_bytes),
      kind<CompressedImage>(to_compressed, many_bytes),
      {LabelInfo::type_name, [](Node& node, const OutputSite& site) {
         return std::make_unique<LabelOutput>(node, site);
       }}};
  return all;
}

}  // namespace

std::unique_ptr<SensorOutput> make_sensor_output(Node& node, const OutputSite& site) {
  const auto found = kinds().find(site.message);
  return found == kinds().end() ? nullptr : found->second(node, site);
}

}  // namespace tandem
