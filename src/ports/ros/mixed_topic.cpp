// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/mixed_topic.h"

#include <utility>
#include <variant>

#include "messages/sensor_msgs.h"
#include "messages/tandem_msgs.h"
#include "messages/time.h"
#include "mixing/scan_mixing.h"
#include "ports/ros/convert.h"
#include "ports/ros/mixed_pictures.h"
#include "ports/ros/offered_topic.h"
#include "ports/ros/sensor_messages.h"

namespace tandem {

namespace {

using sensor_msgs::msg::LaserScan;
using sensor_msgs::msg::Range;
using tandem_msgs::msg::Contacts;

PlanarScan planar(const LaserScan& message, SimTime time) {
  return {.time = time,
          .angle_min_rad = message.angle_min,
          .angle_increment_rad = message.angle_increment,
          .range_min_m = message.range_min,
          .range_max_m = message.range_max,
          .ranges_m = message.ranges};
}

// How scans are mixed.
struct ScanMix {
  using Real = LaserScan;
  using Virtual = LaserScan;

  static std::optional<LaserScan> of(const Reading& reading) {
    const auto* cloud = std::get_if<CloudReading>(&reading.measurement);
    const auto* scan =
        cloud && cloud->scan ? &*cloud->scan : std::get_if<ScanReading>(&reading.measurement);
    if (!scan) return std::nullopt;
    return scan_message(*scan, reading.sensor->rate_hz);
  }
  static bool is_usable(const LaserScan& real) { return tandem::is_usable(planar(real, {})); }

  // Seen from the virtual lidar.
  static void turn(LaserScan& real, const MixConfig& config) {
    real.angle_min += static_cast<float>(config.real_yaw_rad);
    real.angle_max += static_cast<float>(config.real_yaw_rad);
  }
  static void mix(LaserScan& real, const LaserScan& other) {
    std::vector<float> ranges = mixed(planar(real, {}), planar(other, {})).ranges_m;
    // how bright a virtual thing would have been, the real lidar does not know
    if (real.intensities.size() == ranges.size())
      for (std::size_t i = 0; i < ranges.size(); ++i)
        if (ranges[i] != real.ranges[i]) real.intensities[i] = 0;
    real.ranges = std::move(ranges);
  }
};

// How single distances are.
struct RangeMix {
  using Real = Range;
  using Virtual = Range;

  static std::optional<Range> of(const Reading& reading) {
    const auto* range = std::get_if<RangeReading>(&reading.measurement);
    return range ? std::optional(range_message(*range)) : std::nullopt;
  }
  // Some have only one distance, and say whether something is within it.
  static bool is_usable(const Range& real) {
    return real.min_range >= 0 && real.max_range >= real.min_range;
  }
  static void turn(Range&, const MixConfig&) {}
  static void mix(Range& real, const Range& other) {
    real.range = mixed_range({real.range, real.min_range, real.max_range}, other.range);
  }
};

// Whenever the real sensor measures, with what the virtual one measured nearest to that moment.
template <class Mix>
class MixedRanging final : public MixedTopic {
 public:
  using M = typename Mix::Real;

  MixedRanging(Node& node, EventTopic& events, const MixSite& site)
      : MixedTopic(events, site),
        virtual_(site.config.stale_after),
        topic_(node, site.topic, {.qos = qos::sensor}, site.choice) {
    attempt(node, [&] {
      real_ = node.subscribe<M>(site.real_topic, chosen_qos(qos::sensor, site.real_choice),
                                [this](const M& message) { hear_real(message); });
    });
  }

  bool is_wanted() const override { return topic_.is_offered() && topic_.is_wanted(); }

  void add(const Reading& reading) override {
    std::optional<M> message = Mix::of(reading);
    if (!message) return;
    const std::lock_guard lock(mutex_);
    virtual_.add(reading.stamp, *message);
    if (!goes_on_without_real() || watch_.is_real_fresh(now_)) return;
    if (topic_.is_due(reading.stamp)) publish(std::move(*message), reading.stamp);
  }

  std::uint64_t dropped() const override { return topic_.dropped(); }

 private:
  void hear_real(const M& heard) {
    const std::lock_guard lock(mutex_);
    if (!Mix::is_usable(heard)) {
      watch_.note_unusable();
      return;
    }
    const std::optional<SimTime> time = hear(to_time(heard.header.stamp));
    if (!time || !topic_.is_due(*time)) return;
    M message = heard;
    Mix::turn(message, site_.config);
    const auto found = virtual_.nearest(*time);
    if (found.measurement) Mix::mix(message, *found.measurement);
    watch_.note_partner(found.partner, found.apart);
    publish(std::move(message), *time);
  }

  void publish(M message, SimTime time) {
    message.header = make_header(time, site_.frame_id);
    topic_.publish(message);
  }

