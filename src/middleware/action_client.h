// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "messages/cdr.h"
#include "middleware/action_client_part.h"

namespace tandem {

// A goal that was sent; copies are the same goal.
class ClientGoal {
 public:
  ClientGoal() = default;
  ClientGoal(std::weak_ptr<ActionClientPart> client, const GoalId& id)
      : client_(std::move(client)), id_(id) {}

  const GoalId& id() const { return id_; }
  // Asks the server to cancel; the callback hears what it says, on_result that the goal is over. A
  // goal that was not answered yet is canceled as soon as it is accepted.
  void cancel(ActionClientPart::OnCancel on_cancel = {}) const {
    if (const auto client = client_.lock()) client->cancel(id_, std::move(on_cancel));
  }

 private:
  std::weak_ptr<ActionClientPart> client_;
  GoalId id_{};
};

// Sends goals to one action, as bytes of any type.
class [[nodiscard]] BytesActionClient : public Handle<ActionClientPart> {
 public:
  using Handle::Handle;

  bool is_server_ready() const { return part_ && part_->is_server_ready(); }
  bool wait_for_server(Duration timeout) { return part_ && part_->wait_for_server(timeout); }

  // `goal` is the CDR of the goal alone; the callbacks get whole messages of the action, with the
  // goal's id or status in front.
  ClientGoal send_goal(std::span<const std::byte> goal, ActionClientPart::Callbacks callbacks,
                       const GoalOptions& options = {}) {
    if (!part_) return {};
    return {part_, part_->send(goal, std::move(callbacks), options)};
  }
  // All goals of this action, also of other clients.
  void cancel_all(ActionClientPart::OnCancel on_cancel = {}) {
    cancel_until(SimTime::zero(), std::move(on_cancel));
  }
  // Those that were accepted at `stamp` or before.
  void cancel_until(SimTime stamp, ActionClientPart::OnCancel on_cancel = {}) {
    if (part_) part_->cancel_until(stamp, std::move(on_cancel));
  }
  // Goals that have not been rejected and not ended.
  int open_goals() const { return part_ ? part_->open_goals() : 0; }
};

// How a goal ended.
template <Action A>
struct Outcome {
  GoalStatus status = GoalStatus::unknown;
  typename A::Result result;
};

// They come on the node's thread: on_accepted or on_rejected first, and after the former on_result
// once. None comes after the client is gone.
template <Action A>
struct GoalCallbacks {
  std::function<void()> on_accepted;
  std::function<void(const std::string& why)> on_rejected;  // also when nobody answered
  std::function<void(const typename A::Feedback&)> on_feedback;
  std::function<void(Result<Outcome<A>>)> on_result;  // an error when it will never be known
};

template <Action A>
Result<Outcome<A>> read_outcome(const Result<SharedBytes>& bytes) {
  auto response = read_result<typename GetResult<A>::Response>(bytes);
  if (!response) return Error{response.error()};
  if (response->status == static_cast<std::int8_t>(GoalStatus::unknown))
    return Error{"the server does not know the goal any more"};
  auto content = *std::move(response);
  return Outcome<A>{static_cast<GoalStatus>(content.status), std::move(content.result)};
}

// Sends goals to one action. Goals that are open when it goes are left to the server.
template <Action A>
class [[nodiscard]] ActionClient : public BytesActionClient {
 public:
  using BytesActionClient::BytesActionClient;

  ClientGoal send_goal(const typename A::Goal& goal, GoalCallbacks<A> callbacks,
                       const GoalOptions& options = {}) {
    ActionClientPart::Callbacks erased{.on_accepted = std::move(callbacks.on_accepted),
                                       .on_rejected = std::move(callbacks.on_rejected)};
    if (callbacks.on_feedback)
      erased.on_feedback = [call = std::move(callbacks.on_feedback)](const SharedBytes& bytes) {
        if (const auto message = from_cdr<FeedbackMessage<A>>(*bytes)) call(message->feedback);
      };
    if (callbacks.on_result)
      erased.on_result = [call = std::move(callbacks.on_result)](const Result<SharedBytes>& bytes) {
        call(read_outcome<A>(bytes));
      };
    return BytesActionClient::send_goal(to_cdr(goal), std::move(erased), options);
  }
};

}  // namespace tandem
