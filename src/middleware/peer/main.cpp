// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
// A program for processes_test.cpp to talk to: serves, counts, has parameters and echoes, in the
// network that its environment names, until its standard input ends.
#include <cstdio>
#include <exception>
#include <vector>

#include "messages/std_msgs.h"
#include "messages/std_srvs.h"
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

}  // namespace

}  // namespace tandem

int main(int argc, char** argv) {
  try {
    tandem::run({argv + 1, argv + argc});
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "peer: %s\n", error.what());
    return 1;
  }
}
