// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <atomic>
#include <optional>

#include "messages/action_msgs.h"
#include "messages/time.h"
#include "middleware/test_counter.h"
#include "middleware/test_network.h"

namespace tandem {

namespace {

using action_msgs::msg::GoalStatusArray;
using action_msgs::srv::CancelGoal;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr int endless = 1000;  // steps that no test waits for

// What a client hears of one goal. The callbacks hold it: a goal may go on after the test.
struct Heard {
  Seen<std::string> events;
  Seen<int> feedback;
  Seen<Result<Outcome<Count>>> results;

  bool has(const std::string& event) const {
    const auto all = events.all();
    return std::ranges::find(all, event) != all.end();
  }
};

std::shared_ptr<Heard> make_heard() { return std::make_shared<Heard>(); }

GoalCallbacks<Count> into(const std::shared_ptr<Heard>& heard) {
  return {.on_accepted = [heard] { heard->events.add("accepted"); },
          .on_rejected = [heard](const std::string& why) { heard->events.add("rejected: " + why); },
          .on_feedback = [heard](const Count::Feedback& it) { heard->feedback.add(it.now); },
          .on_result =
              [heard](Result<Outcome<Count>> outcome) {
                heard->events.add(outcome ? std::string(to_string(outcome->status))
                                          : "error: " + outcome.error());
                heard->results.add(std::move(outcome));
              }};
}

class Actions : public OverNetworks {
 protected:
  Node server_{"server", options()};
  Node asker_{"asker", options()};
  ActionClient<Count> client_ = asker_.action_client<Count>("count");
};
OVER_ALL_NETWORKS(Actions);

}  // namespace

TEST_P(Actions, AGoalIsAcceptedReportsAndSucceeds) {
  TestCounter counter(server_);
  ASSERT_TRUE(client_.wait_for_server(10s));
  const auto heard = make_heard();
  client_.send_goal({.target = 3}, into(heard));
  ASSERT_TRUE(run_until([&] { return heard->results.count() == 1; }));
  EXPECT_THAT(heard->events.all(), ElementsAre("accepted", "succeeded"));
  EXPECT_THAT(heard->feedback.all(), ElementsAre(1, 2, 3));
  EXPECT_EQ(heard->results.all()[0]->result.reached, 3);
  EXPECT_EQ(client_.open_goals(), 0);
}

TEST_P(Actions, TheFeedbackOfAServerThatIsReadyIsHeardFromTheFirstOn) {
  TestCounter counter(server_, 1ms);
  for (int i = 0; i < 20; ++i) {
    auto newcomer = asker_.action_client<Count>("count");
    ASSERT_TRUE(newcomer.wait_for_server(10s));
    const auto heard = make_heard();
    newcomer.send_goal({.target = 3}, into(heard));
    ASSERT_TRUE(run_until([&] { return heard->results.count() == 1; }));
    ASSERT_THAT(heard->feedback.all(), ElementsAre(1, 2, 3)) << "newcomer " << i;
  }
}

TEST_P(Actions, AServerWithoutFeedbackIsNotReady) {
  // the three services alone
  auto goals = server_.serve<SendGoal<Count>>(
      "count/_action/send_goal", [](const auto&) { return SendGoal<Count>::Response{}; });
  auto results = server_.serve<GetResult<Count>>(
      "count/_action/get_result", [](const auto&) { return GetResult<Count>::Response{}; });
  auto cancels = server_.serve<CancelGoal>("count/_action/cancel_goal",
                                           [](const auto&) { return CancelGoal::Response{}; });
  ASSERT_TRUE(asker_.client<SendGoal<Count>>("count/_action/send_goal").wait_for_server(10s));
  EXPECT_FALSE(client_.wait_for_server(50ms));
  EXPECT_FALSE(client_.is_server_ready());
}

TEST_P(Actions, AGoalIsRejected) {
  TestCounter counter(server_);
  const auto heard = make_heard();
  client_.send_goal({.target = -1}, into(heard));
  ASSERT_TRUE(run_until([&] { return heard->events.count() == 1; }));
  EXPECT_THAT(heard->events.all()[0], HasSubstr("the server rejected the goal"));
  EXPECT_EQ(client_.open_goals(), 0);
}

TEST_P(Actions, WithoutAServerAGoalIsRejectedWithASentence) {
  const auto heard = make_heard();
  client_.send_goal({.target = 1}, into(heard), {.accept_timeout = 50ms});
  ASSERT_TRUE(run_until([&] { return heard->events.count() == 1; }));
  EXPECT_THAT(heard->events.all()[0], HasSubstr("no server within 0.05 s"));
}

TEST_P(Actions, AGoalIsCanceled) {
  TestCounter counter(server_);
  const auto heard = make_heard();
  const ClientGoal goal = client_.send_goal({.target = endless}, into(heard));
  ASSERT_TRUE(run_until([&] { return heard->feedback.count() >= 2; }));
  Seen<Result<CancelGoal::Response>> answers;
  goal.cancel([&](Result<CancelGoal::Response> answer) { answers.add(std::move(answer)); });
  ASSERT_TRUE(run_until([&] { return heard->results.count() == 1 && answers.count() == 1; }));
  ASSERT_TRUE(answers.all()[0]) << answers.all()[0].error();
  EXPECT_EQ(answers.all()[0]->return_code, CancelGoal::Response::ERROR_NONE);
  ASSERT_EQ(answers.all()[0]->goals_canceling.size(), 1u);
  EXPECT_EQ(answers.all()[0]->goals_canceling[0].goal_id.uuid, goal.id());
  EXPECT_THAT(heard->events.all(), ElementsAre("accepted", "canceled"));
  EXPECT_GE(heard->results.all()[0]->result.reached, 2);
}

TEST_P(Actions, AGoalMayBeCanceledBeforeItIsAccepted) {
  const auto heard = make_heard();
  Seen<std::int8_t> answers;
  const ClientGoal goal = client_.send_goal({.target = endless}, into(heard));
  goal.cancel(
      [&](const Result<CancelGoal::Response>& answer) { answers.add(answer->return_code); });
  TestCounter counter(server_);
  ASSERT_TRUE(run_until([&] { return heard->results.count() == 1; }));
  EXPECT_THAT(heard->events.all(), ElementsAre("accepted", "canceled"));
  EXPECT_THAT(answers.all(), ElementsAre(CancelGoal::Response::ERROR_NONE));
}

TEST_P(Actions, CancelingMayBeRefused) {
  TestCounter counter(server_);
  const auto heard = make_heard();
  const ClientGoal goal = client_.send_goal({.target = 2000}, into(heard));
  ASSERT_TRUE(run_until([&] { return heard->has("accepted"); }));
  Seen<std::int8_t> answers;
  goal.cancel(
      [&](const Result<CancelGoal::Response>& answer) { answers.add(answer->return_code); });
  ASSERT_TRUE(run_until([&] { return answers.count() == 1; }));
  EXPECT_THAT(answers.all(), ElementsAre(CancelGoal::Response::ERROR_REJECTED));
  EXPECT_EQ(heard->results.count(), 0u);
}

TEST_P(Actions, CancelingWhatIsOverOrUnknownSaysSo) {
  TestCounter counter(server_);
  const auto heard = make_heard();
  const ClientGoal goal = client_.send_goal({.target = 0}, into(heard));
  ASSERT_TRUE(run_until([&] { return heard->results.count() == 1; }));
  Seen<std::int8_t> answers;
  goal.cancel(
      [&](const Result<CancelGoal::Response>& answer) { answers.add(answer->return_code); });
  ASSERT_TRUE(run_until([&] { return answers.count() == 1; }));
  EXPECT_THAT(answers.all(), ElementsAre(CancelGoal::Response::ERROR_GOAL_TERMINATED));

  auto raw = asker_.client<CancelGoal>("count/_action/cancel_goal");
  raw.call({.goal_info = {.goal_id = {GoalId{1, 2, 3}}}}, 10s,
           [&](const Result<CancelGoal::Response>& answer) { answers.add(answer->return_code); });
  ASSERT_TRUE(run_until([&] { return answers.count() == 2; }));
  EXPECT_EQ(answers.all()[1], CancelGoal::Response::ERROR_UNKNOWN_GOAL_ID);
}

TEST_P(Actions, AllGoalsAreCanceledAtOnce) {
  TestCounter counter(server_);
  const auto a = make_heard();
  const auto b = make_heard();
  client_.send_goal({.target = endless}, into(a));
  client_.send_goal({.target = endless}, into(b));
  ASSERT_TRUE(run_until([&] { return a->has("accepted") && b->has("accepted"); }));
  EXPECT_EQ(counter.server().active_goals(), 2);
  Seen<std::size_t> canceling;
  client_.cancel_all([&](const Result<CancelGoal::Response>& answer) {
    canceling.add(answer->goals_canceling.size());
  });
  // the results may overtake the answer
  ASSERT_TRUE(
      run_until([&] { return a->has("canceled") && b->has("canceled") && canceling.count() > 0; }));
  EXPECT_THAT(canceling.all(), ElementsAre(2u));
}

TEST_P(Actions, GoalsUpToATimeAreCanceled) {
  TestCounter counter(server_);
  Seen<GoalStatusArray> statuses;
  auto status =
      asker_.subscribe<GoalStatusArray>("count/_action/status", qos::action_status,
                                        [&](const GoalStatusArray& it) { statuses.add(it); });
  const auto early = make_heard();
  const auto late = make_heard();
  client_.send_goal({.target = endless}, into(early));
  ASSERT_TRUE(run_until([&] { return early->feedback.count() > 0 && statuses.count() > 0; }));
  const SimTime accepted = to_time(statuses.all().back().status_list.at(0).goal_info.stamp);
  ASSERT_TRUE(run_until([&] { return asker_.now() > accepted + 1ms; }));
  client_.send_goal({.target = endless}, into(late));
  ASSERT_TRUE(run_until([&] { return late->feedback.count() > 0; }));

  client_.cancel_until(accepted);
  ASSERT_TRUE(run_until([&] { return early->has("canceled"); }));
  const std::size_t before = late->feedback.count();
  ASSERT_TRUE(run_until([&] { return late->feedback.count() > before; }));
  EXPECT_EQ(counter.server().active_goals(), 1);
}

TEST_P(Actions, SeveralGoalsRunBesideEachOther) {
  TestCounter counter(server_);
  const std::array heard{make_heard(), make_heard(), make_heard()};
  for (int i = 0; i < 3; ++i)
    client_.send_goal({.target = 3 - i}, into(heard[static_cast<std::size_t>(i)]));
  ASSERT_TRUE(run_until([&] {
    return std::ranges::all_of(heard, [](const auto& it) { return it->results.count() == 1; });
  }));
  EXPECT_THAT(heard[0]->feedback.all(), ElementsAre(1, 2, 3));
  EXPECT_THAT(heard[1]->feedback.all(), ElementsAre(1, 2));
  EXPECT_THAT(heard[2]->feedback.all(), ElementsAre(1));
}

TEST_P(Actions, ANewGoalPreemptsTheOldOne) {
  TestCounter counter(server_, 5ms, true);
  const auto old_goal = make_heard();
  const auto new_goal = make_heard();
  client_.send_goal({.target = endless}, into(old_goal));
  ASSERT_TRUE(run_until([&] { return old_goal->feedback.count() >= 2; }));
  client_.send_goal({.target = 2}, into(new_goal));
  ASSERT_TRUE(run_until([&] { return new_goal->results.count() == 1; }));
  EXPECT_THAT(old_goal->events.all(), ElementsAre("accepted", "aborted"));
  EXPECT_THAT(new_goal->events.all(), ElementsAre("accepted", "succeeded"));
}

TEST_P(Actions, TheStatusTopicShowsEveryGoalToLatecomers) {
  TestCounter counter(server_);
  const auto done = make_heard();
  const auto running = make_heard();
  client_.send_goal({.target = 0}, into(done));
  ASSERT_TRUE(run_until([&] { return done->results.count() == 1; }));
  client_.send_goal({.target = endless}, into(running));
  ASSERT_TRUE(run_until([&] { return running->feedback.count() > 0; }));
  Seen<std::vector<std::int8_t>> statuses;
  auto status = asker_.subscribe<GoalStatusArray>("count/_action/status", qos::action_status,
                                                  [&](const GoalStatusArray& it) {
                                                    std::vector<std::int8_t> list;
                                                    for (const auto& goal : it.status_list)
                                                      list.push_back(goal.status);
                                                    statuses.add(list);
                                                  });
  ASSERT_TRUE(run_until([&] { return statuses.count() > 0; }));
  using action_msgs::msg::GoalStatus;
  EXPECT_THAT(statuses.all().back(),
              ElementsAre(GoalStatus::STATUS_SUCCEEDED, GoalStatus::STATUS_EXECUTING));
}

TEST_P(Actions, TheResultCanBeAskedForUntilItExpires) {
  TestCounter counter(server_, 5ms, false, {.result_timeout = 300ms});
  const auto heard = make_heard();
  const ClientGoal goal = client_.send_goal({.target = 1}, into(heard));
  ASSERT_TRUE(run_until([&] { return heard->results.count() == 1; }));

  auto asking = asker_.client<GetResult<Count>>("count/_action/get_result");
  Seen<std::int8_t> statuses;
  const auto ask = [&] {
    const std::size_t before = statuses.count();
    asking.call({.goal_id = {goal.id()}}, 10s,
                [&](const Result<GetResult<Count>::Response>& it) { statuses.add(it->status); });
    return run_until([&] { return statuses.count() > before; });
  };
  ASSERT_TRUE(ask());
  EXPECT_EQ(statuses.all().back(), static_cast<std::int8_t>(GoalStatus::succeeded));
  const SimTime later = asker_.now() + 400ms;
  ASSERT_TRUE(run_until([&] { return asker_.now() > later; }));
  ASSERT_TRUE(ask());
  EXPECT_EQ(statuses.all().back(), static_cast<std::int8_t>(GoalStatus::unknown));
}

TEST_P(Actions, AGoalThatItsServerDropsIsAborted) {
  auto server = server_.action_server<Count>("count", {.execute = [](ServerGoal<Count>) {}});
  const auto heard = make_heard();
  client_.send_goal({.target = 1}, into(heard));
  ASSERT_TRUE(run_until([&] { return heard->results.count() == 1; }));
  EXPECT_THAT(heard->events.all(), ElementsAre("accepted", "aborted"));
}

TEST_P(Actions, AGoalThatThrowsIsAborted) {
  auto server = server_.action_server<Count>(
      "count", {.execute = [](const ServerGoal<Count>&) { throw std::runtime_error("oh no"); }});
  const auto heard = make_heard();
  client_.send_goal({.target = 1}, into(heard));
  ASSERT_TRUE(run_until([&] { return heard->results.count() == 1; }));
  EXPECT_THAT(heard->events.all(), ElementsAre("accepted", "aborted"));
}

TEST_P(Actions, AGoalThatTakesTooLongIsAborted) {
  TestCounter counter(server_, 5ms, false, {.goal_timeout = 100ms});
  const auto heard = make_heard();
  client_.send_goal({.target = endless}, into(heard));
  ASSERT_TRUE(run_until([&] { return heard->results.count() == 1; }));
  EXPECT_THAT(heard->events.all(), ElementsAre("accepted", "aborted"));
}

TEST_P(Actions, AClientMayLimitItsPatience) {
  TestCounter counter(server_);
  const auto heard = make_heard();
  client_.send_goal({.target = endless}, into(heard), {.result_timeout = 100ms});
  ASSERT_TRUE(run_until([&] { return heard->results.count() == 1; }));
  EXPECT_THAT(heard->events.all()[1], HasSubstr("no answer within 0.1 s"));
}

TEST_P(Actions, AServerThatGoesTellsOfItsGoals) {
  auto counter = std::make_unique<TestCounter>(server_);
  const auto heard = make_heard();
  client_.send_goal({.target = endless}, into(heard));
  ASSERT_TRUE(run_until([&] { return heard->feedback.count() > 0; }));
  counter.reset();
  ASSERT_TRUE(run_until([&] { return heard->results.count() == 1; }));
  // its last words, or, if they were lost on the way, our own conclusion
  EXPECT_THAT(heard->events.all()[1], testing::AnyOf("aborted", HasSubstr("went away")));
}

TEST_P(Actions, AClientMayGoWithGoalsUnderWay) {
  TestCounter counter(server_);
  const auto heard = make_heard();
  client_.send_goal({.target = endless}, into(heard));
  ASSERT_TRUE(run_until([&] { return heard->feedback.count() > 0; }));
  client_.close();
  const std::size_t before = heard->feedback.count();
  const SimTime later = asker_.now() + 50ms;
  ASSERT_TRUE(run_until([&] { return asker_.now() > later; }));
  EXPECT_EQ(heard->feedback.count(), before);
  EXPECT_EQ(counter.server().active_goals(), 1);
}

TEST_P(Actions, ANodeMayGoWithGoalsUnderWay) {
  auto node = std::make_unique<Node>("counter", options());
  auto counter = std::make_unique<TestCounter>(*node);
  const auto heard = make_heard();
  client_.send_goal({.target = endless}, into(heard));
  ASSERT_TRUE(run_until([&] { return heard->feedback.count() > 0; }));
  node.reset();
  counter.reset();
  EXPECT_TRUE(run_until([&] { return heard->results.count() == 1; }));
}

TEST_P(Actions, AGoalIsEndedOnceAndCanceledOnlyWhenCanceling) {
  std::optional<ServerGoal<Count>> kept;
  std::atomic<bool> has_goal = false;
  auto server = server_.action_server<Count>("count", {.execute = [&](ServerGoal<Count> goal) {
                                               kept.emplace(std::move(goal));
                                               has_goal = true;
                                             }});
  const auto heard = make_heard();
  client_.send_goal({.target = 5}, into(heard));
  ASSERT_TRUE(run_until([&] { return has_goal.load(); }));
  EXPECT_FALSE(kept->cancel());
  EXPECT_TRUE(kept->is_active());
  EXPECT_TRUE(kept->succeed({.reached = 5}));
  EXPECT_FALSE(kept->abort());
  EXPECT_FALSE(kept->is_active());
  ASSERT_TRUE(run_until([&] { return heard->results.count() == 1; }));
  EXPECT_EQ(heard->results.all()[0]->result.reached, 5);
}

}  // namespace tandem
