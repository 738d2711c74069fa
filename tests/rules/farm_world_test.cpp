// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "driver.h"
#include "shipped_world.h"

namespace tandem {
namespace {

struct Job {
  std::string tool;
  double rack_y;
  std::string state;  // that the tool makes
};
const std::vector<Job> jobs{
    {"plow", -1.05, "ploughed"}, {"seeder", -0.4, "seeded"}, {"harvester", 0.25, "harvested"}};

// A robot in front of a rack takes what stands there, comes back along a lane of the field with it
// and puts it down where it was. It is put before rack and field, and drives the rest.
class FarmWorld : public ShippedWorld {
 public:
  explicit FarmWorld(ScenarioOptions options = {}) : ShippedWorld("farm", std::move(options)) {}

  void stand(double x, double y, double yaw) {
    edit(SetEntityState{"emaros", Pose{{x, y, 0.035}, Quat::from_rpy(0, 0, yaw)}, {}});
    run(80ms);
  }
  void expect_done(const std::string& words) {
    const OrderOutcome outcome = order(words);
    EXPECT_TRUE(outcome.is_done) << words << ": " << outcome.text;
  }
  double tiles(const std::string& state) const { return std::get<double>(status("field", state)); }
};

TEST(FarmWorld, HasToolsThatStandInTheirRacks) {
  FarmWorld farm;
  const auto place = [&](const Job& job) { return farm.pose_of(job.tool); };
  std::vector<Pose> before;
  for (const Job& job : jobs) before.push_back(place(job));
  farm.run(5s);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    EXPECT_LT(length(place(jobs[i]).translation - before[i].translation), 0.005) << jobs[i].tool;
    EXPECT_GT((place(jobs[i]).rotation * Vec3{0, 0, 1}).z, 0.999) << jobs[i].tool << " toppled";
  }
}

TEST(FarmWorld, IsWorkedOnWithToolsFromTheRacks) {
  ScenarioOptions options;
  options.overrides = {{"rules.field.sprouting", "1s"}, {"rules.field.ripening", "1s"}};
  FarmWorld farm(options);
  const double all = farm.tiles("untouched");
  EXPECT_EQ(all, 40 * 32);
  for (const Job& job : jobs) {
    const Pose home = farm.pose_of(job.tool);
    farm.stand(-1.3, job.rack_y, std::numbers::pi);
    farm.expect_done("attach," + job.tool);
    farm.drive("emaros", -0.4, 0, 1s);  // backwards, out of the rack
    farm.stand(-0.9, 0, 0);
    farm.expect_done("tool,on");
    farm.drive("emaros", 0.5, 0, 4500ms);
    farm.expect_done("tool,off");
    farm.stand(-1.0, job.rack_y, std::numbers::pi);
    farm.drive("emaros", 0.3, 0, 1s);
    farm.expect_done("detach");
    farm.run(500ms);
    EXPECT_LT(length(farm.pose_of(job.tool).translation - home.translation), 0.1)
        << job.tool << " is in its rack again";
    farm.run(1s);
  }
  // a lane of 2 m less a little, 0.3 m wide: 6 tiles across
  EXPECT_GE(farm.tiles("harvested"), 38 * 6);
  EXPECT_LE(farm.tiles("harvested"), 40 * 8);
  EXPECT_EQ(farm.tiles("harvested") + farm.tiles("ripe") + farm.tiles("ploughed"),
            all - farm.tiles("untouched"));
}

// The field is 2 by 1.6 m around (0.3, -0.1). A plow is 0.3 m wide and meets the floor from 0.205
// to 0.305 m before the robot: lane by lane, there and back, it needs so much room to turn in.
TEST(FarmWorld, CanBePloughedToItsEdgesWithoutATouch) {
  FarmWorld farm;
  Driver driver(farm, "emaros");
  driver.go_to({-1.0, -1.05});
  driver.turn_to(std::numbers::pi);
  farm.expect_done("attach,plow");
  driver.back_to({-0.75, -1.05});
  farm.expect_done("tool,on");
  constexpr double west = -0.93, east = 1.53, first = -0.78, last = 0.58;
  constexpr int lanes = 7;
  for (int lane = 0; lane < lanes; ++lane) {
    const double y = first + (last - first) * lane / (lanes - 1);
    const bool is_eastward = lane % 2 == 0;
    driver.go_to({is_eastward ? west : east, y});
    driver.go_to({is_eastward ? east : west, y});
  }
  EXPECT_EQ(farm.tiles("untouched"), 0);
  EXPECT_EQ(farm.tiles("ploughed"), 40 * 32);
  farm.expect_done("tool,off");

  // back into its rack
  driver.go_to({-0.75, -1.05});
  driver.go_to({-1.38, -1.05});
  farm.expect_done("detach");
  driver.back_to({-0.9, -1.05});
  EXPECT_LT(std::hypot(farm.pose_of("plow").translation.x + 1.64,
                       farm.pose_of("plow").translation.y + 1.05),
            0.05);
  EXPECT_THAT(driver.bumps(), ::testing::IsEmpty());
}

TEST(FarmWorld, IsTheSameForATwin) {
  ScenarioOptions options;
  options.overrides = {{"robots.0.mode", "twin"}};
  FarmWorld farm(options);
  // a real robot stands before the plow, takes it, and drives into the field with it
  const auto seen = [&](Pose2 real) {
    farm.step({.poses = {{.robot = "emaros", .stamp = farm.simulation().time(), .marker = real}}});
  };
  Pose2 real{{-1.3, -1.05}, std::numbers::pi};
  for (int i = 0; i < 60; ++i) seen(real);
  farm.expect_done("attach,plow");
  real = {{-0.9, 0}, 0};
  for (int i = 0; i < 60; ++i) seen(real);
  farm.expect_done("tool,on");
  for (int i = 0; i < 400; ++i) {
    real.translation.x += 0.5 * 0.008;
    seen(real);
  }
  EXPECT_GE(farm.tiles("ploughed"), 25 * 6) << "1.6 m, less the way to the field";
}

}  // namespace
}  // namespace tandem
