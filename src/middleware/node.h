// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/log.h"
#include "base/time.h"
#include "messages/message.h"
#include "middleware/action_client.h"
#include "middleware/action_server.h"
#include "middleware/client.h"
#include "middleware/code_place.h"
#include "middleware/context.h"
#include "middleware/graph_watch.h"
#include "middleware/parameter.h"
#include "middleware/parameter_services.h"
#include "middleware/publisher.h"
#include "middleware/qos.h"
#include "middleware/server.h"
#include "middleware/subscription.h"
#include "middleware/timer.h"
#include "middleware/transport.h"
#include "middleware/type_ids.h"

namespace tandem {

class NodeCore;

struct NodeOptions {
  std::string ns = "/";
  std::shared_ptr<Context> context;    // nothing: DDS, one for the whole program
  std::vector<std::string> arguments;  // what followed --ros-args: remaps, parameters, files
  // False: callbacks wait for start(), so that an object can be complete before they come.
  bool starts_at_once = true;
  bool use_sim_time = false;  // the parameter's value when nobody says otherwise
  // Tools that come and go leave these out.
  bool has_rosout = true;
  bool has_parameter_services = true;
  // Whether start() throws when `arguments` give a parameter that the node did not declare, as a
  // misspelled one; else it is logged as a warning.
  bool refuses_unknown_parameters = false;
};

// One node of a ROS 2 network, or of a simulation in lockstep. All of its callbacks come one after
// the other: on the node's own thread, in lockstep inside of Lockstep::advance. What they throw is
// logged. Publishing, calling, logging and making handles is for any thread; in lockstep there is
// only one.
//
// What the functions return are handles: movable, and what they stand for ends when they go.
// Names may be absolute, relative or private ("~/x"). One that can't be a name throws
// std::invalid_argument with a sentence, as do wrong arguments.
class Node {
 public:
  explicit Node(const std::string& name, NodeOptions options = {});
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;

  const NodeName& name() const;
  std::string full_name() const;  // "/lab/tandem"
  void start();                   // when all parameters are declared

  template <Message M>
  Publisher<M> publisher(std::string_view topic, const Qos& qos = qos::reliable) {
    return Publisher<M>(make_publisher(topic, type_id<M>(), qos));
  }

  // callback(const M&) or callback(const M&, const MessageInfo&)
  template <Message M, class Callback>
  Subscription subscribe(std::string_view topic, const Qos& qos, Callback callback,
                         const SubscribeOptions& options = {}) {
    return Subscription(
        make_subscription(topic, type_id<M>(), qos, options, reading<M>(std::move(callback))));
  }

  // callback(const S::Request&) -> S::Response, or callback(const S::Request&, Responder<S>) for
  // who answers later
  template <Service S, class Handler>
  Server serve(std::string_view service, Handler handler) {
    return Server(make_server(service, service_type_id<S>(), answering<S>(std::move(handler))));
  }

  template <Service S>
  Client<S> client(std::string_view service) {
    return Client<S>(make_client(service, service_type_id<S>()));
  }

  // A setting that people can see and change from outside, unless they were given it on the command
  // line:
  //   auto step_ms = node.parameter("step_ms", 8, {.description = "...", .range = {1, 100}});
  // Throws std::invalid_argument when what was given is not allowed, or the name is taken.
  template <class T>
  Parameter<kept_as<std::decay_t<T>>> parameter(
      const std::string& name, const T& default_value,
      ParameterOptions<kept_as<std::decay_t<T>>> options = {}) {
    using Kept = kept_as<std::decay_t<T>>;
    const Kept value = keep<Kept>(default_value);
    parameters_->declare(declaration_of<Kept>(name, value, std::move(options)));
    return {parameters_, name, value};
  }
  void remove_parameter(const std::string& name);
  ParameterStore& parameters() { return *parameters_; }

  template <Action A>
  ActionServer<A> action_server(std::string_view action, ActionHandlers<A> handlers,
                                const ActionServerOptions& options = {}) {
    return ActionServer<A>(make_action_server(action, action_type_id<A>(),
                                              erase_type<A>(std::move(handlers)), options));
  }

  template <Action A>
  ActionClient<A> action_client(std::string_view action) {
    return ActionClient<A>(make_action_client(action, action_type_id<A>()));
  }

  Timer timer(Duration period, std::function<void()> callback);

  // System time, or simulated time when the parameter use_sim_time says so and in lockstep.
  SimTime now() const;

  // To /rosout and standard error.
  void log(LogLevel level, std::string_view message, const CodePlace& place = CodePlace::current());

  // Runs the callback on the node's thread.
  void post(std::function<void()> callback);

  GraphView graph() const;
  GraphWatch watch_graph(std::function<void()> callback);

  // Requests to all services of the node that came faster than their handlers are.
  std::uint64_t dropped_requests() const;
  // What each publisher of the node has sent since it was made, for who watches how it goes.
  std::vector<PublisherCount> publisher_counts() const;

  // The same for types that are known only at run time.
  BytesPublisher bytes_publisher(std::string_view topic, const TypeId& type,
                                 const Qos& qos = qos::reliable);
  Subscription subscribe_bytes(std::string_view topic, const TypeId& type, const Qos& qos,
                               std::function<void(const SharedBytes&, const MessageInfo&)> callback,
                               const SubscribeOptions& options = {});
  Server serve_bytes(std::string_view service, const ServiceTypeId& type,
                     std::function<void(const SharedBytes&, BytesResponder)> handler);
  BytesClient bytes_client(std::string_view service, const ServiceTypeId& type);
  BytesActionClient bytes_action_client(std::string_view action, const ActionTypeId& types);

  // The absolute name after remapping.
  std::string resolve_topic(std::string_view name) const;
  std::string resolve_service(std::string_view name) const;

 private:
  std::shared_ptr<PublisherEndpoint> make_publisher(std::string_view topic, const TypeId& type,
                                                    const Qos& qos);
  std::shared_ptr<SubscriptionEndpoint> make_subscription(std::string_view topic,
                                                          const TypeId& type, const Qos& qos,
                                                          const SubscribeOptions& options,
                                                          SubscriptionEndpoint::OnBytes on_bytes);
  std::shared_ptr<ServerEndpoint> make_server(std::string_view service, const ServiceTypeId& type,
                                              ServerEndpoint::OnBytes on_bytes);
  std::shared_ptr<ClientEndpoint> make_client(std::string_view service, const ServiceTypeId& type);

  std::shared_ptr<ActionServerPart> make_action_server(std::string_view action,
                                                       const ActionTypeId& types,
                                                       ActionServerPart::Handlers handlers,
                                                       const ActionServerOptions& options);
  std::shared_ptr<ActionClientPart> make_action_client(std::string_view action,
                                                       const ActionTypeId& types);
  void announce_changes();
  void declare_sim_time(bool default_value);

  std::shared_ptr<NodeCore> core_;
  std::shared_ptr<ParameterStore> parameters_;
  bool refuses_unknown_parameters_ = false;
  BytesPublisher rosout_;
  BytesPublisher parameter_events_;
  std::optional<ParameterServices> parameter_services_;
};

}  // namespace tandem
