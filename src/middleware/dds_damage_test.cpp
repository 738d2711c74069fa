// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "middleware/dds_acquaintance.h"
#include "middleware/dds_forger.h"
#include "middleware/dds_testing.h"

// Damaged and forged packets do not stop a participant. Fast DDS by itself stops the process, or
// never returns, on many of these.
namespace tandem {
namespace {

using namespace testing_dds;

const TypeId text_type{"std_msgs/msg/String", ""};
constexpr const char* dds_text_type = "std_msgs::msg::dds_::String_";
constexpr int places = 8;  // for participants on this host; a test has two
constexpr int packets_per_forger = 500;

int number_from_environment(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  return text ? std::atoi(text) : otherwise;
}

class DdsDamage : public testing::Test {
 protected:
  // Messages still pass from a healthy peer to the victim and back.
  bool is_well() {
    const std::string text = "message " + std::to_string(++message_);
    const auto has_heard = [&](const Heard& heard) {
      const auto texts = heard.texts();
      return std::ranges::find(texts, text) != texts.end();
    };
    return eventually([&] {
      there_->publish(to_message(text));
      here_->publish(to_message(text));
      return has_heard(heard_here_) && has_heard(heard_there_);
    });
  }

  // The victim takes the forger for a peer that publishes /ping and subscribes to /pong.
  bool is_taken_for_a_peer(const Forger& forger) {
    return eventually([&] {
      for (int place = 0; place < places; ++place) {
        const std::uint16_t port = forger.discovery_port(place);
        forger.send(forger.announce_participant(), port);
        forger.send(forger.announce_endpoint(true, "rt/ping", dds_text_type), port);
        forger.send(forger.announce_endpoint(false, "rt/pong", dds_text_type), port);
      }
      return std::ranges::count_if(victim_->graph().endpoints, [&](const EndpointInfo& endpoint) {
               return prefix_of(endpoint.gid) == forger.prefix();
             }) == 2;
    });
  }

  static void send_everywhere(const Forger& forger, const Packet& packet) {
    for (int place = 0; place < places; ++place) {
      forger.send(packet, forger.discovery_port(place));
      forger.send(packet, forger.data_port(place));
    }
  }

