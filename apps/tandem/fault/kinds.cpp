// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>

#include "fault_commands.h"
#include "scenario/fault.h"

namespace tandem {

void add_fault_kinds(Command fault) {
  fault.add("kinds", "What can go wrong, and the numbers of each").on_run([] {
    for (const FaultKindInfo& kind : all_fault_kinds()) {
      fmt::print("{:<15} {}\n", kind.name, kind.text);
      for (const FaultParameter& parameter : kind.parameters)
        fmt::print("    {:<14} {}; {:g} unless said\n", parameter.name, parameter.text,
                   parameter.standard);
    }
    fmt::print("\nAny of them takes:\n");
    for (const auto& [word, text] : common_fault_words())
      if (word != "kind") fmt::print("    {:<14} {}\n", word, text);
  });
}

}  // namespace tandem
