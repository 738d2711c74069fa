// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>

#include "base/log.h"
#include "given_text.h"
#include "messages/dynamic.h"
#include "network_tool.h"
#include "service_commands.h"
#include "tools/known_types.h"
#include "tools/message_template.h"
#include "tools/service_caller.h"
#include "tools/value_text.h"
#include "waiting.h"

namespace tandem {

namespace {

using Clock = ToolNode::Clock;

struct Options {
  NetworkOptions network;
  std::string service;
  std::string type;
  GivenText text;
  std::optional<double> rate_hz;
  Duration timeout = 10s;
};

void call_once(NetworkTool& tool, ServiceCaller& caller, const ServiceType& type,
               const MessageTemplate& pattern, Duration timeout) {
  const MessageValue request = pattern.value(std::chrono::system_clock::now().time_since_epoch());
  tool.out().line(fmt::format("requester: making request: {}\n",
                              to_python(type.request.description(), request)));
  const SharedBytes answer = value_or_fail(caller.call(encode_cdr(request), timeout));
  const MessageValue response = value_or_fail(decode_cdr(type.response.description(), *answer));
  tool.out().line(fmt::format("response:\n{}\n", to_python(type.response.description(), response)));
}

void call(const Options& options) {
  const std::string service = absolute_name(options.service);
  const ServiceType& type = *value_or_reject(known_service_type(options.type));
  const MessageTemplate pattern =
      value_or_reject(MessageTemplate::from_yaml(type.request.description(), read(options.text)));

  NetworkTool tool(options.network);
  ServiceCaller caller(tool.node(), service, id_of(type));
  wait_for_server(
      tool, [&](Duration limit) { return caller.wait_for_server(limit); },
      {services, service, std::string(type.name)}, options.timeout);
  const Clock::time_point start = Clock::now();
  for (int i = 1; !tool.is_stopped(); ++i) {
    call_once(tool, caller, type, pattern, options.timeout);
    if (!options.rate_hz) return;
    tool.node().sleep_until(start + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(i / *options.rate_hz)));
  }
}

}  // namespace

void add_service_call(Command service) {
  Command command = service.add("call", "Call a service and show its answer");
  const auto options = std::make_shared<Options>();
  command.argument("SERVICE", options->service, "Its name");
  command.argument("TYPE", options->type, "As in std_srvs/srv/SetBool");
  add_text_options(command, options->text, "REQUEST", "In YAML or JSON: '{data: true}'");
  command.number("-r,--rate", options->rate_hz, {1e-3, 1e4},
                 "Call again, so many times per second");
  command.seconds("--timeout", options->timeout,
                  "How long to wait for the server, and for its answer; 10 unless said");
  add_network_options(command, options->network);
  command.on_run([options] { call(*options); });
}

}  // namespace tandem
