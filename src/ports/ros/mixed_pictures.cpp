// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/mixed_pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "messages/time.h"
#include "ports/ros/camera_infos.h"
#include "ports/ros/convert.h"
#include "ports/ros/entity_place.h"
#include "ports/ros/sensor_messages.h"
#include "ports/streams/camera_info.h"

namespace tandem {

namespace {

// Of the virtual camera's rate: a real one of the same rate, whose pictures come a little early or
// late, loses none.
constexpr double rate_margin = 1.25;
constexpr int any_width = 1 << 16;  // they stay as large as they are: programs count on that

LensConfig lens_of(const Intrinsics& own) {
  return {.type = own.lens == Lens::fisheye ? LensType::fisheye : LensType::plumb_bob,
          .fx_px = own.fx,
          .fy_px = own.fy,
          .cx_px = own.cx,
          .cy_px = own.cy,
          .distortion = own.distortion};
}

Result<LensConfig> lens_of(const PictureLens& told) {
  LensConfig lens{.type = told.model == "equidistant" ? LensType::fisheye : LensType::plumb_bob,
                  .fx_px = told.fx,
                  .fy_px = told.fy,
                  .cx_px = told.cx,
                  .cy_px = told.cy,
                  .distortion = {}};
  // the first five of a rational polynomial are those of plumb_bob
  for (std::size_t i = 0; i < told.distortion.size(); ++i)
    if (i < lens.distortion.size())
      lens.distortion[i] = told.distortion[i];
    else if (told.distortion[i] != 0)
      return Error{
          fmt::format("the distortion of their camera_info is a {}; what can be drawn is "
                      "plumb_bob or equidistant",
                      told.model)};
  return lens;
}

Pose between(const Pose& a, const Pose& b, double share) {
  return {a.translation + share * (b.translation - a.translation),
          slerp(a.rotation, b.rotation, share)};
}

}  // namespace

MixedPictures::MixedPictures(Node& node, EventTopic& events, const MixSite& site, bool is_lockstep)
    : MixedTopic(events, site),
      node_(node),
      is_lockstep_(is_lockstep),
      cadence_(Cadence::at_rate(site.choice.rate_hz.value_or(rate_margin * site.rate_hz))),
      pictures_(node, site.topic, {.qos = qos::image}, site.choice),
      infos_(node, info_topic_beside(site.topic), {.qos = qos::sensor}, {}),
      mixer_({.carrier = site.robot, .most_width_px = any_width}) {
  if (!is_lockstep) thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
}

MixedPictures::~MixedPictures() {
  real_.close();
  real_info_.close();
}

bool MixedPictures::is_wanted() const {
  return (pictures_.is_offered() && pictures_.is_wanted()) ||
         (infos_.is_offered() && infos_.is_wanted());
}

void MixedPictures::follow() {
  const bool is_needed = is_wanted();
  if (is_needed == static_cast<bool>(real_)) return;
  real_ = {};
  real_info_ = {};
  if (!is_needed) return;
  {
    const std::lock_guard lock(mutex_);
    watch_.forget_real();
    real_lens_.reset();
  }
  attempt(node_, [&] {
    real_info_ = node_.subscribe<CameraInfo>(info_topic_beside(site_.real_topic), qos::sensor,
                                             [this](const CameraInfo& info) { hear_info(info); });
    real_ = node_.subscribe<Image>(site_.real_topic, chosen_qos(qos::image, site_.real_choice),
                                   [this](const Image& picture) { hear_real(picture); });
  });
}

void MixedPictures::add(const Reading& reading) {
  const auto* camera = std::get_if<CameraReading>(&reading.measurement);
  if (!camera) return;
  const Intrinsics& own = camera->intrinsics;
  const std::lock_guard lock(mutex_);
  virtual_lens_ = SizedLens{own.width, own.height, lens_of(own)};
  if (!goes_on_without_real() || watch_.is_real_fresh(now_) || camera->image.rgb.empty()) return;
  if (is_wanted() && cadence_.is_due(reading.stamp))
    publish({color_message(camera->image), camera_info_message(*camera)}, reading.stamp);
}

std::uint64_t MixedPictures::dropped() const {
  const std::lock_guard lock(mutex_);
  return pictures_.dropped() + infos_.dropped() + overtaken_;
}

void MixedPictures::remember(const Frame& frame) {
  is_info_offered_ = real_info_ && real_info_.publisher_count() > 0;
  if (real_)
    moments_.add(frame);
  else
    moments_.clear();
}

void MixedPictures::hear_info(const CameraInfo& info) {
  const auto sized = [&]() -> Result<SizedLens> {
    const auto told = told_camera(info, site_.real_topic);
    if (!told) return Error{told.error()};
    const auto lens = lens_of(told->lens);
    if (!lens) return Error{lens.error()};
    return SizedLens{told->lens.width, told->lens.height, *lens};
  }();
  const std::lock_guard lock(mutex_);
  real_lens_.emplace(sized);
}

// Of a picture whose format is known to be right, once some lens is known or promised.
Result<LensConfig> MixedPictures::lens_for(const Image& picture) const {
  if (real_lens_ && !*real_lens_) return Error{real_lens_->error()};
  if (!real_lens_ && is_info_offered_) return Error{"nothing came of their camera_info yet"};
  const SizedLens& known = real_lens_ ? **real_lens_ : *virtual_lens_;
  if (static_cast<int>(picture.width) != known.width ||
      static_cast<int>(picture.height) != known.height)
    return Error{fmt::format("they are {} x {}, and {} {} x {}", picture.width, picture.height,
                             real_lens_ ? "their camera_info is for"
                                        : "without a camera_info they must be as the scenario's:",
                             known.width, known.height)};
  return known.lens;
}

void MixedPictures::note_unusable(const std::string& why) {
  watch_.note_unusable(why);
  if (why == complained_) return;
  complained_ = why;
  node_.log(LogLevel::warning, fmt::format("{}/{}: pictures of {} are not mixed: {}", site_.robot,
                                           site_.sensor, site_.real_topic, why));
}

void MixedPictures::hear_real(const Image& picture) {
  std::unique_lock lock(mutex_);
  if (const auto mistake = mistake_in_picture(picture)) return note_unusable(mistake->message);
  if (!real_lens_ && !is_info_offered_ && !virtual_lens_) return;  // it has only just begun
  const auto lens = lens_for(picture);
  if (!lens) return note_unusable(lens.error());
  const std::optional<SimTime> time = hear(to_time(picture.header.stamp));
  complained_.clear();
  if (!time || !cadence_.is_due(*time)) return;
  Taken taken{picture, *time, *lens};
  if (is_lockstep_) {
    lock.unlock();
    return mix(taken);
  }
  if (waiting_) ++overtaken_;
  waiting_ = std::move(taken);
  lock.unlock();
  bell_.notify_one();
}

void MixedPictures::work(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::unique_lock lock(mutex_);
    if (!bell_.wait(lock, stop, [this] { return waiting_.has_value(); })) return;
    const Taken taken = *std::exchange(waiting_, std::nullopt);
    lock.unlock();
    mix(taken);
  }
}

