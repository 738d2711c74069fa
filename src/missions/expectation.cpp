// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/expectation.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tandem {

namespace {

using Kind = ExpectationKind;

}  // namespace

Expectation::Expectation(const ExpectationPlan& plan) : plan_(plan) {
  result_ = {.name = plan.name,
             .kind = std::string(name_of(plan.kind)),
             .text = plan.text,
             .line = plan.place.line};
  if (plan.conditions.empty()) return;
  const auto comparisons = comparisons_in(plan.conditions.front());
  if (comparisons.empty()) return;
  const Comparison& shown = *comparisons.front();
  result_.series = shown.name;
  result_.unit = std::string(unit_of(shown.dimension));
  result_.low = shown.bound.low;
  result_.high = shown.bound.high;
  result_.is_low_out = shown.bound.is_low_out;
  result_.is_high_out = shown.bound.is_high_out;
}

bool Expectation::has_an_end() const {
  switch (plan_.kind) {
    case Kind::reach:
    case Kind::eventually:
    case Kind::ordered:
    case Kind::stays:
    case Kind::within:
      return true;
    case Kind::always:
    case Kind::never:
      return plan_.lasts || plan_.until || plan_.until_holds || plan_.after;
  }
  return true;
}

bool Expectation::wants_more() const {
  if (is_decided()) return false;
  switch (plan_.kind) {
    case Kind::reach:
    case Kind::eventually:
    case Kind::ordered:
      return true;
    case Kind::stays:   // it may still end, until the mission does
    case Kind::within:  // and this may be asked again
      return true;
    case Kind::always:
    case Kind::never:
      return !begun_at_ || !was_known_ || plan_.lasts || plan_.until || plan_.until_holds;
  }
  return true;
}

void Expectation::look(Duration time, const Judge& judge) {
  if (is_decided() || !has_begun(time, judge)) return;
  switch (plan_.kind) {
    case Kind::reach:
    case Kind::eventually:
      return look_for(time, judge);
    case Kind::always:
      return look_whether_it_holds(time, judge, Truth::yes);
    case Kind::never:
      return look_whether_it_holds(time, judge, Truth::no);
    case Kind::stays:
      return look_whether_it_stays(time, judge);
    case Kind::ordered:
      return look_at_turns(time, judge);
    case Kind::within:
      return look_for_answers(time, judge);
  }
}

bool Expectation::has_begun(Duration time, const Judge& judge) {
  if (begun_at_) return true;
  if (time < plan_.from) return false;
  const bool waits = plan_.after && plan_.kind != Kind::within;
  if (waits && judge(*plan_.after).truth != Truth::yes) return false;
  begun_at_ = time;
  return true;
}

bool Expectation::is_window_over(Duration time, const Judge& judge) const {
  if (plan_.lasts && plan_.kind != Kind::stays && time - *begun_at_ >= *plan_.lasts) return true;
  if (plan_.until && time >= *plan_.until) return true;
  return plan_.until_holds && judge(*plan_.until_holds).truth == Truth::yes;
}

bool Expectation::is_too_late(Duration time) const {
  return plan_.by && time - *begun_at_ >= *plan_.by;
}

void Expectation::note_nearest(Duration time, const Judgement& found) {
  latest_ = found;
  if (found.truth == Truth::unknown) return;
  const double* value = std::get_if<double>(&found.value);
  // of what always holds, the one that came nearest to not doing so
  const auto miss_by = plan_.kind == Kind::always ? room_of : miss_of;
  const double miss = value && found.comparison ? miss_by(*value, found.comparison->bound) : 0;
  if (nearest_) {
    // of several that must hold together the first that does not is found: who gets to a later one
    // has come nearer
    const auto rank = [&](const Judgement& it) {
      const auto all = comparisons_in(plan_.conditions[turn_]);
      return std::ranges::find(all, it.comparison) - all.begin();
    };
    const bool is_same = found.comparison == nearest_->comparison;
    if (is_same ? !value || miss >= nearest_miss_ : rank(found) < rank(*nearest_)) return;
  }
  nearest_ = found;
  nearest_miss_ = miss;
  nearest_at_ = time;
}

