// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// A process that speaks ROS 2's wire through CycloneDDS, to hear from a second implementation
// whether Tandem's peers are right. It does what the lines on its standard input say, writes what
// happens to its standard output, and leaves when its input ends:
//
//   cyclone_peer DOMAIN
//   publish TOPIC KIND TEXT     KIND is reliable, best_effort or latched
//   subscribe TOPIC KIND        heard TOPIC TEXT
//   view TOPIC                  image TOPIC NUMBER, for each whose bytes are all right
//   serve SERVICE               adds two numbers; served SERVICE NUMBER
//   call SERVICE A B            answer SERVICE SUM
//   announce NAMESPACE NAME     as a node that has all endpoints made so far
//   watch                       node NAMESPACE NAME READERS WRITERS, for every announcement heard
#include <dds/dds.h>

#include <cstdint>
#include <cstring>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include "ros.h"

namespace {

using Text = std_msgs_msg_dds__String_;
using Image = sensor_msgs_msg_dds__Image_;
using Request = example_interfaces_srv_dds__AddTwoInts_Request_;
using Response = example_interfaces_srv_dds__AddTwoInts_Response_;
using Announcement = rmw_dds_common_msg_dds__ParticipantEntitiesInfo_;

void say(const std::string& line) {
  static std::mutex mutex;
  const std::lock_guard lock(mutex);
  std::cout << line << std::endl;
}

// Everything that arrives at a reader, one by one.
template <class Message, class Handler>
void take_all(dds_entity_t reader, Handler handle) {
  void* samples[1] = {nullptr};
  dds_sample_info_t info;
  while (dds_take(reader, samples, &info, 1, 1) > 0) {
    if (info.valid_data) handle(*static_cast<Message*>(samples[0]));
    dds_return_loan(reader, samples, 1);
  }
}

std::uint32_t matched_readers(dds_entity_t writer) {
  dds_publication_matched_status_t status{};
  dds_get_publication_matched_status(writer, &status);
  return status.current_count;
}

std::uint32_t matched_writers(dds_entity_t reader) {
  dds_subscription_matched_status_t status{};
  dds_get_subscription_matched_status(reader, &status);
  return status.current_count;
}

template <class Condition>
void wait_until(Condition is_true) {
  while (!is_true()) dds_sleepfor(DDS_MSECS(1));
}

class Peer {
 public:
  explicit Peer(dds_domainid_t domain) {
    dds_qos_t* qos = dds_create_qos();
    const std::string enclave = "enclave=/;";
    dds_qset_userdata(qos, enclave.data(), enclave.size());
    participant_ = dds_create_participant(domain, qos, nullptr);
    dds_delete_qos(qos);
  }
  ~Peer() { dds_delete(participant_); }

  bool is_alive() const { return participant_ > 0; }

  void publish(const std::string& topic, const std::string& kind, const std::string& text) {
    dds_entity_t& writer = text_writers_[topic];
    if (writer == 0) writer = make_writer("rt" + topic, &std_msgs_msg_dds__String__desc, kind);
    std::string copy = text;
    Text message{.data = copy.data()};
    dds_write(writer, &message);
  }

  void subscribe(const std::string& topic, const std::string& kind) {
    make_reader("rt" + topic, &std_msgs_msg_dds__String__desc, kind, [topic](dds_entity_t reader) {
      take_all<Text>(reader,
                     [&](const Text& message) { say("heard " + topic + " " + message.data); });
    });
  }

  void view(const std::string& topic) {
    const auto count = std::make_shared<int>(0);
    const auto on_images = [topic, count](dds_entity_t reader) {
      take_all<Image>(reader, [&](const Image& image) {
        // the sender wrote one number into every byte
        const auto* bytes = image.data._buffer;
        const bool is_whole = image.data._length == image.step * image.height &&
                              std::memcmp(bytes, bytes + 1, image.data._length - 1) == 0;
        if (is_whole) say("image " + topic + " " + std::to_string(++*count));
      });
    };
    make_reader("rt" + topic, &sensor_msgs_msg_dds__Image__desc, "best_effort", on_images);
  }

