// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/action_server_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "messages/time.h"
#include "middleware/node.h"
#include "middleware/node_core.h"

namespace tandem {

namespace {

using action_msgs::msg::GoalInfo;
using action_msgs::srv::CancelGoal;

constexpr int most_active = 1'000;         // goals at a time; more are rejected
constexpr std::size_t most_ended = 1'000;  // whose results are kept
constexpr std::size_t most_waiting = 100;  // who ask for one result; the first are forgotten

}  // namespace

GoalInWork::~GoalInWork() {
  if (const auto server = server_.lock()) server->abandon(id_);
}

GoalStatus GoalInWork::status() const {
  const auto server = server_.lock();
  return server ? server->status_of(id_) : GoalStatus::unknown;
}

bool GoalInWork::is_active() const {
  const GoalStatus now = status();
  return now != GoalStatus::unknown && !is_over(now);
}

bool GoalInWork::is_canceling() const { return status() == GoalStatus::canceling; }

void GoalInWork::feedback(std::span<const std::byte> message) {
  if (const auto server = server_.lock()) server->publish_feedback(id_, message);
}

bool GoalInWork::end(GoalStatus status, std::vector<std::byte> response) {
  const auto server = server_.lock();
  return server && server->end(id_, status, std::move(response));
}

ActionServerPart::ActionServerPart(std::shared_ptr<NodeCore> node, std::string name,
                                   Handlers handlers, const ActionServerOptions& options)
    : node_(std::move(node)),
      name_(std::move(name)),
      handlers_(std::move(handlers)),
      options_(options),
      calls_(node_->executor(), 1) {}

void ActionServerPart::open(const std::shared_ptr<ActionServerPart>& part, Node& node,
                            const ActionTypeId& types) {
  const std::string prefix = part->name_ + "/_action/";
  const std::weak_ptr<ActionServerPart> weak = part;
  part->feedback_ =
      node.bytes_publisher(prefix + "feedback", types.feedback_message, qos::reliable);
  part->status_ =
      node.publisher<action_msgs::msg::GoalStatusArray>(prefix + "status", qos::action_status);
  part->result_server_ =
      node.serve_bytes(prefix + "get_result", types.get_result,
                       [weak](const SharedBytes& bytes, BytesResponder responder) {
                         if (const auto self = weak.lock())
                           self->on_result_request(bytes, std::move(responder));
                       });
  part->cancel_server_ = node.serve<CancelGoal>(
      prefix + "cancel_goal",
      [weak](const CancelGoal::Request& request, Responder<CancelGoal> responder) {
        if (const auto self = weak.lock()) self->on_cancel(request, std::move(responder));
      });
  // last, because a client that sees this one expects the others
  part->goals_server_ =
      node.serve_bytes(prefix + "send_goal", types.send_goal,
                       [weak](const SharedBytes& bytes, BytesResponder responder) {
                         if (const auto self = weak.lock())
                           self->on_goal(bytes, std::move(responder));
                       });
}

void ActionServerPart::close() {
  goals_server_.close();
  cancel_server_.close();
  calls_.close();
  // whoever waits for a result hears that there will be none
  std::vector<GoalId> active;
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(is_closed_, true)) return;
    for (const auto& [id, record] : records_)
      if (!is_over(record.status)) active.push_back(id);
  }
  for (const GoalId& id : active)
    end(id, GoalStatus::aborted, handlers_.empty_result(GoalStatus::aborted));
  result_server_.close();
  feedback_.close();
  status_.close();
}

int ActionServerPart::active_goals() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(std::ranges::count_if(
      records_, [](const auto& entry) { return !is_over(entry.second.status); }));
}

// A new goal.

