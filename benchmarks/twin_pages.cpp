// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "twin_pages.h"

#include "base/log.h"
#include "headless_browser.h"
#include "ports/web/callers.h"
#include "ports/web/page_files.h"

namespace tandem {

Result<std::unique_ptr<WebPort>> serve_pages(CirclingTwin& twin, const std::string& token,
                                             std::uint16_t port) {
  try {
    return std::make_unique<WebPort>(
        RunHandles{twin.inbox, twin.control, twin.loader}, nullptr,
        WebOptions{.server = {.port = port,
                              .tls_port = {},
                              .identity = {},
                              .names = web::names_of_this_machine("127.0.0.1"),
                              .limits = {}},
                   .token = token,
                   .page_folder = web::page_folder(),
                   .version = "bench"});
  } catch (const web::ServerError& error) {
    return Error{error.what()};
  }
}

std::optional<std::string> browser_for_pages() {
  const std::optional<std::string> browser = HeadlessBrowser::find();
  if (!browser)
    log(LogLevel::warning,
        "no page is measured: there is no chromium in PATH, and CHROMIUM names none");
  if (!browser || web::PageFiles(web::page_folder()).is_built()) return browser;
  log(LogLevel::warning, "no page is measured: it is not built; tools/client.sh build does that");
  return std::nullopt;
}

}  // namespace tandem
