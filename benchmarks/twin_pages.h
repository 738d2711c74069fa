// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "circling_twin.h"
#include "ports/web/web_port.h"

namespace tandem {

// Serves pages of the run of a twin, to this machine alone; port 0 is any that is free.
Result<std::unique_ptr<WebPort>> serve_pages(CirclingTwin& twin, const std::string& token,
                                             std::uint16_t port = 0);

// The program that pages are measured in. Nothing, and the reason in the log, where there is none
// or the page is not built.
std::optional<std::string> browser_for_pages();

}  // namespace tandem
