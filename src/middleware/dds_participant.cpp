// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_participant.h"

#include <fmt/format.h>

#include <algorithm>
#include <fastdds/dds/domain/DomainParticipant.hpp>
#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/dds/publisher/DataWriter.hpp>
#include <fastdds/dds/publisher/Publisher.hpp>
#include <fastdds/dds/publisher/qos/DataWriterQos.hpp>
#include <fastdds/dds/subscriber/DataReader.hpp>
#include <fastdds/dds/subscriber/Subscriber.hpp>
#include <fastdds/dds/subscriber/qos/DataReaderQos.hpp>
#include <fastdds/dds/topic/Topic.hpp>
#include <fastdds/dds/topic/TypeSupport.hpp>

#include "messages/type_name.h"
#include "middleware/dds_discovery.h"
#include "middleware/dds_names.h"
#include "middleware/dds_participant_qos.h"
#include "middleware/dds_raw_type.h"
#include "middleware/dds_udp.h"

namespace tandem {

namespace {

namespace dds = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;

// Peers on Cyclone learn of a sample they missed within this time.
const eprosima::fastrtps::Duration_t heartbeat_period(0, 200'000'000);
constexpr int most_samples = 5000;  // of a topic that keeps all
constexpr int first_samples = 10;   // room for these is there from the start

template <class EndpointQos>
void set_common(EndpointQos& qos, const DdsParticipant::Endpoint& endpoint, bool is_reliable) {
  qos.reliability().kind =
      is_reliable ? dds::RELIABLE_RELIABILITY_QOS : dds::BEST_EFFORT_RELIABILITY_QOS;
  qos.reliability().max_blocking_time = {0, 0};  // a full history refuses at once
  qos.durability().kind =
      endpoint.qos.is_latched ? dds::TRANSIENT_LOCAL_DURABILITY_QOS : dds::VOLATILE_DURABILITY_QOS;
  const int depth = std::max(endpoint.qos.depth, 1);
  qos.history().kind =
      endpoint.qos.keeps_all ? dds::KEEP_ALL_HISTORY_QOS : dds::KEEP_LAST_HISTORY_QOS;
  qos.history().depth = depth;
  auto& limits = qos.resource_limits();
  limits.max_samples = endpoint.qos.keeps_all ? most_samples : std::max(depth, most_samples);
  limits.max_samples_per_instance = limits.max_samples;
  limits.max_instances = 1;
  limits.allocated_samples =
      endpoint.qos.keeps_all ? first_samples : std::min(depth, first_samples);

  qos.endpoint().history_memory_policy = rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
  qos.data_sharing().off();
  const std::string user_data = hash_to_user_data(endpoint.type.hash);
  qos.user_data().setValue(std::vector<rtps::octet>(user_data.begin(), user_data.end()));
}

}  // namespace

DdsParticipant::DdsParticipant(const DdsOptions& options, Role role,
                               const std::shared_ptr<DdsTraffic>& traffic,
                               dds::DomainParticipantListener* listener) {
  const DdsUdpParts parts{.traffic = traffic, .acquaintance = acquaintance_};
  ParticipantSetup setup = participant_setup(options, role, parts);
  const dds::DomainParticipantQos& qos = setup.qos;
  place_ = std::move(setup.place);
  auto* factory = dds::DomainParticipantFactory::get_instance();
  participant_ = factory->create_participant(static_cast<std::uint32_t>(options.domain_id), qos,
                                             listener, dds::StatusMask::none());
  // one port to be found at, one for messages, unless a profile has its own
  const auto& wire = qos.wire_protocol();
  const bool has_own_ports =
      wire.default_unicast_locator_list.empty() && wire.default_multicast_locator_list.empty();
  const bool is_udp = std::ranges::any_of(qos.transport().user_transports, [](const auto& it) {
    return dynamic_cast<const DdsUdp4Descriptor*>(it.get()) ||
           dynamic_cast<const DdsUdp6Descriptor*>(it.get());
  });
  const bool is_deaf = is_udp && *parts.open_ports < (has_own_ports ? 2 : 1);
  if (participant_ && is_deaf) factory->delete_participant(participant_);
  if (!participant_ || is_deaf)
    throw DdsError(
        fmt::format("cannot join ROS domain {}: no UDP port could be opened; a host has ports for "
                    "{} participants",
                    options.domain_id, DdsPlace::per_domain));
  for (const auto& transport : qos.transport().user_transports)
    if (const auto* udp = dynamic_cast<const DdsUdp4Descriptor*>(transport.get()))
      *udp->is_listening = true;
  acquaintance_->introduce(prefix_of(gid()));
  publisher_ = participant_->create_publisher(dds::PUBLISHER_QOS_DEFAULT);
  subscriber_ = participant_->create_subscriber(dds::SUBSCRIBER_QOS_DEFAULT);
}

DdsParticipant::~DdsParticipant() {
  participant_->set_listener(nullptr);
  participant_->delete_contained_entities();
  dds::DomainParticipantFactory::get_instance()->delete_participant(participant_);
}

Gid DdsParticipant::gid() const { return to_gid(participant_->guid()); }

dds::DataWriter* DdsParticipant::make_writer(const Endpoint& endpoint,
                                             dds::DataWriterListener& listener) {
  dds::Topic* topic = use_topic(endpoint);
  if (!topic) return nullptr;

  dds::DataWriterQos qos = dds::DATAWRITER_QOS_DEFAULT;
  set_common(qos, endpoint, endpoint.qos.offers_reliable);
  qos.reliable_writer_qos().times.heartbeatPeriod = heartbeat_period;
  if (endpoint.qos.is_paced) {
    qos.publish_mode().kind = dds::ASYNCHRONOUS_PUBLISH_MODE;
    qos.publish_mode().flow_controller_name = paced_flow;
  }
  dds::DataWriter* writer = publisher_->create_datawriter(topic, qos, &listener);
  if (!writer) {
    release_topic(endpoint.topic);
    throw DdsError(fmt::format("cannot publish on {}: DDS refused the writer", endpoint.topic));
  }
  return writer;
}

dds::DataReader* DdsParticipant::make_reader(const Endpoint& endpoint,
                                             dds::DataReaderListener& listener) {
  dds::Topic* topic = use_topic(endpoint);
  if (!topic) return nullptr;

  // What arrives is taken at once; room is for samples that wait for an earlier one. A history that
  // keeps the last and is full of such would free the earlier one twice when it comes (Fast DDS
  // 2.9); one that keeps all refuses more.
  Endpoint roomy = endpoint;
  roomy.qos.keeps_all = true;
  dds::DataReaderQos qos = dds::DATAREADER_QOS_DEFAULT;
  set_common(qos, roomy, endpoint.qos.requests_reliable);
  dds::DataReader* reader = subscriber_->create_datareader(topic, qos, &listener);
  if (!reader) {
    release_topic(endpoint.topic);
    throw DdsError(fmt::format("cannot subscribe to {}: DDS refused the reader", endpoint.topic));
  }
  return reader;
}

void DdsParticipant::remove(dds::DataWriter* writer) {
  const std::string topic = writer->get_topic()->get_name();
  // Fast DDS 2.9 empties the history without its lock; a heartbeat at that time never ends
  std::size_t removed = 0;
  writer->clear_history(&removed);
  publisher_->delete_datawriter(writer);
  release_topic(topic);
}

void DdsParticipant::remove(dds::DataReader* reader) {
  const std::string topic = reader->get_topicdescription()->get_name();
  subscriber_->delete_datareader(reader);
  release_topic(topic);
}

dds::Topic* DdsParticipant::use_topic(const Endpoint& endpoint) {
  const std::lock_guard lock(topics_mutex_);
  UsedTopic& used = topics_[endpoint.topic];
  if (used.uses > 0 && used.type != endpoint.type.name) return nullptr;
  if (used.uses == 0) {
    const std::string type = dds_type_name(endpoint.type.name);
    dds::TypeSupport(new RawType(type)).register_type(participant_);
    used.topic = participant_->create_topic(endpoint.topic, type, dds::TOPIC_QOS_DEFAULT);
    used.type = endpoint.type.name;
    if (!used.topic) {
      topics_.erase(endpoint.topic);
      throw DdsError(fmt::format("DDS refused the topic {} of type {}", endpoint.topic, type));
    }
  }
  ++used.uses;
  return used.topic;
}

void DdsParticipant::release_topic(const std::string& name) {
  const std::lock_guard lock(topics_mutex_);
  const auto found = topics_.find(name);
  if (--found->second.uses > 0) return;
  participant_->delete_topic(found->second.topic);
  topics_.erase(found);
}

}  // namespace tandem