  PartnerHistory<M> virtual_;
  OfferedTopic<M> topic_;
  Subscription real_;  // last: nothing arrives any more before the rest goes
};

// What touches either, whenever one of them says something: a real bumper may speak only when that
// changes.
class MixedContacts final : public MixedTopic {
 public:
  MixedContacts(Node& node, EventTopic& events, const MixSite& site)
      : MixedTopic(events, site),
        virtual_(site.config.stale_after),
        topic_(node, site.topic, {.qos = qos::reliable}, site.choice) {
    const Qos qos = chosen_qos(qos::sensor, site.real_choice);
    attempt(node, [&] {
      if (site.config.contact_type == RealContactType::flag)
        subscription_ = node.subscribe<std_msgs::msg::Bool>(
            site.real_topic, qos, [this](const std_msgs::msg::Bool& flag) {
              Contacts contacts;
              if (flag.data)
                contacts.contacts.push_back(
                    {.entity_a = site_.robot, .link_a = {}, .entity_b = "real", .link_b = {}});
              hear_real(std::move(contacts), std::nullopt);
            });
      else
        subscription_ =
            node.subscribe<Contacts>(site.real_topic, qos, [this](const Contacts& contacts) {
              hear_real(contacts, to_time(contacts.header.stamp));
            });
    });
  }

  bool is_wanted() const override { return topic_.is_offered() && topic_.is_wanted(); }

  void add(const Reading& reading) override {
    const auto* contacts = std::get_if<ContactReading>(&reading.measurement);
    if (!contacts) return;
    const std::lock_guard lock(mutex_);
    virtual_.add(reading.stamp, contacts_message(*contacts, *reading.sensor));
    publish(reading.stamp);
  }

  std::uint64_t dropped() const override { return topic_.dropped(); }

 private:
  void hear_real(Contacts contacts, const std::optional<SimTime>& stamp) {
    const std::lock_guard lock(mutex_);
    const std::optional<SimTime> time = hear(stamp);
    if (!time) return;
    real_ = std::move(contacts.contacts);
    publish(*time);
  }

  void publish(SimTime time) {
    const bool has_real = watch_.is_real_fresh(now_);
    if ((!has_real && !goes_on_without_real()) || !topic_.is_due(time)) return;
    Contacts message{.header = make_header(time, site_.frame_id), .contacts = {}};
    if (has_real) message.contacts = real_;
    const auto found = virtual_.nearest(time);
    if (found.measurement)
      message.contacts.insert(message.contacts.end(), found.measurement->contacts.begin(),
                              found.measurement->contacts.end());
    if (has_real) watch_.note_partner(found.partner, found.apart);
    topic_.publish(message);
  }

  PartnerHistory<Contacts> virtual_;
  decltype(Contacts::contacts) real_;  // as it said last
  OfferedTopic<Contacts> topic_;
  Subscription subscription_;
};

}  // namespace

MixedTopic::MixedTopic(EventTopic& events, const MixSite& site)
    : site_(site),
      watch_(site.config.stale_after, site.has_real_partner),
      events_(events),
      clock_(site.config.stamps, site.config.latency) {}

std::optional<SimTime> MixedTopic::hear(const std::optional<SimTime>& stamp) {
  if (now_ == SimTime::min()) return std::nullopt;
  watch_.note_real(now_);
  if (!stamp) return now_ - site_.config.latency;
  const SimTime time = clock_.map(*stamp, now_);
  watch_.set_clock(clock_.offset(), clock_.latency());
  return time;
}

MixState MixedTopic::judge(bool is_asked_for) const {
  const MixState state = watch_.judge(now_, is_asked_for);
  const bool is_quiet = state == MixState::waiting || state == MixState::real_silent;
  return is_quiet && !is_asked_for && !hears_unasked() ? MixState::idle : state;
}

void MixedTopic::look(const Frame& frame) {
  const bool is_asked_for = is_wanted();
  std::optional<WorldEvent> event;
  {
    const std::lock_guard lock(mutex_);
    now_ = frame.time;
    remember(frame);
    const MixState state = judge(is_asked_for);
    if (told_ != state) {
      const std::string who = site_.robot + "/" + site_.sensor;
      event =
          WorldEvent{.name = "mixing",
                     .robot = site_.robot,
                     .text = mix_sentence(who, state, site_.real_topic),
                     .values = {{"sensor", site_.sensor}, {"state", std::string(name_of(state))}}};
    }
    told_ = state;
  }
  if (event) events_.publish(*event);
}

diagnostic_msgs::msg::DiagnosticStatus MixedTopic::status() const {
  const bool is_asked_for = is_wanted();
  const std::lock_guard lock(mutex_);
  return watch_.status(site_.robot + "/" + site_.sensor, judge(is_asked_for));
}

std::unique_ptr<MixedTopic> make_mixed_topic(Node& node, EventTopic& events, const MixSite& site,
                                             bool is_lockstep) {
  if (site.message == LaserScan::type_name)
    return std::make_unique<MixedRanging<ScanMix>>(node, events, site);
  if (site.message == Range::type_name)
    return std::make_unique<MixedRanging<RangeMix>>(node, events, site);
  if (site.message == Contacts::type_name)
    return std::make_unique<MixedContacts>(node, events, site);
  if (site.message == sensor_msgs::msg::Image::type_name)
    return std::make_unique<MixedPictures>(node, events, site, is_lockstep);
  return nullptr;
}

}  // namespace tandem
