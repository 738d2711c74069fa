// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "kind_commands.h"
#include "network_commands.h"
#include "topic_commands.h"

namespace tandem {

void add_topic_command(Command app) {
  Command topic = app.group("topic", "Topics: see, receive, measure and publish them");
  add_topic_list(topic);
  add_topic_info(topic);
  add_topic_echo(topic);
  add_topic_pub(topic);
  add_topic_hz(topic);
  add_topic_bw(topic);
  add_topic_delay(topic);
  add_type_command(topic, topics);
  add_find_command(topic, topics);
}

}  // namespace tandem