std::string Expectation::nearest_text() const {
  if (!nearest_) return "nothing was known of it";
  if (!nearest_->comparison || !std::holds_alternative<double>(nearest_->value))
    return in_words(latest_.truth == Truth::unknown ? *nearest_ : latest_);
  const std::string at_the_end = latest_.comparison == nearest_->comparison
                                     ? to_text(latest_.value, nearest_->comparison->dimension)
                                     : in_words(latest_);
  const bool holds_so_far = plan_.kind == Kind::always || plan_.kind == Kind::never;
  return fmt::format("at {} {} at {:.3f} s, at the end {}", holds_so_far ? "worst" : "best",
                     in_words(*nearest_), seconds(nearest_at_), at_the_end);
}

void Expectation::look_for(Duration time, const Judge& judge) {
  const Judgement found = judge(plan_.conditions.front());
  if (found.truth == Truth::yes) return pass(time, in_words(found), found);
  note_nearest(time, found);
  if (is_too_late(time))
    fail(time, fmt::format("not by then; {}", nearest_text()), nearest_.value_or(found));
}

void Expectation::look_whether_it_holds(Duration time, const Judge& judge, Truth wanted) {
  // what ends it is not part of it
  const bool is_over = is_window_over(time, judge);
  const Judgement found = judge(plan_.conditions.front());
  if (is_over && plan_.until_holds) {
    if (was_known_) return pass_to_the_end(time, "so it was until then");
    return fail(time, "nothing was known of it until then");
  }
  if (found.truth != Truth::unknown) {
    was_known_ = true;
    latest_ = found;
    if (found.truth != wanted) return fail(time, in_words(found), found);
    note_nearest(time, found);
  }
  if (!is_over) return;
  if (was_known_)
    pass_to_the_end(time, "so it was until then");
  else
    fail(time, "nothing was known of it until then");
}

void Expectation::look_whether_it_stays(Duration time, const Judge& judge) {
  const Judgement found = judge(plan_.conditions.front());
  if (!held_since_) {
    if (found.truth == Truth::yes) {
      held_since_ = time;
    } else {
      note_nearest(time, found);
      if (is_too_late(time))
        return fail(time, fmt::format("it had not begun by then; {}", nearest_text()),
                    nearest_.value_or(found));
      return;
    }
  }
  if (found.truth != Truth::yes)
    return fail(time,
                fmt::format("{}, {:.3f} s after it had begun", in_words(found),
                            seconds(time - *held_since_)),
                found);
  latest_ = found;
  if (plan_.lasts && time - *held_since_ >= *plan_.lasts)
    pass(time, fmt::format("since {:.3f} s", seconds(*held_since_)), found);
}

void Expectation::look_at_turns(Duration time, const Judge& judge) {
  while (turn_ < plan_.conditions.size()) {
    const Judgement found = judge(plan_.conditions[turn_]);
    if (found.truth != Truth::yes) {
      note_nearest(time, found);
      break;
    }
    ++turn_;
    nearest_.reset();
  }
  if (turn_ == plan_.conditions.size()) return pass(time, "all of them, in this order");
  if (is_too_late(time))
    fail(time,
         fmt::format("{} of {} in this order; the next would be: {}", turn_,
                     plan_.conditions.size(), plan_.conditions[turn_].text),
         nearest_.value_or(Judgement{}));
}

