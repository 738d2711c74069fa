// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/ros_port.h"

#include <chrono>
#include <utility>

#include "ports/ros/ros_network.h"

namespace tandem {

RosPort::RosPort(const RunHandles& run, const RosPortOptions& options)
    : run_(run),
      is_lockstep_(options.context->is_lockstep()),
      node_("tandem",
            {.context = options.context, .arguments = options.arguments, .starts_at_once = false}),
      edits_(run.inbox),
      events_(node_, run.events),
      heard_events_(node_, run.events, [this] { return events_.time(); }),
      world_(node_, events_, board_),
      fleet_(node_, events_, run.inbox, run.interest, is_lockstep_),
      twins_(node_, run.inbox, edits_),
      network_(std::make_unique<RosNetwork>(node_, board_, latest_, is_lockstep_)),
      more_diagnostics_(options.more_diagnostics),
      parameters_(node_, run.control),
      graph_watch_(node_.watch_graph([this] { has_graph_changed_ = true; })),
      worker_(is_lockstep_ ? FrameWorker::Mode::lockstep : FrameWorker::Mode::threaded,
              {.on_frame = [this](const auto& frame) { handle(frame); },
               .on_idle = [this] { handle_idle(); }}),
      map_(node_, worker_, is_lockstep_) {
  const ServiceContext context{node_, run, edits_, latest_, worker_, events_};
  services_.emplace(context, *network_);
  orders_.emplace(context);
}

// Requests end first, then what answers them.
RosPort::~RosPort() {
  services_.reset();
  graph_watch_.close();
  worker_.stop();
  orders_.reset();  // which the worker kept up
}

Network& RosPort::network() { return *network_; }

void RosPort::publish(std::shared_ptr<const Frame> frame) {
  latest_.set(frame);
  for (const WorldEvent& event : frame->events) told_.put(event);
  node_.start();              // only now can requests be answered; has no effect later
  FrameWorker::Task answers;  // which are not dropped, whatever becomes of the frame
  if (!frame->outcomes.empty() || !frame->order_outcomes.empty())
    answers = [this, frame] { edits_.settle(*frame); };
  worker_.put(std::move(frame), std::move(answers));
}

// On the worker's thread: a frame becomes messages.
void RosPort::handle(const std::shared_ptr<const Frame>& frame) {
  follow_graph();
  world_.publish(frame);
  for (const WorldEvent& event : told_.take()) events_.publish(event);
  map_.keep_up(frame);
  orders_->let_go(*frame);  // first, so that nobody sees robots of two worlds
  fleet_.publish(*frame);
  twins_.publish(*frame);
  orders_->follow(*frame);
  monitor_.add(frame);
  const Duration now =
      is_lockstep_ ? frame->time : std::chrono::steady_clock::now().time_since_epoch();
  network_->follow(*frame, now);
  network_->keep_up(now);
  report(now);
}

// While the simulation stands still: who comes now should know what time it is.
void RosPort::handle_idle() {
  follow_graph();
  world_.repeat_clock();
  const Duration now = std::chrono::steady_clock::now().time_since_epoch();
  network_->keep_up(now);
  report(now);
}

void RosPort::follow_graph() {
  if (!has_graph_changed_.exchange(false)) return;
  const GraphView graph = node_.graph();
  world_.follow(graph);
  fleet_.follow(graph);
  twins_.follow(graph);
  network_->follow(graph);
}

void RosPort::report(Duration now) {
  parameters_.keep_up();
  if (!monitor_.has_frame() || !world_.is_report_due(now)) return;
  const DropCounts drops{.frames = worker_.dropped_frames(),
                         .messages = world_.dropped() + fleet_.dropped() + twins_.dropped() +
                                     told_.dropped() + orders_->dropped_messages(),
                         .inputs = run_.inbox.commands.dropped() + run_.inbox.edits.dropped() +
                                   run_.inbox.orders.dropped() + run_.inbox.poses.dropped() +
                                   run_.inbox.inertia.dropped() + run_.inbox.paint.dropped() +
                                   orders_->dropped_commands(),
                         .requests = node_.dropped_requests()};
  monitor_.begin_report(run_.control.status(), drops, now);
  if (world_.wants_stats()) world_.publish(monitor_.stats());
  if (!world_.wants_diagnostics()) return;
  auto diagnostics = monitor_.diagnostics();
  fleet_.append_diagnostics(diagnostics.status);
  if (more_diagnostics_) more_diagnostics_(diagnostics.status);
  world_.publish(diagnostics);
}

}  // namespace tandem
