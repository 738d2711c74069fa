// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_outbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "middleware/dds_testing.h"

namespace tandem {
namespace {

using namespace testing_dds;
using testing::ElementsAre;

constexpr double fast = 1e12;  // bytes a second

// Stands for DDS: remembers the first byte of each message.
class Written {
 public:
  DdsOutbox::Write writer() {
    return [this](std::span<const std::byte> message) {
      const std::lock_guard lock(mutex_);
      first_bytes_.push_back(std::to_integer<int>(message.front()));
      return true;
    };
  }
  std::vector<int> first_bytes() const {
    const std::lock_guard lock(mutex_);
    return first_bytes_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<int> first_bytes_;
};

std::vector<std::byte> message(int first_byte) { return {100, static_cast<std::byte>(first_byte)}; }

TEST(DdsOutbox, KeepsTheOrderOfAllPublishers) {
  DdsOutbox outbox(std::make_shared<DdsTraffic>(), fast);
  Written written;
  const auto one = outbox.open(10, written.writer());
  const auto two = outbox.open(10, written.writer());
  outbox.put(*one, message(1));
  outbox.put(*two, message(2));
  outbox.put(*one, message(3));
  ASSERT_TRUE(eventually([&] { return written.first_bytes().size() == 3; }));
  EXPECT_THAT(written.first_bytes(), ElementsAre(1, 2, 3));
  EXPECT_TRUE(eventually([&] { return outbox.counts(*one).sent == 2; }));
  EXPECT_EQ(outbox.counts(*two).sent, 1u);
}

TEST(DdsOutbox, NewestReplacesOldestWhileTheNetworkIsBehind) {
  const auto traffic = std::make_shared<DdsTraffic>();
  traffic->waiting_bytes = 1'000'000;
  DdsOutbox outbox(traffic, fast);
  Written written;
  const auto lane = outbox.open(2, written.writer());
  for (int i = 1; i <= 5; ++i) outbox.put(*lane, message(i));
  EXPECT_EQ(outbox.counts(*lane).dropped, 3u);
  EXPECT_EQ(outbox.counts(*lane).sent, 0u);

  traffic->waiting_bytes = 0;
  ASSERT_TRUE(eventually([&] { return outbox.counts(*lane).sent == 2; }));
  EXPECT_THAT(written.first_bytes(), ElementsAre(4, 5));
}

TEST(DdsOutbox, DoesNotHurryDds) {
  DdsOutbox outbox(std::make_shared<DdsTraffic>(), 0.001);  // the first message takes a day
  Written written;
  const auto lane = outbox.open(1, written.writer());
  outbox.put(*lane, message(1));
  ASSERT_TRUE(eventually([&] { return outbox.counts(*lane).sent == 1; }));
  outbox.put(*lane, message(2));
  outbox.put(*lane, message(3));
  EXPECT_EQ(outbox.counts(*lane).dropped, 1u);
  EXPECT_THAT(written.first_bytes(), ElementsAre(1));
}

TEST(DdsOutbox, CountsWhatDdsRefuses) {
  DdsOutbox outbox(std::make_shared<DdsTraffic>(), fast);
  const auto lane = outbox.open(1, [](auto) { return false; });
  outbox.put(*lane, message(1));
  EXPECT_TRUE(eventually([&] { return outbox.counts(*lane).dropped == 1; }));
}

TEST(DdsOutbox, WritesNothingForAClosedLane) {
  const auto traffic = std::make_shared<DdsTraffic>();
  traffic->waiting_bytes = 1'000'000;
  DdsOutbox outbox(traffic, fast);
  Written closed, other;
  const auto closed_lane = outbox.open(1, closed.writer());
  const auto other_lane = outbox.open(1, other.writer());
  outbox.put(*closed_lane, message(1));
  outbox.put(*other_lane, message(2));
  outbox.close(*closed_lane);
  traffic->waiting_bytes = 0;
  ASSERT_TRUE(eventually([&] { return !other.first_bytes().empty(); }));
  EXPECT_TRUE(closed.first_bytes().empty());
}

}  // namespace
}  // namespace tandem
