// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/mission_point.h"

#include <gmock/gmock.h>

namespace tandem {
namespace {

using testing::HasSubstr;

const std::vector<std::string> successes{"done"};

StateMachine fetching() {
  return StateMachine({.outcomes = {"done", "robbed"},
                       .states = {
                           {.name = "go", .outcomes = {"there"}, .next = {{"there", "take"}}},
                           {.name = "take",
                            .outcomes = {"taken", "gone"},
                            .next = {{"taken", "done"}, {"gone", "robbed"}}},
                       }});
}

}  // namespace

TEST(MissionPoint, GoesFromStateToStateToItsEnd) {
  const StateMachine machine = fetching();
  MissionPoint point = begin(machine, 1s);
  EXPECT_TRUE(point.is_running());
  EXPECT_EQ(point.active, "go");
  point = after(machine, successes, point, {"there", "drove 2 m"}, 3s);
  EXPECT_EQ(point.active, "take");
  EXPECT_EQ(point.since, 3s);
  EXPECT_EQ(point.outcome, "there");
  EXPECT_EQ(point.message, "drove 2 m");
  const MissionPoint done = after(machine, successes, point, {"taken", ""}, 4s);
  EXPECT_EQ(done.status, MissionStatus::succeeded);
  EXPECT_EQ(done.active, "take") << "where it was at its end";
  EXPECT_EQ(done.outcome, "done");
  const MissionPoint robbed = after(machine, successes, point, {"gone", "nothing there"}, 4s);
  EXPECT_EQ(robbed.status, MissionStatus::failed);
  EXPECT_EQ(robbed.outcome, "robbed");
  EXPECT_EQ(robbed.message, "nothing there");
}

TEST(MissionPoint, GoesOnWhereItWasStopped) {
  const StateMachine machine = fetching();
  const MissionPoint taking = after(machine, successes, begin(machine, 0s), {"there", ""}, 1s);
  const Result<MissionPoint> stopped = stop(taking);
  ASSERT_TRUE(stopped);
  EXPECT_EQ(stopped->status, MissionStatus::stopped);
  EXPECT_FALSE(stop(*stopped)) << "once is enough";
  const Result<MissionPoint> resumed = resume(*stopped, 9s);
  ASSERT_TRUE(resumed);
  EXPECT_TRUE(resumed->is_running());
  EXPECT_EQ(resumed->active, "take");
  EXPECT_EQ(resumed->since, 9s);
  EXPECT_THAT(resume(*resumed, 9s).error(), HasSubstr("running"));
}

TEST(MissionPoint, AFailureIsTriedAgainByResumeASuccessIsNot) {
  const StateMachine machine = fetching();
  const MissionPoint taking = after(machine, successes, begin(machine, 0s), {"there", ""}, 1s);
  EXPECT_TRUE(resume(after(machine, successes, taking, {"gone", ""}, 2s), 3s));
  EXPECT_THAT(resume(after(machine, successes, taking, {"taken", ""}, 2s), 3s).error(),
              HasSubstr("restart"));
}

TEST(MissionPoint, WhoseRobotSomebodyTookIsStoppedThereAndResumed) {
  const StateMachine machine(
      {.outcomes = {"done", "preempted"},
       .states = {{.name = "go",
                   .outcomes = {"there", "preempted"},
                   .next = {{"there", "done"}, {"preempted", "preempted"}}}}});
  const MissionPoint taken =
      after(machine, successes, begin(machine, 0s), {"preempted", "another goal came"}, 2s);
  EXPECT_EQ(taken.status, MissionStatus::stopped) << "nothing failed";
  EXPECT_EQ(taken.outcome, "preempted");
  EXPECT_EQ(taken.active, "go");
  EXPECT_THAT(taken.message, HasSubstr("another goal came"));
  EXPECT_THAT(taken.message, HasSubstr("stopped in go; resume goes on there"));
  EXPECT_TRUE(resume(taken, 9s)->is_running());
}

TEST(MissionPoint, RestartsAnywhere) {
  const StateMachine machine = fetching();
  EXPECT_EQ(restart(machine, "", 5s)->active, "go");
  EXPECT_EQ(restart(machine, "take", 5s)->active, "take");
  EXPECT_THAT(restart(machine, "steal", 5s).error(), HasSubstr("no state 'steal'"));
}

}  // namespace tandem
