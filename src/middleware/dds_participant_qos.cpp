// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_participant_qos.h"

#include <arpa/inet.h>
#include <fastdds/rtps/attributes/ServerAttributes.h>
#include <fastdds/rtps/transport/UDPv6TransportDescriptor.h>
#include <fastdds/rtps/transport/shared_mem/SharedMemTransportDescriptor.h>
#include <fastrtps/utils/IPLocator.h>
#include <fmt/format.h>
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <fastdds/dds/domain/DomainParticipantFactory.hpp>
#include <fastdds/rtps/flowcontrol/FlowControllerDescriptor.hpp>
#include <memory>

#include "base/log.h"
#include "middleware/dds_udp.h"

namespace tandem {

namespace {

namespace dds = eprosima::fastdds::dds;
namespace fast = eprosima::fastdds::rtps;
namespace rtps = eprosima::fastrtps::rtps;

constexpr const char* discovery_group = "239.255.0.1";

// Participants on one host take the first free of these places; a peer without multicast is asked
// at each of them.
constexpr std::uint32_t places_per_host = 32;

constexpr int last_port = 65535;
constexpr std::uint32_t socket_buffer_bytes = 4 << 20;  // the kernel gives what it allows

const eprosima::fastrtps::Duration_t announcement_period(0, 500'000'000);
const eprosima::fastrtps::Duration_t lease(10, 0);

// At first it announces itself quickly, because the first time goes nowhere (dds_udp.h).
const rtps::InitialAnnouncementConfig first_announcements{10, {0, 25'000'000}};

std::string resolve(const std::string& host) {
  addrinfo hints{};
  hints.ai_family = AF_INET;
  hints.ai_socktype = SOCK_DGRAM;
  addrinfo* found = nullptr;
  if (const int error = getaddrinfo(host.c_str(), nullptr, &hints, &found); error != 0)
    throw DdsError(fmt::format("ROS_STATIC_PEERS names '{}', which has no IPv4 address: {}", host,
                               gai_strerror(error)));
  char text[INET_ADDRSTRLEN]{};
  const auto* address = reinterpret_cast<const sockaddr_in*>(found->ai_addr);
  inet_ntop(AF_INET, &address->sin_addr, text, sizeof text);
  freeaddrinfo(found);
  return text;
}

rtps::Locator_t locator(const std::string& address, std::uint32_t port = 0) {
  rtps::Locator_t result;
  result.kind = LOCATOR_KIND_UDPv4;
  rtps::IPLocator::setIPv4(result, address);
  result.port = port;
  return result;
}

void set_discovery(rtps::BuiltinAttributes& builtin, const rtps::PortParameters& ports,
                   const DdsOptions& options) {
  builtin.discovery_config.leaseDuration = lease;
  builtin.discovery_config.leaseDuration_announcementperiod = announcement_period;
  builtin.discovery_config.initial_announcements = first_announcements;

  if (!options.discovery_servers.empty()) {
    // a super client sees the whole graph, as tools and `graph()` need it
    builtin.discovery_config.discoveryProtocol = rtps::DiscoveryProtocol_t::SUPER_CLIENT;
    auto& servers = builtin.discovery_config.m_DiscoveryServers;
    if (!fast::load_environment_server_info(options.discovery_servers, servers) || servers.empty())
      throw DdsError(fmt::format(
          "ROS_DISCOVERY_SERVER is '{}', expected addresses as 10.0.0.1:11811, separated by ';'",
          options.discovery_servers));
    return;
  }

  const auto group = locator(discovery_group,
                             ports.getMulticastPort(static_cast<std::uint32_t>(options.domain_id)));
  switch (options.range) {
    case DiscoveryRange::off:
      builtin.discovery_config.ignoreParticipantFlags =
          static_cast<rtps::ParticipantFilteringFlags_t>(
              rtps::ParticipantFilteringFlags::FILTER_DIFFERENT_HOST |
              rtps::ParticipantFilteringFlags::FILTER_DIFFERENT_PROCESS);
      // a group of this process, so that two participants of ours still meet
      builtin.metatrafficMulticastLocatorList.push_back(
          locator(fmt::format("239.192.{}.{}", getpid() >> 8 & 255, getpid() & 255), group.port));
      builtin.metatrafficUnicastLocatorList.push_back(rtps::Locator_t());
      return;
    case DiscoveryRange::localhost:
      if (options.is_loopback_only) {
        // ROS 2 Humble's nodes announce themselves by multicast on the loopback device
        builtin.initialPeersList.push_back(group);
      } else {
        // with a unicast address of its own it does not listen to multicast
        builtin.metatrafficUnicastLocatorList.push_back(rtps::Locator_t());
      }
      builtin.initialPeersList.push_back(locator("127.0.0.1"));
      break;
    case DiscoveryRange::subnet:
      if (!options.static_peers.empty()) builtin.initialPeersList.push_back(group);
      break;
    case DiscoveryRange::system_default:
      return;
  }
  for (const std::string& peer : options.static_peers)
    builtin.initialPeersList.push_back(locator(resolve(peer)));
}

template <class Descriptor>
void restrict_to(Descriptor& udp, const DdsOptions& options, const DdsUdpParts& parts) {
  udp.sendBufferSize = std::max(udp.sendBufferSize, socket_buffer_bytes);
  udp.receiveBufferSize = std::max(udp.receiveBufferSize, socket_buffer_bytes);
  udp.maxInitialPeersRange = std::max(udp.maxInitialPeersRange, places_per_host);
  udp.parts = parts;
  if (options.is_loopback_only || options.range == DiscoveryRange::off) {
    udp.interfaceWhiteList = {"127.0.0.1"};
    udp.hears_only_this_host = true;
    udp.TTL = 0;
  }
}

// Our own UDP in place of Fast DDS's, with what a profile says of it; no shared memory.
void set_transports(dds::TransportConfigQos& transport, const DdsOptions& options,
                    const DdsUdpParts& parts) {
  const auto wanted = std::move(transport.user_transports);
  transport.user_transports.clear();
  transport.use_builtin_transports = false;

  for (const auto& descriptor : wanted) {
    if (const auto* udp4 = dynamic_cast<fast::UDPv4TransportDescriptor*>(descriptor.get())) {
      auto ours = std::make_shared<DdsUdp4Descriptor>();
      static_cast<fast::UDPv4TransportDescriptor&>(*ours) = *udp4;
      restrict_to(*ours, options, parts);
      transport.user_transports.push_back(std::move(ours));
    } else if (const auto* udp6 = dynamic_cast<fast::UDPv6TransportDescriptor*>(descriptor.get())) {
      auto ours = std::make_shared<DdsUdp6Descriptor>();
      static_cast<fast::UDPv6TransportDescriptor&>(*ours) = *udp6;
      ours->sendBufferSize = std::max(ours->sendBufferSize, socket_buffer_bytes);
      ours->receiveBufferSize = std::max(ours->receiveBufferSize, socket_buffer_bytes);
      ours->non_blocking_send = true;
      ours->parts = parts;
      transport.user_transports.push_back(std::move(ours));
    } else if (dynamic_cast<fast::SharedMemTransportDescriptor*>(descriptor.get())) {
      log(LogLevel::info, "the Fast DDS profile asks for shared memory, which Tandem does not use");
    } else {
      transport.user_transports.push_back(descriptor);
    }
  }
  if (!transport.user_transports.empty()) return;
  auto ours = std::make_shared<DdsUdp4Descriptor>();
  restrict_to(*ours, options, parts);
  transport.user_transports.push_back(std::move(ours));
}

// How many participants a domain has ports for; Fast DDS ends the process when it counts further.
int numbers_in(int domain, const rtps::PortParameters& ports) {
  const int first =
      ports.portBase + ports.domainIDGain * domain + std::max(ports.offsetd1, ports.offsetd3);
  return (last_port - first) / std::max<int>(ports.participantIDGain, 1) + 1;
}

}  // namespace

ParticipantSetup participant_setup(const DdsOptions& options, DdsParticipant::Role role,
                                   DdsUdpParts parts) {
  // what the profiles say, or the defaults
  ParticipantSetup setup{
      .qos = dds::DomainParticipantFactory::get_instance()->get_default_participant_qos()};
  dds::DomainParticipantQos& qos = setup.qos;
  qos.name("/");
  if (role == DdsParticipant::Role::first) {
    const std::string enclave = "enclave=/;";
    qos.user_data().setValue(std::vector<rtps::octet>(enclave.begin(), enclave.end()));
  }

  auto& builtin = qos.wire_protocol().builtin;
  builtin.readerHistoryMemoryPolicy = rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
  builtin.writerHistoryMemoryPolicy = rtps::PREALLOCATED_WITH_REALLOC_MEMORY_MODE;
  set_discovery(builtin, qos.wire_protocol().port, options);
  auto& wire = qos.wire_protocol();
  if (wire.participant_id < 0) {  // no profile says it
    setup.place = std::make_unique<DdsPlace>(numbers_in(options.domain_id, wire.port));
    wire.participant_id = setup.place->number();
    // places that others on this host have are passed over, up to the last one of the domain
    builtin.mutation_tries =
        static_cast<std::uint32_t>(DdsPlace::per_domain - 1 - setup.place->place());
    parts.port_shift =
        static_cast<std::uint32_t>(setup.place->shift()) * wire.port.participantIDGain;
  }
  set_transports(qos.transport(), options, parts);

  // a host with containers has many addresses
  qos.allocation().locators.max_unicast_locators = 16;
  qos.allocation().locators.max_multicast_locators = 4;

  auto flow = std::make_shared<fast::FlowControllerDescriptor>();
  flow->name = paced_flow;
  flow->scheduler = fast::FlowControllerSchedulerPolicy::FIFO;
  flow->max_bytes_per_period = DdsParticipant::paced_bytes_per_period;
  flow->period_ms = DdsParticipant::paced_period_ms;
  qos.flow_controllers().push_back(std::move(flow));
  return setup;
}

}  // namespace tandem
