// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "run_web.h"

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/Error.hpp>

#include "base/log.h"
#include "imaging/qr_code.h"
#include "ports/web/callers.h"
#include "ports/web/certificate.h"
#include "ports/web/page_files.h"
#include "scenario/projector_file.h"

namespace tandem {

namespace {

constexpr std::uint16_t usual_port = 8080;
constexpr std::uint16_t usual_tls_port = 8443;

[[noreturn]] void fail(const std::string& reason) {
  log(LogLevel::error, fmt::format("{}; --no-web runs without the page", reason));
  throw CLI::RuntimeError(1);
}

// Headsets of the same network want TLS; on this machine alone nobody needs it.
std::optional<std::uint16_t> tls_port_of(const WebChoice& choice) {
  if (choice.tls_port) return choice.tls_port;
  if (web::is_loopback(choice.bind)) return std::nullopt;
  return usual_tls_port;
}

// An address that people elsewhere can type: of the network that leads out, rather than one of
// containers or virtual machines.
std::string host_of(const WebChoice& choice) {
  if (choice.bind != "0.0.0.0" && choice.bind != "::") return web::name_of_address(choice.bind);
  if (const std::optional<std::string> address = web::outward_address()) return *address;
  for (const std::string& name : web::names_of_this_machine(choice.bind))
    if (name.find_first_not_of("0123456789.") == std::string::npos && !web::is_loopback(name))
      return name;
  return "localhost";
}

void say_where(const WebChoice& choice, const WebPort& port, const std::string& token) {
  const std::string host = host_of(choice);
  log(LogLevel::info, fmt::format("page: http://{}:{}/#token={}", host, port.port(), token));
  if (port.tls_port()) {
    const std::string link = fmt::format("https://{}:{}/#token={}", host, *port.tls_port(), token);
    log(LogLevel::info, fmt::format("page for headsets: {}", link));
    // for their cameras; a log has no use for it
    const std::optional<QrCode> code = isatty(STDERR_FILENO) ? qr_code(link) : std::nullopt;
    if (code) fmt::print(stderr, "{}", terminal_text(*code));
  }
  log(LogLevel::info, "who has this link may act; without its end it only shows");
}

std::vector<ProjectorCalibration> read_projectors(const std::vector<std::string>& files) {
  std::vector<ProjectorCalibration> projectors;
  Findings findings;
  for (const std::string& file : files)
    if (const auto projector = read_projector_file(file, findings))
      projectors.push_back(*projector);
  for (const Finding& finding : findings.all()) fmt::print(stderr, "{}\n", to_string(finding));
  if (projectors.size() < files.size()) throw CLI::RuntimeError(1);
  return projectors;
}

}  // namespace

void add_web_options(CLI::App& command, WebChoice& choice) {
  command.add_option(
      "--port", choice.port,
      "Serve the page at this port; without it at 8080 or the next one that is free");
  command.add_option("--tls-port", choice.tls_port,
                     "Serve it over https too; 8443 wherever --bind reaches other machines");
  command
      .add_option("--bind", choice.bind,
                  "Address to serve it at: 127.0.0.1 for this machine, 0.0.0.0 for all")
      ->capture_default_str();
  command.add_flag("--new-token", choice.has_new_token,
                   "Make another token: links that others have do not let them act any more");
  command
      .add_option("--projector-page", choice.projectors,
                  "Calibration, by tandem calibrate projector, through which the page /projector "
                  "shows the floor; once for each projector: /projector?2 is the second")
      ->allow_extra_args(false);
  command.add_flag("--no-web", choice.is_off, "Serve no page");
}

std::optional<WebOptions> web_options(const WebChoice& choice) {
  if (choice.is_off) {
    if (choice.projectors.empty()) return std::nullopt;
    log(LogLevel::error, "--projector-page is about a page, and --no-web serves none");
    throw CLI::RuntimeError(2);
  }
  WebOptions options{.server = {.bind = choice.bind == "localhost" ? "127.0.0.1" : choice.bind,
                                .port = choice.port.value_or(usual_port),
                                .may_take_next = !choice.port,
                                .tls_port = tls_port_of(choice),
                                .identity = {},
                                .names = web::names_of_this_machine(choice.bind),
                                .limits = {}},
                     .token = {},
                     .page_folder = web::page_folder(),
                     .version = TANDEM_VERSION,
                     .host = host_of(choice),
                     .projectors = {}};
  // not above: GCC 12 destroys members twice where an initialiser throws
  options.projectors = read_projectors(choice.projectors);
  return options;
}

std::unique_ptr<WebPort> open_web(const WebChoice& choice, std::optional<WebOptions> options,
                                  const RunHandles& run, Network* network) {
  if (!options) return nullptr;
  const Result<std::string> token = web::keep_token(web::private_folder(), choice.has_new_token);
  if (!token) log(LogLevel::warning, fmt::format("{}: links last until the end", token.error()));
  options->token = token ? *token : web::make_token();
  if (options->server.tls_port) {
    const Result<web::Identity> identity =
        web::keep_identity(web::private_folder() / "tls", options->server.names);
    if (!identity) fail(identity.error());
    options->server.identity = *identity;
  }
  try {
    auto port = std::make_unique<WebPort>(run, network, *options);
    say_where(choice, *port, options->token);
    return port;
  } catch (const web::ServerError& error) {
    fail(error.what());
  }
}

}  // namespace tandem
