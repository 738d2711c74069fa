// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/state_services.h"

#include <gmock/gmock.h>

#include <mutex>
#include <optional>

#include "messages/time.h"
#include "ports/ros/live_run.h"
#include "ports/ros/service_result.h"

namespace tandem {
namespace {

namespace srv = simulation_interfaces::srv;
using simulation_interfaces::action::SimulateSteps;
using RunState = simulation_interfaces::msg::SimulationState;
using testing::HasSubstr;

std::uint8_t state_of(LiveRun& run) {
  return run.call<srv::GetSimulationState>("/get_simulation_state").state.state;
}
ServiceResult set_state(LiveRun& run, std::uint8_t state) {
  return run.call<srv::SetSimulationState>("/set_simulation_state", {{state}}).result;
}

TEST(StateServices, PlaysPausesAndStops) {
  LiveRun run("empty");
  using Response = srv::SetSimulationState::Response;
  EXPECT_EQ(state_of(run), RunState::STATE_PLAYING);
  EXPECT_EQ(set_state(run, RunState::STATE_PLAYING).result, Response::ALREADY_IN_TARGET_STATE);
  EXPECT_TRUE(is_ok(set_state(run, RunState::STATE_PAUSED)));
  EXPECT_EQ(state_of(run), RunState::STATE_PAUSED);
  EXPECT_TRUE(is_ok(set_state(run, RunState::STATE_STOPPED)));
  EXPECT_EQ(state_of(run), RunState::STATE_STOPPED);
  // a step leads away from the beginning
  EXPECT_TRUE(is_ok(run.call<srv::StepSimulation>("/step_simulation", {1}).result));
  EXPECT_EQ(state_of(run), RunState::STATE_PAUSED);
  EXPECT_TRUE(is_ok(set_state(run, RunState::STATE_PLAYING)));
  EXPECT_EQ(state_of(run), RunState::STATE_PLAYING);

  EXPECT_EQ(set_state(run, RunState::STATE_NO_WORLD).result, Response::INCORRECT_TRANSITION);
  EXPECT_EQ(set_state(run, 77).result, ServiceResult::RESULT_OPERATION_FAILED);
}

TEST(StateServices, StepsAreMadeWhenTheAnswerComes) {
  LiveRun run("empty");
  const auto refused = run.call<srv::StepSimulation>("/step_simulation", {3}).result;
  EXPECT_EQ(refused.result, ServiceResult::RESULT_OPERATION_FAILED);
  EXPECT_THAT(refused.error_message, HasSubstr("pause it"));

  set_state(run, RunState::STATE_PAUSED);
  ASSERT_TRUE(is_ok(run.call<srv::StepSimulation>("/step_simulation", {1}).result));
  const SimTime before = run.control.status().time;
  EXPECT_TRUE(is_ok(run.call<srv::StepSimulation>("/step_simulation", {25}).result));
  EXPECT_EQ(run.control.status().time - before, 25 * 8ms);
  EXPECT_TRUE(is_ok(run.call<srv::StepSimulation>("/step_simulation", {0}).result));
  EXPECT_EQ(run.control.status().time - before, 25 * 8ms);
}

TEST(StateServices, ResetsEverythingButTime) {
  LiveRun run("push");
  set_state(run, RunState::STATE_PAUSED);
  // it drives from 0.5 s on
  run.call<srv::StepSimulation>("/step_simulation", {100});
  const SimTime before = run.control.status().time;
  const auto state_of_robot = [&] {
    return run.call<srv::GetEntityState>("/get_entity_state", {"emaros"}).state;
  };
  EXPECT_GT(state_of_robot().pose.position.x, -1.5 + 0.01);

  using Request = srv::ResetSimulation::Request;
  const auto reset = [&](std::uint8_t scope) {
    return run.call<srv::ResetSimulation>("/reset_simulation", {scope}).result;
  };
  EXPECT_EQ(reset(Request::SCOPE_TIME).result, ServiceResult::RESULT_FEATURE_UNSUPPORTED);
  EXPECT_EQ(reset(Request::SCOPE_TIME | Request::SCOPE_STATE).result,
            ServiceResult::RESULT_FEATURE_UNSUPPORTED);
  EXPECT_GT(state_of_robot().pose.position.x, -1.5 + 0.01);
  EXPECT_EQ(reset(64).result, ServiceResult::RESULT_OPERATION_FAILED);

  EXPECT_TRUE(is_ok(reset(Request::SCOPE_ALL)));
  EXPECT_NEAR(state_of_robot().pose.position.x, -1.5, 1e-3);
  EXPECT_EQ(to_time(state_of_robot().header.stamp), before);
  EXPECT_TRUE(is_ok(reset(Request::SCOPE_DEFAULT)));
  EXPECT_TRUE(is_ok(reset(Request::SCOPE_STATE)));
  EXPECT_TRUE(is_ok(reset(Request::SCOPE_SPAWNED)));
}

// What the client of the action heard, for the test's thread.
struct StepNews {
  std::mutex mutex;
  std::vector<SimulateSteps::Feedback> feedback;
  std::optional<Outcome<SimulateSteps>> outcome;

