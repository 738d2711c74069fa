// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/node_core.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <utility>

#include "messages/rcl_interfaces.h"
#include "messages/rosgraph_msgs.h"
#include "messages/time.h"
#include "messages/type_hash.h"

namespace tandem {

namespace {

constexpr std::size_t most_tasks = 10'000;

std::uint8_t ros_level(LogLevel level) {
  using rcl_interfaces::msg::Log;
  switch (level) {
    case LogLevel::debug:
      return Log::DEBUG;
    case LogLevel::info:
      return Log::INFO;
    case LogLevel::warning:
      return Log::WARN;
    case LogLevel::error:
      return Log::ERROR;
  }
  return Log::INFO;
}

}  // namespace

std::string logger_name(const NodeName& node) {
  std::string name = full_name(node).substr(1);
  std::ranges::replace(name, '/', '.');
  return name;
}

NodeCore::NodeCore(std::shared_ptr<Context> context, NodeName name, RosArguments arguments)
    : context_(std::move(context)),
      name_(std::move(name)),
      arguments_(std::move(arguments)),
      executor_(context_->make_executor()),
      log_level_(arguments_.log_level_of(logger_name(name_)).value_or(LogLevel::info)),
      tasks_(executor_, most_tasks),
      transport_node_(context_->transport().join(name_)) {}

void NodeCore::report_exceptions() {
  executor_->on_exception([weak = weak_from_this()](const std::string& what) {
    if (const auto self = weak.lock())
      self->log(LogLevel::error, fmt::format("a callback threw: {}", what));
  });
}

NodeCore::~NodeCore() { shut_down(); }

TransportNode& NodeCore::transport_node() {
  const std::lock_guard lock(mutex_);
  if (!transport_node_) throw std::logic_error(fmt::format("{} is gone", full_name(name_)));
  return *transport_node_;
}

std::string NodeCore::resolve(std::string_view name, RemapRule::Kind kind) const {
  Result<std::string> resolved = resolve_name(name, name_, kind, arguments_.remaps);
  if (!resolved) throw std::invalid_argument(resolved.error());
  return *std::move(resolved);
}

void NodeCore::add(const std::shared_ptr<NodePart>& part) {
  const std::lock_guard lock(mutex_);
  std::erase_if(parts_, [](const auto& known) { return known.expired(); });
  parts_.push_back(part);
}

std::vector<PublisherCount> NodeCore::publisher_counts() {
  std::vector<std::shared_ptr<PublisherEndpoint>> publishers;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& known : parts_)
      if (auto publisher = std::dynamic_pointer_cast<PublisherEndpoint>(known.lock()))
        publishers.push_back(std::move(publisher));
  }
  std::vector<PublisherCount> counts;
  for (const auto& publisher : publishers)
    counts.push_back({publisher->topic(), publisher->stats().sent});
  return counts;
}

void NodeCore::shut_down() {
  std::vector<std::shared_ptr<NodePart>> parts;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& known : parts_)
      if (auto part = known.lock()) parts.push_back(std::move(part));
    parts_.clear();
  }
  for (const auto& part : parts) part->interrupt();
  executor_->stop();
  std::ranges::reverse(parts);
  for (const auto& part : parts) part->close();
  tasks_.close();
  empty_grave();

  // these hold the node in turn
  std::unique_ptr<TransportNode> leaving;
  std::shared_ptr<PublisherEndpoint> rosout;
  std::shared_ptr<SubscriptionEndpoint> clock;
  const std::lock_guard lock(mutex_);
  leaving.swap(transport_node_);
  rosout.swap(rosout_);
  clock.swap(clock_);
}

void NodeCore::post(Executor::Call call) { tasks_.put(std::move(call)); }

void NodeCore::bury(std::shared_ptr<void> remains) {
  {
    const std::lock_guard lock(mutex_);
    grave_.push_back(std::move(remains));
  }
  post([weak = weak_from_this()] {
    if (const auto self = weak.lock()) self->empty_grave();
  });
}

void NodeCore::empty_grave() {
  std::vector<std::shared_ptr<void>> remains;
  const std::lock_guard lock(mutex_);
  remains.swap(grave_);
}

void NodeCore::guard(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::exception& exception) {
    log(LogLevel::error, fmt::format("a callback threw: {}", exception.what()));
  } catch (...) {
    log(LogLevel::error, "a callback threw something that is no std::exception");
  }
}

void NodeCore::use_simulated_time(bool is_simulated) {
  if (context_->is_lockstep()) return;
  executor_->use_simulated_time(is_simulated);
  std::shared_ptr<SubscriptionEndpoint> clock;
  if (is_simulated) {
    using rosgraph_msgs::msg::Clock;
    clock = std::make_shared<SubscriptionEndpoint>(
        shared_from_this(), resolve("/clock", RemapRule::Kind::topic), qos::clock,
        SubscribeOptions{.is_immediate = true},
        reading<Clock>([executor = executor_](const Clock& message) {
          executor->set_simulated_time(to_time(message.clock));
        }));
    add(clock);
    SubscriptionEndpoint::open(clock, {std::string(Clock::type_name), type_hash<Clock>()},
                               qos::clock);
  }
  {
    const std::lock_guard lock(mutex_);
    clock.swap(clock_);
  }
  if (clock) clock->close();
}

void NodeCore::announce_logs(std::shared_ptr<PublisherEndpoint> rosout) {
  const std::lock_guard lock(mutex_);
  rosout_ = std::move(rosout);
}

void NodeCore::log(LogLevel level, std::string_view message, const CodePlace& place) {
  if (level < log_level_) return;
  const std::string logger = logger_name(name_);
  if (arguments_.has_console_logs) write_log(level, fmt::format("[{}] {}", logger, message));

  std::shared_ptr<PublisherEndpoint> rosout;
  {
    const std::lock_guard lock(mutex_);
    rosout = rosout_;
  }
  if (!rosout) return;
  rosout->publish_message(rcl_interfaces::msg::Log{.stamp = to_message_time(executor_->now()),
                                                   .level = ros_level(level),
                                                   .name = logger,
                                                   .msg = std::string(message),
                                                   .file = place.file,
                                                   .function = place.function,
                                                   .line = static_cast<std::uint32_t>(place.line)});
}

}  // namespace tandem
