// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>

#include "middleware/transport.h"

namespace tandem {

// One topic where its messages pass by. Any thread; returns at once.
class TopicTap {
 public:
  virtual ~TopicTap() = default;
  // Counts as a subscriber: what nobody else listens to is published all the same.
  virtual bool is_wanted() const = 0;
  virtual void take(std::span<const std::byte> message) = 0;
};

// Who sees all messages of a program pass by, such as a recorder.
class MessageTap {
 public:
  virtual ~MessageTap() = default;
  // Null where it does not want to see them.
  virtual std::unique_ptr<TopicTap> published(const std::string& topic, const TypeId& type,
                                              const Qos& qos) = 0;
  virtual std::unique_ptr<TopicTap> received(const std::string& topic, const TypeId& type,
                                             const Qos& qos) = 0;
};

// The same transport, with somebody who sees what is published and received by it. Services and
// actions' services pass unseen.
std::unique_ptr<Transport> tap_transport(std::unique_ptr<Transport> inner,
                                         std::shared_ptr<MessageTap> tap);

}  // namespace tandem
