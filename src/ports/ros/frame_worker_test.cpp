// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/frame_worker.h"

#include <gmock/gmock.h>

#include <future>
#include <latch>
#include <thread>

namespace tandem {
namespace {

using testing::ElementsAre;

FrameWorker::FramePtr frame(std::uint64_t step) {
  Frame made;
  made.step_count = step;
  return std::make_shared<const Frame>(std::move(made));
}

TEST(FrameWorker, FramesAndTasksComeInOrder) {
  std::vector<int> order;
  std::promise<void> done;
  FrameWorker worker(
      FrameWorker::Mode::threaded,
      {.on_frame = [&](const auto& f) { order.push_back(int(f->step_count)); }, .on_idle = [] {}});
  worker.put(frame(1));
  worker.post([&] { order.push_back(2); });
  worker.put(frame(3));
  worker.post([&] { done.set_value(); });

  done.get_future().wait();
  EXPECT_THAT(order, ElementsAre(1, 2, 3));
  EXPECT_EQ(worker.dropped_frames(), 0u);
}

TEST(FrameWorker, AWorkerThatIsStuckCostsOldFramesAndNoTask) {
  std::latch stuck(1), go_on(1);
  std::vector<std::uint64_t> seen;
  std::promise<void> done;
  int tasks = 0;
  FrameWorker worker(
      FrameWorker::Mode::threaded,
      {.on_frame = [&](const auto& f) { seen.push_back(f->step_count); }, .on_idle = [] {}});
  worker.post([&] {
    stuck.count_down();
    go_on.wait();
  });
  stuck.wait();
  for (std::uint64_t i = 1; i <= 40; ++i) {
    worker.put(frame(i), [&] { ++tasks; });
  }
  EXPECT_EQ(worker.waiting_frames(), 32u);
  worker.post([&] { done.set_value(); });
  go_on.count_down();

  done.get_future().wait();
  EXPECT_EQ(worker.dropped_frames(), 8u);
  EXPECT_EQ(worker.waiting_frames(), 0u);
  ASSERT_EQ(seen.size(), 32u);
  EXPECT_EQ(seen.front(), 9u);
  EXPECT_EQ(seen.back(), 40u);
  EXPECT_EQ(tasks, 40);
}

TEST(FrameWorker, WhoWaitsForItLosesNoFrame) {
  std::vector<std::uint64_t> seen;
  FrameWorker worker(FrameWorker::Mode::threaded, {.on_frame =
                                                       [&](const auto& f) {
                                                         std::this_thread::yield();
                                                         seen.push_back(f->step_count);
                                                       },
                                                   .on_idle = [] {}});
  for (std::uint64_t i = 0; i < 5000; ++i) {
    worker.wait_for_room();
    EXPECT_LE(worker.waiting_frames(), 16u);
    worker.put(frame(i));
  }
  worker.wait_for_frames();
  EXPECT_EQ(worker.waiting_frames(), 0u);
  EXPECT_EQ(worker.dropped_frames(), 0u);
  EXPECT_EQ(seen.size(), 5000u);
}

TEST(FrameWorker, NobodyWaitsForOneThatIsStopped) {
  std::latch stuck(1), go_on(1);
  FrameWorker worker(FrameWorker::Mode::threaded, {.on_frame =
                                                       [&](const auto&) {
                                                         stuck.count_down();
                                                         go_on.wait();
                                                       },
                                                   .on_idle = [] {}});
  worker.put(frame(1));
  stuck.wait();
  worker.put(frame(2));
  std::jthread stopping([&] { worker.stop(); });
  worker.wait_for_frames();
  go_on.count_down();
}

TEST(FrameWorker, InLockstepAllIsDoneWhenPutReturns) {
  std::vector<int> order;
  FrameWorker worker(
      FrameWorker::Mode::lockstep,
      {.on_frame = [&](const auto& f) { order.push_back(int(f->step_count)); }, .on_idle = [] {}});
  worker.post([&] { order.push_back(1); });
  EXPECT_TRUE(order.empty());
  worker.put(frame(2));
  EXPECT_THAT(order, ElementsAre(1, 2));
}

TEST(FrameWorker, TellsWhenNothingComes) {
  std::promise<void> idle;
  bool is_told = false;
  FrameWorker worker(FrameWorker::Mode::threaded, {.on_frame = [](const auto&) {},
                                                   .on_idle =
                                                       [&] {
                                                         if (!is_told) idle.set_value();
                                                         is_told = true;
                                                       }});
  idle.get_future().wait();
}

TEST(FrameWorker, StopsWhileThingsWait) {
  std::latch stuck(1), go_on(1);
  int frames = 0;
  FrameWorker worker(FrameWorker::Mode::threaded,
                     {.on_frame = [&](const auto&) { ++frames; }, .on_idle = [] {}});
  worker.post([&] {
    stuck.count_down();
    go_on.wait();
  });
  stuck.wait();
  worker.put(frame(1));
  std::jthread stopping([&] { worker.stop(); });
  go_on.count_down();
  stopping.join();
  EXPECT_LE(frames, 1);
}

}  // namespace
}  // namespace tandem
