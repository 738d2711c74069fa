// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/occluders.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/noise.h"

namespace tandem {

namespace {

constexpr double skin = 0.5, sleeve = 0.17, thing = 0.35;
constexpr double hand_above_m = 0.12, object_above_m = 0.3;
constexpr double reach_m = 1.2;  // from where a hand comes, and an object goes on both sides

Vec2 towards(double heading) { return {std::cos(heading), std::sin(heading)}; }

// A person reaches in, holds still, and goes.
double hand_away_m(double share) {
  if (share < 0.25) return reach_m * (1 - share / 0.25);
  if (share > 0.75) return reach_m * (share - 0.75) / 0.25;
  return 0;
}

std::vector<Occluder::Part> hand(Vec2 palm, double heading) {
  const Vec2 back = towards(heading);
  const auto from_palm = [&](double along, double aside) {
    return palm + along * back + aside * Vec2{-back.y, back.x};
  };
  std::vector<Occluder::Part> parts{{from_palm(0.16, 0), from_palm(2.5, 0), 0.055, sleeve},
                                    {from_palm(0.03, 0), from_palm(0.16, 0), 0.032, skin},
                                    {from_palm(-0.01, -0.012), from_palm(0.01, 0.012), 0.042, skin},
                                    {from_palm(0.01, 0.03), from_palm(-0.04, 0.075), 0.012, skin}};
  for (const double aside : {-0.033, -0.011, 0.011, 0.033})
    parts.push_back(
        {from_palm(-0.02, aside), from_palm(-0.12 + std::abs(aside), 1.3 * aside), 0.0095, skin});
  return parts;
}

}  // namespace

Occluder occluder_at(const Occlusion& occlusion, double heading, Duration time, const Vec3& marker,
                     const Vec3& eye) {
  const double share =
      std::clamp(seconds(time - occlusion.at) / seconds(occlusion.during), 0.0, 1.0);
  const bool is_hand = occlusion.type == OccluderType::hand;
  Occluder occluder{.height_m = marker.z + (is_hand ? hand_above_m : object_above_m), .parts = {}};
  // on the line of sight to the marker
  const double up = (occluder.height_m - marker.z) / (eye.z - marker.z);
  const Vec2 middle{marker.x + up * (eye.x - marker.x), marker.y + up * (eye.y - marker.y)};
  if (is_hand) {
    occluder.parts = hand(middle + hand_away_m(share) * towards(heading), heading);
  } else {
    const Vec2 at = middle + reach_m * (1 - 2 * share) * towards(heading);
    occluder.parts = {{at, at, occlusion.size_m / 2, thing}};
  }
  return occluder;
}

std::vector<DueOcclusion> due_occlusions(const OverheadConfig& config,
                                         const std::vector<std::string>& robots, std::uint64_t seed,
                                         Duration time) {
  std::vector<DueOcclusion> due;
  const auto add = [&](const Occlusion& occlusion, std::size_t robot, double share_of_turn) {
    if (time < occlusion.at || time > occlusion.at + occlusion.during) return;
    due.push_back({occlusion, robot, 2 * std::numbers::pi * share_of_turn});
  };
  if (robots.empty()) return due;
  const Noise planned(seed, "plant/planned occlusion"), sudden(seed, "plant/sudden occlusion");
  for (std::size_t i = 0; i < config.occlusions.size(); ++i) {
    const auto named = std::ranges::find(robots, config.occlusions[i].robot);
    const auto robot = named == robots.end() ? 0 : named - robots.begin();
    add(config.occlusions[i], static_cast<std::size_t>(robot), planned.measurement(i).uniform(0));
  }
  if (!config.occlude_every || time < Duration{}) return due;

  // one in each span, which ends before the next begins
  const Duration every = *config.occlude_every;
  const auto span = time / every;
  const Noise::Samples drawn = sudden.measurement(static_cast<std::uint64_t>(span));
  const auto share = [&](std::uint64_t sample, Duration most) {
    return Duration(
        static_cast<Duration::rep>(drawn.uniform(sample) * static_cast<double>(most.count())));
  };
  Occlusion occlusion{.type = drawn.uniform(0) < 0.5 ? OccluderType::hand : OccluderType::object,
                      .during = 500ms + share(1, 1s)};
  occlusion.at = span * every + share(3, every - occlusion.during);
  add(occlusion, drawn.bits(2) % robots.size(), drawn.uniform(4));
  return due;
}

}  // namespace tandem