  std::unique_ptr<Transport> victim_ = make_dds_transport(loopback());
  std::unique_ptr<Transport> healthy_ = make_dds_transport(loopback());
  std::unique_ptr<TransportNode> victim_node_ = victim_->join({.name = "victim"});
  std::unique_ptr<TransportNode> healthy_node_ = healthy_->join({.name = "healthy"});
  Heard heard_here_, heard_there_;
  std::unique_ptr<RawPublisher> here_ = victim_node_->publisher("/pong", text_type, qos::reliable);
  std::unique_ptr<RawSubscription> ping_here_ =
      victim_node_->subscribe("/ping", text_type, qos::reliable, heard_here_.writer());
  std::unique_ptr<RawPublisher> there_ =
      healthy_node_->publisher("/ping", text_type, qos::reliable);
  std::unique_ptr<RawSubscription> pong_there_ =
      healthy_node_->subscribe("/pong", text_type, qos::reliable, heard_there_.writer());
  int message_ = 0;
};

TEST_F(DdsDamage, AForgedPeerIsTakenForRealAndLeavesWhenItSaysSo) {
  const Forger forger(own_domain(), 1);
  ASSERT_TRUE(is_well());
  ASSERT_TRUE(is_taken_for_a_peer(forger));
  EXPECT_TRUE(is_well());
  EXPECT_TRUE(eventually([&] { return ping_here_->publisher_count() == 2; }));
  send_everywhere(forger, forger.dispose(Forger::writer_announcer, Forger::writer_detector, 0x005a,
                                         Forger::writer, 2));
  EXPECT_TRUE(eventually([&] { return ping_here_->publisher_count() == 1; }));
  EXPECT_EQ(here_->subscriber_count(), 2);
  send_everywhere(forger, forger.dispose(Forger::participant_announcer,
                                         Forger::participant_detector, 0x0050, 0x000001c1, 2));
  EXPECT_TRUE(eventually([&] { return here_->subscriber_count() == 1; }));
}

// With a history that keeps the last ten, Fast DDS 2.9 frees one of them twice.
TEST_F(DdsDamage, SamplesThatWaitForAnEarlierOneAllArrive) {
  const Forger forger(own_domain(), 1);
  ASSERT_TRUE(is_well());
  std::atomic<int> forged = 0;
  const auto counting = victim_node_->subscribe("/ping", text_type, qos::reliable,
                                                [&](const SharedBytes&, const MessageInfo& info) {
                                                  if (prefix_of(info.publisher) == forger.prefix())
                                                    ++forged;
                                                });
  ASSERT_TRUE(is_taken_for_a_peer(forger));
  ASSERT_TRUE(eventually([&] { return counting->publisher_count() == 2; }));
  for (std::uint64_t number = 2; number <= 40; ++number)
    send_everywhere(forger, forger.data(number, 100, false));
  EXPECT_EQ(forged, 0);
  send_everywhere(forger, forger.data(1, 100, false));
  EXPECT_TRUE(eventually([&] { return forged == 40; })) << forged;
  EXPECT_TRUE(is_well());
}

// On these Fast DDS 2.9 stops the process, counts for years, or takes gigabytes.
TEST_F(DdsDamage, KnownPoisonDoesNothing) {
  const Forger forger(own_domain(), 1);
  const auto careless =
      victim_node_->subscribe("/ping", text_type, qos::best_effort, [](auto&&...) {});
  ASSERT_TRUE(is_well());
  ASSERT_TRUE(is_taken_for_a_peer(forger));
  const std::uint64_t far = std::uint64_t{1} << 50;
  const std::uint32_t pong = entity_of(here_->gid());
  for (const Packet& packet : {
           forger.statistics(false),
           forger.gap(Forger::writer, 0, 1, far),
           forger.heartbeat(Forger::writer, 0, far, far, 1),
           forger.heartbeat(Forger::writer_announcer, Forger::writer_detector, far, far, 1),
           forger.data(far, 10, false),
           forger.fragment(2, 1, 1, 1, 1'000'000'000),
           forger.fragment(2, 2, 1, 1000, 2'000'000'000),
           forger.nack_fragments(pong, 1, 1000, 0xffffffff, 1),
       }) {
    // that two damaged packets agree does happen
    send_everywhere(forger, packet);
    send_everywhere(forger, packet);
  }
  EXPECT_TRUE(is_well());
}

TEST_F(DdsDamage, MutatedPacketsDoNotStopUs) {
  ASSERT_TRUE(is_well());
  const auto seed = static_cast<std::uint32_t>(number_from_environment("TANDEM_FUZZ_SEED", 1));
  const int packets = number_from_environment("TANDEM_FUZZ_PACKETS", 4000);
  SCOPED_TRACE("TANDEM_FUZZ_SEED=" + std::to_string(seed));
  const std::uint32_t pong = entity_of(here_->gid());
  Mutator mutator(seed);

  for (int done = 0; done < packets; done += packets_per_forger) {
    // a peer whose stream was damaged may stay unheard; the next one must not
    const Forger forger(own_domain(), seed * 100'000 + static_cast<std::uint32_t>(done));
    ASSERT_TRUE(is_taken_for_a_peer(forger)) << "after packet " << done;
    std::uint64_t number = 1;
    for (std::uint32_t count = 2; count < packets_per_forger + 2; ++count) {
      const auto valid = [&]() -> Packet {
        switch (mutator.below(14)) {
          case 0:
            return forger.announce_participant();
          case 1:
            return forger.announce_endpoint(true, "rt/ping", dds_text_type, count);
          case 2:
            return forger.announce_endpoint(false, "rt/pong", dds_text_type, count);
          case 3:
            return forger.heartbeat(Forger::writer, 0, 1, number, count);
          case 4:
            return forger.heartbeat(Forger::writer_announcer, Forger::writer_detector, 1, 1, count);
          case 5:
            return forger.acknack(Forger::reader, pong, 1, mutator.below(0xffffffff), count);
          case 6:
            return forger.acknack(Forger::reader_detector, Forger::reader_announcer, 1, 1, count);
          case 7:
            return forger.gap(Forger::writer, 0, number, number + 3);
          case 8:
            return forger.data(++number, mutator.below(200), false);
          case 9:
            return forger.data(++number, mutator.below(200), true);
          case 10:
            return forger.fragment(++number, 1 + mutator.below(2), 1, 1000, 2000);
          case 11:
            return forger.nack_fragments(pong, 1 + mutator.below(3), 1, 0xffffffff, count);
          case 12:
            return forger.dispose(Forger::writer_announcer, Forger::writer_detector, 0x005a,
                                  Forger::writer, count);
          default:
            return forger.statistics(mutator.below(2) == 0);
        }
      };
      send_everywhere(forger, mutator.mutate(valid()));
    }
    ASSERT_TRUE(is_well()) << "after packet " << done + packets_per_forger;
  }
}

}  // namespace
}  // namespace tandem
