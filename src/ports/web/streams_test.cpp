// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/streams.h"

#include <gmock/gmock.h>

#include "simulation/simulation.h"
#include "simulation/test_scenarios.h"

namespace tandem::web {
namespace {

using std::chrono::milliseconds;

std::shared_ptr<const Frame> step(Simulation& simulation, Inputs inputs = {}) {
  return std::make_shared<const Frame>(simulation.step(std::move(inputs)));
}

ServerMoment at_ms(int ms) { return {WebClock::time_point(milliseconds(ms)), ms * 1000}; }

TEST(FrameStream, BeginsWithAllBodiesThenTellsWhatMoved) {
  Simulation simulation(load_good("push"), {.threads = 1});
  FrameStream stream;
  MovedBodies bodies;
  const auto first = step(simulation);
  const auto full = decode_frame(stream.next(first, 1, at_ms(100), bodies).value());
  ASSERT_TRUE(full);
  EXPECT_TRUE(full->is_full);
  EXPECT_EQ(full->bodies.size(), first->world_from_body.size());
  EXPECT_EQ(full->time, first->time);
  EXPECT_EQ(full->sent_us, 100'000);
  EXPECT_FALSE(stream.next(first, 1, at_ms(200), bodies)) << "a frame is sent once";

  for (int i = 0; i < 100; ++i) step(simulation);  // the robot drives off at 0.5 s
  const auto moved = step(simulation);
  const auto change = decode_frame(stream.next(moved, 1, at_ms(200), bodies).value());
  ASSERT_TRUE(change);
  EXPECT_FALSE(change->is_full);
  EXPECT_EQ(change->sequence, 2u);
  EXPECT_LT(change->bodies.size(), full->bodies.size());
  ASSERT_FALSE(change->bodies.empty());
  for (const BodyPose& body : change->bodies) {
    const Pose& truth = moved->world_from_body[body.id];
    EXPECT_NEAR(body.pose.translation.x, truth.translation.x, 5.1e-5);
    EXPECT_FALSE(first->world_from_body[body.id] == truth);
  }
}

TEST(FrameStream, HasTwoLargeFramesOnTheWayAndThenWaits) {
  Simulation simulation(load_good("crowd"), {.threads = 1});
  FrameStream stream;
  MovedBodies bodies;
  // a thousand boxes, of 17 bytes each
  EXPECT_GT(stream.next(step(simulation), 1, at_ms(0), bodies).value().size(), 16'384u);
  EXPECT_TRUE(stream.next(step(simulation), 1, at_ms(100), bodies));
  EXPECT_FALSE(stream.next(step(simulation), 1, at_ms(200), bodies));
  EXPECT_TRUE(stream.acknowledge(1));
  EXPECT_TRUE(stream.next(step(simulation), 1, at_ms(300), bodies));
  EXPECT_FALSE(stream.acknowledge(7)) << "which was never sent";
  EXPECT_TRUE(stream.acknowledge(3));
  EXPECT_FALSE(stream.acknowledge(2)) << "later ones were acknowledged already";
}

// As the server asks: at each frame, each credit and fifty times a second besides.
TEST(FrameStream, CountsEachFrameThatItWasTooSlowForOnce) {
  Simulation simulation(load_good("push"), {.threads = 1});
  FrameStream stream;
  MovedBodies bodies;
  for (int i = 0; i < 6; ++i) stream.next(step(simulation), 1, at_ms(100 * i), bodies);
  for (int i = 0; i < 10; ++i) {
    const auto frame = step(simulation);
    for (int again = 0; again < 3; ++again) stream.next(frame, 1, at_ms(600 + 10 * i), bodies);
  }
  EXPECT_EQ(stream.skipped(), 9u) << "the tenth still waits";
  stream.acknowledge(6);
  const PublishedFrame last(step(simulation));
  EXPECT_TRUE(stream.next(last, 1, at_ms(800), bodies));
  EXPECT_EQ(stream.skipped(), 10u);

  // what has been sent was not too much, however much waits on the way
  stream.hold_back(last);
  stream.hold_back(step(simulation));
  EXPECT_TRUE(stream.next(step(simulation), 1, at_ms(900), bodies));
  EXPECT_EQ(stream.skipped(), 11u);
}

TEST(FrameStream, CountsNoneThatWaitedAndWasSent) {
  Simulation simulation(load_good("push"), {.threads = 1});
  FrameStream stream;
  MovedBodies bodies;
  for (int i = 0; i < 6; ++i) stream.next(step(simulation), 1, at_ms(100 * i), bodies);
  const auto frame = step(simulation);
  EXPECT_FALSE(stream.next(frame, 1, at_ms(600), bodies));
  stream.acknowledge(6);
  EXPECT_TRUE(stream.next(frame, 1, at_ms(610), bodies));
  EXPECT_TRUE(stream.next(step(simulation), 1, at_ms(700), bodies));
  EXPECT_EQ(stream.skipped(), 0u);
}

TEST(FrameStream, HasSixSmallFramesOnTheWay) {
  Simulation simulation(load_good("push"), {.threads = 1});
  FrameStream stream;
  MovedBodies bodies;
  for (int i = 0; i < 6; ++i) EXPECT_TRUE(stream.next(step(simulation), 1, at_ms(100 * i), bodies));
  EXPECT_FALSE(stream.next(step(simulation), 1, at_ms(600), bodies));
  EXPECT_TRUE(stream.acknowledge(2));
  for (int i = 7; i < 9; ++i) EXPECT_TRUE(stream.next(step(simulation), 1, at_ms(100 * i), bodies));
  EXPECT_FALSE(stream.next(step(simulation), 1, at_ms(900), bodies));
}

TEST(FrameStream, RemembersHowOldPosesWere) {
  Simulation simulation(load_good("push"), {.threads = 1});
  FrameStream stream;
  MovedBodies bodies;
  auto seen = std::make_shared<Frame>(simulation.step({}));
  seen->journey.pose_received = at_ms(95).now;
  stream.next(PublishedFrame(seen), 1, at_ms(100), bodies);
  stream.next(step(simulation), 1, at_ms(200), bodies);
  EXPECT_EQ(stream.acknowledge(1), 5000u);
  EXPECT_EQ(stream.acknowledge(2), unknown_us);
}

TEST(FrameStream, CountsAPoseWhoseOwnFrameWasNotSent) {
  Simulation simulation(load_good("push"), {.threads = 1});
  FrameStream stream;
  MovedBodies bodies;
  stream.next(step(simulation), 1, at_ms(0), bodies);
  const PublishedFrame later(step(simulation), at_ms(45).now);
  ASSERT_TRUE(stream.next(later, 1, at_ms(50), bodies));
  EXPECT_EQ(stream.acknowledge(2), 5000u);
  // which has been told
  stream.next(PublishedFrame(step(simulation), later.newest_pose), 1, at_ms(100), bodies);
  EXPECT_EQ(stream.acknowledge(3), unknown_us);
}

TEST(FrameStream, APoseIsWorthAFrameAtOnce) {
  Simulation simulation(load_good("push"), {.threads = 1});
  FrameStream stream;
  MovedBodies bodies;
  ASSERT_TRUE(stream.next(step(simulation), 1, at_ms(100), bodies));
  const auto frame = step(simulation);
  EXPECT_FALSE(stream.next(frame, 1, at_ms(101), bodies));
  EXPECT_TRUE(stream.next(PublishedFrame(frame, at_ms(100).now), 1, at_ms(101), bodies));
}

TEST(FrameStream, SendsNoMoreThanAScreenShows) {
  Simulation simulation(load_good("push"), {.threads = 1});
  FrameStream stream;
  MovedBodies bodies;
  int sent = 0;
  for (int ms = 0; ms < 1000; ms += 2)
    if (stream.next(step(simulation), 1, at_ms(ms), bodies)) {
      stream.acknowledge(static_cast<std::uint32_t>(++sent));
    }
  EXPECT_GE(sent, 60);
  EXPECT_LE(sent, 85);
}

TEST(FrameStream, AnotherEpochBeginsWithAllBodiesAtOnce) {
  Simulation simulation(load_good("push"), {.threads = 1});
  FrameStream stream;
  MovedBodies bodies;
  stream.next(step(simulation), 1, at_ms(0), bodies);
  const auto full = decode_frame(stream.next(step(simulation), 2, at_ms(1), bodies).value());
  EXPECT_TRUE(full->is_full);
  EXPECT_EQ(full->epoch, 2u);
}

TEST(FrameStream, PagesThatKeepUpShareWhatMoved) {
  Simulation simulation(load_good("push"), {.threads = 1});
  FrameStream one, other;
  MovedBodies bodies;
  const auto first = step(simulation), second = step(simulation);
  const auto message = [&](FrameStream& stream, const auto& frame, int ms) {
    return decode_frame(stream.next(frame, 1, at_ms(ms), bodies).value()).value();
  };
  EXPECT_EQ(message(one, first, 0).bodies.size(), message(other, first, 0).bodies.size());
  const auto before = bodies.between(first, second);
  EXPECT_EQ(message(one, second, 50).bodies.size(), before.count);
  EXPECT_EQ(message(other, second, 90).sent_us, 90'000);
  EXPECT_EQ(&bodies.between(first, second), &bodies.between(first, second));
}

TEST(WatchTurn, ComesWhenAFrameThatWasSentLaterIsApplied) {
  Simulation simulation(load_good("push"), {.threads = 1});
  FrameStream frames;
  MovedBodies bodies;
  WatchTurn turn;
  EXPECT_TRUE(turn.is_now(frames, at_ms(0).now));
  frames.next(step(simulation), 1, at_ms(0), bodies);
  turn.sent(frames, at_ms(0).now);
  frames.next(step(simulation), 1, at_ms(50), bodies);
  // a page that is busy for a second has not seen it, however long ago it was sent
  EXPECT_FALSE(turn.is_now(frames, at_ms(1000).now));
  frames.acknowledge(1);
  EXPECT_FALSE(turn.is_now(frames, at_ms(1000).now)) << "the first frame was sent before it";
  frames.acknowledge(2);
  EXPECT_TRUE(turn.is_now(frames, at_ms(1000).now));
}

TEST(WatchTurn, HasAPaceWhileTheWorldStandsStill) {
  Simulation simulation(load_good("push"), {.threads = 1});
  FrameStream frames;
  MovedBodies bodies;
  WatchTurn turn;
  frames.next(step(simulation), 1, at_ms(0), bodies);
  turn.sent(frames, at_ms(10).now);
  frames.acknowledge(1);
  EXPECT_FALSE(turn.is_now(frames, at_ms(50).now));
  EXPECT_TRUE(turn.is_now(frames, at_ms(110).now));
}

// What is served in one round in which there is room for so many.
std::string served(WatchList& list, int room) {
  std::string names;
  list.go_around([&](const std::string& name, std::uint64_t& version) {
    if (room-- == 0) return false;
    names += name;
    ++version;
    return true;
  });
  return names;
}

TEST(WatchList, ServesFirstWhoHadToWait) {
  WatchList list;
  list.set({"d", "b", "a", "c"});
  EXPECT_EQ(served(list, 4), "abcd");
  EXPECT_EQ(served(list, 1), "a");
  EXPECT_EQ(served(list, 2), "bc");
  EXPECT_EQ(served(list, 3), "dab");
  list.set({"a", "e"});  // the one whose turn it was is gone
  EXPECT_EQ(served(list, 2), "ea");
  list.set({});
  EXPECT_EQ(served(list, 2), "");
}

TEST(WatchList, TellsWhatBeginsAndEndsAndKeepsVersionsOfTheRest) {
  WatchList list;
  EXPECT_THAT(list.set({"a", "b", "a"}).begun, testing::ElementsAre("a", "b"));
  served(list, 2);
  const WatchList::Change change = list.set({"c", "b"});
  EXPECT_THAT(change.begun, testing::ElementsAre("c"));
  EXPECT_THAT(change.ended, testing::ElementsAre("a"));
  EXPECT_THAT(list.versions(), testing::ElementsAre(std::pair("b", 1u), std::pair("c", 0u)));
  list.forget_versions();
  EXPECT_EQ(list.versions().at("b"), 0u);
}

TEST(WatchList, HasRoomForAThousandNamesAndTheirBytes) {
  WatchList list;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < WatchList::most; ++i) names.push_back(std::to_string(i));
  EXPECT_EQ(list.set(names).left_out, 0u);
  names.insert(names.end(), {"late", "later", "0"});
  EXPECT_EQ(list.set(names).left_out, 2u);
  EXPECT_FALSE(list.versions().contains("late"));
  const std::string half(WatchList::most_bytes / 2, 'x');
  EXPECT_EQ(list.set({half, half + 'x', "short"}).left_out, 1u);
  EXPECT_THAT(list.versions(), testing::SizeIs(2));
}

TEST(PaintStream, SendsWhatIsPaintedAndWhatIsErased) {
  Simulation simulation(load_good("office"), {.threads = 1});
  PaintStream stream;
  const auto first = step(simulation);
  ASSERT_TRUE(first->paint);
  const Vec2 middle = first->paint->placement().area.world_from_center.translation;
  const auto start = decode_paint(stream.next(*first, 1).value());
  ASSERT_TRUE(start);
  EXPECT_TRUE(start->is_full);

  const auto painted =
      step(simulation, {.paint = {paint_stamp(PaintDisc{middle, 0.1}, {1, 0, 0, 1})}});
  const auto change = decode_paint(stream.next(*painted, 1).value());
  ASSERT_TRUE(change);
  EXPECT_FALSE(change->is_full);
  std::size_t red = 0;
  for (const PaintTile& tile : change->tiles)
    for (const Rgba& pixel : tile.pixels) red += pixel == Rgba{255, 0, 0, 255};
  const double pixel_m = painted->paint->placement().pixel_m;
  EXPECT_NEAR(static_cast<double>(red), 3.1416 * 0.01 / (pixel_m * pixel_m), 140);
  EXPECT_FALSE(stream.next(*painted, 1)) << "nothing is new";

  const auto erased = step(simulation, {.paint = {paint_erase(PaintEverywhere{})}});
  const auto clear = decode_paint(stream.next(*erased, 1).value());
  ASSERT_TRUE(clear);
  for (const PaintTile& tile : clear->tiles) EXPECT_TRUE(tile.pixels.empty());
}

}  // namespace
}  // namespace tandem::web
