// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// A program for processes_test.cpp to talk to: serves, counts, has parameters and echoes, in the
// network that its environment names, until its standard input ends. With --vanish it leaves at
// once.
#include <cstdio>
#include <exception>
#include <future>
#include <string>
#include <vector>

#include "messages/std_msgs.h"
#include "messages/std_srvs.h"
#include "middleware/dds_transport.h"
#include "middleware/node.h"
#include "middleware/test_counter.h"

namespace tandem {

namespace {

using std_msgs::msg::ByteMultiArray;
using std_srvs::srv::SetBool;

void run(const std::vector<std::string>& arguments) {
  Node node("peer", {.arguments = arguments});
  const auto step_ms = node.parameter("step_ms", 8, {.range = {1, 100}});
  const auto answering = node.serve<SetBool>("switch", [](const SetBool::Request& request) {
    return SetBool::Response{.success = true, .message = request.data ? "on" : "off"};
  });
  std::vector<Responder<SetBool>> unanswered;
  const auto silent =
      node.serve<SetBool>("stuck", [&](const SetBool::Request&, Responder<SetBool> responder) {
        unanswered.push_back(std::move(responder));
      });
  TestCounter counter(node, 5ms, true);
  auto echo = node.publisher<ByteMultiArray>("echo");
  const auto on_sound = node.subscribe<ByteMultiArray>(
      "sound", qos::reliable, [&](const ByteMultiArray& it) { echo.publish(it); });

  std::puts("ready");
  std::fflush(stdout);
  while (std::getchar() != EOF) {
  }
}

// The last user of the network goes inside of a callback, and the process right after it.
void vanish() {
  auto transport = make_dds_transport(DdsOptions::from_environment());
  auto node = transport->join({.name = "vanishing"});
  std::promise<void> end;
  transport->on_graph_change([&] {
    node.reset();
    transport.reset();
    end.set_value();
  });
  std::puts("ready");
  std::fflush(stdout);
  end.get_future().wait();
}

}  // namespace

}  // namespace tandem

int main(int argc, char** argv) {
  try {
    if (argc == 2 && argv[1] == std::string("--vanish"))
      tandem::vanish();
    else
      tandem::run({argv + 1, argv + argc});
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "peer: %s\n", error.what());
    return 1;
  }
}
