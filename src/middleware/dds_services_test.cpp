// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "middleware/dds_testing.h"
#include "middleware/dds_transport.h"

namespace tandem {
namespace {

using namespace testing_dds;

const ServiceTypeId add_type{.name = "test_msgs/srv/Add",
                             .request = {"test_msgs/srv/Add_Request", "RIHS01_a"},
                             .response = {"test_msgs/srv/Add_Response", "RIHS01_b"}};

class Answers {
 public:
  OnResponse writer() {
    return [this](const SharedBytes& message, std::int64_t sequence) {
      const std::lock_guard lock(mutex_);
      answers_[sequence] = to_text(message);
    };
  }
  std::map<std::int64_t, std::string> all() const {
    const std::lock_guard lock(mutex_);
    return answers_;
  }

 private:
  mutable std::mutex mutex_;
  std::map<std::int64_t, std::string> answers_;
};

// Requests as they arrive, to be answered when the test likes.
class Questions {
 public:
  OnRequest writer() {
    return [this](const SharedBytes& message, const RequestId& id) {
      const std::lock_guard lock(mutex_);
      questions_.emplace_back(to_text(message), id);
    };
  }
  std::vector<std::pair<std::string, RequestId>> all() const {
    const std::lock_guard lock(mutex_);
    return questions_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<std::pair<std::string, RequestId>> questions_;
};

class DdsServices : public testing::Test {
 protected:
  std::unique_ptr<Transport> here_ = make_dds_transport(loopback());
  std::unique_ptr<Transport> there_ = make_dds_transport(loopback());
  std::unique_ptr<TransportNode> server_node_ = here_->join({.name = "server"});
  std::unique_ptr<TransportNode> client_node_ = there_->join({.name = "client"});
};

TEST_F(DdsServices, AnswerEveryQuestionOfEveryClient) {
  std::unique_ptr<RawServer> server;
  server =
      server_node_->serve("/add", add_type, [&](const SharedBytes& message, const RequestId& id) {
        server->respond(id, to_message("answer to " + to_text(message)));
      });
  Answers one, two;
  const auto first = client_node_->client("/add", add_type, one.writer());
  const auto second = client_node_->client("/add", add_type, two.writer());
  const auto same_process = server_node_->client("/add", add_type, [](auto&&...) {});
  ASSERT_TRUE(eventually([&] {
    return first->is_server_ready() && second->is_server_ready() && same_process->is_server_ready();
  }));
  std::map<std::int64_t, std::string> expected_one, expected_two;
  for (int i = 0; i < 100; ++i) {
    const std::string a = "a" + std::to_string(i), b = "b" + std::to_string(i);
    expected_one[first->request(to_message(a))] = "answer to " + a;
    expected_two[second->request(to_message(b))] = "answer to " + b;
  }
  EXPECT_TRUE(eventually([&] { return one.all().size() == 100 && two.all().size() == 100; }));
  EXPECT_EQ(one.all(), expected_one);
  EXPECT_EQ(two.all(), expected_two);
}

TEST_F(DdsServices, AnswersMayComeLaterAndInAnyOrder) {
  Questions questions;
  const auto server = server_node_->serve("/add", add_type, questions.writer());
  Answers answers;
  const auto client = client_node_->client("/add", add_type, answers.writer());
  ASSERT_TRUE(eventually([&] { return client->is_server_ready(); }));
  const std::int64_t one = client->request(to_message("one"));
  const std::int64_t two = client->request(to_message("two"));
  ASSERT_TRUE(eventually([&] { return questions.all().size() == 2; }));
  server->respond(questions.all()[1].second, to_message("second"));
  server->respond(questions.all()[0].second, to_message("first"));
  EXPECT_TRUE(eventually([&] { return answers.all().size() == 2; }));
  EXPECT_EQ(answers.all(), (std::map<std::int64_t, std::string>{{one, "first"}, {two, "second"}}));
}

TEST_F(DdsServices, AreReadyOnlyWhileAServerIsThere) {
  const auto client = client_node_->client("/add", add_type, [](auto&&...) {});
  EXPECT_FALSE(client->is_server_ready());
  auto server = server_node_->serve("/add", add_type, [](auto&&...) {});
  EXPECT_TRUE(eventually([&] { return client->is_server_ready(); }));
  server.reset();
  EXPECT_TRUE(eventually([&] { return !client->is_server_ready(); }));
}

TEST_F(DdsServices, AreReadyAtOnceInTheSameParticipant) {
  const auto server = server_node_->serve("/add", add_type, [](auto&&...) {});
  for (int i = 0; i < 20; ++i) {
    const auto client = server_node_->client("/add", add_type, [](auto&&...) {});
    EXPECT_TRUE(client->is_server_ready());
  }
}

TEST_F(DdsServices, ReadinessIsAChangeOfTheGraph) {
  std::atomic<bool> was_ready = false;
  const auto client = client_node_->client("/add", add_type, [](auto&&...) {});
  there_->on_graph_change([&] { was_ready = client->is_server_ready(); });
  const auto server = server_node_->serve("/add", add_type, [](auto&&...) {});
  EXPECT_TRUE(eventually([&] { return was_ready.load(); }));
  there_->on_graph_change({});
}

TEST_F(DdsServices, TwoTypesCanHaveOneName) {
  const ServiceTypeId other{.name = "test_msgs/srv/Other",
                            .request = {"test_msgs/srv/Other_Request", ""},
                            .response = {"test_msgs/srv/Other_Response", ""}};
  const auto server = server_node_->serve("/add", add_type, [](auto&&...) {});
  const auto other_server = server_node_->serve("/add", other, [](auto&&...) {});
  const auto client = client_node_->client("/add", add_type, [](auto&&...) {});
  const auto other_client = client_node_->client("/add", other, [](auto&&...) {});
  EXPECT_TRUE(
      eventually([&] { return client->is_server_ready() && other_client->is_server_ready(); }));
}

TEST_F(DdsServices, ARequestWithoutServerIsLostQuietly) {
  const auto client = client_node_->client("/add", add_type, [](auto&&...) {});
  const std::int64_t first = client->request(to_message("anybody?"));
  EXPECT_NE(client->request(to_message("hello?")), first);
}

// The answer is ready before the client's reader is known here: it waits, and then goes.
TEST_F(DdsServices, AnAnswerWaitsForAClientThatIsNotYetKnown) {
  Questions questions;
  auto server = server_node_->serve("/add", add_type, questions.writer());
  Answers answers;
  auto client = client_node_->client("/add", add_type, answers.writer());
  ASSERT_TRUE(eventually([&] { return client->is_server_ready(); }));
  const std::int64_t sequence = client->request(to_message("question"));
  ASSERT_TRUE(eventually([&] { return questions.all().size() == 1; }));

  // a server that starts after the question knows no reader at first
  server.reset();
  server = server_node_->serve("/add", add_type, [](auto&&...) {});
  server->respond(questions.all()[0].second, to_message("late"));
  EXPECT_TRUE(eventually([&] { return answers.all().size() == 1; }));
  EXPECT_EQ(answers.all()[sequence], "late");
}

}  // namespace
}  // namespace tandem
