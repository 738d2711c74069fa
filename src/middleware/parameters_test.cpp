// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "messages/rcl_interfaces.h"
#include "middleware/parameter_client.h"
#include "middleware/test_network.h"

namespace tandem {

namespace {

using rcl_interfaces::msg::ParameterEvent;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

using Strings = std::vector<std::string>;

class Parameters : public OverNetworks {
 protected:
  Parameters() { EXPECT_TRUE(remote_.wait_for_node(10s)); }

  // Why the node refused, or empty.
  std::string set(const std::string& name, ParameterValue value) {
    const auto reasons = remote_.set({{name, std::move(value)}}, 10s);
    return reasons ? reasons->at(0) : "no answer: " + reasons.error();
  }
  ParameterValue get(const std::string& name) {
    const auto values = remote_.get({name}, 10s);
    EXPECT_TRUE(values) << values.error();
    return values->at(0);
  }
  static std::string message_of(const std::function<void()>& act) {
    try {
      act();
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "nothing was thrown";
  }

  Node node_{"robot", options()};
  Node tool_{"tool", options()};
  ParameterClient remote_{tool_, "/robot"};
};
OVER_ALL_NETWORKS(Parameters);

}  // namespace

TEST_P(Parameters, EveryTypeIsSeenAndSetFromOutside) {
  auto is_on = node_.parameter("is_on", true);
  auto step_ms = node_.parameter("step_ms", 8);
  auto gain = node_.parameter("gain", 0.5);
  auto name = node_.parameter("name", "emaros");
  auto flags = node_.parameter("flags", std::vector<bool>{true, false});
  auto ids = node_.parameter("ids", std::vector<int>{1, 2});
  auto weights = node_.parameter("weights", std::vector<double>{0.1});
  auto names = node_.parameter("names", Strings{"a"});

  EXPECT_EQ(get("is_on"), ParameterValue(true));
  EXPECT_EQ(get("step_ms"), ParameterValue(std::int64_t{8}));
  EXPECT_EQ(get("gain"), ParameterValue(0.5));
  EXPECT_EQ(get("name"), ParameterValue(std::string("emaros")));
  EXPECT_EQ(get("flags"), ParameterValue(std::vector<bool>{true, false}));
  EXPECT_EQ(get("ids"), ParameterValue(std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(get("weights"), ParameterValue(std::vector<double>{0.1}));
  EXPECT_EQ(get("names"), ParameterValue(Strings{"a"}));

  EXPECT_EQ(set("is_on", false), "");
  EXPECT_EQ(set("step_ms", std::int64_t{4}), "");
  EXPECT_EQ(set("gain", std::int64_t{2}), "");  // a whole number is a number
  EXPECT_EQ(set("name", std::string("jackal")), "");
  EXPECT_EQ(set("names", Strings{}), "");
  EXPECT_FALSE(is_on.value());
  EXPECT_EQ(step_ms.value(), 4);
  EXPECT_EQ(gain.value(), 2.0);
  EXPECT_EQ(name.value(), "jackal");
  EXPECT_THAT(names.value(), IsEmpty());
}

TEST_P(Parameters, WrongTypesAreRefusedWithAReason) {
  auto step_ms = node_.parameter("step_ms", 8);
  EXPECT_EQ(set("step_ms", std::string("fast")),
            "parameter step_ms is of type integer, not string");
  EXPECT_EQ(set("step_ms", 2.5), "parameter step_ms is of type integer, not double");
  EXPECT_EQ(set("nobody", true), "parameter nobody does not exist");
  EXPECT_EQ(set("step_ms", {}), "parameter step_ms can't be removed");
  EXPECT_EQ(step_ms.value(), 8);
}

TEST_P(Parameters, RangesAreKept) {
  auto step_ms = node_.parameter("step_ms", 8, {.range = {1, 100}});
  auto even = node_.parameter("even", 8, {.range = {0, 100, 2}});
  auto gain = node_.parameter("gain", 0.5, {.range = {0, 1}});
  EXPECT_EQ(set("step_ms", std::int64_t{0}), "parameter step_ms must be from 1 to 100, is 0");
  EXPECT_EQ(set("step_ms", std::int64_t{100}), "");
  EXPECT_THAT(set("even", std::int64_t{7}), HasSubstr("steps of 2"));
  EXPECT_THAT(set("gain", 1.5), HasSubstr("from 0 to 1, is 1.5"));
  EXPECT_THAT(set("gain", std::numeric_limits<double>::quiet_NaN()), HasSubstr("from 0 to 1"));
  EXPECT_EQ(gain.value(), 0.5);
}

TEST_P(Parameters, ReadOnlyOnesStayAsTheyAre) {
  auto model = node_.parameter("model", "emaros", {.is_read_only = true});
  EXPECT_EQ(set("model", std::string("jackal")), "parameter model is read-only");
  EXPECT_EQ(model.set("jackal"), "parameter model is read-only");
  EXPECT_EQ(model.value(), "emaros");
}

TEST_P(Parameters, TheProgramMayRefuseWithAReason) {
  Seen<std::int64_t> changes;
  auto speed =
      node_.parameter("speed", 1,
                      {.on_change = [](const std::int64_t& value) -> std::optional<std::string> {
                         if (value > 1) return "a twin runs at 1x";
                         return std::nullopt;
                       },
                       .after_change = [&](const std::int64_t& value) { changes.add(value); }});
  EXPECT_EQ(set("speed", std::int64_t{2}), "parameter speed was refused: a twin runs at 1x");
  EXPECT_EQ(speed.value(), 1);
  EXPECT_EQ(set("speed", std::int64_t{0}), "");
  EXPECT_THAT(changes.all(), ElementsAre(0));
}

TEST_P(Parameters, SeveralAreSetTogetherOrNotAtAll) {
  Seen<std::int64_t> changes;
  auto a = node_.parameter(
      "a", 1, {.after_change = [&](const std::int64_t& value) { changes.add(value); }});
  auto b = node_.parameter("b", 1, {.range = {0, 10}});
  auto reason = remote_.set_atomically({{"a", std::int64_t{5}}, {"b", std::int64_t{50}}}, 10s);
  ASSERT_TRUE(reason) << reason.error();
  EXPECT_THAT(*reason, HasSubstr("parameter b must be from 0 to 10"));
  EXPECT_EQ(a.value(), 1);
  EXPECT_EQ(changes.count(), 0u);

  reason = remote_.set_atomically({{"a", std::int64_t{5}}, {"b", std::int64_t{6}}}, 10s);
  ASSERT_TRUE(reason) << reason.error();
  EXPECT_EQ(*reason, "");
  EXPECT_EQ(a.value(), 5);
  EXPECT_EQ(b.value(), 6);

  // one by one the good ones are set
  const auto reasons = remote_.set({{"a", std::int64_t{7}}, {"b", std::int64_t{70}}}, 10s);
  ASSERT_TRUE(reasons) << reasons.error();
  EXPECT_EQ(reasons->at(0), "");
  EXPECT_NE(reasons->at(1), "");
  EXPECT_EQ(a.value(), 7);
  EXPECT_EQ(b.value(), 6);
}

TEST_P(Parameters, AreListedAndDescribed) {
  auto step_ms = node_.parameter("step_ms", 8, {.description = "One step.", .range = {1, 100, 1}});
  auto rate = node_.parameter("camera.rate_hz", 30.0, {.range = {.low = 0, .high = 60}});
  auto model = node_.parameter("model", "emaros", {.is_read_only = true});
  const auto names = remote_.list(10s);
  ASSERT_TRUE(names) << names.error();
  EXPECT_THAT(*names, ElementsAre("camera.rate_hz", "model", "step_ms", "use_sim_time"));

  const auto described = remote_.describe({"step_ms", "camera.rate_hz", "model", "nobody"}, 10s);
  ASSERT_TRUE(described) << described.error();
  ASSERT_EQ(described->size(), 4u);
  EXPECT_EQ(described->at(0).description, "One step.");
  EXPECT_EQ(type_name(described->at(0).value), "integer");
  const auto steps = std::get<ValueLimits<std::int64_t>>(described->at(0).limits);
  EXPECT_EQ(steps.low, 1);
  EXPECT_EQ(steps.high, 100);
  EXPECT_EQ(steps.step, 1);
  EXPECT_EQ(std::get<ValueLimits<double>>(described->at(1).limits).high, 60);
  EXPECT_TRUE(described->at(2).is_read_only);
  EXPECT_FALSE(described->at(0).is_read_only);
  EXPECT_EQ(type_name(described->at(3).value), "not set");
}

TEST_P(Parameters, ListsCanBeNarrowed) {
  for (const char* name : {"a", "camera.rate_hz", "camera.lens.angle", "camera2.rate_hz"})
    node_.parameter(name, 1);
  auto list = tool_.client<rcl_interfaces::srv::ListParameters>("/robot/list_parameters");
  auto result = list.call_and_wait({.prefixes = {"camera"}, .depth = 1}, 10s);
  ASSERT_TRUE(result) << result.error();
  EXPECT_THAT(result->result.names, ElementsAre("camera.rate_hz"));
  EXPECT_THAT(result->result.prefixes, ElementsAre("camera"));
  result = list.call_and_wait({.depth = 1}, 10s);
  EXPECT_THAT(result->result.names, ElementsAre("a", "use_sim_time"));
  result = list.call_and_wait({.prefixes = {"camera"}}, 10s);
  EXPECT_THAT(result->result.names, ElementsAre("camera.lens.angle", "camera.rate_hz"));
}

TEST_P(Parameters, TypesCanBeAskedFor) {
  node_.parameter("gain", 0.5);
  auto types = tool_.client<rcl_interfaces::srv::GetParameterTypes>("/robot/get_parameter_types");
  const auto result = types.call_and_wait({.names = {"gain", "nobody"}}, 10s);
  ASSERT_TRUE(result) << result.error();
  EXPECT_THAT(result->types, ElementsAre(3, 0));
}

TEST_P(Parameters, ChangesAreAnnounced) {
  Seen<ParameterEvent> events;
  auto subscription = tool_.subscribe<ParameterEvent>("/parameter_events", qos::parameter_events,
                                                      [&](const ParameterEvent& event) {
                                                        if (event.node == "/robot")
                                                          events.add(event);
                                                      });
  ASSERT_TRUE(run_until([&] { return subscription.publisher_count() == 2; }));
  // the other side needs to know us, too
  int tries = 0;
  ASSERT_TRUE(run_until([&] {
    if (events.count() == 0) node_.parameter("try_" + std::to_string(++tries), 1);
    return events.count() > 0;
  }));
  const std::size_t before = events.count();
  auto gain = node_.parameter("gain", 0.5);
  EXPECT_EQ(gain.set(0.25), std::nullopt);
  node_.remove_parameter("gain");
  ASSERT_TRUE(run_until([&] { return events.count() >= before + 3; }));
  const auto all = events.all();
  EXPECT_EQ(all[all.size() - 3].new_parameters.at(0).value.double_value, 0.5);
  EXPECT_EQ(all[all.size() - 2].changed_parameters.at(0).value.double_value, 0.25);
  EXPECT_EQ(all[all.size() - 1].deleted_parameters.at(0).name, "gain");
  EXPECT_EQ(gain.value(), 0.5);  // its default: the parameter is gone
}

TEST_P(Parameters, TheCommandLineGivesValues) {
  NodeOptions given = options();
  given.arguments = {"-p", "step_ms:=4", "-p", "gain:=1", "-p", "other:name:=wrong"};
  Node node("configured", given);
  EXPECT_EQ(node.parameter("step_ms", 8).value(), 4);
  EXPECT_EQ(node.parameter("gain", 0.5).value(), 1.0);
  EXPECT_EQ(node.parameter("name", "emaros").value(), "emaros");
}

TEST_P(Parameters, WhatIsGivenWronglyStopsTheProgramWithASentence) {
  NodeOptions given = options();
  given.arguments = {"-p", "step_ms:=400", "-p", "gain:=fast", "-p", "speed:=3"};
  Node node("configured", given);
  EXPECT_EQ(message_of([&] {
              node.parameter("step_ms", 8, {.range = {1, 100}});
            }),
            "parameter step_ms must be from 1 to 100, is 400");
  EXPECT_EQ(message_of([&] { node.parameter("gain", 0.5); }),
            "parameter gain is of type double, not string");
  EXPECT_EQ(message_of([&] {
              node.parameter("speed", 1,
                             {.on_change = [](const std::int64_t&) -> std::optional<std::string> {
                               return "too fast";
                             }});
            }),
            "parameter speed was refused: too fast");
  node.parameter("twice", 1);
  EXPECT_EQ(message_of([&] { node.parameter("twice", 1); }),
            "parameter twice was declared already");
}

TEST_P(Parameters, WhatIsGivenUnderAnUnknownNameIsSaid) {
  NodeOptions given = options();
  given.arguments = {"-p", "gian:=1", "-p", "step_ms:=4"};
  given.starts_at_once = false;
  given.refuses_unknown_parameters = true;
  Node strict("strict", given);
  strict.parameter("step_ms", 8);
  EXPECT_EQ(message_of([&] { strict.start(); }), "/strict has no parameter 'gian'");
  strict.parameter("gian", 0.5);
  strict.start();

  using rcl_interfaces::msg::Log;
  Seen<std::string> said;
  const auto logs =
      tool_.subscribe<Log>("/rosout", qos::rosout, [&](const Log& log) { said.add(log.msg); });
  given.refuses_unknown_parameters = false;
  Node patient("patient", given);
  patient.start();
  EXPECT_TRUE(run_until([&] {
    const auto all = said.all();
    return std::ranges::find(all,
                             "/patient has no parameter 'gian', nor 'step_ms', which it was "
                             "given") != all.end();
  }));
}

}  // namespace tandem