// Nothing while its robot is not in the world.
std::optional<Pose> MixedPictures::camera_in(const MixMoment& moment) const {
  const Entity* robot = moment.entities->find(site_.robot);
  if (!robot) return std::nullopt;
  return place_on(*robot, moment.world_from_body, site_.link, site_.link_from_frame);
}

void MixedPictures::mix(const Taken& taken) {
  const auto moments = [&] {
    const std::lock_guard lock(mutex_);
    return moments_.around(taken.time, site_.config.stale_after);
  }();
  const auto first = moments ? camera_in(moments->before) : std::nullopt;
  const auto second = moments ? camera_in(moments->after) : std::nullopt;
  if (!first || !second) {
    const std::lock_guard lock(mutex_);
    watch_.note_partner(moments ? MixPartner::none : MixPartner::stale, {});
    return publish({taken.picture, camera_info_of(taken.lens, static_cast<int>(taken.picture.width),
                                                  static_cast<int>(taken.picture.height))},
                   taken.time);
  }
  auto seen = mixer_.mix(taken.picture, taken.lens, moments->nearest(),
                         between(*first, *second, moments->share));
  const std::lock_guard lock(mutex_);
  if (!seen) return note_unusable(seen.error());
  watch_.note_partner(MixPartner::fresh, taken.time - moments->nearest().time);
  publish(*std::move(seen), taken.time);
}

void MixedPictures::publish(SeenPicture seen, SimTime time) {
  seen.image.header = seen.info.header = make_header(time, site_.frame_id);
  infos_.publish(seen.info);
  pictures_.publish(seen.image);
}

}  // namespace tandem
