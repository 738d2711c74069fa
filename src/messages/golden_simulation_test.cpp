// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "messages/simulation_interfaces_action.h"
#include "messages/simulation_interfaces_msg.h"
#include "messages/simulation_interfaces_srv.h"
#include "messages/typed_codecs.h"

namespace tandem {
namespace {

TEST(GoldenTyped, SimulationInterfacesAreRos2s) {
  TypedCodecs codecs;
  codecs.add(simulation_interfaces::Actions{});
  codecs.add(simulation_interfaces::Messages{});
  codecs.add(simulation_interfaces::Services{});
  expect_golden(codecs, 201);
}

}  // namespace
}  // namespace tandem
