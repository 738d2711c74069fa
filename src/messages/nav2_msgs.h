// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "messages/nav2_msgs_action.h"
#include "messages/nav2_msgs_msg.h"
#include "messages/nav2_msgs_srv.h"