void Expectation::look_for_answers(Duration time, const Judge& judge) {
  // what is asked later is no longer part of it
  is_over_ = is_over_ || is_window_over(time, judge);
  const bool is_asked = judge(*plan_.after).truth == Truth::yes;
  if (is_asked && !was_asked_ && !is_over_) {
    ++questions_;
    if (!asked_at_) asked_at_ = time;
  }
  was_asked_ = is_asked;
  if (asked_at_) {
    const Judgement found = judge(plan_.conditions.front());
    const Duration taken = time - *asked_at_;
    if (found.truth == Truth::yes && taken <= plan_.within) {
      slowest_ = std::max(slowest_, taken);
      latest_ = found;
      asked_at_.reset();
    } else if (taken > plan_.within) {
      return fail(time,
                  fmt::format("not {:.3f} s after {:.3f} s; {}", seconds(plan_.within),
                              seconds(*asked_at_), in_words(found)),
                  found);
    }
  }
  if (!is_over_ || asked_at_) return;
  if (questions_ == 0)
    fail(time, fmt::format("{} was never true until then", plan_.after->text));
  else
    pass(time, fmt::format("{} times, after {:.3f} s at most", questions_, seconds(slowest_)));
}

void Expectation::finish(Duration time) {
  if (is_decided()) return;
  if (!begun_at_) {
    const std::string why =
        plan_.after && time >= plan_.from
            ? fmt::format("it never began: {} was never true", plan_.after->text)
            : "the mission was over before it began";
    return fail(time, why);
  }
  switch (plan_.kind) {
    case Kind::always:
    case Kind::never:
      if (plan_.lasts || plan_.until || plan_.until_holds) break;
      if (!was_known_) return fail(time, "nothing was known of it");
      return pass_to_the_end(time, "so it was until the end");
    case Kind::stays:
      if (!held_since_ || plan_.lasts) break;
      return pass(time, fmt::format("since {:.3f} s, until the end", seconds(*held_since_)));
    case Kind::within:
      if (questions_ == 0) return fail(time, fmt::format("{} was never true", plan_.after->text));
      if (asked_at_ || plan_.until || plan_.until_holds) break;
      return pass(time,
                  fmt::format("{} times, after {:.3f} s at most", questions_, seconds(slowest_)));
    case Kind::ordered:
      result_.explanation =
          fmt::format("{} of {} in this order when the time was over; the next would be: {}", turn_,
                      plan_.conditions.size(), plan_.conditions[turn_].text);
      return;
    case Kind::reach:
    case Kind::eventually:
      break;
  }
  result_.explanation = fmt::format("undecided when the time was over; {}", nearest_text());
  if (nearest_)
    if (const double* value = std::get_if<double>(&nearest_->value)) result_.value = *value;
}

void Expectation::pass(Duration time, std::string why, const Judgement& found) {
  decide(AssertionResult::State::passed, time, std::move(why), found);
}

// With the value that came nearest to another verdict, where there is one.
void Expectation::pass_to_the_end(Duration time, const std::string& why) {
  const bool is_one_value = std::holds_alternative<Comparison>(plan_.conditions.front().what);
  if (!is_one_value || !nearest_ || !std::holds_alternative<double>(nearest_->value))
    return pass(time, why);
  pass(time,
       fmt::format("{}; at worst {} at {:.3f} s", why, in_words(*nearest_), seconds(nearest_at_)),
       *nearest_);
}

void Expectation::fail(Duration time, std::string why, const Judgement& found) {
  decide(AssertionResult::State::failed, time, std::move(why), found);
}

void Expectation::decide(AssertionResult::State state, Duration time, std::string why,
                         const Judgement& found) {
  result_.state = state;
  result_.decided_s = seconds(time);
  result_.explanation = std::move(why);
  if (!found.comparison) return;
  result_.series = found.comparison->name;
  result_.unit = std::string(unit_of(found.comparison->dimension));
  result_.low = found.comparison->bound.low;
  result_.high = found.comparison->bound.high;
  result_.is_low_out = found.comparison->bound.is_low_out;
  result_.is_high_out = found.comparison->bound.is_high_out;
  if (const double* value = std::get_if<double>(&found.value)) result_.value = *value;
}

}  // namespace tandem