void ActionServerPart::on_goal(const SharedBytes& bytes, BytesResponder responder) {
  const auto answer = [&](bool is_accepted, const builtin_interfaces::msg::Time& stamp) {
    responder.respond(to_cdr(GoalAnswer{.accepted = is_accepted, .stamp = stamp}));
  };
  const std::optional<GoalId> id = leading_goal_id(*bytes);
  Result<std::shared_ptr<const void>> goal = handlers_.read_goal(*bytes);
  if (!id || !goal) {
    node_->log(LogLevel::warning,
               fmt::format("{}: {}", name_, goal ? "a goal without an id" : goal.error()));
    return answer(false, {});
  }
  if (status_of(*id) != GoalStatus::unknown) return answer(false, {});
  if (active_goals() >= most_active) {
    node_->log(LogLevel::warning,
               fmt::format("{}: goal rejected, {} are active already", name_, most_active));
    return answer(false, {});
  }
  if (!handlers_.accept(*goal)) return answer(false, {});

  const auto work = std::make_shared<GoalInWork>(weak_from_this(), *id, *std::move(goal));
  const auto stamp = to_message_time(node_->executor()->now());
  {
    const std::lock_guard lock(mutex_);
    records_.emplace(
        *id,
        Record{.info = {.goal_id = {*id}, .stamp = stamp}, .number = ++last_number_, .work = work});
    publish_status();
  }
  answer(true, stamp);
  {
    const std::lock_guard lock(mutex_);
    const auto record = records_.find(*id);
    if (record == records_.end() || is_over(record->second.status)) return;
    record->second.status = GoalStatus::executing;
    if (options_.goal_timeout != no_timeout)
      record->second.limit =
          start_timer(options_.goal_timeout, [id = *id](auto& self) { self.abandon(id); });
    publish_status();
  }
  handlers_.execute(work);
}

// Its course.

GoalStatus ActionServerPart::status_of(const GoalId& id) const {
  const std::lock_guard lock(mutex_);
  const auto record = records_.find(id);
  return record == records_.end() ? GoalStatus::unknown : record->second.status;
}

void ActionServerPart::publish_feedback(const GoalId& id, std::span<const std::byte> message) {
  const GoalStatus status = status_of(id);
  if (status != GoalStatus::unknown && !is_over(status)) feedback_.publish(message);
}

bool ActionServerPart::end(const GoalId& id, GoalStatus status, std::vector<std::byte> response) {
  const std::lock_guard lock(mutex_);
  const auto found = records_.find(id);
  if (found == records_.end()) return false;
  Record& record = found->second;
  if (is_over(record.status)) return false;
  if (status == GoalStatus::canceled && record.status != GoalStatus::canceling) return false;
  record.status = status;
  record.response = std::move(response);
  for (BytesResponder& responder : record.waiting) responder.respond(record.response);
  record.waiting.clear();
  keep_for_a_while(record);
  publish_status();
  return true;
}

void ActionServerPart::abandon(const GoalId& id) {
  if (end(id, GoalStatus::aborted, handlers_.empty_result(GoalStatus::aborted)))
    node_->log(LogLevel::warning,
               fmt::format("{}: goal {} was left unfinished and is aborted", name_, to_string(id)));
}

// Results can be asked for until their time is over, or too many came after them. The caller holds
// the lock.
void ActionServerPart::keep_for_a_while(Record& record) {
  calls_.stop_timer(record.limit);
  const GoalId id = record.info.goal_id.uuid;
  if (options_.result_timeout != no_timeout)
    record.limit = start_timer(options_.result_timeout, [id](auto& self) {
      const std::lock_guard lock(self.mutex_);
      if (self.records_.erase(id) > 0) self.publish_status();
    });
  ended_.push_back(id);
  while (ended_.size() > most_ended) {
    const auto oldest = records_.find(ended_.front());
    ended_.pop_front();
    if (oldest == records_.end()) continue;
    calls_.stop_timer(oldest->second.limit);
    records_.erase(oldest);
  }
}

TimerId ActionServerPart::start_timer(Duration delay, std::function<void(ActionServerPart&)> call) {
  return calls_.start_timer(Executor::Clock::steady, delay, Duration::zero(),
                            [weak = weak_from_this(), call = std::move(call)] {
                              if (const auto self = weak.lock()) call(*self);
                            });
}

