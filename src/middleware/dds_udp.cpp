// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/dds_udp.h"

#include <fastdds/rtps/transport/TransportInterface.h>

#include <fastdds/rtps/common/LocatorSelector.hpp>
#include <memory>
#include <mutex>
#include <vector>

#include "middleware/dds_guard.h"

namespace tandem {

namespace {

namespace fast = eprosima::fastdds::rtps;
namespace rtps = eprosima::fastrtps::rtps;
using Locator = rtps::Locator_t;
using Locators = rtps::LocatorList_t;

// Lets only sound datagrams through.
class GuardedReceiver : public fast::TransportReceiverInterface {
 public:
  GuardedReceiver(fast::TransportReceiverInterface& receiver, const fast::TransportInterface& udp,
                  bool hears_only_this_host, const DdsSentFragments& sent,
                  DdsReceivedPieces& pieces, DdsAcquaintance& acquaintance)
      : receiver_(receiver),
        udp_(udp),
        hears_only_this_host_(hears_only_this_host),
        guard_(sent, pieces, acquaintance) {}

  void OnDataReceived(const rtps::octet* data, std::uint32_t size, const Locator& local,
                      const Locator& remote) override {
    if (hears_only_this_host_ && !udp_.is_local_locator(remote)) return;
    const auto admitted = guard_.admit({reinterpret_cast<const std::byte*>(data), size});
    if (!admitted) return;
    receiver_.OnDataReceived(reinterpret_cast<const rtps::octet*>(admitted->data()),
                             static_cast<std::uint32_t>(admitted->size()), local, remote);
  }

 private:
  fast::TransportReceiverInterface& receiver_;
  const fast::TransportInterface& udp_;
  const bool hears_only_this_host_;
  DdsGuard guard_;
};

// What Fast DDS calls to send a datagram.
class SendResource : public rtps::SenderResource {
 public:
  SendResource(std::shared_ptr<DdsSender> sender, std::shared_ptr<DdsSentFragments> sent)
      : SenderResource(LOCATOR_KIND_UDPv4),
        sender_(std::move(sender)),
        sent_(std::move(sent)),
        outgoing_(*sent_) {
    send_lambda_ = [this](const rtps::octet* data, std::uint32_t size,
                          rtps::LocatorsIterator* begin, rtps::LocatorsIterator* end,
                          const std::chrono::steady_clock::time_point&) {
      send({reinterpret_cast<const std::byte*>(data), size}, *begin, *end);
      return true;
    };
  }

 private:
  void send(std::span<const std::byte> datagram, rtps::LocatorsIterator& next,
            const rtps::LocatorsIterator& end) {
    datagram = outgoing_.prepare(datagram);
    for (; next != end; ++next) {
      const Locator& locator = *next;
      if (locator.kind != LOCATOR_KIND_UDPv4) continue;
      sockaddr_in to{};
      to.sin_family = AF_INET;
      to.sin_port = htons(rtps::IPLocator::getPhysicalPort(locator));
      std::memcpy(&to.sin_addr,
                  rtps::IPLocator::hasWan(locator) ? rtps::IPLocator::getWan(locator)
                                                   : rtps::IPLocator::getIPv4(locator),
                  sizeof to.sin_addr);
      sender_->send(datagram, to);
    }
  }

  const std::shared_ptr<DdsSender> sender_;
  const std::shared_ptr<DdsSentFragments> sent_;
  DdsOutgoing outgoing_;
};

// Forwards to Fast DDS's UDP transport all but a few functions.
class DdsUdp : public fast::TransportInterface {
 public:
  DdsUdp(fast::TransportInterface* udp, bool hears_only_this_host, const DdsUdpParts& parts,
         std::optional<DdsSender::Options> sending)
      : TransportInterface(udp->kind()),
        udp_(udp),
        hears_only_this_host_(hears_only_this_host),
        acquaintance_(parts.acquaintance),
        open_ports_(parts.open_ports),
        port_shift_(parts.port_shift),
        sending_(std::move(sending)) {}

  bool OpenOutputChannel(fast::SendResourceList& resources, const Locator& locator) override {
    if (!sending_) return udp_->OpenOutputChannel(resources, locator);
    if (!IsLocatorSupported(locator)) return false;
    if (!sender_) {
      sender_ = std::make_shared<DdsSender>(*sending_);
      resources.push_back(std::make_unique<SendResource>(sender_, sent_));
    } else if (has_new_interfaces_.exchange(false)) {
      sender_->find_interfaces();
    }
    return sender_->can_send();
  }

  bool OpenInputChannel(const Locator& locator, fast::TransportReceiverInterface* receiver,
                        std::uint32_t size) override {
    const std::lock_guard lock(mutex_);
    receivers_.push_back(std::make_unique<GuardedReceiver>(*receiver, *udp_, hears_only_this_host_,
                                                           *sent_, pieces_, *acquaintance_));
    const bool is_open = udp_->OpenInputChannel(locator, receivers_.back().get(), size);
    if (is_open && !rtps::IPLocator::isMulticast(locator)) ++*open_ports_;
    return is_open;
  }

