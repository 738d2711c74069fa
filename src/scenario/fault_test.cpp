// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/fault.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "scenario/scenario.h"
#include "scenario/testing.h"
#include "test_places.h"

namespace tandem {
namespace {

using testing::HasSubstr;

std::string problem_of(const FaultWords& words) {
  const Result<Fault> fault = read_fault(words);
  return fault ? "" : fault.error();
}

TEST(FaultKinds, AreListedInTheirOrderAndMakeSenseAsTheyAre) {
  int index = 0;
  for (const FaultKindInfo& kind : all_fault_kinds()) {
    EXPECT_EQ(static_cast<int>(kind.kind), index++) << kind.name;
    EXPECT_EQ(&info_of(kind.kind), &kind);
    FaultWords words{{"kind", std::string(kind.name)}};
    if (kind.subject == FaultSubject::process) words.emplace_back("process", "plant");
    const Result<Fault> fault = read_fault(words);
    ASSERT_TRUE(fault) << fault.error();
    EXPECT_EQ(why_wrong(*fault), "");
    EXPECT_THAT(to_text(*fault), HasSubstr(std::string(kind.name)));
  }
  EXPECT_EQ(index, static_cast<int>(last_fault_kind) + 1);
}

TEST(FaultWords, SayWhatAndWhenAndForHowLong) {
  const Result<Fault> fault = read_fault({{"kind", "reorder"},
                                          {"robot", "emaros"},
                                          {"at", "2s"},
                                          {"for", "500ms"},
                                          {"seed", "7"},
                                          {"share", "0.25"}});
  ASSERT_TRUE(fault) << fault.error();
  EXPECT_EQ(fault->kind, FaultKind::reorder);
  EXPECT_EQ(fault->robot, "emaros");
  EXPECT_EQ(fault->delay, 2s);
  EXPECT_EQ(fault->lasts, 500ms);
  EXPECT_EQ(fault->seed, 7u);
  EXPECT_EQ(fault->value("share"), 0.25);
  EXPECT_EQ(fault->value("delay_s"), 0.1);  // as the catalogue has it
  EXPECT_EQ(to_text(*fault), "reorder of emaros, share 0.25, delay_s 0.1");
}

TEST(FaultWords, ComeBackAsTheyWere) {
  const Result<Fault> fault = read_fault({{"kind", "sensor_garbage"},
                                          {"name", "noise"},
                                          {"sensor", "lidar"},
                                          {"at", "1ms"},
                                          {"share", "0.1"}});
  ASSERT_TRUE(fault) << fault.error();
  const FaultWords words = words_of(*fault);
  const Result<Fault> again = read_fault(words);
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(words_of(*again), words);
  EXPECT_EQ(again->value("share"), 0.1);
}

TEST(FaultWords, ThatMakeNoSenseAreAnsweredWithASentence) {
  EXPECT_THAT(problem_of({}), HasSubstr("'kind' says what goes wrong"));
  EXPECT_THAT(problem_of({{"kind", "latancy"}}),
              HasSubstr("there is no fault 'latancy'; did you mean 'latency'?"));
  EXPECT_THAT(problem_of({{"kind", "latency"}, {"delay", "3"}}),
              HasSubstr("latency has no 'delay'; did you mean 'delay_s'?"));
  EXPECT_EQ(problem_of({{"kind", "latency"}, {"delay_s", "11"}}),
            "'delay_s' expects a number from 0 to 10, is '11'");
  EXPECT_THAT(problem_of({{"kind", "latency"}, {"delay_s", "nan"}}), HasSubstr("expects a number"));
  EXPECT_THAT(problem_of({{"kind", "latency"}, {"for", "5"}}),
              HasSubstr("'for' expects a time with its unit"));
  EXPECT_THAT(problem_of({{"kind", "latency"}, {"for", "0s"}}), HasSubstr("from 1ms to 24h"));
  EXPECT_THAT(problem_of({{"kind", "latency"}, {"at", "-1s"}}), HasSubstr("'at' expects a time"));
  EXPECT_THAT(problem_of({{"kind", "latency"}, {"seed", "x"}}), HasSubstr("a whole number"));
  EXPECT_THAT(problem_of({{"kind", "latency"}, {"name", "a b"}}), HasSubstr("a fault's name"));
  EXPECT_THAT(problem_of({{"kind", "latency"}, {"name", "all"}}), HasSubstr("means all faults"));
  EXPECT_THAT(problem_of({{"kind", "latency"}, {"sensor", "lidar"}}), HasSubstr("has no 'sensor'"));
  EXPECT_THAT(problem_of({{"kind", "latency"}, {"at", "1s"}, {"at", "2s"}}), HasSubstr("twice"));
  EXPECT_THAT(problem_of({{"kind", "process_kill"}}), HasSubstr("'process' says which one"));
  EXPECT_THAT(problem_of({{"kind", "latency"}, {"robot", std::string(500, 'x')}}),
              HasSubstr("at most 200 bytes"));
}

TEST(FaultWheels, LoseAShareOfWhatIsLeft) {
  WheelTrouble trouble;
  trouble.add(*read_fault({{"kind", "wheel_slip"}, {"left_share", "0.5"}, {"right_share", "0"}}));
  trouble.add(*read_fault({{"kind", "wheel_slip"}, {"left_share", "0.5"}, {"right_share", "1"}}));
  trouble.add(*read_fault({{"kind", "latency"}}));
  EXPECT_EQ(trouble.left_slip, 0.75);
  EXPECT_EQ(trouble.right_slip, 1);
  EXPECT_FALSE(trouble.is_stopped);
}

// What a scenario of these lines has to say, from line 3 on.
Findings findings_of(const std::string& lines) {
  Findings findings;
  load_scenario_text("robots: [{name: emaros, model: emaros}]\nfaults:\n" + lines, "s.yaml", {},
                     findings);
  return findings;
}

TEST(FaultsFile, SaysWhatIsWrongAndWhere) {
  Findings findings = findings_of(R"(- {kind: motor_stop, at: 2s}
- {kind: sensor_stuck,
   sensor: radar}
- {kind: latency}
- kind: wheel_slip
  left_share: much
- {kind: motor_stop, robot: other}
- {kind: process_kill, process: navigator of nobody}
- nonsense
- {kind: motor_stop, at: [1]}
)");
  EXPECT_ERROR(findings, 4, "'emaros' has no sensor 'radar'");
  EXPECT_ERROR(findings, 6, "latency: 'emaros' is no twin");
  EXPECT_ERROR(findings, 8, "'left_share' expects a number from 0 to 1, is 'much'");
  EXPECT_ERROR(findings, 9, "there is no robot 'other'");
  EXPECT_ERROR(findings, 10, "no process runs beside this scenario");
  EXPECT_ERROR(findings, 11, "a fault is a map");
  EXPECT_ERROR(findings, 12, "'at' expects a value");
  EXPECT_EQ(findings.error_count(), 7);
}

// Of runs with --mode twin, where nobody starts them again.
TEST(FaultsFile, ProcessesOfTandemItselfBelongToTwins) {
  Findings findings = findings_of(R"(- {kind: process_kill, process: gate}
- {kind: process_kill, process: guard}
)");
  EXPECT_ERROR(findings, 3, "no process runs beside this scenario; 'gate' runs with --mode twin");
  EXPECT_ERROR(findings, 4, "'guard' runs with --mode twin where a robot has a guard");

  Findings of_twin;
  load_scenario_text(R"(robots: [{name: emaros, model: emaros, mode: twin}]
faults:
- {kind: process_kill, process: gate}
- {kind: process_kill, process: plant, for: 3s}
- {kind: process_kill, process: guard}
- {kind: process_kill, process: navigator of emaros, for: 3s}
programs: [navigator]
)",
                     "s.yaml", {}, of_twin);
  EXPECT_ERROR(of_twin, 4, "'plant' is not started again, so its fault has no end");
  EXPECT_ERROR(of_twin, 5, "no process 'guard' runs beside this scenario");
  EXPECT_EQ(of_twin.error_count(), 2);
}

TEST(FaultsFile, OfARightScenarioNamesItsRobot) {
  Findings findings;
  const auto scenario = load_scenario_text(R"(robots: [{name: emaros, model: emaros, mode: twin}]
faults:
- {kind: latency, at: 2s, for: 3s, delay_s: 0.4}
- {kind: process_kill, process: plant}
)",
                                           "s.yaml", {}, findings);
  ASSERT_FALSE(findings.has_errors()) << all_text(findings);
  ASSERT_EQ(scenario->faults.size(), 2u);
  EXPECT_EQ(scenario->faults[0].fault.robot, "emaros");
  EXPECT_EQ(scenario->faults[0].fault.delay, 2s);
  EXPECT_EQ(scenario->faults[0].place.line, 3);
}

// docs/faults.md lists every kind with every number of it, its unit and what it is by itself.
TEST(FaultsPage, TellsOfAllThatCanGoWrong) {
  std::ifstream stream(source_folder() / "docs/faults.md");
  const std::string page{std::istreambuf_iterator<char>(stream), {}};
  for (const FaultKindInfo& kind : all_fault_kinds()) {
    std::string numbers;
    for (const FaultParameter& parameter : kind.parameters)
      numbers += fmt::format("{}`{}` {:g}", numbers.empty() ? "" : ", ", parameter.name,
                             parameter.standard);
    const std::string row = fmt::format("| `{}` | {} | {} | {} |\n", kind.name,
                                        name_of(kind.subject), kind.text, numbers);
    EXPECT_NE(page.find(row), std::string::npos) << "docs/faults.md lacks this line:\n" << row;
  }
  for (const auto& [word, text] : common_fault_words())
    EXPECT_NE(page.find(fmt::format("| `{}` | {} |\n", word, text)), std::string::npos) << word;
}

}  // namespace
}  // namespace tandem
