// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>

#include "middleware/dds_context.h"
#include "middleware/dds_testing.h"
#include "middleware/node.h"
#include "ports/ros/ros_port.h"
#include "ports/ros/test_run.h"
#include "simulation/simulation.h"
#include "simulation/world_loader.h"

namespace tandem {

using testing_dds::eventually;

// The network that the tests of this program share, on the loopback and in a domain of its own.
inline std::shared_ptr<Context> test_context() {
  static const std::shared_ptr<Context> context = dds_context(testing_dds::loopback());
  return context;
}

// Another participant in that network, as robot programs in other processes are.
inline std::shared_ptr<Context> outside_context() {
  static const std::shared_ptr<Context> context = dds_context(testing_dds::loopback());
  return context;
}

// A run as `tandem run` makes it, in real time over DDS, and a node that asks it things.
class LiveRun {
 public:
  explicit LiveRun(const std::string& scenario, const ScenarioOptions& options = {})
      : simulation_(std::make_unique<Simulation>(
            load_good(scenario, options), SimulationOptions{.threads = 1, .interest = interest_})),
        thread_([this](std::stop_token stop) {
          Sink* sinks[] = {&port};
          run(simulation_, inbox, sinks, control, {.loader = &loader}, stop);
        }) {}
  ~LiveRun() {
    thread_.request_stop();
    thread_.join();
  }

  template <Service S>
  typename S::Response call(const std::string& service, const typename S::Request& request = {}) {
    Client<S> client = node.client<S>(service);
    const Result<typename S::Response> response = client.call_and_wait(request, 60s);
    EXPECT_TRUE(response) << service << ": " << (response ? "" : response.error());
    return response ? *response : typename S::Response{};
  }

 private:
  std::shared_ptr<SensorInterest> interest_ = std::make_shared<SensorInterest>();
  std::unique_ptr<Simulation> simulation_;

 public:
  Inbox inbox;
  RunControl control;
  WorldLoader loader{{.threads = 1, .interest = interest_}};
  RosPort port{{inbox, control, loader, interest_}, {.context = test_context()}};
  Node node{"asker", {.context = test_context()}};

 private:
  std::jthread thread_;
};

}  // namespace tandem
