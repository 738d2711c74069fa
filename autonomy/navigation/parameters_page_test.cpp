// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "autonomy/navigation/navigator_node.h"
#include "middleware/lockstep.h"
#include "test_places.h"

namespace tandem {
namespace {

TEST(NavigatorParameters, AreOnThePageWithTheirDefaults) {
  std::ifstream file(source_folder() / "docs/navigation.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  Lockstep lockstep;
  NavigatorNode simulated({.ns = "/a", .context = lockstep.context()});
  NavigatorNode physical(
      {.ns = "/b", .context = lockstep.context(), .arguments = {"-p", "parameter_set:=physical"}});
  ParameterStore& parameters = simulated.node().parameters();
  for (const std::string& name : parameters.names()) {
    if (name == "use_sim_time") continue;
    const std::string row =
        fmt::format("| `{}` | {} | {} | {} |", name, to_string(*parameters.find(name)),
                    to_string(*physical.node().parameters().find(name)),
                    parameters.describe(name)->description);
    EXPECT_NE(page.find(row), std::string::npos) << row;
  }
}

TEST(NavigatorParameters, PathsKeepAsFarFromThingsAsTheMonitorDemands) {
  for (const ParameterSet set : {ParameterSet::simulated, ParameterSet::physical}) {
    const NavigationConfig config = settings_for(set);
    EXPECT_GE(config.costmaps.padding_m, config.monitor.stop_margin_m);
    EXPECT_GE(config.monitor.slow_margin_m, config.monitor.stop_margin_m);
  }
}

TEST(NavigatorParameters, ValuesOutOfRangeAreRefused) {
  Lockstep lockstep;
  EXPECT_THROW(NavigatorNode({.context = lockstep.context(),
                              .arguments = {"-p", "controller.max_speed_mps:=100"}}),
               std::invalid_argument);
  EXPECT_THROW(NavigatorNode({.context = lockstep.context(),
                              .arguments = {"-p", "parameter_set:=imaginary"}}),
               std::invalid_argument);
  EXPECT_THROW(NavigatorNode({.context = lockstep.context(),
                              .arguments = {"-p", "footprint:=\"[[1, 1], [2, 1], [2, 2]]\""}}),
               std::invalid_argument);
}

}  // namespace
}  // namespace tandem