  GoalCallbacks<SimulateSteps> callbacks() {
    return {.on_feedback =
                [this](const SimulateSteps::Feedback& heard) {
                  const std::lock_guard lock(mutex);
                  feedback.push_back(heard);
                },
            .on_result =
                [this](const Result<Outcome<SimulateSteps>>& result) {
                  const std::lock_guard lock(mutex);
                  if (result) outcome = *result;
                }};
  }
  bool is_over() {
    const std::lock_guard lock(mutex);
    return outcome.has_value();
  }
  bool has_begun() {
    const std::lock_guard lock(mutex);
    return !feedback.empty();
  }
};

TEST(StateServices, StepsAsAnActionTellHowFarTheyAre) {
  StepNews news;
  LiveRun run("empty");
  auto client = run.node.action_client<SimulateSteps>("/simulate_steps");
  ASSERT_TRUE(client.wait_for_server(60s));
  set_state(run, RunState::STATE_PAUSED);
  run.call<srv::StepSimulation>("/step_simulation", {1});
  const SimTime before = run.control.status().time;

  client.send_goal({40}, news.callbacks());
  ASSERT_TRUE(eventually([&] { return news.is_over(); }));
  EXPECT_EQ(news.outcome->status, GoalStatus::succeeded);
  EXPECT_TRUE(is_ok(news.outcome->result.result));
  EXPECT_EQ(run.control.status().time - before, 40 * 8ms);
  const std::lock_guard lock(news.mutex);
  ASSERT_FALSE(news.feedback.empty());
  for (const SimulateSteps::Feedback& feedback : news.feedback)
    EXPECT_EQ(feedback.completed_steps + feedback.remaining_steps, 40u);
}

TEST(StateServices, StepsAsAnActionCanBeCancelled) {
  StepNews news;
  LiveRun run("empty");
  auto client = run.node.action_client<SimulateSteps>("/simulate_steps");
  ASSERT_TRUE(client.wait_for_server(60s));
  set_state(run, RunState::STATE_PAUSED);

  const ClientGoal goal = client.send_goal({1'000'000'000}, news.callbacks());
  ASSERT_TRUE(eventually([&] { return news.has_begun(); }));
  goal.cancel();
  ASSERT_TRUE(eventually([&] { return news.is_over(); }));
  EXPECT_EQ(news.outcome->status, GoalStatus::canceled);
  EXPECT_EQ(run.control.status().steps_remaining, 0u);
}

TEST(StateServices, APauseEndsStepsWhoseClientIsGone) {
  StepNews news;
  LiveRun run("empty");
  auto client = run.node.action_client<SimulateSteps>("/simulate_steps");
  ASSERT_TRUE(client.wait_for_server(60s));
  set_state(run, RunState::STATE_PAUSED);

  client.send_goal({1'000'000'000}, news.callbacks());
  ASSERT_TRUE(eventually([&] { return news.has_begun(); }));
  EXPECT_TRUE(is_ok(set_state(run, RunState::STATE_PAUSED)));
  ASSERT_TRUE(eventually([&] { return news.is_over(); }));
  EXPECT_EQ(news.outcome->status, GoalStatus::aborted);
  EXPECT_EQ(news.outcome->result.result.error_message, "the simulation was paused");
  EXPECT_EQ(run.control.status().steps_remaining, 0u);
}

TEST(StateServices, StepsAsAnActionNeedAPause) {
  StepNews news;
  LiveRun run("empty");
  auto client = run.node.action_client<SimulateSteps>("/simulate_steps");
  ASSERT_TRUE(client.wait_for_server(60s));
  client.send_goal({3}, news.callbacks());
  ASSERT_TRUE(eventually([&] { return news.is_over(); }));
  EXPECT_EQ(news.outcome->status, GoalStatus::aborted);
  EXPECT_EQ(news.outcome->result.result.result, ServiceResult::RESULT_OPERATION_FAILED);
}

TEST(StateServices, QuittingEndsTheRun) {
  LiveRun run("empty");
  EXPECT_TRUE(is_ok(set_state(run, RunState::STATE_QUITTING)));
  EXPECT_TRUE(eventually([&] { return run.control.status().is_quitting; }));
}

}  // namespace
}  // namespace tandem
