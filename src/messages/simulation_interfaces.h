// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "messages/simulation_interfaces_action.h"
#include "messages/simulation_interfaces_msg.h"
#include "messages/simulation_interfaces_srv.h"
