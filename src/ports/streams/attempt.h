// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>

#include "middleware/node.h"

namespace tandem {

// Makes an endpoint. The network may refuse one, as when a topic is already there with another
// type: that is logged, and the run goes on without it.
template <class Make>
void attempt(Node& node, Make make) {
  try {
    make();
  } catch (const std::exception& error) {
    node.log(LogLevel::error, error.what());
  }
}

}  // namespace tandem
