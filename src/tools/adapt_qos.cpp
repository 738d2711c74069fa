// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/adapt_qos.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tandem {

namespace {

constexpr int tool_depth = 100;  // a person at a terminal wants to miss nothing of a burst

struct Profile {
  const char* name;
  QosChoice choice;
};

// rmw's profiles, by the names that ROS 2's tools give them
const std::array profiles{
    Profile{"best_available", {}},
    Profile{"default", {.is_reliable = true, .is_latched = false, .depth = 10}},
    Profile{"system_default", {.is_reliable = true, .is_latched = false, .depth = 10}},
    Profile{"sensor_data", {.is_reliable = false, .is_latched = false, .depth = 5}},
    Profile{"services_default", {.is_reliable = true, .is_latched = false, .depth = 10}},
    Profile{"parameters", {.is_reliable = true, .is_latched = false, .depth = 1000}},
    Profile{"parameter_events", {.is_reliable = true, .is_latched = false, .depth = 1000}},
    Profile{"action_status_default", {.is_reliable = true, .is_latched = true, .depth = 1}},
};

// Whether all of the publishers offer it; says so when only some do.
template <class Offers>
bool do_all_offer(const std::vector<EndpointInfo>& publishers, const char* what,
                  const char* otherwise, Offers offers, std::vector<std::string>& notes) {
  const auto count = static_cast<std::size_t>(std::ranges::count_if(publishers, offers));
  if (count > 0 && count < publishers.size())
    notes.push_back(
        fmt::format("{} of {} publishers offer {}; asking for {}, which all of them can", count,
                    publishers.size(), what, otherwise));
  return !publishers.empty() && count == publishers.size();
}

}  // namespace

AdaptedQos adapt_to_publishers(const std::vector<EndpointInfo>& publishers,
                               const QosChoice& choice) {
  const auto is_reliable = [](const EndpointInfo& it) { return it.qos.offers_reliable; };
  const auto is_latched = [](const EndpointInfo& it) { return it.qos.is_latched; };

  AdaptedQos adapted{.qos = {.depth = choice.depth.value_or(tool_depth)}};
  Qos& qos = adapted.qos;
  qos.requests_reliable = choice.is_reliable
                              ? *choice.is_reliable
                              : do_all_offer(publishers, "reliable delivery", "best effort",
                                             is_reliable, adapted.notes);
  qos.is_latched = choice.is_latched ? *choice.is_latched
                                     : do_all_offer(publishers, "their last messages to latecomers",
                                                    "new messages only", is_latched, adapted.notes);
  qos.keeps_all = choice.keeps_all.value_or(false);
  return adapted;
}

Qos publisher_qos(const QosChoice& choice) {
  Qos qos = qos::reliable;
  qos.offers_reliable = choice.is_reliable.value_or(qos.offers_reliable);
  qos.is_latched = choice.is_latched.value_or(qos.is_latched);
  qos.keeps_all = choice.keeps_all.value_or(qos.keeps_all);
  qos.depth = choice.depth.value_or(qos.depth);
  return qos;
}

std::optional<QosChoice> find_qos_profile(std::string_view name) {
  const auto found =
      std::ranges::find_if(profiles, [&](const Profile& profile) { return profile.name == name; });
  if (found == profiles.end()) return {};
  return found->choice;
}

const std::vector<std::string>& qos_profile_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Profile& profile : profiles) all.emplace_back(profile.name);
    return all;
  }();
  return names;
}

}  // namespace tandem
