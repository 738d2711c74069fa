// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "rule_world.h"

namespace tandem {
namespace {

// The shipped corridor: its people, clutter and cart, in many episodes.
class Corridor : public ::testing::Test {
 protected:
  Corridor() {
    Findings findings;
    scenario_ = load_checked_scenario("corridor", {}, findings);
    for (const Finding& finding : findings.all()) ADD_FAILURE() << to_string(finding);
  }

  std::shared_ptr<const Scenario> scenario_;
};

Vec2 place_of(const Simulation& simulation, const std::string& name) {
  const Vec3 at = simulation.world().world_from(*simulation.world().find(name)).translation;
  return {at.x, at.y};
}

TEST_F(Corridor, HasRoomForEverythingInEveryEpisode) {
  ASSERT_NE(scenario_, nullptr);
  Simulation simulation(scenario_);
  for (int episode = 0; episode < 100; ++episode) {
    const Frame frame = simulation.edit({.edits = {{.edit = Reset{ResetScope::next_episode}}}});
    EXPECT_TRUE(frame.events.empty()) << frame.events.front().text;
    int people = 0, clutter = 0;
    for (const Entity& entity : *frame.entities) {
      people += entity.info.category == EntityCategory::human;
      clutter += entity.name.starts_with("clutter");
    }
    EXPECT_EQ(people, 4);
    EXPECT_EQ(clutter, 4);
  }
}

TEST_F(Corridor, PeopleGetAboutAndStayInIt) {
  ASSERT_NE(scenario_, nullptr);
  for (std::uint64_t episode = 0; episode < 5; ++episode) {
    Simulation simulation(scenario_, {.episode = episode});
    int blocked = 0;
    double walked_m = 0;
    Vec2 last = place_of(simulation, "people_1");
    while (simulation.time() < 60s) {
      const Frame frame = simulation.step({});
      for (const WorldEvent& event : frame.events) blocked += event.name == "person_blocked";
      const Vec2 now = place_of(simulation, "people_1");
      walked_m += std::hypot(now.x - last.x, now.y - last.y);
      last = now;
      for (const char* name : {"people_1", "people_2", "people_3", "visitor_1"}) {
        const Vec2 at = place_of(simulation, name);
        ASSERT_LT(std::abs(at.x), 7 - 0.2) << name;
        ASSERT_GT(at.y, -1.4 + 0.2) << name;
        ASSERT_LT(at.y, at.x > 0.6 && at.x < 4.2 ? 2.9 - 0.2 : 1.4 - 0.2) << name;
      }
    }
    EXPECT_GT(walked_m, 10) << episode;  // of the 40 m that a minute without waits would make
    EXPECT_LT(blocked, 6) << episode;
  }
}

}  // namespace
}  // namespace tandem
