// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/projector/prediction.h"

#include <gtest/gtest.h>

#include "ports/projector/projector_port.h"
#include "simulation/pacer.h"

namespace tandem {
namespace {

constexpr WallTime begun{1h};

Frame step_of_10ms() {
  Frame frame;
  frame.advanced = 10ms;
  frame.journey = {.begun = begun, .published = begun + 1ms};
  return frame;
}

Duration ahead(double speed, Duration after_begin) {
  return ahead_of(step_of_10ms(), speed, begun + after_begin, begun + 1ms);
}

TEST(Prediction, IsOfTheMomentWhenThePictureIsSeen) {
  EXPECT_EQ(ahead(1, 10ms), 0ms) << "a frame shows the end of its step";
  EXPECT_EQ(ahead(1, 4ms), -6ms);
  EXPECT_EQ(ahead(1, 25ms), 15ms);
}

TEST(Prediction, GoesAsFastAsTheRun) {
  // 10 ms of a quarter of the speed last 40 ms, of ten times the speed 1 ms
  EXPECT_EQ(ahead(0.25, 40ms), 0ms);
  EXPECT_EQ(ahead(0.25, 60ms), 5ms);
  EXPECT_EQ(ahead(10, 1ms), 0ms);
  EXPECT_EQ(ahead(10, 3ms), 20ms);
}

TEST(Prediction, IsNeverBeforeTheStepNorFarAhead) {
  EXPECT_EQ(ahead(1, -5ms), -10ms);
  EXPECT_EQ(ahead(1, 100ms), 50ms);
  EXPECT_EQ(ahead(10, 100ms), 50ms);
}

TEST(Prediction, IsNoneWhereNobodyKnowsWhatFollows) {
  EXPECT_EQ(ahead(0, 30ms), 0ms);
  EXPECT_EQ(speed_of({.speed = 2}), 2);
  EXPECT_EQ(speed_of({.is_paused = true, .speed = 2}), 0);
  EXPECT_EQ(speed_of({.speed = Pacer::as_fast_as_possible}), 0);
  Frame edited = step_of_10ms();
  edited.advanced = {};
  EXPECT_EQ(ahead_of(edited, 1, begun + 30ms, begun + 1ms), 0ms);
  EXPECT_EQ(ahead_of(step_of_10ms(), 1, begun + 310ms, begun + 300ms), 0ms)
      << "no frame comes any more";
}

TEST(ProjectorCounts, CountThePoseOfEachPictureOnce) {
  ProjectorCounts counts;
  counts.add(begun, begun + 4ms);
  // somebody switches a layer ten seconds later, while the world is paused
  counts.add(begun, begun + 10s);
  counts.add(std::nullopt, begun + 10s);
  EXPECT_EQ(counts.report().pictures, 3u);
  EXPECT_EQ(counts.report().pose_to_picture.count(), 1u);
  EXPECT_EQ(counts.report().pose_to_picture.max(), 4ms);
  EXPECT_EQ(counts.take_report().pictures, 3u);
  EXPECT_EQ(counts.report().pictures, 0u);
  counts.add(begun, begun + 11s);
  EXPECT_EQ(counts.report().pose_to_picture.count(), 0u);
}

// As when drawing takes longer than a step.
TEST(ProjectorCounts, CountAPoseWhoseOwnFrameWasNotDrawn) {
  const auto with_pose = std::make_shared<Frame>(step_of_10ms());
  with_pose->journey.pose_received = begun;
  const auto later = std::make_shared<Frame>(step_of_10ms());
  later->journey.pose_received.reset();
  PublishedFrame newest(with_pose);
  newest = {later, newest.newest_pose};
  ProjectorCounts counts;
  counts.add(newest.newest_pose, begun + 14ms);
  EXPECT_EQ(counts.report().pose_to_picture.count(), 1u);
  EXPECT_EQ(counts.report().pose_to_picture.max(), 14ms);
}

}  // namespace
}  // namespace tandem
