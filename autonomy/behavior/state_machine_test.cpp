// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/state_machine.h"

#include <gmock/gmock.h>

#include <stdexcept>

namespace tandem {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

// Finds a field, works it with two tools one after the other, and is done.
MachinePlan farming() {
  return {.outcomes = {"done", "failed"},
          .states = {
              {.name = "find_field",
               .outcomes = {"found", "nothing"},
               .next = {{"found", "work"}, {"nothing", "failed"}}},
              {.name = "work",
               .outcomes = {"worked", "broken"},
               .next = {{"worked", "done"}, {"broken", "find_field"}},
               .inner = {{.name = "plough",
                          .outcomes = {"ready", "stuck"},
                          .next = {{"ready", "seed"}, {"stuck", "broken"}}},
                         {.name = "seed", .outcomes = {"ready"}, .next = {{"ready", "worked"}}}}}}};
}

std::string mistakes_of(const MachinePlan& plan) {
  try {
    const StateMachine machine(plan);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "none";
}

}  // namespace

TEST(StateMachine, BeginsWithItsFirstState) {
  const StateMachine machine(farming());
  EXPECT_EQ(*machine.entry(), "find_field");
  EXPECT_THAT(machine.paths(), ElementsAre("find_field", "work", "work/plough", "work/seed"));
}

TEST(StateMachine, GoesWhereTheTableSays) {
  const StateMachine machine(farming());
  const Following work = machine.next("find_field", "found");
  EXPECT_FALSE(work.is_over);
  EXPECT_EQ(work.name, "work");
  EXPECT_EQ(*machine.entry(work.name), "work/plough") << "a state with others inside: the first";
  EXPECT_EQ(machine.next("work/plough", "ready").name, "work/seed");
}

TEST(StateMachine, TheEndOfTheInnerMachineIsTheEndOfTheStateAroundIt) {
  const StateMachine machine(farming());
  const Following done = machine.next("work/seed", "ready");
  EXPECT_TRUE(done.is_over);
  EXPECT_EQ(done.name, "done");
  const Following again = machine.next("work/plough", "stuck");
  EXPECT_FALSE(again.is_over);
  EXPECT_EQ(again.name, "find_field");
}

TEST(StateMachine, SaysWhichStatesThereAreWhenAskedForAnother) {
  const StateMachine machine(farming());
  EXPECT_EQ(*machine.entry("work/seed"), "work/seed");
  EXPECT_THAT(machine.entry("harvest").error(),
              AllOf(HasSubstr("no state 'harvest'"), HasSubstr("work/plough, work/seed")));
}

TEST(StateMachine, RefusesAnOutcomeThatLeadsNowhere) {
  MachinePlan plan = farming();
  plan.states[0].next.pop_back();
  EXPECT_THAT(mistakes_of(plan), HasSubstr("'nothing' of 'find_field' leads nowhere"));
}

TEST(StateMachine, RefusesATargetThatDoesNotExist) {
  MachinePlan plan = farming();
  plan.states[1].inner[0].next[0].next = "sow";
  EXPECT_THAT(mistakes_of(plan),
              AllOf(HasSubstr("'ready' of 'work/plough' leads to 'sow', which does not exist"),
                    HasSubstr("nothing leads to 'work/seed'"),
                    HasSubstr("nothing leads to the outcome 'worked' of 'work'")));
}

TEST(StateMachine, AStateInsideCannotLeadOutByAnothersName) {
  MachinePlan plan = farming();
  plan.states[1].inner[0].next[1].next = "find_field";
  EXPECT_THAT(mistakes_of(plan), HasSubstr("'find_field', which does not exist"));
}

TEST(StateMachine, RefusesAnEndingThatTheStateDoesNotHave) {
  MachinePlan plan = farming();
  plan.states[0].next.push_back({"fonud", "work"});
  EXPECT_THAT(mistakes_of(plan), HasSubstr("'find_field' cannot end with 'fonud'"));
}

TEST(StateMachine, RefusesNamesThatMeanTwoThings) {
  MachinePlan plan = farming();
  plan.states[1].inner[1].name = "plough";
  EXPECT_THAT(mistakes_of(plan), HasSubstr("'plough' in 'work' is the name of more than one"));
  plan = farming();
  plan.states[0].name = "done";
  EXPECT_THAT(mistakes_of(plan), HasSubstr("'done' in the mission is the name of more than one"));
  plan = farming();
  plan.states[0].name = "a/b";
  EXPECT_THAT(mistakes_of(plan), HasSubstr("'a/b' in the mission is no name of a state"));
  plan = farming();
  plan.states[0].next.push_back({"found", "failed"});
  EXPECT_THAT(mistakes_of(plan), HasSubstr("'found' of 'find_field' leads to two places"));
}

TEST(StateMachine, RefusesToBeEmpty) {
  EXPECT_THAT(mistakes_of({.outcomes = {"done"}}), HasSubstr("the mission has no state"));
  EXPECT_THAT(mistakes_of({.outcomes = {"done"}, .states = {{.name = "stay"}}}),
              HasSubstr("'stay' has no outcome"));
}

}  // namespace tandem