  void serve(const std::string& service) {
    const dds_entity_t writer =
        make_writer("rr" + service + "Reply",
                    &example_interfaces_srv_dds__AddTwoInts_Response__desc, "reliable");
    const auto count = std::make_shared<int>(0);
    const auto on_requests = [service, writer, count](dds_entity_t reader) {
      take_all<Request>(reader, [&](const Request& request) {
        // as rmw_cyclonedds does: no answer before those who may ask can hear it
        wait_until([&] { return matched_readers(writer) >= matched_writers(reader); });
        const Response response{
            .client = request.client, .number = request.number, .sum = request.a + request.b};
        dds_write(writer, &response);
        say("served " + service + " " + std::to_string(++*count));
      });
    };
    make_reader("rq" + service + "Request", &example_interfaces_srv_dds__AddTwoInts_Request__desc,
                "reliable", on_requests);
  }

  void call(const std::string& service, long long a, long long b) {
    Client& client = clients_[service];
    if (client.writer == 0) {
      const auto on_responses = [service, id = client.id](dds_entity_t reader) {
        take_all<Response>(reader, [&](const Response& response) {
          if (response.client == id) say("answer " + service + " " + std::to_string(response.sum));
        });
      };
      client.reader = make_reader("rr" + service + "Reply",
                                  &example_interfaces_srv_dds__AddTwoInts_Response__desc,
                                  "reliable", on_responses);
      client.writer =
          make_writer("rq" + service + "Request",
                      &example_interfaces_srv_dds__AddTwoInts_Request__desc, "reliable");
    }
    // as ROS 2 does: no question before a server is there
    wait_until(
        [&] { return matched_readers(client.writer) > 0 && matched_writers(client.reader) > 0; });
    const Request request{.client = client.id, .number = ++client.sequence, .a = a, .b = b};
    dds_write(client.writer, &request);
  }

  void announce(std::string ns, std::string name) {
    if (announcer_ == 0)
      announcer_ = make_writer("ros_discovery_info",
                               &rmw_dds_common_msg_dds__ParticipantEntitiesInfo__desc, "latched");
    using Gid = rmw_dds_common_msg_dds__Gid_;
    const auto to_gids = [](const std::vector<dds_entity_t>& entities) {
      std::vector<Gid> gids;
      for (const dds_entity_t entity : entities) {
        dds_guid_t guid{};
        dds_get_guid(entity, &guid);
        std::memcpy(gids.emplace_back().data, guid.v, sizeof guid.v);
      }
      return gids;
    };
    std::vector<Gid> readers = to_gids(readers_);
    std::vector<Gid> writers = to_gids(writers_);
    rmw_dds_common_msg_dds__NodeEntitiesInfo_ node{};
    node.node_namespace = ns.data();
    node.node_name = name.data();
    node.reader_gid_seq._buffer = readers.data();
    node.reader_gid_seq._length = static_cast<std::uint32_t>(readers.size());
    node.writer_gid_seq._buffer = writers.data();
    node.writer_gid_seq._length = static_cast<std::uint32_t>(writers.size());
    Announcement announcement{};
    announcement.gid = to_gids({participant_}).front();
    announcement.node_entities_info_seq._buffer = &node;
    announcement.node_entities_info_seq._length = 1;
    dds_write(announcer_, &announcement);
  }

  void watch() {
    make_reader("ros_discovery_info", &rmw_dds_common_msg_dds__ParticipantEntitiesInfo__desc,
                "latched", [](dds_entity_t reader) {
                  take_all<Announcement>(reader, [](const Announcement& heard) {
                    const auto& nodes = heard.node_entities_info_seq;
                    for (std::uint32_t i = 0; i < nodes._length; ++i)
                      say(std::string("node ") + nodes._buffer[i].node_namespace + " " +
                          nodes._buffer[i].node_name + " " +
                          std::to_string(nodes._buffer[i].reader_gid_seq._length) + " " +
                          std::to_string(nodes._buffer[i].writer_gid_seq._length));
                  });
                });
  }

