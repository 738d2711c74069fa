// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/sensor_topics.h"

#include <algorithm>
#include <utility>

#include "messages/sensor_msgs.h"
#include "messages/vision_msgs.h"

namespace tandem {

namespace {

// Where the names of classes are told of a topic that has their numbers; empty for others.
std::string label_topic(const SensorTopic& topic) {
  if (topic.message == sensor_msgs::msg::PointCloud2::type_name) return topic.name + "/label_info";
  if (topic.stream != streams::labels) return {};
  return topic.name.substr(0, topic.name.rfind('/') + 1) + "label_info";
}

}  // namespace

std::vector<OutputSite> SensorTopics::sites_of(const SensorInfo& sensor, const SensorNames& names) {
  std::vector<OutputSite> sites;
  const std::size_t first_right =
      sensor.type == "stereo" ? sensor.topics.size() / 2 : sensor.topics.size();
  for (std::size_t i = 0; i < sensor.topics.size(); ++i) {
    const SensorTopic& topic = sensor.topics[i];
    OutputSite site{.topic = names.topic(topic.name),
                    .message = topic.message,
                    .stream = topic.stream,
                    .is_right = i >= first_right,
                    .frame_id = names.frame_prefix + sensor.frame_id,
                    .choice = names.choice(topic.name)};
    sites.push_back(site);
    if (const std::string labels = label_topic(topic); !labels.empty()) {
      OutputSite classes = site;
      classes.topic = names.topic(labels);
      classes.message = vision_msgs::msg::LabelInfo::type_name;
      classes.stream = streams::none;
      classes.choice = names.choice(labels);
      sites.push_back(std::move(classes));
    }
    // colours also as image_transport compresses them
    if (topic.stream != streams::main || topic.message != sensor_msgs::msg::Image::type_name)
      continue;
    site.topic += "/compressed";
    site.message = sensor_msgs::msg::CompressedImage::type_name;
    site.choice = names.choice(topic.name + "/compressed");
    sites.push_back(std::move(site));
  }
  return sites;
}

std::optional<MixSite> SensorTopics::mix_site_of(const SensorInfo& sensor,
                                                 const SensorNames& names) {
  const SensorTopic* topic = sensor.mix ? mixable_topic(sensor) : nullptr;
  if (!topic) return std::nullopt;
  const MixConfig& mix = *sensor.mix;
  // what is virtual is drawn into real pictures from where they were taken, not taken over from
  // those of the virtual camera: of that one only the lens is needed while there are real ones
  const bool is_picture = topic->message == sensor_msgs::msg::Image::type_name;
  const bool needs_lens_alone = is_picture && sensor.has_real_partner && !mix.goes_on_without_real;
  return MixSite{.robot = sensor.owner,
                 .sensor = sensor.name,
                 .real_topic = names.topic(mix.real_topic),
                 .topic = names.topic(mix.topic),
                 .message = topic->message,
                 .frame_id = names.frame_prefix + sensor.frame_id,
                 .link = sensor.link,
                 .link_from_frame = sensor.link_from_frame,
                 .rate_hz = sensor.rate_hz,
                 .stream = needs_lens_alone ? streams::info : topic->stream,
                 .has_real_partner = sensor.has_real_partner,
                 .config = mix,
                 .real_choice = names.choice(mix.real_topic),
                 .choice = names.choice(mix.topic)};
}

SensorTopics::SensorTopics(Node& node, EventTopic& events, const SensorInfo& sensor,
                           const SensorNames& names, std::shared_ptr<SensorInterest> interest,
                           bool is_lockstep)
    : owner_(sensor.owner),
      name_(sensor.name),
      sites_(sites_of(sensor, names)),
      mix_site_(mix_site_of(sensor, names)),
      interest_(std::move(interest)) {
  for (const OutputSite& site : sites_)
    if (auto output = make_sensor_output(node, site); output && output->is_offered())
      outputs_.push_back(std::move(output));
    else
      outputs_.push_back(nullptr);
  if (mix_site_) mixed_ = make_mixed_topic(node, events, *mix_site_, is_lockstep);
  follow();
}

void SensorTopics::follow() {
  if (mixed_) mixed_->follow();
  if (!interest_) return;
  Streams wanted = streams::none;
  for (std::size_t i = 0; i < sites_.size(); ++i)
    if (outputs_[i] && outputs_[i]->is_wanted()) wanted |= sites_[i].stream;
  if (mixed_ && mixed_->is_wanted()) wanted |= mix_site_->stream;
  if (wanted == wanted_) return;
  wanted_ = wanted;
  claim_ =
      wanted == streams::none ? SensorInterest::Claim() : interest_->want(owner_, name_, wanted);
}

void SensorTopics::publish(const Reading& reading) {
  for (const auto& output : outputs_)
    if (output) output->publish(reading);
  if (mixed_) mixed_->add(reading);
}

void SensorTopics::look(const Frame& frame) {
  if (mixed_) mixed_->look(frame);
}

void SensorTopics::append_diagnostics(
    std::vector<diagnostic_msgs::msg::DiagnosticStatus>& all) const {
  if (mixed_) all.push_back(mixed_->status());
}

void SensorTopics::tell_labels(const Labels& labels, SimTime time) {
  for (const auto& output : outputs_)
    if (output) output->tell_labels(labels, time);
}

bool SensorTopics::is_like(const SensorInfo& sensor, const SensorNames& names) const {
  return sites_ == sites_of(sensor, names) && mix_site_ == mix_site_of(sensor, names);
}

std::uint64_t SensorTopics::dropped() const {
  std::uint64_t sum = 0;
  for (const auto& output : outputs_)
    if (output) sum += output->dropped();
  if (mixed_) sum += mixed_->dropped();
  return sum;
}

}  // namespace tandem
