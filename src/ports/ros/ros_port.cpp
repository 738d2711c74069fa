// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/ros_port.h"

#include <utility>

#include "messages/time.h"

namespace tandem {

RosPort::RosPort(const RunHandles& run, const RosPortOptions& options)
    : node_("tandem",
            {.context = options.context, .arguments = options.arguments, .starts_at_once = false}),
      edits_(run.inbox),
      events_(node_),
      fleet_(node_, run.inbox),
      clock_(node_.publisher<rosgraph_msgs::msg::Clock>("/clock", qos::clock)),
      graph_watch_(node_.watch_graph([this] { has_graph_changed_ = true; })),
      worker_(options.context->is_lockstep() ? FrameWorker::Mode::lockstep
                                             : FrameWorker::Mode::threaded,
              {.on_frame = [this](const auto& frame) { handle(*frame); },
               .on_idle = [this] { handle_idle(); }}) {
  services_.emplace(ServiceContext{node_, run, edits_, latest_, worker_, events_});
  node_.start();
}

// Requests end first, then what answers them.
RosPort::~RosPort() {
  services_.reset();
  graph_watch_.close();
  worker_.stop();
}

void RosPort::publish(std::shared_ptr<const Frame> frame) {
  latest_.set(frame);
  FrameWorker::Task answers;  // which are not dropped, whatever becomes of the frame
  if (!frame->outcomes.empty()) answers = [this, frame] { edits_.settle(frame->outcomes); };
  worker_.put(std::move(frame), std::move(answers));
}

void RosPort::handle(const Frame& frame) {
  if (has_graph_changed_.exchange(false)) fleet_.follow(node_.graph());
  publish_clock(frame.time);
  fleet_.publish(frame);
}

// While the simulation stands still: who comes now should know what time it is.
void RosPort::handle_idle() {
  if (has_graph_changed_.exchange(false)) fleet_.follow(node_.graph());
  if (time_ > SimTime{}) publish_clock(time_);
}

void RosPort::publish_clock(SimTime time) {
  time_ = time;
  if (clock_.is_wanted()) clock_.publish({.clock = to_message_time(time)});
}

}  // namespace tandem
