// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/expectation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tandem {
namespace {

using testing::HasSubstr;
using State = AssertionResult::State;

// Conditions are judged by what a test says is true at a time, by their text.
class Expectations : public testing::Test {
 protected:
  using Facts = std::map<std::string, std::function<Truth(int second)>>;

  static Condition named(const std::string& name) {
    return {EventSeen{{name, {}, {}}}, name, {"mission.yaml", 3}};
  }
  static ExpectationPlan plan(ExpectationKind kind, const std::vector<std::string>& conditions) {
    ExpectationPlan plan{.kind = kind, .name = "it", .place = {"mission.yaml", 7}};
    for (const std::string& name : conditions) plan.conditions.push_back(named(name));
    return plan;
  }
  static std::function<Truth(int)> from_to(int first, int last) {
    return [=](int second) { return second >= first && second <= last ? Truth::yes : Truth::no; };
  }

  // Looks once a second until it is decided, and ends the mission after `seconds`.
  static AssertionResult run(const ExpectationPlan& plan, const Facts& facts, int seconds = 10) {
    Expectation expectation(plan);
    for (int second = 0; second <= seconds && !expectation.is_decided(); ++second)
      expectation.look(std::chrono::seconds(second), [&](const Condition& condition) {
        return Judgement{.truth = facts.at(condition.text)(second), .seen = condition.text};
      });
    if (!expectation.is_decided()) expectation.finish(std::chrono::seconds(seconds));
    return expectation.result();
  }
};

using enum ExpectationKind;

TEST_F(Expectations, EventuallyPassesWithTheFirstTimeAndFailsAtItsDeadline) {
  ExpectationPlan it = plan(eventually, {"a"});
  EXPECT_EQ(run(it, {{"a", from_to(4, 4)}}).state, State::passed);
  EXPECT_EQ(run(it, {{"a", from_to(4, 4)}}).decided_s, 4);
  EXPECT_EQ(run(it, {{"a", from_to(99, 99)}}).state, State::undecided);
  it.by = 3s;
  const AssertionResult late = run(it, {{"a", from_to(4, 4)}});
  EXPECT_EQ(late.state, State::failed);
  EXPECT_EQ(late.decided_s, 3);
}

TEST_F(Expectations, AlwaysFailsWithTheFirstExceptionAndNeverWithTheFirstTime) {
  const ExpectationPlan holds = plan(always, {"a"});
  EXPECT_EQ(run(holds, {{"a", from_to(0, 99)}}).state, State::passed);
  EXPECT_EQ(run(holds, {{"a", from_to(0, 5)}}).decided_s, 6);
  EXPECT_EQ(run(holds, {{"a", from_to(0, 5)}}).state, State::failed);
  const ExpectationPlan none = plan(never, {"a"});
  EXPECT_EQ(run(none, {{"a", from_to(99, 99)}}).state, State::passed);
  EXPECT_EQ(run(none, {{"a", from_to(5, 6)}}).decided_s, 5);
  EXPECT_EQ(run(none, {{"a", from_to(5, 6)}}).state, State::failed);
}

TEST_F(Expectations, WhatAlwaysHeldSaysWhatItsWorstValueWas) {
  const Comparison tilt{.quantity = ThingValue{"", Measure::tilt},
                        .bound = {.high = 0.5, .is_high_out = true},
                        .name = "tilt of emaros",
                        .dimension = Dimension::angle};
  for (const auto kind : {always, never}) {
    ExpectationPlan plan{.kind = kind, .name = "it"};
    plan.conditions.push_back({tilt, "it is tilted", {}});
    Expectation expectation(plan);
    // of `always` below the limit, of `never` above it; the fourth comes nearest to it
    for (int second = 0; second <= 10; ++second)
      expectation.look(std::chrono::seconds(second), [&](const Condition& condition) {
        const double off = second == 4 ? 0.1 : 0.3;
        return Judgement{.truth = kind == always ? Truth::yes : Truth::no,
                         .comparison = &std::get<Comparison>(condition.what),
                         .value = kind == always ? 0.5 - off : 0.5 + off};
      });
    expectation.finish(10s);
    const AssertionResult& result = expectation.result();
    EXPECT_EQ(result.state, State::passed);
    EXPECT_NEAR(*result.value, kind == always ? 0.4 : 0.6, 1e-12);
    EXPECT_TRUE(result.is_high_out);
    EXPECT_THAT(result.explanation, HasSubstr("; at worst the tilt of emaros was "));
    EXPECT_THAT(result.explanation, HasSubstr(" deg at 4.000 s"));
  }
}

TEST_F(Expectations, LongTextsAreShortened) {
  EXPECT_EQ(to_text(ObservedValue(std::string(200, 'x')), Dimension::none),
            "'" + std::string(200, 'x') + "'");
  EXPECT_EQ(to_text(ObservedValue(std::string(5000, 'x')), Dimension::none),
            "'" + std::string(200, 'x') + "...', of 5000 characters");
  // no letter is cut in two
  EXPECT_EQ(to_text(ObservedValue(std::string(199, 'x') + "\u00e4\u00e4"), Dimension::none),
            "'" + std::string(199, 'x') + "...', of 201 characters");
}

TEST_F(Expectations, WhatIsNeverKnownPassesNothing) {
  const Facts nothing{{"a", [](int) { return Truth::unknown; }}};
  EXPECT_EQ(run(plan(always, {"a"}), nothing).state, State::failed);
  EXPECT_EQ(run(plan(never, {"a"}), nothing).state, State::failed);
  EXPECT_EQ(run(plan(eventually, {"a"}), nothing).state, State::undecided);
  // but what is known later on is judged from then on
  const Facts later{{"a", [](int second) { return second < 5 ? Truth::unknown : Truth::yes; }}};
  EXPECT_EQ(run(plan(always, {"a"}), later).state, State::passed);
}

TEST_F(Expectations, CountOnlyBetweenTheirBeginningAndTheirEnd) {
  ExpectationPlan it = plan(always, {"a"});
  it.from = 3s;
  it.until = 6s;
  EXPECT_EQ(run(it, {{"a", from_to(3, 6)}}).state, State::passed);
  EXPECT_EQ(run(it, {{"a", from_to(3, 6)}}).decided_s, 6);
  EXPECT_EQ(run(it, {{"a", from_to(4, 6)}}).decided_s, 3);
  it.until.reset();
  it.lasts = 2s;
  EXPECT_EQ(run(it, {{"a", from_to(3, 5)}}).decided_s, 5);
  it = plan(always, {"a"});
  it.after = named("b");
  it.until_holds = named("c");
  EXPECT_EQ(run(it, {{"a", from_to(2, 4)}, {"b", from_to(2, 2)}, {"c", from_to(5, 5)}}).state,
            State::passed);
  EXPECT_EQ(run(it, {{"a", from_to(2, 4)}, {"b", from_to(1, 2)}, {"c", from_to(5, 5)}}).state,
            State::failed);
}

TEST_F(Expectations, WhatNeverBeginsHasFailed) {
  for (const ExpectationKind kind : {eventually, always, never, stays}) {
    ExpectationPlan it = plan(kind, {"a"});
    it.after = named("b");
    const AssertionResult result = run(it, {{"a", from_to(0, 99)}, {"b", from_to(99, 99)}});
    EXPECT_EQ(result.state, State::failed);
    EXPECT_THAT(result.explanation, HasSubstr("it never began: b was never true"));
  }
}

TEST_F(Expectations, StaysMayBeginLateButNotEndEarly) {
  ExpectationPlan it = plan(stays, {"a"});
  it.lasts = 3s;
  EXPECT_EQ(run(it, {{"a", from_to(4, 7)}}).decided_s, 7);
  EXPECT_EQ(run(it, {{"a", from_to(4, 7)}}).state, State::passed);
  EXPECT_EQ(run(it, {{"a", from_to(4, 6)}}).state, State::failed);
  EXPECT_EQ(run(it, {{"a", from_to(99, 99)}}).state, State::undecided);
  it.by = 3s;
  EXPECT_EQ(run(it, {{"a", from_to(4, 9)}}).state, State::failed);
  it = plan(stays, {"a"});
  EXPECT_EQ(run(it, {{"a", from_to(4, 99)}}).state, State::passed);
  EXPECT_EQ(run(it, {{"a", from_to(4, 8)}}).state, State::failed);
}

TEST_F(Expectations, StaysKeepsAMissionGoingAsLongAsItMayEnd) {
  const ExpectationPlan it = plan(stays, {"a"});
  Expectation expectation(it);
  const auto look = [&](int second, Truth truth) {
    expectation.look(std::chrono::seconds(second),
                     [&](const Condition&) { return Judgement{.truth = truth}; });
  };
  look(1, Truth::yes);
  EXPECT_TRUE(expectation.wants_more());
  look(2, Truth::no);
  EXPECT_TRUE(expectation.is_failed());
}

TEST_F(Expectations, OfSeveralThatMustHoldTheLastThatDidNotIsSaid) {
  const Comparison near{
      .bound = {.high = 0.05}, .name = "distance", .dimension = Dimension::length};
  const Comparison turned{.bound = {.high = 0.1}, .name = "heading", .dimension = Dimension::angle};
  ExpectationPlan it{.kind = eventually, .name = "it", .by = 3s};
  it.conditions = {{Condition::All{{{near, "near", {}}, {turned, "turned", {}}}}, "both", {}}};
  const auto& parts = std::get<Condition::All>(it.conditions[0].what).of;
  Expectation expectation(it);
  // it comes near, looking elsewhere, and goes on by a hair
  const Judgement seen[] = {{Truth::no, &std::get<Comparison>(parts[0].what), 2.0},
                            {Truth::no, &std::get<Comparison>(parts[1].what), 1.57},
                            {Truth::no, &std::get<Comparison>(parts[0].what), 0.051},
                            {Truth::no, &std::get<Comparison>(parts[0].what), 0.0501}};
  for (int second = 0; second < 4; ++second)
    expectation.look(std::chrono::seconds(second), [&](const Condition&) { return seen[second]; });
  EXPECT_TRUE(expectation.is_failed());
  EXPECT_THAT(expectation.result().explanation,
              HasSubstr("at best the heading was 89.95 deg at 1.000 s"));
  EXPECT_THAT(expectation.result().explanation, HasSubstr("at the end the distance was 0.0501 m"));
}

TEST_F(Expectations, OrderedNeedsEachInItsTurn) {
  ExpectationPlan it = plan(ordered, {"a", "b", "c"});
  const Facts right{{"a", from_to(1, 1)}, {"b", from_to(3, 3)}, {"c", from_to(5, 9)}};
  EXPECT_EQ(run(it, right).decided_s, 5);
  EXPECT_EQ(run(it, right).state, State::passed);
  const Facts wrong{{"a", from_to(3, 3)}, {"b", from_to(1, 1)}, {"c", from_to(5, 9)}};
  EXPECT_EQ(run(it, wrong).state, State::undecided);
  EXPECT_THAT(run(it, wrong).explanation, HasSubstr("1 of 3 in this order"));
  it.by = 8s;
  EXPECT_EQ(run(it, wrong).state, State::failed);
}

TEST_F(Expectations, WithinAsksForAnAnswerToEachQuestion) {
  ExpectationPlan it = plan(within, {"answer"});
  it.after = named("question");
  it.within = 2s;
  const auto at = [](std::set<int> seconds) {
    return [=](int second) { return seconds.contains(second) ? Truth::yes : Truth::no; };
  };
  EXPECT_EQ(run(it, {{"question", at({1, 6})}, {"answer", at({3, 6})}}).state, State::passed);
  const AssertionResult late = run(it, {{"question", at({1, 6})}, {"answer", at({3, 9})}});
  EXPECT_EQ(late.state, State::failed);
  EXPECT_EQ(late.decided_s, 9);
  EXPECT_EQ(run(it, {{"question", at({})}, {"answer", at({3})}}).state, State::failed);
  EXPECT_EQ(run(it, {{"question", at({10})}, {"answer", at({})}}).state, State::undecided);
}

TEST_F(Expectations, WithinTakesNoQuestionWhenItsWindowIsOver) {
  ExpectationPlan it = plan(within, {"answer"});
  it.after = named("question");
  it.within = 2s;
  it.until = 3s;
  const auto at = [](std::set<int> seconds) {
    return [=](int second) { return seconds.contains(second) ? Truth::yes : Truth::no; };
  };
  // whether there is an answer or not
  for (const std::set<int>& answers : {std::set<int>{5}, std::set<int>{}}) {
    const AssertionResult late = run(it, {{"question", at({4})}, {"answer", at(answers)}});
    EXPECT_EQ(late.state, State::failed);
    EXPECT_EQ(late.decided_s, 3);
    EXPECT_EQ(late.explanation, "question was never true until then");
  }
  // one that was asked before may be answered after it, and is the only one
  const AssertionResult asked = run(it, {{"question", at({2, 4})}, {"answer", at({4})}});
  EXPECT_EQ(asked.state, State::passed);
  EXPECT_THAT(asked.explanation, HasSubstr("1 times, after 2.000 s at most"));

  it.until.reset();
  it.until_holds = named("end");
  const Facts facts{{"question", at({4})}, {"answer", at({4})}, {"end", at({3})}};
  EXPECT_EQ(run(it, facts).state, State::failed);
}

TEST_F(Expectations, WithinKeepsAMissionGoingAsLongAsItMayBeAskedAgain) {
  ExpectationPlan it = plan(within, {"answer"});
  it.after = named("question");
  it.within = 2s;
  Expectation expectation(it);
  const auto look = [&](int second, bool is_asked, bool is_answered) {
    expectation.look(std::chrono::seconds(second), [&](const Condition& condition) {
      const bool is_true = condition.text == "question" ? is_asked : is_answered;
      return Judgement{.truth = is_true ? Truth::yes : Truth::no};
    });
  };
  look(1, true, false);
  look(2, false, true);
  EXPECT_TRUE(expectation.wants_more());
  look(20, true, false);
  look(23, false, true);  // 3 s later
  EXPECT_TRUE(expectation.is_failed());

  // one that has an end is decided by it
  it.until = 10s;
  Expectation bounded(it);
  bounded.look(1s, [](const Condition&) { return Judgement{.truth = Truth::yes}; });
  EXPECT_TRUE(bounded.wants_more());
  bounded.look(10s, [](const Condition&) { return Judgement{.truth = Truth::no}; });
  EXPECT_FALSE(bounded.wants_more());
}

TEST_F(Expectations, OnlyWhatCanBeDecidedKeepsAMissionGoing) {
  const ExpectationPlan forever = plan(always, {"a"});
  EXPECT_FALSE(Expectation(forever).has_an_end());
  const ExpectationPlan wanted = plan(eventually, {"a"});
  EXPECT_TRUE(Expectation(wanted).has_an_end());
  EXPECT_TRUE(Expectation(wanted).wants_more());
}

}  // namespace
}  // namespace tandem
