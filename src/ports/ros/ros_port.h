// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "middleware/node.h"
#include "ports/board/board.h"
#include "ports/desk/edit_desk.h"
#include "ports/desk/latest_frame.h"
#include "ports/desk/network.h"
#include "ports/ros/entity_services.h"
#include "ports/ros/event_topic.h"
#include "ports/ros/fault_services.h"
#include "ports/ros/fleet_topics.h"
#include "ports/ros/frame_worker.h"
#include "ports/ros/heard_events.h"
#include "ports/ros/map_topic.h"
#include "ports/ros/order_topics.h"
#include "ports/ros/run_monitor.h"
#include "ports/ros/run_parameters.h"
#include "ports/ros/service_context.h"
#include "ports/ros/spawn_services.h"
#include "ports/ros/state_services.h"
#include "ports/ros/twin_topics.h"
#include "ports/ros/virtual_objects.h"
#include "ports/ros/world_services.h"
#include "ports/ros/world_topics.h"
#include "simulation/frame.h"
#include "simulation/run_control.h"

namespace tandem {

class RosNetwork;

struct RosPortOptions {
  std::shared_ptr<Context> context;    // DDS, or a Lockstep's
  std::vector<std::string> arguments;  // what followed --ros-args
  // What else of this program /diagnostics tells; called on the port's thread. Empty: nothing.
  std::function<void(std::vector<diagnostic_msgs::msg::DiagnosticStatus>&)> more_diagnostics{};
};

// The run as node `tandem` of a ROS 2 network (docs/ros-interface.md). Frames become messages on a
// thread of its own; in lockstep on the simulation's, before publish() returns, and
// Lockstep::advance then delivers them.
class RosPort : public Sink {
 public:
  RosPort(const RunHandles& run, const RosPortOptions& options);
  ~RosPort() override;

  void publish(std::shared_ptr<const Frame> frame) override;

  // How far the port is behind, and how often it was so far behind that it left a frame out. Any
  // thread.
  std::size_t waiting_frames() const { return worker_.waiting_frames(); }
  std::uint64_t dropped_frames() const { return worker_.dropped_frames(); }

  // For who is in no hurry: returns when the next frames will not be left out.
  void wait_for_room() { worker_.wait_for_room(); }
  // All frames by now have become messages when this returns.
  void wait_for_frames() { worker_.wait_for_frames(); }

  // What the scenario observes, for who shows it.
  const Board& board() const { return board_; }
  // The network for people. Any thread.
  Network& network();

 private:
  void handle(const std::shared_ptr<const Frame>& frame);
  void handle_idle();
  void follow_graph();
  void report(Duration now);

  // The services, which share what they know of the run.
  struct Services {
    Services(const ServiceContext& context, const Network& network)
        : state(context),
          entities(context),
          spawning(context),
          worlds(context, state),
          objects(context),
          faults(context, network) {}

    StateServices state;
    EntityServices entities;
    SpawnServices spawning;
    WorldServices worlds;
    VirtualObjects objects;
    FaultServices faults;
  };

  const RunHandles run_;
  const bool is_lockstep_;
  Node node_;
  LatestFrame latest_;
  EditDesk edits_;
  EventTopic events_;
  HeardEvents heard_events_;
  // What rules tell, also of frames that are dropped when this machine is too busy.
  Mailbox<WorldEvent> told_{1000, WhenFull::drop_oldest};
  Board board_;
  WorldTopics world_;
  FleetTopics fleet_;
  TwinFleet twins_;
  const std::unique_ptr<RosNetwork> network_;
  RunMonitor monitor_;
  const std::function<void(std::vector<diagnostic_msgs::msg::DiagnosticStatus>&)> more_diagnostics_;
  RunParameters parameters_;
  std::atomic<bool> has_graph_changed_ = true;
  GraphWatch graph_watch_;
  FrameWorker worker_;
  MapTopic map_;
  std::optional<Services> services_;
  std::optional<OrderTopics> orders_;
};

}  // namespace tandem
