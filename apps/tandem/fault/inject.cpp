// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cstdio>
#include <memory>

#include "fault_commands.h"
#include "messages/time.h"
#include "scenario/fault.h"

namespace tandem {

namespace {

using tandem_msgs::srv::InjectFault;

struct Options {
  FaultOptions run;
  std::string kind;
  std::vector<std::string> words;
};

Fault fault_of(const Options& options) {
  FaultWords words{{"kind", options.kind}};
  for (const std::string& word : options.words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0)
      reject(fmt::format("expected words such as delay_s=0.3 and for=5s, not '{}'", word));
    words.emplace_back(word.substr(0, equals), word.substr(equals + 1));
  }
  return value_or_reject(read_fault(words));
}

InjectFault::Request request_of(const Fault& fault) {
  InjectFault::Request request{.kind = std::string(name_of(fault.kind)),
                               .name = fault.name,
                               .robot = fault.robot,
                               .sensor = fault.sensor,
                               .process = fault.process,
                               .delay = to_message_duration(fault.delay),
                               .duration = to_message_duration(fault.lasts.value_or(0s)),
                               .seed = fault.seed};
  const auto& parameters = info_of(fault.kind).parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i)
    request.values.push_back({std::string(parameters[i].name), fmt::format("{}", fault.values[i])});
  return request;
}

void inject(const Options& options) {
  const auto answer =
      ask_run<InjectFault>(options.run, "/tandem/inject_fault", request_of(fault_of(options)));
  if (!answer.success) fail(answer.message);
  fmt::print("{}\n", answer.message);
}

}  // namespace

void add_fault_inject(Command fault) {
  Command command = fault.add("inject", "Make something go wrong, now or soon");
  const auto options = std::make_shared<Options>();
  command.argument("KIND", options->kind, "As 'tandem fault kinds' lists them");
  command
      .argument("WORDS", options->words,
                "As in robot=emaros at=2s for=5s delay_s=0.3; 'tandem fault kinds' lists them")
      .optional();
  add_fault_options(command, options->run);
  command.on_run([options] { inject(*options); });
}

}  // namespace tandem
