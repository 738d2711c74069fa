// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "command.h"

namespace tandem {

// Each adds one subcommand of `tandem topic`.
void add_topic_list(Command topic);
void add_topic_info(Command topic);
void add_topic_echo(Command topic);
void add_topic_hz(Command topic);
void add_topic_bw(Command topic);
void add_topic_delay(Command topic);
void add_topic_pub(Command topic);

}  // namespace tandem
