// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/time.h"
#include "middleware/qos.h"

namespace tandem {

// What carries bytes between nodes: DDS between processes, or memory inside one. `Node` is written
// against this page and robot programs against `Node`, so neither can tell which one it is.

// A serialised message with its four bytes of encapsulation; shared, because several may read it.
using SharedBytes = std::shared_ptr<const std::vector<std::byte>>;

// ROS 2's name of a type, "geometry_msgs/msg/Twist", and the hash of its description, "RIHS01_...".
struct TypeId {
  std::string name;
  std::string hash;
};

struct ServiceTypeId {
  std::string name;  // "std_srvs/srv/Trigger"
  TypeId request;
  TypeId response;
};

using Gid = std::array<std::uint8_t, 16>;  // names an endpoint in the whole network

struct MessageInfo {
  Gid publisher{};
  std::uint64_t sequence = 0;
  Duration sent{};      // since 1970, by the sender's clock; simulated time in lockstep
  Duration received{};  // since 1970, by ours
};

// Who asked, and which of its questions; opaque above the transport.
struct RequestId {
  Gid client{};
  std::int64_t sequence = 0;
  bool has_cyclone_header = false;

  friend auto operator<=>(const RequestId&, const RequestId&) = default;
};

// Callbacks come on a thread of the transport, one at a time for one endpoint, and return quickly.
// The first may come before the function that makes the endpoint has returned, and a response
// before request() has. None comes after the endpoint was destroyed; destroying waits for one that
// runs, and so never happens inside of it. Endpoints are destroyed before their node.
using OnMessage = std::function<void(SharedBytes, const MessageInfo&)>;
using OnRequest = std::function<void(SharedBytes, const RequestId&)>;
using OnResponse = std::function<void(SharedBytes, std::int64_t sequence)>;

struct PublisherStats {
  std::uint64_t sent = 0;
  std::uint64_t dropped = 0;  // the queue towards the network was full
};

class RawPublisher {
 public:
  virtual ~RawPublisher() = default;
  // Never blocks; what cannot be sent is dropped and counted.
  virtual void publish(std::span<const std::byte> message) = 0;
  virtual int subscriber_count() const = 0;
  // Whether all reliable subscribers said that they have all of it; those of best effort never say.
  virtual bool is_all_acknowledged() const = 0;
  virtual PublisherStats stats() const = 0;
  virtual Gid gid() const = 0;
};

class RawSubscription {
 public:
  virtual ~RawSubscription() = default;
  virtual int publisher_count() const = 0;
  // How many of them know of us by now: what those publish from here on arrives.
  virtual int aware_publisher_count() const = 0;
  virtual std::uint64_t lost() const = 0;  // sent to us, never arrived
};

class RawServer {
 public:
  virtual ~RawServer() = default;
  virtual void respond(const RequestId& id, std::span<const std::byte> response) = 0;
};

class RawClient {
 public:
  virtual ~RawClient() = default;
  // The number that the response will carry. It goes to the servers that are there now and may be
  // lost without one: ask is_server_ready first.
  virtual std::int64_t request(std::span<const std::byte> request) = 0;
  virtual bool is_server_ready() const = 0;
};

// How a publisher shows that it is alive: by the network, or by saying so.
enum class Liveliness { automatic, by_participant, by_topic };

// The network as it is seen from here, for tools and diagnostics.
struct EndpointInfo {
  std::string topic;  // ROS 2's name: "/emaros/scan"; services keep their DDS name, "rq/..Request"
  TypeId type;
  Qos qos;
  bool is_publisher = false;
  std::string node;  // "/lab/tandem"; empty when nobody announced it
  Gid gid{};
  // Ours promise and ask for no times; Duration::max() is no limit.
  Duration lifespan = Duration::max();
  Duration deadline = Duration::max();
  Liveliness liveliness = Liveliness::automatic;
  Duration liveliness_lease = Duration::max();
};

struct GraphView {
  std::vector<std::string> nodes;       // full names, sorted, as often as they exist
  std::vector<EndpointInfo> endpoints;  // ours included
  std::size_t to_come = 0;              // endpoints that nodes told of and that were not seen yet
};

struct NodeName {
  std::string name;
  std::string ns = "/";  // starts with '/', ends without one unless it is the root

  friend bool operator==(const NodeName&, const NodeName&) = default;
};

// One node's presence in the graph: it and its endpoints appear and go together.
class TransportNode {
 public:
  virtual ~TransportNode() = default;
  virtual std::unique_ptr<RawPublisher> publisher(const std::string& topic, const TypeId& type,
                                                  const Qos& qos) = 0;
  virtual std::unique_ptr<RawSubscription> subscribe(const std::string& topic, const TypeId& type,
                                                     const Qos& qos, OnMessage on_message) = 0;
  virtual std::unique_ptr<RawServer> serve(const std::string& service, const ServiceTypeId& type,
                                           OnRequest on_request) = 0;
  virtual std::unique_ptr<RawClient> client(const std::string& service, const ServiceTypeId& type,
                                            OnResponse on_response) = 0;
};

class Transport {
 public:
  virtual ~Transport() = default;
  virtual std::unique_ptr<TransportNode> join(const NodeName& name) = 0;

  virtual GraphView graph() const = 0;
  // Called on a thread of the transport whenever graph(), is_server_ready() or the count of an
  // endpoint's peers may answer differently. There is one callback: a new one takes the place of
  // the old, which does not run any more when this returns; an empty one removes it.
  virtual void on_graph_change(std::function<void()> callback) = 0;
};

}  // namespace tandem
