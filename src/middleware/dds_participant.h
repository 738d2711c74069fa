// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "middleware/dds_acquaintance.h"
#include "middleware/dds_place.h"
#include "middleware/dds_sender.h"
#include "middleware/dds_transport.h"

namespace eprosima::fastdds::dds {
class DataReader;
class DataReaderListener;
class DataWriter;
class DataWriterListener;
class DomainParticipant;
class DomainParticipantListener;
class Publisher;
class Subscriber;
class Topic;
}  // namespace eprosima::fastdds::dds

namespace tandem {

// One DDS participant with its topics. Any thread, except those of Fast DDS's callbacks.
class DdsParticipant {
 public:
  enum class Role {
    first,  // announces our nodes
    annex,  // hidden from ROS 2's graph, for topics whose name is taken by another type
  };
  struct Endpoint {
    std::string topic;  // DDS's name
    TypeId type;
    Qos qos;
  };

  // Large messages are sent in bursts of this size, which a receiver with Linux's default socket
  // buffer of 212,992 bytes can hold.
  static constexpr int paced_bytes_per_period = 131'072;
  static constexpr int paced_period_ms = 2;

  // Throws DdsError. The listener outlives the participant.
  DdsParticipant(const DdsOptions& options, Role role, const std::shared_ptr<DdsTraffic>& traffic,
                 eprosima::fastdds::dds::DomainParticipantListener* listener);
  ~DdsParticipant();
  DdsParticipant(const DdsParticipant&) = delete;
  DdsParticipant& operator=(const DdsParticipant&) = delete;

  Gid gid() const;
  DdsAcquaintance& acquaintance() { return *acquaintance_; }

  // Nothing when another type has that topic here: DDS has one type per topic and participant.
  eprosima::fastdds::dds::DataWriter* make_writer(
      const Endpoint& endpoint, eprosima::fastdds::dds::DataWriterListener& listener);
  eprosima::fastdds::dds::DataReader* make_reader(
      const Endpoint& endpoint, eprosima::fastdds::dds::DataReaderListener& listener);
  // No call to the listener comes after these.
  void remove(eprosima::fastdds::dds::DataWriter* writer);
  void remove(eprosima::fastdds::dds::DataReader* reader);

 private:
  struct UsedTopic {
    eprosima::fastdds::dds::Topic* topic = nullptr;
    std::string type;
    int uses = 0;
  };

  eprosima::fastdds::dds::Topic* use_topic(const Endpoint& endpoint);
  void release_topic(const std::string& name);

  const std::shared_ptr<DdsAcquaintance> acquaintance_ = std::make_shared<DdsAcquaintance>();
  std::unique_ptr<DdsPlace> place_;
  eprosima::fastdds::dds::DomainParticipant* participant_ = nullptr;
  eprosima::fastdds::dds::Publisher* publisher_ = nullptr;
  eprosima::fastdds::dds::Subscriber* subscriber_ = nullptr;
  std::mutex topics_mutex_;
  std::map<std::string, UsedTopic> topics_;
};

}  // namespace tandem
