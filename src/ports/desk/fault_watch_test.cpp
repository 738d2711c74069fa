// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/desk/fault_watch.h"

#include <gmock/gmock.h>

#include "simulation/simulation.h"
#include "simulation/test_scenarios.h"

namespace tandem {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// A run of which nobody but a program may be killed, and without a network.
class FaultWatchTest : public testing::Test {
 protected:
  void begin(const std::string& faults, const std::string& mode = "virtual") {
    simulation_.emplace(load_good("empty", {.overrides = {{"robots.emaros.mode", mode},
                                                          {"clock", "zero"},
                                                          {"programs", "[navigator]"},
                                                          {"faults", faults}}}),
                        SimulationOptions{.threads = 1});
    watch_.emplace(nullptr, processes_,
                   [this](const WorldEvent& event) { told_.push_back(event.text); });
  }
  // A tenth of a second each.
  void look(int tenths) {
    for (int i = 0; i < tenths; ++i) {
      const SimTime end = simulation_->time() + 100ms;
      while (simulation_->time() < end) frame_ = simulation_->step({});
      now_ += 100ms;
      watch_->look(frame_, now_);
    }
  }

  std::shared_ptr<Processes> processes_ = std::make_shared<Processes>();
  std::optional<Simulation> simulation_;
  std::optional<FaultWatch> watch_;
  Frame frame_;
  WallTime now_{};
  std::vector<std::string> told_;
};

TEST_F(FaultWatchTest, OfAProcessThatIsNotThereIsToldOnce) {
  begin("[{kind: process_kill, process: navigator of emaros, at: 1s}]");
  look(50);
  EXPECT_THAT(told_, IsEmpty()) << "it may be about to come";
  look(50);
  EXPECT_THAT(told_, ElementsAre("fault 'process_kill' does nothing: no process belongs to this "
                                 "run"));
}

TEST_F(FaultWatchTest, OfAProcessThatComesLaterOrGoesAgainIsNotTold) {
  begin("[{kind: process_kill, process: navigator of emaros}]");
  look(20);
  processes_->set("programs", {{"navigator of emaros", true}});
  look(20);
  processes_->set("programs", {});
  look(100);
  watch_.reset();
  EXPECT_THAT(told_, IsEmpty());
}

TEST_F(FaultWatchTest, WheelsOfARealRobotAreToldWhenTheFaultIsOver) {
  begin("[{kind: motor_stop, for: 1s}, {kind: latency, for: 1s}]", "twin");
  look(15);
  ASSERT_EQ(told_.size(), 1u);
  EXPECT_THAT(told_[0], testing::StartsWith("fault 'motor_stop' does nothing: 'emaros' is the "
                                            "twin of a real robot"));
}

TEST_F(FaultWatchTest, ARunThatEndsEarlierTellsThen) {
  begin("[{kind: process_kill, process: navigator of emaros}, {kind: motor_stop}]");
  look(10);
  EXPECT_THAT(told_, IsEmpty());
  watch_.reset();
  EXPECT_EQ(told_.size(), 1u);
}

}  // namespace
}  // namespace tandem
