// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/mix_watch.h"

#include <fmt/format.h>

namespace tandem {

namespace {

using diagnostic_msgs::msg::DiagnosticStatus;

std::byte level_of(MixState state) {
  switch (state) {
    case MixState::idle:
    case MixState::virtual_only:
    case MixState::mixed:
      return DiagnosticStatus::OK;
    case MixState::virtual_missing:
      return DiagnosticStatus::WARN;
    case MixState::waiting:
      return DiagnosticStatus::STALE;
    case MixState::real_silent:
      return DiagnosticStatus::ERROR;
  }
  return DiagnosticStatus::ERROR;
}

}  // namespace

std::string_view name_of(MixState state) {
  switch (state) {
    case MixState::idle:
      return "idle";
    case MixState::virtual_only:
      return "virtual only";
    case MixState::waiting:
      return "waiting";
    case MixState::mixed:
      return "mixed";
    case MixState::virtual_missing:
      return "virtual missing";
    case MixState::real_silent:
      return "real silent";
  }
  return "unknown";
}

void MixWatch::note_partner(MixPartner partner, Duration apart) {
  last_partner_ = partner;
  apart_ = apart;
  ++(partner == MixPartner::fresh ? mixed_ : alone_);
}

MixState MixWatch::judge(SimTime now, bool is_wanted) const {
  if (!last_real_) return has_real_partner_ ? MixState::waiting : MixState::virtual_only;
  if (!is_real_fresh(now))
    return has_real_partner_ ? MixState::real_silent : MixState::virtual_only;
  if (!is_wanted || !last_partner_) return MixState::idle;
  return *last_partner_ == MixPartner::fresh ? MixState::mixed : MixState::virtual_missing;
}

DiagnosticStatus MixWatch::status(const std::string& who, MixState state) const {
  DiagnosticStatus status;
  status.level = level_of(state);
  status.name = "mixing: " + who;
  status.hardware_id = who.substr(0, who.find('/'));
  status.message = name_of(state);
  const auto milliseconds = [](Duration duration) {
    return fmt::format("{:.1f}", 1000 * seconds(duration));
  };
  status.values = {{"state", std::string(name_of(state))},
                   {"real", std::to_string(real_)},
                   {"mixed", std::to_string(mixed_)},
                   {"without_virtual", std::to_string(alone_)},
                   {"unusable", std::to_string(unusable_)},
                   {"apart_ms", milliseconds(apart_)},
                   {"latency_ms", milliseconds(latency_)},
                   {"clock_offset_s", fmt::format("{:.6f}", seconds(clock_offset_))}};
  if (!why_unusable_.empty()) status.values.push_back({"why_unusable", why_unusable_});
  return status;
}

std::string mix_sentence(const std::string& who, MixState state, const std::string& real_topic) {
  switch (state) {
    case MixState::idle:
      return fmt::format("{}: nobody wants the mixed measurements", who);
    case MixState::virtual_only:
      return fmt::format("{}: there is no real sensor, the virtual one is alone", who);
    case MixState::waiting:
      return fmt::format("{}: nothing was heard of the real sensor on {}", who, real_topic);
    case MixState::mixed:
      return fmt::format("{}: real and virtual measurements are mixed", who);
    case MixState::virtual_missing:
      return fmt::format("{}: the virtual measurements are missing, the real ones go out alone",
                         who);
    case MixState::real_silent:
      return fmt::format("{}: the real sensor is silent on {}", who, real_topic);
  }
  return who;
}

}  // namespace tandem
