// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/skill_server.h"

#include <fmt/format.h>

#include <utility>

namespace tandem {

namespace {

bool is_failure(const std::string& outcome) {
  return outcome == "failed" || outcome == "robot_stuck" || outcome == "preempted" ||
         outcome.ends_with("_lost");
}

}  // namespace

SkillServer::SkillServer(Node& node, const std::string& name, Skill& skill,
                         const SkillServerOptions& options)
    : node_(node),
      name_(name),
      skill_(skill),
      options_(options),
      server_(node.action_server<PerformSkill>(
          name, {.execute = [this](Goal goal) { begin(std::move(goal)); },
                 .on_canceling =
                     [this](Goal goal) {
                       if (goal_ == goal) end();
                       goal.cancel({.outcome = "canceled", .message = "somebody canceled it"});
                     }})),
      timer_(node.timer(options.period, [this] { step(); })) {}

SkillServer::~SkillServer() {
  if (!goal_) return;
  Goal goal = *goal_;
  end();
  goal.abort({.outcome = "failed", .message = "its server ends"});
}

void SkillServer::begin(Goal goal) {
  if (goal_) {
    Goal old = *goal_;
    end();
    old.abort({.outcome = "failed", .message = "another goal took its place"});
  }
  node_.log(LogLevel::debug, fmt::format("{} begins", name_));
  goal_ = std::move(goal);
  told_ = {};
  skill_.start(goal_->goal(), node_.now());
}

void SkillServer::step() {
  if (!goal_) return;
  const SimTime now = node_.now();
  const std::optional<Skill::Result> result = skill_.step(now);
  if (!result) return tell(now);
  Goal goal = *goal_;
  end();
  if (is_failure(result->outcome))
    goal.abort(*result);
  else
    goal.succeed(*result);
}

void SkillServer::tell(SimTime now) {
  const Skill::Feedback feedback = skill_.feedback();
  if (feedback.message == told_.message && now - told_at_ < options_.feedback_period) return;
  told_ = feedback;
  told_at_ = now;
  goal_->feedback(feedback);
}

void SkillServer::end() {
  goal_.reset();
  skill_.stop();
}

}  // namespace tandem
