// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_outgoing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "middleware/dds_forger.h"

namespace tandem {
namespace {

using namespace testing_dds;
using testing::ElementsAre;

class Outgoing : public testing::Test {
 protected:
  struct Beat {
    std::uint32_t writer = 0;
    std::uint64_t first = 0;
    std::uint64_t last = 0;
    std::uint32_t count = 0;
    friend bool operator==(const Beat&, const Beat&) = default;
  };

  // An announcement of a writer with this number.
  Packet announcement(std::uint64_t number) const {
    return forger_.announce_endpoint(true, "rt/a", "a::msg::dds_::B_", number);
  }
  Packet heartbeat(std::uint64_t first, std::uint64_t last, std::uint32_t count) const {
    return forger_.heartbeat(Forger::writer_announcer, Forger::writer_detector, first, last, count);
  }
  static Packet joined(Packet first, const Packet& second) {
    first.insert(first.end(), second.begin() + wire::header_size, second.end());
    return first;
  }
  // The heartbeats that leave with a packet.
  std::vector<Beat> beats(const Packet& packet) {
    std::vector<Beat> found;
    wire::Submessages submessages(outgoing_.prepare(packet));
    while (const auto submessage = submessages.next()) {
      if (submessage->kind != wire::heartbeat) continue;
      wire::Reader reader = submessage->read();
      reader.entity();
      Beat& beat = found.emplace_back();
      beat.writer = reader.entity();
      beat.first = reader.sequence();
      beat.last = reader.sequence();
      beat.count = reader.u32();
      EXPECT_FALSE(reader.has_failed());
      EXPECT_EQ(submessage->flags & 2, 0);  // an answer is asked for
    }
    EXPECT_FALSE(submessages.has_failed());
    return found;
  }
  static Beat beat(std::uint64_t first, std::uint64_t last, std::uint32_t count) {
    return {Forger::writer_announcer, first, last, count};
  }

  const Forger forger_{0, 1};
  DdsSentFragments sent_;
  DdsOutgoing outgoing_{sent_};
};

TEST_F(Outgoing, RemembersTheFragmentsOfThatManyWritersOnly) {
  for (std::uint32_t writer = 1; writer <= 1001; ++writer) sent_.note(writer, 7, 3);
  EXPECT_EQ(sent_.fragments_of(1, 7), 0u);
  EXPECT_EQ(sent_.fragments_of(2, 7), 3u);
  EXPECT_EQ(sent_.fragments_of(1001, 7), 3u);
}

TEST_F(Outgoing, LeavesWithoutStatistics) {
  const Packet packet = forger_.data(1, 10, false);
  EXPECT_EQ(outgoing_.prepare(joined(packet, forger_.statistics(true))).size(), packet.size());
}

TEST_F(Outgoing, NewsAreNotFollowedByAHeartbeat) {
  EXPECT_THAT(beats(heartbeat(1, 400, 5)), ElementsAre(beat(1, 400, 5)));
  EXPECT_THAT(beats(announcement(400)), ElementsAre());
  EXPECT_THAT(beats(announcement(401)), ElementsAre());
  EXPECT_THAT(beats(forger_.data(1, 10, false)), ElementsAre());
}

TEST_F(Outgoing, AnswersThatLeaveSomethingOpenAreFollowedByAHeartbeat) {
  beats(heartbeat(1, 400, 5));
  EXPECT_THAT(beats(joined(announcement(3), announcement(256))), ElementsAre(beat(1, 400, 6)));
  beats(announcement(401));
  EXPECT_THAT(beats(announcement(256)), ElementsAre(beat(1, 401, 7)));
  EXPECT_THAT(beats(forger_.gap(Forger::writer_announcer, Forger::writer_detector, 200, 301)),
              ElementsAre(beat(1, 401, 8)));
  EXPECT_THAT(beats(forger_.gap(Forger::writer_announcer, Forger::writer_detector, 200, 402)),
              ElementsAre());
  // that one has what is said already
  EXPECT_THAT(beats(joined(announcement(256), heartbeat(1, 401, 6))), ElementsAre(beat(1, 401, 9)));
}

// A reader obeys a heartbeat only if its count is higher than that of the one before.
TEST_F(Outgoing, HeartbeatsAreCountedOnAcrossOurs) {
  beats(heartbeat(1, 400, 5));
  for (const std::uint32_t count : {6, 7, 8})
    EXPECT_THAT(beats(announcement(1)), ElementsAre(beat(1, 400, count)));
  EXPECT_THAT(beats(joined(heartbeat(2, 500, 6), heartbeat(2, 500, 7))),
              ElementsAre(beat(2, 500, 9), beat(2, 500, 10)));
  EXPECT_THAT(beats(announcement(2)), ElementsAre(beat(2, 500, 11)));
  // the other announcer and all other writers count for themselves
  const Packet other =
      forger_.heartbeat(Forger::reader_announcer, Forger::reader_detector, 1, 9, 1);
  EXPECT_THAT(beats(other), ElementsAre(Beat{Forger::reader_announcer, 1, 9, 1}));
  EXPECT_THAT(beats(forger_.heartbeat(Forger::writer, 0, 1, 9, 1)),
              ElementsAre(Beat{Forger::writer, 1, 9, 1}));
}

TEST_F(Outgoing, StatisticsBehindAHeartbeatOfOursAreCutOffToo) {
  beats(heartbeat(1, 400, 5));
  const Packet answer = announcement(3);
  const auto size = outgoing_.prepare(joined(answer, forger_.statistics(true))).size();
  EXPECT_EQ(size, answer.size() + 32);
  const Packet two = joined(heartbeat(1, 400, 6), announcement(3));
  EXPECT_EQ(outgoing_.prepare(joined(two, forger_.statistics(true))).size(), two.size() + 32);
}

// Of an answer in several datagrams, which are full but for the last.
TEST_F(Outgoing, OnlyTheLastDatagramOfAnAnswerIsFollowedByAHeartbeat) {
  beats(heartbeat(1, 4000, 5));
  Packet full = announcement(1);
  for (std::uint64_t number = 2; full.size() < 60'000; ++number)
    full = joined(full, announcement(number));
  EXPECT_THAT(beats(full), ElementsAre());
  EXPECT_THAT(beats(announcement(256)), ElementsAre(beat(1, 4000, 6)));
}

TEST_F(Outgoing, SurvivesAnything) {
  Mutator mutator(1);
  beats(heartbeat(1, 400, 5));
  const Packet packet =
      joined(joined(announcement(3), heartbeat(1, 400, 6)), forger_.statistics(true));
  for (int i = 0; i < 100'000; ++i) outgoing_.prepare(mutator.mutate(packet));
}

}  // namespace
}  // namespace tandem
