// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "middleware/node.h"
#include "ports/desk/edit_desk.h"
#include "ports/desk/latest_frame.h"
#include "ports/desk/run_handles.h"
#include "ports/ros/event_topic.h"
#include "ports/ros/frame_worker.h"
#include "sensors/interest.h"
#include "simulation/frame.h"
#include "simulation/run_control.h"
#include "simulation/world_loader.h"

namespace tandem {

// Answers a request, now or later, on any thread; once.
template <Service S>
using Reply = std::function<void(const typename S::Response&)>;

// What the services of a port work with. Requests come on the node's thread; whatever has to wait
// for the simulation is answered on the worker's.
struct ServiceContext {
  Node& node;
  RunHandles run;
  EditDesk& edits;
  const LatestFrame& latest;
  FrameWorker& worker;
  EventTopic& events;

  // handler(const S::Request&, Reply<S>)
  template <Service S, class Handler>
  Server serve(std::string_view service, Handler handler) const {
    return node.serve<S>(
        service, [handler](const typename S::Request& request, Responder<S> responder) {
          const auto shared = std::make_shared<Responder<S>>(std::move(responder));
          handler(request, Reply<S>([shared](const auto& response) { shared->respond(response); }));
        });
  }
};

}  // namespace tandem
