// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "ports/web/web_port.h"

namespace tandem {

// What a person said about the page when starting a run.
struct WebChoice {
  bool is_off = false;
  bool has_new_token = false;
  std::string bind = "127.0.0.1";
  std::optional<std::uint16_t> port;
  std::optional<std::uint16_t> tls_port;
  std::vector<std::string> projectors;  // files
};

void add_web_options(CLI::App& command, WebChoice& choice);

// What was chosen, checked: nothing without a page. Ends the command with a sentence where
// something is wrong.
std::optional<WebOptions> web_options(const WebChoice& choice);

// Serves the page and says where. Null without it; ends the command with a sentence when the port
// cannot be had.
std::unique_ptr<WebPort> open_web(const WebChoice& choice, std::optional<WebOptions> options,
                                  const RunHandles& run, Network* network);

}  // namespace tandem
