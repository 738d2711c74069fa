// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/service_caller.h"

#include <gtest/gtest.h>

#include "middleware/lockstep_transport.h"

namespace tandem {
namespace {

const ServiceTypeId doubling{
    "test/srv/Double", {"test/srv/Double_Request", ""}, {"test/srv/Double_Response", ""}};

class ServiceCallerTest : public testing::Test {
 protected:
  std::unique_ptr<RawServer> serve_doubling() {
    return robot->serve("/double", doubling, [this](SharedBytes request, const RequestId& id) {
      requests.push_back({id, std::to_integer<int>(request->front())});
    });
  }
  void answer(RawServer& server, std::size_t which) {
    const std::array response{std::byte(2 * requests[which].second)};
    server.respond(requests[which].first, response);
  }
  void deliver() {
    while (network->deliver_next()) continue;
  }
  std::int64_t ask(ServiceCaller& caller, std::uint8_t number) {
    const std::array request{std::byte{number}};
    return caller.send(request);
  }
  std::optional<int> take(ServiceCaller& caller, std::int64_t sequence) {
    const auto answer = caller.take_answer(sequence, {}, ToolNode::Clock::now());
    if (!answer) return {};
    return std::to_integer<int>((*answer)->front());
  }

  LockstepTransport* network = new LockstepTransport;
  std::stop_source stop;
  ToolNode tool{std::unique_ptr<Transport>(network), {.name = "_tool"}, stop.get_token()};
  std::unique_ptr<TransportNode> robot = network->join({.name = "robot"});
  std::vector<std::pair<RequestId, int>> requests;
};

TEST_F(ServiceCallerTest, AnswersComeToTheirQuestions) {
  auto server = serve_doubling();
  ServiceCaller caller(tool, "/double", doubling);
  ASSERT_TRUE(caller.wait_for_server(0s));
  const std::int64_t first = ask(caller, 3);
  const std::int64_t second = ask(caller, 4);
  deliver();
  answer(*server, 0);
  answer(*server, 1);
  deliver();
  EXPECT_EQ(take(caller, second), 8);  // the answer to the first is not mistaken for it
  EXPECT_EQ(take(caller, first), std::nullopt);
}

TEST_F(ServiceCallerTest, NobodyServing) {
  ServiceCaller caller(tool, "/double", doubling);
  const auto answer = caller.find_and_call({}, 0s);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error(), "nobody serves /double (waited 0 s)");
}

TEST_F(ServiceCallerTest, NobodyAnswering) {
  auto server = serve_doubling();
  ServiceCaller caller(tool, "/double", doubling);
  const std::array request{std::byte{1}};
  const auto answer = caller.find_and_call(request, 0s);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error(), "/double did not answer within 0 s");
}

TEST_F(ServiceCallerTest, PersonStopsWaiting) {
  stop.request_stop();
  ServiceCaller caller(tool, "/double", doubling);
  const auto answer = caller.find_and_call({}, 1h);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error(), "stopped waiting for /double");
}

}  // namespace
}  // namespace tandem
