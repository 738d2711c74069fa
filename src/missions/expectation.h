// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "missions/judge.h"
#include "missions/mission_script.h"
#include "results/run_result.h"

namespace tandem {

// Follows one expectation of a mission from step to step until it is decided.
class Expectation {
 public:
  // The plan outlives it.
  explicit Expectation(const ExpectationPlan& plan);

  using Judge = std::function<Judgement(const Condition&)>;
  void look(Duration time, const Judge& judge);
  // The mission is over: what was to hold until then did.
  void finish(Duration time);

  bool is_decided() const { return result_.state != AssertionResult::State::undecided; }
  bool is_failed() const { return result_.state == AssertionResult::State::failed; }
  // Whether the mission has to go on for it. Others are decided by the mission's end.
  bool wants_more() const;
  // Whether it is of a kind that can end a mission.
  bool has_an_end() const;
  const AssertionResult& result() const { return result_; }

 private:
  bool has_begun(Duration time, const Judge& judge);
  void look_for(Duration time, const Judge& judge);
  void look_whether_it_holds(Duration time, const Judge& judge, Truth wanted);
  void look_whether_it_stays(Duration time, const Judge& judge);
  void look_at_turns(Duration time, const Judge& judge);
  void look_for_answers(Duration time, const Judge& judge);
  bool is_window_over(Duration time, const Judge& judge) const;
  bool is_too_late(Duration time) const;
  void note_nearest(Duration time, const Judgement& found);
  std::string nearest_text() const;
  void pass_to_the_end(Duration time, const std::string& why);
  void pass(Duration time, std::string why, const Judgement& found = {});
  void fail(Duration time, std::string why, const Judgement& found = {});
  void decide(AssertionResult::State state, Duration time, std::string why, const Judgement& found);

  const ExpectationPlan& plan_;
  AssertionResult result_;
  std::optional<Duration> begun_at_;
  std::optional<Duration> held_since_;
  bool was_known_ = false;
  std::optional<Judgement> nearest_;  // to being true
  double nearest_miss_ = 0;
  Duration nearest_at_{};
  Judgement latest_;
  std::size_t turn_ = 0;  // of `ordered`
  // of `within`
  int questions_ = 0;
  bool was_asked_ = false;
  bool is_over_ = false;  // nothing new is asked
  std::optional<Duration> asked_at_;
  Duration slowest_{};
};

}  // namespace tandem