// The caller holds the lock, so that the last status on the wire is the latest.
void ActionServerPart::publish_status() {
  std::vector<const Record*> ordered;
  for (const auto& [id, record] : records_) ordered.push_back(&record);
  std::ranges::sort(ordered, {}, &Record::number);
  action_msgs::msg::GoalStatusArray message;
  for (const Record* record : ordered)
    message.status_list.push_back(
        {.goal_info = record->info, .status = static_cast<std::int8_t>(record->status)});
  status_.publish(message);
}

// Its result.

void ActionServerPart::on_result_request(const SharedBytes& bytes, BytesResponder responder) {
  const std::optional<GoalId> id = leading_goal_id(*bytes);
  const std::lock_guard lock(mutex_);
  const auto found = id ? records_.find(*id) : records_.end();
  if (found == records_.end())
    return responder.respond(handlers_.empty_result(GoalStatus::unknown));
  Record& record = found->second;
  if (is_over(record.status)) return responder.respond(record.response);
  if (record.waiting.size() >= most_waiting) record.waiting.erase(record.waiting.begin());
  record.waiting.push_back(std::move(responder));
}

// Cancelling.

// As action_msgs/srv/CancelGoal says: a goal by its id, all that were accepted until a time, both,
// or all of them when neither is given. The caller holds the lock.
std::vector<GoalId> ActionServerPart::goals_to_cancel(const GoalInfo& which) const {
  const GoalId any{};
  const SimTime until = to_time(which.stamp);
  const bool is_all = which.goal_id.uuid == any && until == SimTime::zero();
  std::vector<std::pair<std::uint64_t, GoalId>> found;
  for (const auto& [id, record] : records_) {
    const bool is_early = until > SimTime::zero() && to_time(record.info.stamp) <= until;
    if (is_over(record.status) || !(is_all || is_early || id == which.goal_id.uuid)) continue;
    found.emplace_back(record.number, id);
  }
  std::ranges::sort(found);
  std::vector<GoalId> ids;
  for (const auto& [number, id] : found) ids.push_back(id);
  return ids;
}

void ActionServerPart::on_cancel(const CancelGoal::Request& request,
                                 Responder<CancelGoal> responder) {
  using Response = CancelGoal::Response;
  const GoalId& named = request.goal_info.goal_id.uuid;
  std::vector<std::shared_ptr<GoalInWork>> candidates;
  Response response{.return_code = Response::ERROR_NONE};
  {
    const std::lock_guard lock(mutex_);
    for (const GoalId& id : goals_to_cancel(request.goal_info))
      if (auto work = records_.at(id).work.lock()) candidates.push_back(std::move(work));
    const auto record = records_.find(named);
    if (candidates.empty() && named != GoalId{})
      response.return_code = record == records_.end() ? Response::ERROR_UNKNOWN_GOAL_ID
                                                      : Response::ERROR_GOAL_TERMINATED;
  }

  std::vector<std::shared_ptr<GoalInWork>> canceling;
  for (const auto& work : candidates) {
    if (!work->is_canceling() && !handlers_.allow_cancel(work)) continue;
    const std::lock_guard lock(mutex_);
    const auto record = records_.find(work->id());
    if (record == records_.end() || is_over(record->second.status)) continue;
    if (std::exchange(record->second.status, GoalStatus::canceling) != GoalStatus::canceling)
      canceling.push_back(work);
    response.goals_canceling.push_back(record->second.info);
  }
  if (!candidates.empty() && response.goals_canceling.empty())
    response.return_code = Response::ERROR_REJECTED;
  responder.respond(response);
  if (canceling.empty()) return;
  {
    const std::lock_guard lock(mutex_);
    publish_status();
  }
  for (const auto& work : canceling) handlers_.on_canceling(work);
}

}  // namespace tandem
