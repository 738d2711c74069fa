// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "middleware/node.h"

namespace tandem {

// Passes a topic on under another name, until it is cut.
template <Message M>
class Cable {
 public:
  Cable(Node& node, const std::string& from, const std::string& to, const Qos& qos = qos::reliable)
      : out_(node.publisher<M>(to, qos)),
        in_(node.subscribe<M>(from, qos, [this](const M& message) {
          if (!is_cut) out_.publish(message);
        })) {}

  bool is_cut = false;

 private:
  Publisher<M> out_;
  Subscription in_;
};

}  // namespace tandem
