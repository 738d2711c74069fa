// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fastdds/rtps/transport/UDPv4TransportDescriptor.h>
#include <fastdds/rtps/transport/UDPv6TransportDescriptor.h>

#include <atomic>
#include <cstdint>
#include <memory>

#include "middleware/dds_acquaintance.h"
#include "middleware/dds_sender.h"

namespace tandem {

// What the transports of one participant share with the rest of it.
struct DdsUdpParts {
  std::shared_ptr<DdsTraffic> traffic;
  std::shared_ptr<DdsAcquaintance> acquaintance;
  // Counts the ports of our own that could be opened: Fast DDS goes on without.
  std::shared_ptr<std::atomic<int>> open_ports = std::make_shared<std::atomic<int>>(0);
  std::uint32_t port_shift = 0;  // how far Fast DDS's count of participants is ahead (dds_place.h)
};

// Fast DDS's UDP with what Debian's build of it needs: datagrams are looked at before it sees
// them, user data goes to unicast addresses only, and IPv4 is sent by a DdsSender (decision 9).
template <class FastDescriptor>
struct DdsUdpDescriptor : FastDescriptor {
  bool hears_only_this_host = false;
  DdsUdpParts parts;
  // Set it when the participant is there. Fast DDS announces it a moment before it listens, and a
  // peer that answers within that moment would not say again who it is for half a second or more.
  std::shared_ptr<std::atomic<bool>> is_listening = std::make_shared<std::atomic<bool>>(false);

  eprosima::fastdds::rtps::TransportInterface* create_transport() const override;
};

using DdsUdp4Descriptor = DdsUdpDescriptor<eprosima::fastdds::rtps::UDPv4TransportDescriptor>;
using DdsUdp6Descriptor = DdsUdpDescriptor<eprosima::fastdds::rtps::UDPv6TransportDescriptor>;

}  // namespace tandem
