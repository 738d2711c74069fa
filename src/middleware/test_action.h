// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "messages/message.h"

namespace tandem {

// Counts to a number, one a step.
struct Count {
  struct Goal {
    std::int32_t target = 0;
    TANDEM_MESSAGE("tandem_test/action/Count_Goal", target)
  };
  struct Result {
    std::int32_t reached = 0;
    TANDEM_MESSAGE("tandem_test/action/Count_Result", reached)
  };
  struct Feedback {
    std::int32_t now = 0;
    TANDEM_MESSAGE("tandem_test/action/Count_Feedback", now)
  };
  TANDEM_ACTION("tandem_test/action/Count")
};

}  // namespace tandem
