// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "middleware/transport.h"

namespace tandem {

class LockstepNetwork;

// Carries messages in the memory of one process. What is published waits in line until
// deliver_next() hands it over, so it arrives in the order of publishing, at points that the caller
// chooses, and nothing is ever lost. Belongs to one thread.
class LockstepTransport final : public Transport {
 public:
  LockstepTransport();
  ~LockstepTransport() override;

  std::unique_ptr<TransportNode> join(const NodeName& name) override;
  GraphView graph() const override;
  void on_graph_change(std::function<void()> callback) override;

  void set_time(SimTime now);  // what messages are stamped with
  // Hands over what has waited longest; false when nothing waits.
  bool deliver_next();
  // What was handed over last, for people: "/ping to /lab/pong".
  const std::string& last_delivery() const;

 private:
  std::shared_ptr<LockstepNetwork> network_;
};

}  // namespace tandem