 private:
  using OnData = std::function<void(dds_entity_t)>;
  struct Client {
    std::uint64_t id = 0x1234567800000000u + static_cast<std::uint64_t>(dds_time());
    std::int64_t sequence = 0;
    dds_entity_t reader = 0;
    dds_entity_t writer = 0;
  };

  static dds_qos_t* qos_of(const std::string& kind) {
    dds_qos_t* qos = dds_create_qos();
    dds_qset_reliability(
        qos, kind == "best_effort" ? DDS_RELIABILITY_BEST_EFFORT : DDS_RELIABILITY_RELIABLE,
        DDS_SECS(1));
    dds_qset_durability(
        qos, kind == "latched" ? DDS_DURABILITY_TRANSIENT_LOCAL : DDS_DURABILITY_VOLATILE);
    dds_qset_history(qos, DDS_HISTORY_KEEP_LAST, kind == "latched" ? 1 : 500);
    if (kind == "timed") {
      dds_qset_lifespan(qos, DDS_SECS(2));
      dds_qset_deadline(qos, DDS_MSECS(100));
      dds_qset_liveliness(qos, DDS_LIVELINESS_MANUAL_BY_TOPIC, DDS_SECS(3));
    }
    const std::string hash = "typehash=RIHS01_cyclone;";
    dds_qset_userdata(qos, hash.data(), hash.size());
    return qos;
  }

  dds_entity_t make_writer(const std::string& topic, const dds_topic_descriptor_t* type,
                           const std::string& kind) {
    dds_qos_t* qos = qos_of(kind);
    const dds_entity_t writer =
        dds_create_writer(participant_, topic_of(topic, type), qos, nullptr);
    dds_delete_qos(qos);
    if (topic != "ros_discovery_info") writers_.push_back(writer);
    return writer;
  }

  dds_entity_t make_reader(const std::string& topic, const dds_topic_descriptor_t* type,
                           const std::string& kind, OnData on_data) {
    auto* kept = handlers_.emplace_back(std::make_unique<OnData>(std::move(on_data))).get();
    dds_listener_t* listener = dds_create_listener(kept);
    dds_lset_data_available(listener, [](dds_entity_t reader, void* handler) {
      (*static_cast<OnData*>(handler))(reader);
    });
    dds_qos_t* qos = qos_of(kind);
    const dds_entity_t reader =
        dds_create_reader(participant_, topic_of(topic, type), qos, listener);
    dds_delete_qos(qos);
    dds_delete_listener(listener);
    if (topic != "ros_discovery_info") readers_.push_back(reader);
    return reader;
  }

  dds_entity_t topic_of(const std::string& name, const dds_topic_descriptor_t* type) {
    dds_entity_t& topic = topics_[name];
    if (topic == 0) topic = dds_create_topic(participant_, type, name.c_str(), nullptr, nullptr);
    return topic;
  }

  dds_entity_t participant_ = 0;
  dds_entity_t announcer_ = 0;
  std::map<std::string, dds_entity_t> topics_;
  std::map<std::string, dds_entity_t> text_writers_;
  std::map<std::string, Client> clients_;
  std::vector<dds_entity_t> readers_;
  std::vector<dds_entity_t> writers_;
  std::vector<std::unique_ptr<OnData>> handlers_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  Peer peer(static_cast<dds_domainid_t>(std::stoul(argv[1])));
  if (!peer.is_alive()) return 1;
  say("ready");
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string command, name, kind, text;
    words >> command >> name;
    if (command == "publish" && words >> kind >> text) peer.publish(name, kind, text);
    if (command == "subscribe" && words >> kind) peer.subscribe(name, kind);
    if (command == "view") peer.view(name);
    if (command == "serve") peer.serve(name);
    if (long long a = 0, b = 0; command == "call" && words >> a >> b) peer.call(name, a, b);
    if (command == "announce" && words >> text) peer.announce(name, text);
    if (command == "watch") peer.watch();
    say("done " + line);
  }
}
