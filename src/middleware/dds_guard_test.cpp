// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_guard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "middleware/dds_forger.h"

namespace tandem {
namespace {

using namespace testing_dds;

class Guard : public testing::Test {
 protected:
  // True when the packet passes as it is.
  bool passes(const Packet& packet) {
    const auto admitted = guard_.admit(packet);
    return admitted && std::ranges::equal(*admitted, packet);
  }

  const Forger forger_{0, 1};
  DdsSentFragments sent_;
  DdsReceivedPieces pieces_;
  DdsAcquaintance acquaintance_;
  DdsGuard guard_{sent_, pieces_, acquaintance_};
};

TEST_F(Guard, LetsSoundPacketsPass) {
  EXPECT_TRUE(passes(forger_.announce_participant()));
  EXPECT_TRUE(passes(forger_.announce_endpoint(true, "rt/a", "a::msg::dds_::B_")));
  EXPECT_TRUE(passes(forger_.heartbeat(Forger::writer, 0, 1, 10, 1)));
  EXPECT_TRUE(passes(forger_.heartbeat(Forger::writer, 0, 1, 0, 2)));  // nothing there yet
  EXPECT_TRUE(passes(forger_.acknack(Forger::reader, Forger::writer, 5, 0xf0000000, 1)));
  EXPECT_TRUE(passes(forger_.gap(Forger::writer, 0, 3, 5)));
  EXPECT_TRUE(passes(forger_.data(11, 100, false)));
  EXPECT_TRUE(passes(forger_.data(12, 100, true)));
  EXPECT_TRUE(passes(forger_.fragment(13, 1, 2, 1000, 2500)));
  EXPECT_TRUE(passes(forger_.fragment(13, 3, 1, 1000, 2500)));
}

TEST_F(Guard, StopsWhatIsTooShort) {
  for (const Packet& packet :
       {forger_.announce_participant(), forger_.heartbeat(Forger::writer, 0, 1, 10, 1),
        forger_.acknack(Forger::reader, Forger::writer, 5, 1, 1),
        forger_.gap(Forger::writer, 0, 3, 5), forger_.data(2, 100, true),
        forger_.fragment(3, 1, 2, 1000, 2500)}) {
    // after the header alone there is nothing to refuse
    for (std::size_t size = 0; size < packet.size(); ++size) {
      const Packet cut(packet.begin(), packet.begin() + static_cast<std::ptrdiff_t>(size));
      const auto admitted = guard_.admit(cut);
      const bool is_whole_submessages = size == 20 || (packet[20] == std::byte{9} && size == 32);
      EXPECT_EQ(admitted.has_value(), is_whole_submessages) << size << " of " << packet.size();
    }
  }
}

TEST_F(Guard, StopsOtherProtocolsAndVersions) {
  Packet packet = forger_.data(1, 10, false);
  packet[0] = std::byte{'X'};
  EXPECT_FALSE(guard_.admit(packet));
  packet = forger_.data(1, 10, false);
  packet[4] = std::byte{3};
  EXPECT_FALSE(guard_.admit(packet));
}

TEST_F(Guard, CutsOffStatistics) {
  for (const bool is_last : {true, false}) {
    const auto admitted = guard_.admit(forger_.statistics(is_last));
    ASSERT_TRUE(admitted);
    EXPECT_EQ(admitted->size(), 20u);
  }
}

TEST_F(Guard, StopsNumbersThatAreFarAheadUnlessTheWriterInsists) {
  const std::uint64_t far = std::uint64_t{1} << 40;
  EXPECT_TRUE(passes(forger_.data(1, 10, false)));
  EXPECT_FALSE(guard_.admit(forger_.data(far, 10, false)));
  EXPECT_TRUE(passes(forger_.data(2, 10, false)));
  // damaged packets may agree, but not so often in a row
  for (const int more : {1, 2, 3})
    EXPECT_FALSE(guard_.admit(forger_.data(far + static_cast<std::uint64_t>(more), 10, false)));
  EXPECT_TRUE(passes(forger_.data(1, 10, false)));
  EXPECT_FALSE(guard_.admit(forger_.data(far, 10, false)));
  EXPECT_FALSE(guard_.admit(forger_.data(2 * far, 10, false)));
  // a writer that has been there for long goes on counting, and may repeat itself
  EXPECT_FALSE(guard_.admit(forger_.data(far + 1, 10, false)));
  EXPECT_FALSE(guard_.admit(forger_.heartbeat(Forger::writer, 0, far, far + 1, 1)));
  EXPECT_FALSE(guard_.admit(forger_.data(far, 10, false)));
  EXPECT_TRUE(passes(forger_.data(far + 2, 10, false)));
  EXPECT_TRUE(passes(forger_.data(far + 3, 10, false)));
  EXPECT_FALSE(guard_.admit(forger_.heartbeat(Forger::writer, 0, far, 2 * far, 2)));
  // another writer is another matter
  EXPECT_FALSE(guard_.admit(forger_.heartbeat(Forger::writer + 0x100, 0, far, far, 1)));
  EXPECT_FALSE(guard_.admit(forger_.data(0, 10, false)));
}

TEST_F(Guard, StopsGapsThatTakeLong) {
  EXPECT_TRUE(passes(forger_.gap(Forger::writer, 0, 1, 1 << 20)));
  EXPECT_FALSE(guard_.admit(forger_.gap(Forger::writer, 0, 1, (1 << 20) + 2)));
  EXPECT_FALSE(guard_.admit(forger_.gap(Forger::writer, 0, 0, 5)));
  EXPECT_FALSE(guard_.admit(forger_.gap(Forger::writer, 0, 5, 4)));
}

TEST_F(Guard, StopsFragmentsThatDoNotFit) {
  EXPECT_FALSE(guard_.admit(forger_.fragment(1, 0, 1, 1000, 2500)));
  EXPECT_FALSE(guard_.admit(forger_.fragment(1, 3, 2, 1000, 2500)));
  EXPECT_FALSE(guard_.admit(forger_.fragment(1, 1, 0, 1000, 2500)));
  EXPECT_FALSE(guard_.admit(forger_.fragment(1, 1, 1, 1, 2500)));
  EXPECT_FALSE(guard_.admit(forger_.fragment(1, 1, 1, 1000, 0xffffffff)));
  EXPECT_FALSE(guard_.admit(forger_.fragment(1, 1, 1, 1000, 0)));
}

TEST_F(Guard, ASampleIsWholeOrInFragmentsOfOneSize) {
  EXPECT_TRUE(passes(forger_.fragment(1, 1, 1, 1000, 2500)));
  EXPECT_TRUE(passes(forger_.fragment(1, 2, 1, 1000, 2500)));
  EXPECT_FALSE(guard_.admit(forger_.fragment(1, 2, 1, 500, 2500)));
  EXPECT_FALSE(guard_.admit(forger_.fragment(1, 2, 1, 1000, 2600)));
  EXPECT_FALSE(guard_.admit(forger_.data(1, 10, false)));
  EXPECT_TRUE(passes(forger_.data(2, 10, false)));
}

TEST_F(Guard, LeavesOutGapsThatEndSamplesInPieces) {
  EXPECT_TRUE(passes(forger_.fragment(5, 1, 1, 1000, 2500)));
  EXPECT_TRUE(passes(forger_.gap(Forger::writer, 0, 1, 4)));
  EXPECT_TRUE(passes(forger_.gap(Forger::writer, 0, 6, 9)));
  const auto admitted = guard_.admit(forger_.gap(Forger::writer, 0, 3, 9));
  ASSERT_TRUE(admitted);
  EXPECT_EQ(admitted->size(), 20u);  // the header of the datagram alone

  // another socket of the same host
  DdsGuard other{sent_, pieces_, acquaintance_};
  EXPECT_EQ(other.admit(forger_.gap(Forger::writer, 0, 5, 6))->size(), 20u);
  EXPECT_FALSE(other.admit(forger_.data(5, 10, false)));
}

TEST_F(Guard, KeepsToTheSafeSideOfSamplesThatItForgot) {
  for (std::uint64_t number = 2; number < 200; number += 2)
    EXPECT_TRUE(passes(forger_.fragment(number, 1, 1, 1000, 2500)));
  EXPECT_FALSE(guard_.admit(forger_.data(2, 10, false)));
  EXPECT_FALSE(guard_.admit(forger_.data(3, 10, false)));  // perhaps
  EXPECT_TRUE(passes(forger_.data(199, 10, false)));
  EXPECT_EQ(guard_.admit(forger_.gap(Forger::writer, 0, 2, 3))->size(), 20u);
}

TEST_F(Guard, StopsRequestsForFragmentsThatWereNeverSent) {
  EXPECT_FALSE(guard_.admit(forger_.nack_fragments(Forger::writer, 7, 1, 0x80000000, 1)));

  // three fragments of sample 7
  DdsOutgoing(sent_).prepare(forger_.fragment(7, 1, 1, 1000, 2500));
  EXPECT_TRUE(passes(forger_.nack_fragments(Forger::writer, 7, 1, 0xe0000000, 2)));
  EXPECT_FALSE(guard_.admit(forger_.nack_fragments(Forger::writer, 7, 1, 0xf0000000, 3)));
  EXPECT_FALSE(guard_.admit(forger_.nack_fragments(Forger::writer, 8, 1, 0x80000000, 4)));
}

// Fast DDS 2.9 understands who is gone only by the bare GID.
TEST_F(Guard, TranslatesDepartures) {
  const Packet packet =
      forger_.dispose(Forger::writer_announcer, Forger::writer_detector, 0x005a, Forger::writer, 1);
  const auto admitted = guard_.admit(packet);
  ASSERT_TRUE(admitted);
  // 4 of encapsulation, 4 before the GID and 4 behind it are gone
  ASSERT_EQ(admitted->size(), packet.size() - 12);
  wire::Submessages submessages(*admitted);
  const auto data = submessages.next();
  ASSERT_TRUE(data);
  EXPECT_FALSE(submessages.next());
  EXPECT_FALSE(submessages.has_failed());
  const auto gid = data->body.last(16);
  for (std::size_t i = 0; i < 12; ++i)
    EXPECT_EQ(std::to_integer<std::uint8_t>(gid[i]), forger_.prefix()[i]);
  EXPECT_EQ(gid[14], std::byte{0x01});
  EXPECT_EQ(gid[15], std::byte{0x03});
}

TEST_F(Guard, TranslatesSeveralDeparturesInOneDatagram) {
  const Packet first =
      forger_.dispose(Forger::writer_announcer, Forger::writer_detector, 0x005a, Forger::writer, 1);
  const Packet second =
      forger_.dispose(Forger::reader_announcer, Forger::reader_detector, 0x005a, Forger::reader, 1);
  Packet both = first;
  both.insert(both.end(), second.begin() + 20, second.end());
  const auto admitted = guard_.admit(both);
  ASSERT_TRUE(admitted);
  EXPECT_EQ(admitted->size(), both.size() - 24);
  wire::Submessages submessages(*admitted);
  for (const int entity : {0x03, 0x04}) {
    const auto data = submessages.next();
    ASSERT_TRUE(data);
    EXPECT_EQ(data->body.back(), static_cast<std::byte>(entity));
  }
  EXPECT_FALSE(submessages.next());
}

TEST_F(Guard, TranslatesGreetings) {
  RtpsWriter out(forger_.prefix());
  out.begin(0x06, 0).entity(Forger::reader).entity(Forger::writer).sequence(1).u32(0).u32(1).end();
  const auto admitted = guard_.admit(out.packet());
  ASSERT_TRUE(admitted);
  ASSERT_EQ(admitted->size(), out.packet().size());
  wire::Submessages submessages(*admitted);
  auto reader = submessages.next()->read();
  EXPECT_EQ(reader.entity(), Forger::reader);
  EXPECT_EQ(reader.entity(), Forger::writer);
  EXPECT_EQ(reader.sequence(), 0u);
  EXPECT_EQ(reader.u32(), 0u);
  EXPECT_EQ(reader.u32(), 1u);
}

TEST_F(Guard, NotesWhoHearsOurWriters) {
  int signs = 0;
  acquaintance_.watch(Forger::writer, [&] { ++signs; });
  Gid reader{};
  std::ranges::copy(forger_.prefix(), reader.begin());
  reader[14] = 0x02;
  reader[15] = 0x04;
  passes(forger_.acknack(Forger::reader, Forger::writer, 1, 1, 1));
  EXPECT_FALSE(acquaintance_.has_met(Forger::writer, reader));
  passes(forger_.acknack(Forger::reader, Forger::writer, 1, 1, 2));
  EXPECT_TRUE(acquaintance_.has_met(Forger::writer, reader));
  EXPECT_EQ(signs, 1);
  passes(forger_.acknack(Forger::reader, Forger::writer, 1, 1, 3));
  EXPECT_EQ(signs, 1);
  acquaintance_.forget(Forger::writer);
  EXPECT_FALSE(acquaintance_.has_met(Forger::writer, reader));
}

TEST_F(Guard, RemembersWhoHeardAWriterBeforeItWasWatched) {
  Gid reader{};
  std::ranges::copy(forger_.prefix(), reader.begin());
  reader[14] = 0x02;
  reader[15] = 0x04;
  passes(forger_.acknack(Forger::reader, Forger::writer, 1, 1, 1));
  passes(forger_.acknack(Forger::reader, Forger::writer, 1, 1, 2));
  int signs = 0;
  acquaintance_.watch(Forger::writer, [&] { ++signs; });
  EXPECT_TRUE(acquaintance_.has_met(Forger::writer, reader));
  EXPECT_EQ(signs, 1);
}

TEST_F(Guard, OurReadersHearOurWritersWhenTheyHaveAnswered) {
  acquaintance_.introduce(forger_.prefix());
  int signs = 0;
  acquaintance_.watch(Forger::reader, [&] { ++signs; });
  Gid writer{};
  std::ranges::copy(forger_.prefix(), writer.begin());
  writer[14] = 0x01;
  writer[15] = 0x03;
  ASSERT_EQ(entity_of(writer), Forger::writer);
  passes(forger_.heartbeat(Forger::writer, Forger::reader, 1, 3, 1));
  EXPECT_FALSE(acquaintance_.has_met(Forger::reader, writer));
  passes(forger_.acknack(Forger::reader, Forger::writer, 1, 1, 1));
  passes(forger_.acknack(Forger::reader, Forger::writer, 1, 1, 2));
  EXPECT_TRUE(acquaintance_.has_met(Forger::reader, writer));
  EXPECT_EQ(signs, 1);
}

TEST_F(Guard, SurvivesAnything) {
  Mutator mutator(1);
  DdsOutgoing outgoing(sent_);
  for (int i = 0; i < 100'000; ++i) {
    const Packet packet = mutator.mutate(
        i % 2 == 0 ? forger_.announce_participant()
                   : forger_.dispose(Forger::writer_announcer, 0, 0x005a, Forger::writer, 1));
    guard_.admit(packet);
    outgoing.prepare(packet);
  }
}

}  // namespace
}  // namespace tandem
