// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/pattern.h"
#include "messages/registry.h"
#include "middleware/node.h"
#include "ports/board/board.h"
#include "scenario/scenario.h"

namespace tandem {

// Brings one topic that the scenario observes to the board: any type that Tandem knows, with the
// quality of service that its publishers offer.
class ObservedTopic {
 public:
  ObservedTopic(Node& node, const ObserveConfig& config, Board& board, std::size_t entry);

  // The network may look different: the type and its latching are those of who publishes.
  void follow(const GraphView& graph);

 private:
  void listen(const std::string& type_name, bool is_latched);
  void show(const SharedBytes& message, const MessageInfo& info);

  Node& node_;
  const ObserveConfig config_;
  const std::string resolved_;
  Board& board_;
  const std::size_t entry_;
  std::optional<Pattern> pattern_;
  std::string type_name_;
  const MessageType* type_ = nullptr;
  bool is_latched_ = false;
  Subscription subscription_;
};

// What the board shows of it before anything came.
Observation first_observation(const ObserveConfig& config);

}  // namespace tandem