  // Fast DDS would take a multicast address that two peers share, for which it has opened no
  // output; its bookkeeping then stops the process.
  void select_locators(rtps::LocatorSelector& selector) const override {
    auto& entries = selector.transport_starts();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      rtps::LocatorSelectorEntry& entry = *entries[i];
      if (!entry.transport_should_process) continue;
      bool is_selected = false;
      for (std::size_t j = 0; j < entry.unicast.size(); ++j) {
        if (!IsLocatorSupported(entry.unicast[j]) || selector.is_selected(entry.unicast[j]))
          continue;
        entry.state.unicast.push_back(j);
        is_selected = true;
      }
      // a peer that can only be reached by multicast
      for (std::size_t j = 0; entry.unicast.empty() && j < entry.multicast.size(); ++j) {
        if (!IsLocatorSupported(entry.multicast[j])) continue;
        entry.state.multicast.push_back(j);
        is_selected = true;
        break;
      }
      if (is_selected) selector.select(i);
    }
  }

  bool init(const rtps::PropertyPolicy* properties) override { return udp_->init(properties); }
  bool IsInputChannelOpen(const Locator& locator) const override {
    return udp_->IsInputChannelOpen(locator);
  }
  bool IsLocatorSupported(const Locator& locator) const override {
    return udp_->IsLocatorSupported(locator);
  }
  bool is_locator_allowed(const Locator& locator) const override {
    return udp_->is_locator_allowed(locator);
  }
  Locator RemoteToMainLocal(const Locator& remote) const override {
    return udp_->RemoteToMainLocal(remote);
  }
  bool transform_remote_locator(const Locator& remote, Locator& result) const override {
    return udp_->transform_remote_locator(remote, result);
  }
  bool CloseInputChannel(const Locator& locator) override {
    return udp_->CloseInputChannel(locator);
  }
  bool DoInputLocatorsMatch(const Locator& left, const Locator& right) const override {
    return udp_->DoInputLocatorsMatch(left, right);
  }
  Locators NormalizeLocator(const Locator& locator) override {
    return udp_->NormalizeLocator(locator);
  }
  bool is_local_locator(const Locator& locator) const override {
    return udp_->is_local_locator(locator);
  }
  fast::TransportDescriptorInterface* get_configuration() override {
    return udp_->get_configuration();
  }
  void AddDefaultOutputLocator(Locators& locators) override {
    udp_->AddDefaultOutputLocator(locators);
  }
  bool getDefaultMetatrafficMulticastLocators(Locators& locators,
                                              std::uint32_t port) const override {
    return udp_->getDefaultMetatrafficMulticastLocators(locators, port);
  }
  bool getDefaultMetatrafficUnicastLocators(Locators& locators, std::uint32_t port) const override {
    return udp_->getDefaultMetatrafficUnicastLocators(locators, port - port_shift_);
  }
  bool getDefaultUnicastLocators(Locators& locators, std::uint32_t port) const override {
    return udp_->getDefaultUnicastLocators(locators, port - port_shift_);
  }
  bool fillMetatrafficMulticastLocator(Locator& locator, std::uint32_t port) const override {
    return udp_->fillMetatrafficMulticastLocator(locator, port);
  }
  bool fillMetatrafficUnicastLocator(Locator& locator, std::uint32_t port) const override {
    return udp_->fillMetatrafficUnicastLocator(locator, port - port_shift_);
  }
  bool configureInitialPeerLocator(Locator& locator, const rtps::PortParameters& ports,
                                   std::uint32_t domain, Locators& list) const override {
    return udp_->configureInitialPeerLocator(locator, ports, domain, list);
  }
  bool fillUnicastLocator(Locator& locator, std::uint32_t port) const override {
    // Fast DDS calls it for groups, too
    const bool is_group = rtps::IPLocator::isMulticast(locator);
    return udp_->fillUnicastLocator(locator, is_group ? port : port - port_shift_);
  }
  std::uint32_t max_recv_buffer_size() const override { return udp_->max_recv_buffer_size(); }
  void shutdown() override { udp_->shutdown(); }
  void update_network_interfaces() override {
    has_new_interfaces_ = true;
    udp_->update_network_interfaces();
  }

 private:
  const std::unique_ptr<fast::TransportInterface> udp_;
  const bool hears_only_this_host_;
  const std::shared_ptr<DdsAcquaintance> acquaintance_;
  const std::shared_ptr<std::atomic<int>> open_ports_;
  const std::uint32_t port_shift_;
  const std::optional<DdsSender::Options> sending_;
  const std::shared_ptr<DdsSentFragments> sent_ = std::make_shared<DdsSentFragments>();
  DdsReceivedPieces pieces_;
  std::shared_ptr<DdsSender> sender_;
  std::atomic<bool> has_new_interfaces_ = false;
  std::mutex mutex_;
  std::vector<std::unique_ptr<GuardedReceiver>> receivers_;
};

}  // namespace

template <class FastDescriptor>
fast::TransportInterface* DdsUdpDescriptor<FastDescriptor>::create_transport() const {
  std::optional<DdsSender::Options> sending;
  if constexpr (std::is_base_of_v<fast::UDPv4TransportDescriptor, FastDescriptor>)
    sending = DdsSender::Options{.only_addresses = this->interfaceWhiteList,
                                 .multicast_ttl = this->TTL,
                                 .buffer_bytes = static_cast<int>(this->sendBufferSize),
                                 .traffic = parts.traffic,
                                 .may_send = is_listening};
  return new DdsUdp(FastDescriptor::create_transport(), hears_only_this_host, parts,
                    std::move(sending));
}

template struct DdsUdpDescriptor<fast::UDPv4TransportDescriptor>;
template struct DdsUdpDescriptor<fast::UDPv6TransportDescriptor>;

}  // namespace tandem
