// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "scenario/fault.h"

namespace tandem {

// A process that a fault can kill.
struct KillableProcess {
  std::string name;               // "navigator of emaros", "plant"
  bool is_started_again = false;  // when the fault that killed it is over
};

// Why a fault cannot kill one of these as it is asked to, as a sentence; empty when it can. What
// they have in common goes into the sentence: "belongs to this run".
std::string why_no_kill(const Fault& fault, std::span<const KillableProcess> processes,
                        std::string_view common);

}  // namespace tandem
