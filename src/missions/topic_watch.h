// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "middleware/node.h"
#include "missions/evidence.h"

namespace tandem {

// Hears the topics that conditions speak of, each as soon as somebody publishes it, whatever its
// type.
class TopicWatch {
 public:
  struct Needs {
    bool content = false;  // some field of it
    Duration window = 1s;  // the longest of its rates
  };
  // What was heard is written to `heard`, by the name that conditions have for the topic. `time`
  // is that of the run.
  TopicWatch(Node& node, std::map<std::string, Needs> topics,
             std::map<std::string, HeardTopic>& heard, std::function<Duration()> time);

  // Subscribes to what is there by now. Between steps.
  void follow();

 private:
  void hear(HeardTopic& topic, const Needs& needs, const TypeDescription& type,
            const SharedBytes& bytes);

  Node& node_;
  std::map<std::string, Needs> topics_;
  std::map<std::string, HeardTopic>& heard_;
  std::function<Duration()> time_;
  std::set<std::string> missing_;
  bool has_changed_ = true;
  GraphWatch graph_watch_;
  std::vector<Subscription> subscriptions_;
};

}  // namespace tandem
