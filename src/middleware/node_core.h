// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "middleware/call_queue.h"
#include "middleware/code_place.h"
#include "middleware/context.h"
#include "middleware/executor.h"
#include "middleware/names.h"
#include "middleware/node_part.h"
#include "middleware/publisher.h"
#include "middleware/ros_arguments.h"
#include "middleware/subscription.h"
#include "middleware/transport.h"

namespace tandem {

// "/lab/tandem" logs as "lab.tandem".
std::string logger_name(const NodeName& node);

// The inside of a Node, which its parts share: the way into the graph, the thread, and the names.
class NodeCore : public std::enable_shared_from_this<NodeCore> {
 public:
  NodeCore(std::shared_ptr<Context> context, NodeName name, RosArguments arguments);
  ~NodeCore();
  void report_exceptions();  // of callbacks, to the log

  const NodeName& name() const { return name_; }
  const RosArguments& arguments() const { return arguments_; }
  Context& context() { return *context_; }
  const std::shared_ptr<Executor>& executor() const { return executor_; }
  // Throws when the node is gone.
  TransportNode& transport_node();

  // Throws with a sentence when the name can't be one.
  std::string resolve(std::string_view name, RemapRule::Kind kind) const;

  void add(const std::shared_ptr<NodePart>& part);
  // Everything that belongs to the node ends.
  void shut_down();

  // Runs it on the node's thread, after what waits there.
  void post(Executor::Call call);
  // Destroys it on the node's thread: for what can't go where we are.
  void bury(std::shared_ptr<void> remains);
  // Runs it here, and logs what it throws.
  void guard(const std::function<void()>& call);

  // Of all services: handlers were too slow for those who ask.
  void count_dropped_request() { ++dropped_requests_; }
  std::uint64_t dropped_requests() const { return dropped_requests_; }

  std::vector<PublisherCount> publisher_counts();

  // Time comes from /clock, or from the system. In lockstep it is simulated anyway.
  void use_simulated_time(bool is_simulated);

  void log(LogLevel level, std::string_view message, const CodePlace& place = CodePlace::current());
  // From here on the log goes to the network too.
  void announce_logs(std::shared_ptr<PublisherEndpoint> rosout);

 private:
  void empty_grave();

  const std::shared_ptr<Context> context_;
  const NodeName name_;
  const RosArguments arguments_;
  const std::shared_ptr<Executor> executor_;
  const LogLevel log_level_;
  CallQueue tasks_;
  std::atomic<std::uint64_t> dropped_requests_ = 0;
  std::mutex mutex_;
  std::unique_ptr<TransportNode> transport_node_;
  std::vector<std::weak_ptr<NodePart>> parts_;
  std::vector<std::shared_ptr<void>> grave_;
  std::shared_ptr<PublisherEndpoint> rosout_;
  std::shared_ptr<SubscriptionEndpoint> clock_;  // while time is simulated
};

}  // namespace tandem
