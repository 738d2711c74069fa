// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/node.h"

#include <fmt/format.h>

#include <stdexcept>

#include "messages/rcl_interfaces.h"
#include "messages/time.h"
#include "middleware/dds_context.h"
#include "middleware/names.h"
#include "middleware/node_core.h"
#include "middleware/ros_arguments.h"

namespace tandem {

namespace {

std::shared_ptr<NodeCore> make_core(const std::string& name, const NodeOptions& options) {
  Result<RosArguments> arguments = parse_ros_arguments(options.arguments);
  if (!arguments) throw std::invalid_argument(arguments.error());
  Result<NodeName> resolved = resolve_node_name({name, options.ns}, arguments->remaps);
  if (!resolved) throw std::invalid_argument(resolved.error());
  auto core = std::make_shared<NodeCore>(options.context ? options.context : program_context(),
                                         *std::move(resolved), *std::move(arguments));
  core->report_exceptions();
  return core;
}

}  // namespace

Node::Node(const std::string& name, NodeOptions options)
    : core_(make_core(name, options)),
      parameters_(std::make_shared<ParameterStore>(
          core_->arguments().parameters_of(tandem::full_name(core_->name())))),
      refuses_unknown_parameters_(options.refuses_unknown_parameters) {
  if (options.has_rosout && core_->arguments().has_rosout_logs) {
    auto rosout = make_publisher("/rosout", type_id<rcl_interfaces::msg::Log>(), qos::rosout);
    core_->announce_logs(rosout);
    rosout_ = BytesPublisher(std::move(rosout));
  }
  if (options.has_parameter_services) {
    announce_changes();
    parameter_services_.emplace(*this, parameters_);
  }
  declare_sim_time(options.use_sim_time || core_->context().is_lockstep());
  // its parameters are declared later: nobody knows yet which are unknown
  if (options.starts_at_once) core_->executor()->start();
}

Node::~Node() { core_->shut_down(); }

void Node::announce_changes() {
  using rcl_interfaces::msg::ParameterEvent;
  auto events =
      make_publisher("/parameter_events", type_id<ParameterEvent>(), qos::parameter_events);
  parameters_->on_changes([events, executor = core_->executor(),
                           node = full_name()](const ParameterStore::Changes& changes) {
    if (!events->is_wanted()) return;
    ParameterEvent event = to_event(changes);
    event.stamp = to_message_time(executor->now());
    event.node = node;
    events->publish_message(event);
  });
  parameter_events_ = BytesPublisher(std::move(events));
}

void Node::declare_sim_time(bool default_value) {
  const bool is_lockstep = core_->context().is_lockstep();
  const auto follow = [weak = std::weak_ptr(core_)](const bool& is_simulated) {
    if (const auto core = weak.lock()) core->use_simulated_time(is_simulated);
  };
  const auto use_sim_time = parameter(
      "use_sim_time", default_value,
      {.description = "Take the time from /clock instead of the system.",
       .on_change = [is_lockstep](const bool& is_simulated) -> std::optional<std::string> {
         if (is_lockstep && !is_simulated) return "in lockstep all time is simulated";
         return std::nullopt;
       },
       .after_change = follow});
  follow(use_sim_time.value());
}

void Node::remove_parameter(const std::string& name) { parameters_->remove(name); }

const NodeName& Node::name() const { return core_->name(); }

std::string Node::full_name() const { return tandem::full_name(core_->name()); }

void Node::start() {
  if (const auto unknown = parameters_->undeclared_overrides(); !unknown.empty()) {
    const std::string sentence =
        fmt::format("has no parameter '{}'", fmt::join(unknown, "', nor '"));
    if (refuses_unknown_parameters_) throw std::invalid_argument(full_name() + " " + sentence);
    log(LogLevel::warning, fmt::format("{} {}, which it was given", full_name(), sentence));
  }
  core_->executor()->start();
}

Timer Node::timer(Duration period, std::function<void()> callback) {
  if (period <= Duration::zero())
    throw std::invalid_argument(
        fmt::format("a timer's period must be positive, is {} s", seconds(period)));
  auto timer = std::make_shared<TimerPart>(core_->executor(), period, std::move(callback));
  core_->add(timer);
  TimerPart::start(timer);
  return Timer(std::move(timer));
}

SimTime Node::now() const { return core_->executor()->now(); }

void Node::log(LogLevel level, std::string_view message, const CodePlace& place) {
  core_->log(level, message, place);
}

void Node::post(std::function<void()> callback) { core_->post(std::move(callback)); }

std::uint64_t Node::dropped_requests() const { return core_->dropped_requests(); }

std::vector<PublisherCount> Node::publisher_counts() const { return core_->publisher_counts(); }

GraphView Node::graph() const { return core_->context().transport().graph(); }

GraphWatch Node::watch_graph(std::function<void()> callback) {
  auto watch = std::make_shared<GraphWatchPart>(core_->executor(), std::move(callback));
  core_->add(watch);
  core_->context().watch_graph(watch);
  return GraphWatch(std::move(watch));
}

BytesPublisher Node::bytes_publisher(std::string_view topic, const TypeId& type, const Qos& qos) {
  return BytesPublisher(make_publisher(topic, type, qos));
}

Subscription Node::subscribe_bytes(
    std::string_view topic, const TypeId& type, const Qos& qos,
    std::function<void(const SharedBytes&, const MessageInfo&)> callback,
    const SubscribeOptions& options) {
  return Subscription(make_subscription(
      topic, type, qos, options,
      [callback = std::move(callback)](const SharedBytes& bytes, const MessageInfo& info) {
        callback(bytes, info);
        return std::nullopt;
      }));
}

Server Node::serve_bytes(std::string_view service, const ServiceTypeId& type,
                         std::function<void(const SharedBytes&, BytesResponder)> handler) {
  return Server(
      make_server(service, type,
                  [handler = std::move(handler)](const std::shared_ptr<ServerEndpoint>& server,
                                                 const SharedBytes& bytes, const RequestId& id) {
                    handler(bytes, BytesResponder(server, id));
                    return std::nullopt;
                  }));
}

BytesClient Node::bytes_client(std::string_view service, const ServiceTypeId& type) {
  return BytesClient(make_client(service, type));
}

BytesActionClient Node::bytes_action_client(std::string_view action, const ActionTypeId& types) {
  return BytesActionClient(make_action_client(action, types));
}

std::string Node::resolve_topic(std::string_view name) const {
  return core_->resolve(name, RemapRule::Kind::topic);
}

std::string Node::resolve_service(std::string_view name) const {
  return core_->resolve(name, RemapRule::Kind::service);
}

std::shared_ptr<PublisherEndpoint> Node::make_publisher(std::string_view topic, const TypeId& type,
                                                        const Qos& qos) {
  auto endpoint = std::make_shared<PublisherEndpoint>(*core_, resolve_topic(topic), type, qos);
  core_->add(endpoint);
  return endpoint;
}

std::shared_ptr<SubscriptionEndpoint> Node::make_subscription(
    std::string_view topic, const TypeId& type, const Qos& qos, const SubscribeOptions& options,
    SubscriptionEndpoint::OnBytes on_bytes) {
  auto endpoint = std::make_shared<SubscriptionEndpoint>(core_, resolve_topic(topic), qos, options,
                                                         std::move(on_bytes));
  core_->add(endpoint);
  SubscriptionEndpoint::open(endpoint, type, qos);
  return endpoint;
}

std::shared_ptr<ServerEndpoint> Node::make_server(std::string_view service,
                                                  const ServiceTypeId& type,
                                                  ServerEndpoint::OnBytes on_bytes) {
  auto endpoint =
      std::make_shared<ServerEndpoint>(core_, resolve_service(service), std::move(on_bytes));
  core_->add(endpoint);
  ServerEndpoint::open(endpoint, type);
  return endpoint;
}

std::shared_ptr<ClientEndpoint> Node::make_client(std::string_view service,
                                                  const ServiceTypeId& type) {
  auto endpoint = std::make_shared<ClientEndpoint>(core_, resolve_service(service));
  core_->add(endpoint);
  ClientEndpoint::open(endpoint, type);
  return endpoint;
}

std::shared_ptr<ActionServerPart> Node::make_action_server(std::string_view action,
                                                           const ActionTypeId& types,
                                                           ActionServerPart::Handlers handlers,
                                                           const ActionServerOptions& options) {
  auto part = std::make_shared<ActionServerPart>(core_, resolve_service(action),
                                                 std::move(handlers), options);
  ActionServerPart::open(part, *this, types);
  core_->add(part);
  return part;
}

std::shared_ptr<ActionClientPart> Node::make_action_client(std::string_view action,
                                                           const ActionTypeId& types) {
  auto part = std::make_shared<ActionClientPart>(core_, resolve_service(action));
  ActionClientPart::open(part, *this, types);
  core_->add(part);
  return part;
}

}  // namespace tandem
