// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/sights.h"

#include <fmt/format.h>

#include <utility>

namespace tandem {

namespace {

constexpr Duration select_timeout = 10s;  // it may only just be starting
constexpr Duration silence_limit = 1s;    // a camera of 1 Hz would be too slow to drive by

}  // namespace

Sights::Sights(Node& node, const std::string& perception)
    : node_(node),
      select_(node.client<Select>(perception + "/select")),
      watchdog_(silence_limit),
      sights_(node.subscribe<Sight>(perception + "/sight", qos::sensor, [this](const Sight& sight) {
        if (!on_sight_ || !is_selected_ || sight.processor != processor_) return;
        watchdog_.heard(node_.now());
        has_looked_ = true;
        const auto call = on_sight_;  // which may look away
        call(sight);
      })) {}

void Sights::look_for(const std::string& processor, const std::vector<std::string>& labels,
                      SimTime now, std::function<void(const Sight&)> on_sight) {
  processor_ = processor;
  on_sight_ = std::move(on_sight);
  trouble_.reset();
  is_selected_ = has_looked_ = false;
  watchdog_.begin(now);
  select_.call(
      {.processor = processor, .labels = labels}, select_timeout,
      [this, number = ++selections_](const Result<Select::Response>& answer) {
        if (number != selections_) return;
        if (!answer) {
          trouble_ = Ending{"perception_lost", answer.error()};
        } else if (!answer->success) {
          trouble_ = Ending{"failed", fmt::format("{}: {}", select_.service(), answer->message)};
        } else {
          is_selected_ = true;
          watchdog_.begin(node_.now());
        }
      });
}

void Sights::look_away() { on_sight_ = {}; }

void Sights::rest() {
  look_away();
  ++selections_;
  if (is_selected_ || select_.is_server_ready())
    select_.call({}, select_timeout, [](const Result<Select::Response>&) {});
  is_selected_ = false;
}

std::optional<Ending> Sights::trouble(SimTime now) const {
  if (trouble_) return trouble_;
  if (!is_selected_ || !watchdog_.is_silent(now)) return std::nullopt;
  if (sights_.publisher_count() == 0)
    return Ending{"perception_lost", fmt::format("nobody publishes {} any more", sights_.topic())};
  return Ending{"camera_lost", fmt::format("perception has seen no picture for {} s: nothing on {}",
                                           seconds(watchdog_.limit()), sights_.topic())};
}

}  // namespace tandem
