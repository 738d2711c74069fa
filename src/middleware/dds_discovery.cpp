// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_discovery.h"

#include <fastdds/rtps/builtin/data/ReaderProxyData.h>
#include <fastdds/rtps/builtin/data/WriterProxyData.h>
#include <fastdds/rtps/participant/ParticipantDiscoveryInfo.h>
#include <fastdds/rtps/reader/ReaderDiscoveryInfo.h>
#include <fastdds/rtps/writer/WriterDiscoveryInfo.h>

#include <algorithm>
#include <string>

#include "messages/type_name.h"
#include "middleware/dds_names.h"

namespace tandem {

namespace {

namespace dds = eprosima::fastdds::dds;
namespace rtps = eprosima::fastrtps::rtps;

Duration to_duration(const eprosima::fastrtps::Duration_t& period) {
  if (period == eprosima::fastrtps::c_TimeInfinite) return Duration::max();
  return std::chrono::seconds(period.seconds) + std::chrono::nanoseconds(period.nanosec);
}

template <class DiscoveredQos>
Promise to_promise(const DiscoveredQos& qos) {
  return {.is_reliable = qos.m_reliability.kind == dds::RELIABLE_RELIABILITY_QOS,
          .durability = static_cast<int>(qos.m_durability.kind),
          .deadline = to_duration(qos.m_deadline.period),
          .liveliness = static_cast<int>(qos.m_liveliness.kind),
          .lease = to_duration(qos.m_liveliness.lease_duration),
          .is_exclusive = qos.m_ownership.kind == dds::EXCLUSIVE_OWNERSHIP_QOS};
}

// The proxy data of readers and writers have no common base that says so.
template <class Proxy>
DdsGraph::Endpoint to_endpoint(const Proxy& proxy, bool is_publisher) {
  DdsGraph::Endpoint endpoint;
  endpoint.promise = to_promise(proxy.m_qos);
  EndpointInfo& info = endpoint.info;
  info.topic = ros_topic_name(proxy.topicName().to_string());
  const auto& user_data = proxy.m_qos.m_userData.getValue();
  info.type = {.name = ros_type_name(proxy.typeName().to_string()),
               .hash = hash_from_user_data(
                   {reinterpret_cast<const char*>(user_data.data()), user_data.size()})};
  info.qos.offers_reliable = info.qos.requests_reliable = endpoint.promise.is_reliable;
  info.qos.is_latched = endpoint.promise.durability > 0;
  info.qos.depth = 0;  // DDS does not tell
  info.lifespan = to_duration(proxy.m_qos.m_lifespan.duration);
  info.deadline = endpoint.promise.deadline;
  info.liveliness = static_cast<Liveliness>(endpoint.promise.liveliness);
  info.liveliness_lease = endpoint.promise.lease;
  info.is_publisher = is_publisher;
  info.gid = to_gid(proxy.guid());
  return endpoint;
}

}  // namespace

Gid to_gid(const rtps::GUID_t& guid) {
  Gid gid;
  const auto rest = std::copy_n(guid.guidPrefix.value, 12, gid.begin());
  std::copy_n(guid.entityId.value, 4, rest);
  return gid;
}

rtps::GUID_t to_guid(const Gid& gid) {
  rtps::GUID_t guid;
  std::copy_n(gid.begin(), 12, guid.guidPrefix.value);
  std::copy_n(gid.begin() + 12, 4, guid.entityId.value);
  return guid;
}

void DdsDiscovery::on_participant_discovery(dds::DomainParticipant*,
                                            rtps::ParticipantDiscoveryInfo&& info) {
  using Info = rtps::ParticipantDiscoveryInfo;
  const GidPrefix prefix = prefix_of(to_gid(info.info.m_guid));
  const bool is_gone =
      info.status == Info::REMOVED_PARTICIPANT || info.status == Info::DROPPED_PARTICIPANT;
  if (is_gone ? graph_.remove_participant(prefix) : graph_.add_participant(prefix))
    handlers_.on_change();
}

void DdsDiscovery::on_subscriber_discovery(dds::DomainParticipant*,
                                           rtps::ReaderDiscoveryInfo&& info) {
  using Info = rtps::ReaderDiscoveryInfo;
  if (info.status == Info::REMOVED_READER)
    remove(to_gid(info.info.guid()));
  else
    add(to_endpoint(info.info, false));
}

void DdsDiscovery::on_publisher_discovery(dds::DomainParticipant*,
                                          rtps::WriterDiscoveryInfo&& info) {
  using Info = rtps::WriterDiscoveryInfo;
  if (info.status == Info::REMOVED_WRITER)
    remove(to_gid(info.info.guid()));
  else
    add(to_endpoint(info.info, true));
}

void DdsDiscovery::add(DdsGraph::Endpoint endpoint) {
  if (endpoint.info.topic == "ros_discovery_info") return;  // how the graph is told, not part of it
  std::vector<DdsGraph::Mismatch> mismatches;
  if (graph_.add(std::move(endpoint), mismatches)) handlers_.on_change();
  if (!mismatches.empty()) handlers_.on_mismatch(std::move(mismatches));
}

void DdsDiscovery::remove(const Gid& gid) {
  if (graph_.remove(gid)) handlers_.on_change();
}

}  // namespace tandem
