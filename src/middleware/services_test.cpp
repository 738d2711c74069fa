// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <atomic>
#include <optional>

#include "messages/std_srvs.h"
#include "middleware/test_network.h"

namespace tandem {

namespace {

using std_srvs::srv::SetBool;
using std_srvs::srv::Trigger;
using testing::HasSubstr;
using Answer = Result<SetBool::Response>;

class Services : public OverNetworks {
 protected:
  Server serve_switch(Node& node) {
    return node.serve<SetBool>("switch", [](const SetBool::Request& request) {
      return SetBool::Response{.success = true, .message = request.data ? "on" : "off"};
    });
  }
};
OVER_ALL_NETWORKS(Services);

}  // namespace

TEST_P(Services, ACallIsAnswered) {
  Node server("server", options());
  Node asker("asker", options());
  auto service = serve_switch(server);
  auto client = asker.client<SetBool>("switch");
  Seen<Answer> answers;
  client.call({.data = true}, 10s, [&](Answer answer) { answers.add(std::move(answer)); });
  ASSERT_TRUE(run_until([&] { return answers.count() == 1; }));
  ASSERT_TRUE(answers.all()[0]) << answers.all()[0].error();
  EXPECT_EQ(answers.all()[0]->message, "on");
  EXPECT_EQ(client.pending(), 0);
}

TEST_P(Services, CallsOfSeveralClientsGetTheirOwnAnswers) {
  Node server("server", options());
  auto service = serve_switch(server);
  Node a("a", options());
  Node b("b", options());
  auto client_a = a.client<SetBool>("switch");
  auto client_b = b.client<SetBool>("switch");
  Seen<std::string> of_a;
  Seen<std::string> of_b;
  for (int i = 0; i < 10; ++i) {
    client_a.call({.data = true}, 10s, [&](const Answer& answer) { of_a.add(answer->message); });
    client_b.call({.data = false}, 10s, [&](const Answer& answer) { of_b.add(answer->message); });
  }
  ASSERT_TRUE(run_until([&] { return of_a.count() == 10 && of_b.count() == 10; }));
  EXPECT_THAT(of_a.all(), testing::Each("on"));
  EXPECT_THAT(of_b.all(), testing::Each("off"));
}

TEST_P(Services, RequestsThatComeTooFastAreDroppedAndCounted) {
  NodeOptions busy = options();
  busy.starts_at_once = false;
  Node server("server", busy);
  auto service = serve_switch(server);
  Node asker("asker", options());
  Seen<Answer> answers;
  std::vector<Client<SetBool>> clients;
  for (int i = 0; i < 2; ++i) clients.push_back(asker.client<SetBool>("switch"));
  for (auto& client : clients)
    for (int i = 0; i < 600; ++i)
      client.call({}, 60s, [&](Answer answer) { answers.add(std::move(answer)); });
  ASSERT_TRUE(run_until([&] { return service.stats().received == 1200; }));
  // 1,000 may wait
  EXPECT_EQ(service.stats().dropped, 200u);
  EXPECT_EQ(server.dropped_requests(), 200u);
  EXPECT_EQ(asker.dropped_requests(), 0u);
  server.start();
  EXPECT_TRUE(run_until([&] { return answers.count() == 1000; }));
}

TEST_P(Services, ACallWaitsForItsServer) {
  Node asker("asker", options());
  auto client = asker.client<SetBool>("switch");
  EXPECT_FALSE(client.is_server_ready());
  Seen<Answer> answers;
  client.call({.data = true}, 10s, [&](Answer answer) { answers.add(std::move(answer)); });
  Node server("server", options());
  auto service = serve_switch(server);
  ASSERT_TRUE(run_until([&] { return answers.count() == 1; }));
  EXPECT_TRUE(answers.all()[0]) << answers.all()[0].error();
  EXPECT_TRUE(client.is_server_ready());
}

TEST_P(Services, WithoutAServerTheCallEndsWithASentence) {
  Node asker("asker", options());
  auto client = asker.client<SetBool>("switch");
  Seen<Answer> answers;
  client.call({}, 50ms, [&](Answer answer) { answers.add(std::move(answer)); });
  ASSERT_TRUE(run_until([&] { return answers.count() == 1; }));
  ASSERT_FALSE(answers.all()[0]);
  EXPECT_EQ(answers.all()[0].error(), "/switch: no server within 0.05 s");
  EXPECT_EQ(client.pending(), 0);
}

TEST_P(Services, AServerThatNeverAnswersIsASentence) {
  Node server("server", options());
  Node asker("asker", options());
  Seen<int> asked;
  auto service = server.serve<SetBool>(
      "switch", [&](const SetBool::Request&, Responder<SetBool>) { asked.add(1); });
  auto client = asker.client<SetBool>("switch");
  ASSERT_TRUE(run_until([&] { return client.is_server_ready(); }));
  Seen<Answer> answers;
  client.call({}, 200ms, [&](Answer answer) { answers.add(std::move(answer)); });
  ASSERT_TRUE(run_until([&] { return answers.count() == 1; }));
  EXPECT_EQ(asked.count(), 1u);
  ASSERT_FALSE(answers.all()[0]);
  EXPECT_EQ(answers.all()[0].error(), "/switch: no answer within 0.2 s");
}

TEST_P(Services, AnswersMayComeLater) {
  Node server("server", options());
  Node asker("asker", options());
  std::optional<Responder<SetBool>> open;  // of the server's thread
  auto service =
      server.serve<SetBool>("switch", [&](const SetBool::Request&, Responder<SetBool> responder) {
        open.emplace(std::move(responder));
      });
  auto later = server.timer(20ms, [&] {
    if (open) open->respond({.success = true, .message = "later"});
    open.reset();
  });
  auto client = asker.client<SetBool>("switch");
  Seen<Answer> answers;
  client.call({}, 10s, [&](Answer answer) { answers.add(std::move(answer)); });
  ASSERT_TRUE(run_until([&] { return answers.count() == 1; }));
  ASSERT_TRUE(answers.all()[0]) << answers.all()[0].error();
  EXPECT_EQ(answers.all()[0]->message, "later");
}

TEST_P(Services, AClientMayGoWithCallsUnderWay) {
  Node server("server", options());
  Node asker("asker", options());
  std::vector<Responder<SetBool>> open;
  std::atomic<int> asked = 0;
  auto service =
      server.serve<SetBool>("switch", [&](const SetBool::Request&, Responder<SetBool> responder) {
        open.push_back(std::move(responder));
        ++asked;
      });
  auto client = asker.client<SetBool>("switch");
  client.call({}, 10s, [](const Answer&) { ADD_FAILURE() << "the client was gone"; });
  ASSERT_TRUE(run_until([&] { return asked == 1; }));
  client.close();
  Seen<int> answered;
  server.post([&] {
    for (auto& responder : open) responder.respond({});
    answered.add(1);
  });
  ASSERT_TRUE(run_until([&] { return answered.count() == 1; }));
}

TEST_P(Services, ANodeMayGoWithCallsUnderWay) {
  Node server("server", options());
  auto service =
      server.serve<SetBool>("switch", [](const SetBool::Request&, Responder<SetBool>) {});
  auto asker = std::make_unique<Node>("asker", options());
  auto client = asker->client<SetBool>("switch");
  for (int i = 0; i < 10; ++i)
    client.call({}, 10s, [](const Answer&) { ADD_FAILURE() << "the node was gone"; });
  asker.reset();
  EXPECT_EQ(client.pending(), 0);
  client.call({}, 10s, [](const Answer&) { ADD_FAILURE() << "the node was gone"; });
  EXPECT_THAT(client.call_and_wait({}, 10s).error(), HasSubstr("closed"));
}

TEST_P(Services, AServerMayGoInsideOfItsOwnCallback) {
  Node server("server", options());
  Node asker("asker", options());
  std::optional<Server> service;
  service.emplace(server.serve<Trigger>("once", [&](const Trigger::Request&) {
    service.reset();
    return Trigger::Response{.success = true};
  }));
  auto client = asker.client<Trigger>("once");
  ASSERT_TRUE(run_until([&] { return client.is_server_ready(); }));
  Seen<bool> answers;
  client.call({}, 500ms, [&](const Result<Trigger::Response>& answer) { answers.add(!!answer); });
  // the answer had nowhere to go any more
  ASSERT_TRUE(run_until([&] { return answers.count() == 1; }));
  EXPECT_FALSE(answers.all()[0]);
  EXPECT_FALSE(client.is_server_ready());
}

TEST_P(Services, TooManyCallsAreRefusedAndBounded) {
  Node asker("asker", options());
  auto client = asker.client<SetBool>("nobody");
  Seen<std::string> errors;
  for (int i = 0; i < 1001; ++i)
    client.call({}, 10min, [&](const Answer& answer) { errors.add(answer.error()); });
  ASSERT_TRUE(run_until([&] { return errors.count() == 1; }));
  EXPECT_THAT(errors.all()[0], HasSubstr("1000 calls wait"));
  EXPECT_EQ(client.pending(), 1000);
}

TEST_P(Services, SomebodyMayWaitForTheAnswer) {
  Node server("server", options());
  Node asker("asker", options());
  auto service = serve_switch(server);
  auto client = asker.client<SetBool>("switch");
  ASSERT_TRUE(client.wait_for_server(10s));
  const Answer answer = client.call_and_wait({.data = true}, 10s);
  ASSERT_TRUE(answer) << answer.error();
  EXPECT_EQ(answer->message, "on");
}

TEST_P(Services, SomebodyMayWaitInsideOfACallback) {
  Node server("server", options());
  Node asker("asker", options());
  auto service = serve_switch(server);
  auto client = asker.client<SetBool>("switch");
  Seen<Answer> answers;
  asker.post([&] { answers.add(client.call_and_wait({.data = true}, 10s)); });
  ASSERT_TRUE(run_until([&] { return answers.count() == 1; }));
  ASSERT_TRUE(answers.all()[0]) << answers.all()[0].error();
  EXPECT_EQ(answers.all()[0]->message, "on");
}

TEST_P(Services, ANodeMayGoWhileItsCallbackWaits) {
  auto asker = std::make_unique<Node>("asker", options());
  auto client = asker->client<SetBool>("switch");
  Seen<bool> begun;
  Seen<std::string> errors;
  asker->post([&] {
    begun.add(true);
    errors.add(client.call_and_wait({}, 10min).error());
  });
  ASSERT_TRUE(run_until([&] { return begun.count() == 1; }));
  asker.reset();  // returns soon, and with it the callback
  EXPECT_EQ(errors.count(), 1u);
}

TEST_P(Services, WaitingForAServerThatDoesNotExistEnds) {
  Node asker("asker", options());
  auto client = asker.client<SetBool>("switch");
  EXPECT_FALSE(client.wait_for_server(50ms));
  EXPECT_EQ(client.call_and_wait({}, 50ms).error(), "/switch: no server within 0.05 s");
  EXPECT_EQ(client.pending(), 0);
}

TEST_P(Services, UnreadableRequestsAreLeftUnanswered) {
  Node server("server", options());
  Node asker("asker", options());
  auto service = serve_switch(server);
  auto raw = asker.bytes_client("switch", service_type_id<SetBool>());
  ASSERT_TRUE(run_until([&] { return raw.is_server_ready(); }));
  Seen<Result<SharedBytes>> answers;
  const std::vector<std::byte> nonsense(4);
  raw.call(nonsense, 200ms, [&](Result<SharedBytes> answer) { answers.add(std::move(answer)); });
  ASSERT_TRUE(run_until([&] { return answers.count() == 1; }));
  EXPECT_FALSE(answers.all()[0]);
}

}  // namespace tandem
