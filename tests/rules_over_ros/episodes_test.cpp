// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rule_lab.h"

namespace tandem {
namespace {

// What is drawn at random stands around a robot, whose laser sees it without noise.
const std::string drawn = R"(
robots: [{name: emaros, model: emaros, sensors: {lidar: {noise_m: 0}}}]
spawn:
  posts:
    count: 12
    area: {size_x_m: 6, size_y_m: 6}
    spacing_m: 0.2
    keep_clear_m: 0.5
    object: {shape: cylinder, radius_m: 0.1, length_m: 0.6, mass_kg: 5}
)";

TEST(Episodes, AResetRepeatsOneAndTheNextIsDrawnAnew) {
  RuleLab lab(drawn);
  const auto seen = [&] { return lab.look<LaserScan>("scan").ranges; };
  const auto after = [&](const std::string& order) {
    lab.expect_done(order);
    lab.run(500ms);
    return seen();
  };
  const auto first = seen();
  EXPECT_GT(std::ranges::count_if(first, [](float range) { return std::isfinite(range); }), 20);
  EXPECT_EQ(after("reset"), first);
  const auto second = after("next_episode");
  EXPECT_NE(second, first);
  EXPECT_EQ(after("reset"), second) << "it repeats the one that it is in";
  EXPECT_NE(after("next_episode"), second);
  lab.expect_refused("reset,now", "");
  lab.expect_refused("next_episode,7", "");
}

}  // namespace
}  // namespace tandem
